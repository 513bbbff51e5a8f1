// Programs for the tests that belong to the system: used where they are, installed by apt-get where we may.

import { existsSync } from 'node:fs';
import { isDebian } from './debian.mjs';
import { step } from './log.mjs';
import { attempt, which } from './run.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APT = { env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } };

async function install(...names) {
  const args = ['install', '--yes', '--no-install-recommends', ...names];
  const first = await attempt('apt-get', args, APT);
  if (first.status === 0) return true;
  // The machine's package lists may be missing or old.
  await attempt('apt-get', ['update'], APT);
  return (await attempt('apt-get', args, APT)).status === 0;
}

/// `{path}` of a Chromium, or `{reason}`: a sentence that says why there is none.
export async function findChromium() {
  const { CHROMIUM: named } = process.env;
  if (named) {
    const path = which(named) ?? (named.includes('/') ? named : null);
    return path ? { path } : { reason: `the environment variable CHROMIUM names ${named}, which is not there.` };
  }
  const present = () => CHROMIUM.map(which).find(Boolean);
  if (present()) return { path: present() };
  if (!isDebian() || process.getuid() !== 0) {
    return { reason: 'there is no Chromium: install it (on Debian as root: apt-get install chromium), or name it in CHROMIUM.' };
  }
  const installed = await step('Installing Chromium for the tests', () => install('chromium'));
  return installed && present()
    ? { path: present() }
    : { reason: 'apt-get could not install chromium: run "apt-get install chromium" to see why.' };
}

const PEERS = ['libsvm-dev', 'liblinear-dev'];
const PEER_HEADERS = ['libsvm/svm.h', 'linear.h'];

/// `{}` where the solvers are installed that the native tests compare ours with, or `{reason}`.
export async function findPeers() {
  const present = () =>
    PEER_HEADERS.every((header) => ['/usr', '/usr/local'].some((folder) => existsSync(`${folder}/include/${header}`)));
  if (present()) return {};
  const names = PEERS.join(' ');
  if (!isDebian() || process.getuid() !== 0) {
    return { reason: `nothing is compared with libsvm and liblinear: install them (on Debian as root: apt-get install ${names}).` };
  }
  const installed = await step('Installing libsvm and liblinear for the tests', () => install(...PEERS));
  return installed && present() ? {} : { reason: `apt-get could not install ${names}: run "apt-get install ${names}" to see why.` };
}
