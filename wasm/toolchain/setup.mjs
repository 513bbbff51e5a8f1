// What a build needs beside the sources: the libraries, and for the page an Emscripten. Run it by hand with
//   node wasm/toolchain/setup.mjs
// or let the npm scripts do it; when everything is there it takes a moment only.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Apt, isDebian } from './debian.mjs';
import {
  findEmscripten,
  privateEmscripten,
  privateEmscriptenIsReady,
  setUpEmscripten,
} from './emscripten.mjs';
import { librariesAreReady, libraryFolders, setUpLibraries } from './libraries.mjs';
import { withLock } from './lock.mjs';
import { main, Refusal, say } from './log.mjs';
import { buildFolder, cacheFolder } from './paths.mjs';
import { checkRequirements } from './requirements.mjs';

const EMSCRIPTEN_ELSEWHERE =
  'No Emscripten 4 or newer was found, and only on Debian can it be fetched from here: install the Emscripten SDK ' +
  '(emsdk install latest, emsdk activate latest, source emsdk_env.sh), so that EMSDK is set or emcc is on the PATH.';

/// Tells CMake where everything is. An Emscripten that moved needs fresh wasm build folders.
export function writeToolchainFile(libraries, emscripten, folder = buildFolder) {
  const path = join(folder, 'toolchain.cmake');
  mkdirSync(folder, { recursive: true });
  let before = '';
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // The first time.
  }
  const known = /MARGINSCOPE_EMSCRIPTEN "([^"]*)"/.exec(before)?.[1];
  const compiler = emscripten ?? known;
  if (known && compiler !== known) {
    for (const preset of ['wasm', 'wasm-dev']) rmSync(join(folder, preset), { recursive: true, force: true });
  }

  const lines = ['# Written by wasm/toolchain/setup.mjs.'];
  if (compiler) lines.push(`set(MARGINSCOPE_EMSCRIPTEN "${compiler}")`);
  for (const [name, folder] of Object.entries(libraries)) {
    const variable = `FETCHCONTENT_SOURCE_DIR_${name.toUpperCase()}`;
    lines.push(`if(NOT ${variable})`, `  set(${variable} "${folder}")`, 'endif()');
  }
  const text = `${lines.join('\n')}\n`;
  // CMake configures anew whenever this file is written.
  if (text !== before) writeFileSync(path, text);
}

/// Sets up what is missing for native programs, for wasm, or for both.
export async function setUp({ native = false, wasm = false }) {
  await checkRequirements({ native });
  const debian = isDebian();
  const own = wasm ? await findEmscripten() : null;
  if (wasm && !own && !debian) throw new Refusal(EMSCRIPTEN_ELSEWHERE);

  const lacksLibraries = () => debian && !librariesAreReady();
  const lacksEmscripten = () => wasm && !own && !privateEmscriptenIsReady();
  if (lacksLibraries() || lacksEmscripten()) {
    mkdirSync(cacheFolder, { recursive: true });
    say(`Setting up what the build needs, once, in ${cacheFolder}`);
    await withLock(join(cacheFolder, 'lock'), async () => {
      const apt = new Apt(join(cacheFolder, 'setup.log'));
      if (lacksLibraries()) await setUpLibraries(apt);
      if (lacksEmscripten()) await setUpEmscripten(apt);
      apt.clear();
    });
  }
  const emscripten = wasm ? (own ?? privateEmscripten) : null;
  writeToolchainFile(debian ? libraryFolders : {}, emscripten);
  return { emscripten };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { emscripten } = await setUp({ native: true, wasm: true });
    say(`Ready: Emscripten in ${emscripten}`);
  });
}
