// npm run build, npm run build:native, npm run build:mpi, npm run build:library.
//   node wasm/toolchain/build.mjs page|native|mpi|library

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildPreset } from './cmake.mjs';
import { main, Refusal, say, step } from './log.mjs';
import { setUpPackagesBeside } from './npm_packages.mjs';
import { distFolder, libraryFolder, projectRoot } from './paths.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';
import { findMpi } from './system_packages.mjs';

/// Makes build/native/marginscope.
export async function buildNative() {
  await setUp({ native: true });
  const folder = await buildPreset('native', ['marginscope']);
  return join(folder, 'marginscope');
}

/// Makes build/native/marginscope-mpi.
async function buildMpi() {
  await setUp({ native: true });
  const { reason } = await findMpi();
  if (reason) throw new Refusal(reason);
  const folder = await buildPreset('native', ['marginscope_mpi']);
  return join(folder, 'marginscope-mpi');
}

/// Makes targets of a wasm preset: by default the page's modules in build/wasm.
export async function buildModules({ preset = 'wasm', targets = ['playground', 'laboratory', 'marginscope_command_line'] } = {}) {
  await setUpPackagesBeside(() => setUp({ wasm: true }));
  return buildPreset(preset, targets);
}

/// Makes dist/.
export async function buildPage() {
  await buildModules();
  await step('Bundling the page', () =>
    run(process.execPath, [join(projectRoot, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: projectRoot }),
  );
  return distFolder;
}

/// Makes build/library/, what a package has beside its README: the core as wasm, and the typed layer over it.
export async function buildLibrary() {
  const folder = await buildModules({ targets: ['library', 'library_declarations'] });
  await step('Compiling the typed layer', async () => {
    rmSync(libraryFolder, { recursive: true, force: true });
    mkdirSync(libraryFolder, { recursive: true });
    const name = 'marginscope_library';
    for (const file of [`${name}.mjs`, `${name}.wasm`]) copyFileSync(join(folder, file), join(libraryFolder, file));
    // Emscripten takes the bytes of texts in declarations for characters.
    const declarations = readFileSync(join(folder, `declarations/${name}.d.ts`), 'utf8');
    writeFileSync(join(libraryFolder, `${name}.d.mts`), Buffer.from(declarations, 'latin1'));
    const compile = (...options) =>
      run(process.execPath, [join(projectRoot, 'node_modules/typescript/bin/tsc'), '--project', 'wasm/library', ...options], { cwd: projectRoot });
    await compile('--emitDeclarationOnly');
    // Editors read the declarations; scripts need not carry the comments as well.
    await compile('--declaration', 'false', '--removeComments');
  });
  return libraryFolder;
}

function weigh(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => {
      const content = readFileSync(path);
      return { name: relative(folder, path), raw: content.length, gzip: gzipSync(content, { level: 9 }).length };
    })
    .sort((a, b) => b.gzip - a.gzip);
}

/// Prints what each file of a folder weighs.
function sayWeights(folder, name) {
  const files = weigh(folder);
  for (const { name, raw, gzip } of files) say(`  ${kilobytes(raw)} ${kilobytes(gzip)} gzip  ${name}`);
  const total = files.reduce((sum, { gzip }) => sum + gzip, 0);
  say(`Built ${name}: ${files.length} files, ${kilobytes(total).trim()} gzip`);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`.padStart(10);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const what = process.argv[2];
    if (what === 'native') {
      say(`Built ${relative(process.cwd(), await buildNative())}`);
    } else if (what === 'mpi') {
      say(`Built ${relative(process.cwd(), await buildMpi())}`);
    } else if (what === 'page') {
      sayWeights(await buildPage(), 'dist/');
    } else if (what === 'library') {
      sayWeights(await buildLibrary(), 'build/library/');
    } else {
      throw new Refusal(`"${what ?? ''}" is not something to build: say "page", "native", "mpi" or "library".`);
    }
  });
}
