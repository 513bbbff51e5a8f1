// The packed library in an empty project, as somebody has it who installs the file.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { projectRoot } from '../../../wasm/toolchain/paths.mjs';
import { attempt } from '../../../wasm/toolchain/run.mjs';

const work = mkdtempSync(join(tmpdir(), 'marginscope-library-'));
after(() => rmSync(work, { recursive: true, force: true }));

/** A folder of this test file alone, removed after its last test. */
export function emptyFolder(name) {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
}

/** Runs a program and answers what it printed; it must end well. */
export async function outputOf(command, args, options) {
  const { status, stdout, output } = await attempt(command, args, options);
  assert.equal(status, 0, `${command} ${args.join(' ')} ended with status ${status}:\n${output}`);
  return stdout;
}

/**
 * What `npm pack` makes of the project, in a copy of what it takes from there: it puts another README into the place of the
 * project's while it packs. The library has been built. Answers the file and the names in it.
 */
export async function packed() {
  const copy = emptyFolder('copy');
  for (const name of ['package.json', 'README.md', 'LICENSE', 'build/library', 'wasm/library/README.md', 'wasm/toolchain/package_readme.mjs', 'wasm/toolchain/log.mjs']) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    cpSync(join(projectRoot, name), join(copy, name), { recursive: true });
  }
  const described = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
  described.scripts['build:library'] = 'node --version';
  writeFileSync(join(copy, 'package.json'), JSON.stringify(described));
  const [{ filename, files }] = JSON.parse(lastJson(await outputOf('npm', ['pack', '--json'], { cwd: copy })));
  const readme = (folder) => readFileSync(join(folder, 'README.md'), 'utf8');
  assert.equal(readme(copy), readme(projectRoot), 'after packing the README is that of the project again');
  return { file: join(copy, filename), names: files.map(({ path }) => path).sort() };
}

/** npm prints what its scripts print before its own answer. */
function lastJson(output) {
  return output.slice(output.search(/^\[\s*$/m));
}

/** An empty project that has installed a packed file, without any network. */
export async function projectWith(file) {
  const folder = emptyFolder('project');
  writeFileSync(join(folder, 'package.json'), '{ "name": "somebody", "type": "module", "private": true }\n');
  await outputOf('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder });
  return folder;
}

/**
 * What TypeScript says of files of a project, which it compiles to JavaScript: nothing where all is right. `lib` names the declarations
 * of the language and the browser that the project has.
 */
export async function compile(folder, files, lib = 'ES2023,DOM,ESNext.Disposable') {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'ES2022', '--module', 'NodeNext', '--lib', lib];
  const { stdout } = await attempt(process.execPath, [join(projectRoot, 'node_modules/typescript/bin/tsc'), ...options, '--typeRoots', join(folder, 'none'), ...files], { cwd: folder });
  return stdout;
}
