// What `npm pack` does about the README. npm puts the one that lies beside package.json into a package, whatever else is
// said: while it packs, that is the library's.
//   node wasm/toolchain/package_readme.mjs of-the-library|of-the-project

import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { main, Refusal } from './log.mjs';

// npm runs this where package.json is.
const shown = 'README.md';
const ofTheLibrary = 'wasm/library/README.md';
const kept = 'build/README.md'; // the project's, meanwhile

function isShown(file) {
  return !existsSync(shown) || readFileSync(shown).equals(readFileSync(file));
}

await main(() => {
  // Before packing it is there where npm was interrupted the last time.
  if (existsSync(kept)) {
    if (![ofTheLibrary, kept].some(isShown)) {
      throw new Refusal(
        `${kept} is the README of the project, put aside by an npm pack that was interrupted, and ${shown} was written since: keep the right one of the two as ${shown}, and remove ${kept}.`,
      );
    }
    renameSync(kept, shown);
  }
  if (process.argv[2] === 'of-the-library') {
    renameSync(shown, kept);
    copyFileSync(ofTheLibrary, shown);
  }
});
