// What `npm pack` does about the README. npm puts the one that lies beside package.json into a package, whatever else is
// said: while it packs, that is the library's.
//   node wasm/toolchain/package_readme.mjs of-the-library|of-the-project

import { copyFileSync, existsSync, renameSync } from 'node:fs';

// npm runs this where package.json is.
const shown = 'README.md';
const kept = 'build/README.md'; // the project's, meanwhile

if (process.argv[2] === 'of-the-library') {
  // It is there already where npm was interrupted the last time.
  if (!existsSync(kept)) renameSync(shown, kept);
  copyFileSync('wasm/library/README.md', shown);
} else {
  renameSync(kept, shown);
}
