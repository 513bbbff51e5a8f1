// Programs for the tests that belong to the system: used where they are, installed by apt-get where we may.

import { existsSync, readdirSync } from 'node:fs';
import { isDebian } from './debian.mjs';
import { step } from './log.mjs';
import { attempt, which } from './run.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIREFOX = ['firefox-esr', 'firefox'];
const APT = { env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } };

async function install(...names) {
  const args = ['install', '--yes', '--no-install-recommends', ...names];
  const first = await attempt('apt-get', args, APT);
  if (first.status === 0) return true;
  // The machine's package lists may be missing or old.
  await attempt('apt-get', ['update'], APT);
  return (await attempt('apt-get', args, APT)).status === 0;
}

const mayInstall = () => isDebian() && process.getuid() === 0;
const howToInstall = (names) => `install it (on Debian as root: apt-get install ${names.join(' ')})`;
const couldNotInstall = (names) => `apt-get could not install ${names.join(' ')}: run "apt-get install ${names.join(' ')}" to see why.`;

// Software that draws, and a screen that nobody sees, for browsers that draw WebGL only on a screen.
const SCREEN = ['xvfb', 'libgl1-mesa-dri', 'libegl1', 'libgles2'];

/// WebKitGTK's own small browser, which lies beside its library.
function miniBrowser() {
  for (const folder of existsSync('/usr/lib') ? readdirSync('/usr/lib') : []) {
    for (const version of ['webkitgtk-6.0', 'webkit2gtk-4.1']) {
      const path = `/usr/lib/${folder}/${version}/MiniBrowser`;
      if (existsSync(path)) return path;
    }
  }
  return null;
}

const anyOf = (names) => names.map(which).find(Boolean);
const onScreen = (find) => () => (which('Xvfb') ? find() : null);

// The browsers of the tests: what names one in the environment, what Debian calls it, where it is, and what else does. Chromium's shell
// without windows is the same engine for three quarters of the processors' time.
const BROWSERS = {
  chromium: {
    name: 'Chromium',
    variable: 'CHROMIUM',
    packages: ['chromium-headless-shell'],
    find: () => which('chromium-headless-shell'),
    instead: () => anyOf(CHROMIUM),
  },
  firefox: { name: 'Firefox', variable: 'FIREFOX', packages: ['firefox-esr', ...SCREEN], find: onScreen(() => anyOf(FIREFOX)) },
  webkit: { name: 'WebKit', variable: 'MINIBROWSER', packages: ['webkit2gtk-driver', ...SCREEN], find: onScreen(miniBrowser) },
};

/// `{path}` of a browser, or `{reason}`: a sentence that says why there is none. Nothing is installed.
export function findBrowser(engine) {
  const { name, variable, packages, find, instead } = BROWSERS[engine];
  const { [variable]: named } = process.env;
  if (named) {
    const path = which(named) ?? (named.includes('/') && existsSync(named) ? named : null);
    return path ? { path } : { reason: `the environment variable ${variable} names ${named}, which is not there.` };
  }
  const path = find() ?? instead?.();
  return path ? { path } : { reason: `${name} is missing: ${howToInstall(packages)}, or name it in ${variable}.` };
}

/// The same, after an installation if that is needed and possible.
export async function provideBrowser(engine) {
  const { name, variable, packages, find } = BROWSERS[engine];
  if (!process.env[variable] && !find() && mayInstall()) {
    await step(`Installing ${name} for the tests`, () => install(...packages));
    const { path } = findBrowser(engine);
    return path ? { path } : { reason: couldNotInstall(packages) };
  }
  return findBrowser(engine);
}

/// `{}` where `present` says so, after an installation if that is possible, or `{reason}`.
async function findPackages(names, present, { title, lack }) {
  if (present()) return {};
  if (!mayInstall()) return { reason: `${lack}: ${howToInstall(names)}.` };
  const installed = await step(title, () => install(...names));
  return installed && present() ? {} : { reason: couldNotInstall(names) };
}

const PEER_HEADERS = ['libsvm/svm.h', 'linear.h'];

/// The solvers that the native tests and the benchmarks compare ours with.
export const findPeers = () =>
  findPackages(
    ['libsvm-dev', 'liblinear-dev'],
    () => PEER_HEADERS.every((header) => ['/usr', '/usr/local'].some((folder) => existsSync(`${folder}/include/${header}`))),
    { title: 'Installing libsvm and liblinear for the tests', lack: 'nothing is compared with libsvm and liblinear' },
  );

const haveSklearn = () => existsSync('/usr/lib/python3/dist-packages/sklearn');
const haveOpenBlas = () => readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/libopenblas.so.0`));

/// What the benchmarks compare ours with beside them: NumPy as most people have it, on OpenBLAS. Debian's own choice, the reference
/// implementation, takes two to nine times as long.
export const findScikitLearn = () =>
  findPackages(['python3-sklearn', 'libopenblas0-serial'], () => haveSklearn() && haveOpenBlas(), {
    title: 'Installing scikit-learn and OpenBLAS for the benchmarks',
    lack: 'scikit-learn and NumPy are not compared with at their best',
  });

/// What experiments on several machines need.
export const findMpi = () =>
  findPackages(['libopenmpi-dev', 'openmpi-bin'], () => ['mpicxx', 'mpirun'].every(which), {
    title: 'Installing OpenMPI',
    lack: 'there is no MPI',
  });
