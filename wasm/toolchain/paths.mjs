// Where things are.

import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const buildFolder = join(projectRoot, 'build');
export const distFolder = join(projectRoot, 'dist');
export const libraryFolder = join(buildFolder, 'library');

/// What several clones share: the compiler and the libraries that the set-up fetched.
export const cacheFolder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'marginscope',
);
