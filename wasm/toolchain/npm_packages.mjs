// The npm packages of the page and of the tests: installed when they are missing or older than the lock file.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, step } from './log.mjs';
import { projectRoot } from './paths.mjs';
import { run, which } from './run.mjs';

function modified(name) {
  try {
    return statSync(join(projectRoot, name)).mtimeMs;
  } catch {
    return 0;
  }
}

/// Installs them while something else goes on, which comes first; a refusal of either is told after both.
export async function setUpPackagesBeside(other) {
  // npm writes this file last, so an interrupted installation is repeated.
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return other();
  if (!which('npm')) throw new Refusal('npm is missing: install it, for example with "apt-get install npm".');
  const installed = run('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: projectRoot,
    advice: 'Check that this machine reaches the npm registry, then run the same command again.',
  });
  const settled = installed.catch(() => {});
  const result = await other().catch(async (error) => {
    await settled;
    throw error;
  });
  await step('Installing the npm packages', () => installed);
  return result;
}

export const setUpPackages = () => setUpPackagesBeside(async () => {});
