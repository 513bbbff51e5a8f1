// The programs that must be there before anything else: Node, CMake with a build tool, and for native programs a
// C++ compiler.

import { Refusal } from './log.mjs';
import { attempt, which } from './run.mjs';

const NODE = [20, 19];
const CMAKE = [3, 25];
// The first GCC with std::expected, and the first Clang that takes it from that library.
const OLDEST_COMPILER = { gcc: 12, clang: 16 };

function atLeast(version, wanted) {
  const [major, minor] = version.split('.').map(Number);
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);
}

async function checkCompiler() {
  const compiler = process.env.CXX || ['c++', 'g++', 'clang++'].find((name) => which(name));
  if (!compiler) {
    throw new Refusal('There is no C++ compiler: install one, for example with "apt-get install g++".');
  }
  const asked = await attempt(compiler, ['-dM', '-E', '-x', 'c++', '/dev/null']);
  const macro = (name) => Number(new RegExp(`#define ${name} (\\d+)`).exec(asked.stdout)?.[1]);
  const [name, version] = macro('__clang_major__')
    ? ['clang', macro('__clang_major__')]
    : ['gcc', macro('__GNUC__')];
  if (asked.status !== 0 || !version) {
    throw new Refusal(`${compiler} is not a working C++ compiler: install GCC ${OLDEST_COMPILER.gcc} or newer.`);
  }
  if (version < OLDEST_COMPILER[name]) {
    throw new Refusal(
      `C++23 is needed, and ${compiler} is ${name} ${version}: install GCC ${OLDEST_COMPILER.gcc} or newer ` +
        'and name it in the environment variable CXX.',
    );
  }
}

/// Refuses with one sentence that says what to install.
export async function checkRequirements({ native }) {
  if (!atLeast(process.versions.node, NODE)) {
    throw new Refusal(`Node ${NODE.join('.')} or newer is needed, this is ${process.versions.node}: install a newer Node.`);
  }
  if (native) await checkCompiler();
  if (!which('cmake')) throw new Refusal('CMake is missing: install it, for example with "apt-get install cmake".');
  const cmake = /version (\d+\.\d+)/.exec((await attempt('cmake', ['--version'])).stdout)?.[1] ?? '0.0';
  if (!atLeast(cmake, CMAKE)) {
    throw new Refusal(`CMake ${CMAKE.join('.')} or newer is needed, this is ${cmake}: install a newer CMake.`);
  }
  if (!which('ninja') && !which('make')) {
    throw new Refusal('A build tool is missing: install one, for example with "apt-get install ninja-build".');
  }
}
