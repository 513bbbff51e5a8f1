// The core as a CMake package: installed somewhere, found there, and used by a program that knows nothing else.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { buildFolder, projectRoot } from '../../wasm/toolchain/paths.mjs';
import { emptyFolder, outputOf } from './support/project.mjs';

const source = join(projectRoot, 'tests/library/native');

/** What Eigen's own installation has beside its headers, for those that the project's build was given. */
function eigenPackage(folder) {
  const cache = readFileSync(join(buildFolder, 'toolchain.cmake'), 'utf8');
  const headers = /FETCHCONTENT_SOURCE_DIR_EIGEN "([^"]*)"/.exec(cache)?.[1];
  // Where the set-up fetched none, the build has found an installation, and so will this.
  if (!headers) return;
  const place = join(folder, 'lib/cmake/Eigen3');
  mkdirSync(place, { recursive: true });
  writeFileSync(
    join(place, 'Eigen3Config.cmake'),
    `add_library(Eigen3::Eigen INTERFACE IMPORTED)\nset_target_properties(Eigen3::Eigen PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${headers}")\n`,
  );
  writeFileSync(join(place, 'Eigen3ConfigVersion.cmake'), 'set(PACKAGE_VERSION 5.0.1)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n');
}

describe('the CMake package', () => {
  let prefix, built;
  before(async () => {
    prefix = emptyFolder('prefix');
    built = emptyFolder('built');
    await outputOf('cmake', ['--install', join(buildFolder, 'native'), '--prefix', prefix, '--component', 'library']);
    eigenPackage(prefix);
    // Among the user's own headers is one that is called as one of the core's.
    const own = emptyFolder('-Downloads');
    mkdirSync(join(own, 'core'));
    writeFileSync(join(own, 'core/text.h'), '#error "This is not the core\'s."\n');
    await outputOf('cmake', ['-S', source, '-B', built, `-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_CXX_FLAGS=-I"${own}"`, '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON']);
    await outputOf('cmake', ['--build', built]);
  });

  it('is used by a program of thirty lines', async () => {
    assert.ok(readFileSync(join(source, 'example.cpp'), 'utf8').split('\n').length <= 31);
    const lines = (await outputOf(join(built, 'example'), [])).trimEnd().split('\n');
    // As the command line has it.
    const command = ['run', '--problem', 'two-gaussians:n=200', '--scale', 'standard', '--algorithm', 'smo', '--set', 'C=10', '--kernel', 'gaussian:sigma=2', '--stop', 'kkt:tolerance=1e-3', '--json'];
    const { stop } = JSON.parse(await outputOf(join(buildFolder, 'native/marginscope'), command));
    assert.ok(lines.includes(stop.message), lines.join('\n'));
    assert.match(lines.at(-1), /^f\(1, 2\) = -?\d+\.\d{3}, f\(-1, -2\) = -?\d+\.\d{3}$/);
  });

  it('brings its licence along', () => {
    assert.equal(readFileSync(join(prefix, 'share/licenses/marginscope/LICENSE'), 'utf8'), readFileSync(join(projectRoot, 'LICENSE'), 'utf8'));
  });

  it('hands on no flag of its own', () => {
    const [{ command }] = JSON.parse(readFileSync(join(built, 'compile_commands.json'), 'utf8'));
    // Folders of the tests have names by chance: one that has "-D" in it is no definition.
    const flags = command.split(/\s+/).filter((word) => /^-[DfWmO]/.test(word));
    assert.deepEqual(flags.sort(), ['-DEIGEN_DONT_VECTORIZE', '-DEIGEN_NO_CPUID']);
  });

  it('has public headers alone, each of which says for whom it is', () => {
    const folder = join(prefix, 'include/marginscope');
    const headers = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.h'));
    assert.ok(headers.length > 40);
    for (const name of headers) {
      const text = readFileSync(join(folder, name), 'utf8');
      assert.match(text, name.startsWith('core/') ? /^#pragma once {2}\/\/ for / : /^#pragma once {2}\/\/ for every room above\n/, name);
      assert.match(text, /^\/\/ /m, `${name} says what it is`);
    }
  });

  it('is what its README shows', () => {
    const readme = readFileSync(join(projectRoot, 'wasm/library/README.md'), 'utf8');
    const shown = /^```cpp\n(.*?)^```$/ms.exec(readme)?.[1];
    assert.equal(shown, readFileSync(join(source, 'example.cpp'), 'utf8'));
  });
});
