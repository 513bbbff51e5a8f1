// The wasm compiler: the user's own Emscripten where there is one, else Debian's in a private prefix.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { unpackPackage } from './debian.mjs';
import { inspectElf } from './elf.mjs';
import { Refusal, step } from './log.mjs';
import { cacheFolder } from './paths.mjs';
import { attempt, run, which } from './run.mjs';

// A new number makes a new prefix: raise it when the steps below change.
const VERSION = 1;
const OLDEST_MAJOR = 4;
const WORKERS = 2;

const folder = join(cacheFolder, `emscripten-${VERSION}-${process.arch}`);
const root = join(folder, 'root');
const marker = join(folder, 'complete');

export const privateEmscripten = join(root, 'usr', 'share', 'emscripten');

export function privateEmscriptenIsReady() {
  return existsSync(marker);
}

/// The folder of an Emscripten that is new enough and already there, or null.
export async function findEmscripten() {
  const { EMSDK } = process.env;
  const candidates = EMSDK ? [join(EMSDK, 'upstream', 'emscripten', 'emcc')] : [];
  const onPath = which('emcc');
  if (onPath) candidates.push(onPath);
  for (const emcc of candidates) {
    if (!existsSync(emcc)) continue;
    const { status, output } = await attempt(emcc, ['--version']);
    const major = /emcc .*?\)\s+(\d+)\./.exec(output)?.[1] ?? /\s(\d+)\.\d+\.\d+/.exec(output)?.[1];
    if (status === 0 && Number(major) >= OLDEST_MAJOR) {
      // em-config knows the folder also where emcc on the PATH is a link or a wrapper.
      const asked = await attempt(join(dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT']);
      if (asked.status === 0) return asked.stdout.trim();
    }
  }
  return null;
}

async function inParallel(items, work) {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(path, entry.name));
}

function llvmFolder() {
  const parent = join(root, 'usr', 'lib');
  const name = readdirSync(parent).find((entry) => existsSync(join(parent, entry, 'bin', 'wasm-ld')));
  if (!name) throw new Refusal(`no wasm-ld below ${parent}: the packages of this suite are laid out differently.`);
  return join(parent, name);
}

function inPrefix(path) {
  const found = [join(root, path), join(root, 'usr', path)].find((candidate) => existsSync(candidate));
  if (!found) throw new Refusal(`the prefix has no ${path}, which its own programs need to start.`);
  return found;
}

/// The programs were linked for a newer C library than this machine's: each is told to start with the
/// prefix's own loader and to look for its libraries in the prefix only.
async function patchPrograms(logFile) {
  const patchelf = join(root, 'usr', 'bin', 'patchelf');
  const interpreter = inspectElf(patchelf)?.interpreter;
  if (!interpreter) throw new Refusal(`${patchelf} is not a program for this machine.`);
  const loader = inPrefix(interpreter);
  const parent = join(root, 'usr', 'lib');
  const libraries = readdirSync(parent)
    .filter((name) => /-linux-gnu/.test(name))
    .map((name) => join(parent, name));
  const llvm = llvmFolder();
  const searchPath = [...libraries, join(llvm, 'lib')].join(':');
  // patchelf and its own libraries are among what is patched. Writing each result to a new file and renaming
  // it leaves the ones in use whole; patchelf's loader is named by hand, since it fits no machine yet.
  const patch = async (path, args) => {
    const output = `${path}.patched`;
    await run(loader, ['--library-path', searchPath, patchelf, ...args, '--output', output, path], {
      logFile,
      advice: 'Run the same command again; it unpacks the programs afresh.',
    });
    chmodSync(output, statSync(path).mode);
    renameSync(output, path);
  };
  const folders = [join(root, 'usr', 'bin'), join(llvm, 'bin'), ...libraries, join(llvm, 'lib')];
  await inParallel(folders.flatMap(filesIn), async (path) => {
    if (/^(libc\.so|ld-linux)/.test(basename(path))) return;
    const elf = inspectElf(path);
    if (!elf?.dynamic) return;
    // In this order and one at a time: patchelf 0.18 breaks python3, which is not position independent,
    // when it does both at once.
    await patch(path, ['--force-rpath', '--set-rpath', searchPath]);
    if (elf.interpreter) await patch(path, ['--set-interpreter', loader]);
  });
}

/// Emscripten's launchers look for python3 on the PATH and for a configuration in /etc; ours name the prefix.
function writeLaunchers() {
  const python = join(root, 'usr', 'bin', 'python3');
  for (const script of filesIn(privateEmscripten).filter((path) => path.endsWith('.py'))) {
    const launcher = script.slice(0, -'.py'.length);
    if (!existsSync(launcher)) continue;
    const lines = ['#!/bin/sh', 'unset EM_CONFIG EM_CACHE', `exec "${python}" -E "${script}" "$@"`, ''];
    writeFileSync(launcher, lines.join('\n'));
    chmodSync(launcher, 0o755);
  }
}

function writeConfiguration() {
  const llvm = llvmFolder();
  const suffix = basename(llvm).replace('llvm-', '');
  const settings = {
    LLVM_ROOT: join(llvm, 'bin'),
    BINARYEN_ROOT: join(root, 'usr'),
    NODE_JS: process.execPath,
    CACHE: join(folder, 'sysroot'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(join(privateEmscripten, '.emscripten'), `${lines.join('\n')}\n`);
  for (const program of ['clang', 'clang++', 'wasm-ld', 'llvm-ar']) {
    if (!existsSync(join(llvm, 'bin', program))) {
      throw new Refusal(`${join(llvm, 'bin')} has no ${program} (LLVM ${suffix}).`);
    }
  }
  // Emscripten's JavaScript optimiser loads acorn from a node_modules folder beside it.
  const modules = join(privateEmscripten, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(root, 'usr', 'share', 'nodejs'), modules);
}

/// The system libraries are compiled when a link first needs them. Doing it here, with the flags that the
/// project uses, keeps the wait in one place.
async function warmUp(logFile) {
  const work = mkdtempSync(join(tmpdir(), 'marginscope-'));
  const compiler = join(privateEmscripten, 'em++');
  const source = join(work, 'warm.cpp');
  writeFileSync(
    source,
    '#include <cmath>\n#include <string>\n#include <vector>\n#include <emscripten/bind.h>\n' +
      '#include <emscripten/html5_webgl.h>\n#include <GLES3/gl3.h>\n' +
      'std::string f(double x) { glClear(GL_COLOR_BUFFER_BIT); return std::to_string(std::sin(x)); }\n' +
      'EMSCRIPTEN_BINDINGS(m) { emscripten::function("f", &f); }\n',
  );
  const page =
    '-std=c++23 -fno-exceptions -fno-rtti -flto -Oz -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0 --bind ' +
    '-sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0 -sMODULARIZE -sEXPORT_ES6 -sALLOW_MEMORY_GROWTH -sMALLOC=emmalloc ' +
    '-sMAX_WEBGL_VERSION=2 -sMIN_WEBGL_VERSION=2 -sENVIRONMENT=web,worker';
  try {
    await run(compiler, [...page.split(' '), source, '-o', join(work, 'warm.mjs')], { logFile, cwd: work });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/// Makes the private prefix. Each part is made under a temporary name and renamed when it is whole; the
/// marker comes last. The caller holds the lock.
export async function setUpEmscripten(apt) {
  const stamp = (name) => join(folder, `${name}.done`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(stamp('patched'))) {
    const packages = await apt.downloadClosure('Downloading Emscripten, LLVM and Binaryen (about 170 MB)', [
      'emscripten',
      'patchelf',
    ]);
    await step(`Unpacking ${packages.length} packages`, async () => {
      const partial = join(folder, 'root.partial');
      for (const path of [partial, root]) rmSync(path, { recursive: true, force: true });
      mkdirSync(partial);
      await inParallel(packages, (file) => unpackPackage(file, partial, apt.logFile));
      renameSync(partial, root);
    });
    await step('Fitting the programs to this machine', () => patchPrograms(apt.logFile));
    writeFileSync(stamp('patched'), '');
  }
  await step('Configuring Emscripten', async () => {
    writeLaunchers();
    writeConfiguration();
  });
  await step('Compiling the C++ library to wasm (once, about a minute)', () => warmUp(apt.logFile));
  writeFileSync(marker, '');
}
