// Packages of Debian's testing suite, fetched by apt-get into a folder of our own. The machine's own
// packages, lists and configuration are read but never changed, and no administrator rights are needed.
//
// The trick is a sources file, a lists folder and an *empty* status file of our own: apt then resolves the
// whole closure of what is asked for, down to the C library, without us naming a single dependency
// (their names contain version numbers that change over the months).

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, step } from './log.mjs';
import { cacheFolder } from './paths.mjs';
import { run, which } from './run.mjs';

// The suite is named by its code name, so that the same versions stay reachable when it is released.
const SUITE = 'forky';
const SUPPLEMENTS = /-(security|updates|backports|proposed-updates|debug)/;
const ADVICE =
  'Check that this machine reaches its Debian mirror, then run the same command again: it goes on where it stopped.';

export function isDebian() {
  try {
    return (
      /^ID=["']?debian["']?$/m.test(readFileSync('/etc/os-release', 'utf8')) &&
      Boolean(which('apt-get')) &&
      Boolean(which('dpkg-deb'))
    );
  } catch {
    return false;
  }
}

/// The fields of each paragraph of a deb822 file; a value keeps its continuation lines.
function paragraphs(text) {
  return text.split(/\n\s*\n/).map((block) => {
    const fields = {};
    let last = null;
    for (const line of block.split('\n')) {
      if (line.startsWith('#')) continue;
      const field = /^([A-Za-z-]+):\s*(.*)$/.exec(line);
      if (field) {
        last = field[1].toLowerCase();
        fields[last] = field[2];
      } else if (last && /^\s/.test(line)) {
        fields[last] += `\n${line}`;
      }
    }
    return fields;
  });
}

/// The fields of each line of the older format: deb [option=value …] address suite component …
function oneLiners(text) {
  const entries = [];
  for (const line of text.split('\n')) {
    const parts = /^deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]+)/.exec(line.trim());
    if (!parts) continue;
    const [, options = '', uris, suites, components] = parts;
    const signedBy = /(?:^|\s)signed-by=(\S+)/.exec(options)?.[1];
    entries.push({ types: 'deb', uris, suites, components, 'signed-by': signedBy });
  }
  return entries;
}

function machineEntries() {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder) ? readdirSync(folder).sort().map((name) => join(folder, name)) : [];
  return ['/etc/apt/sources.list', ...files].flatMap((path) => {
    if (!existsSync(path)) return [];
    if (path.endsWith('.sources')) return paragraphs(readFileSync(path, 'utf8'));
    if (path.endsWith('.list')) return oneLiners(readFileSync(path, 'utf8'));
    return [];
  });
}

/// The text of a sources file for SUITE, derived from the entry by which this machine gets its own packages.
function deriveSources(architecture) {
  const codename = /^VERSION_CODENAME=["']?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const main = new Set([codename, 'stable', 'testing', 'unstable', 'sid', SUITE]);
  const entry = machineEntries().find(
    ({ types = '', uris, suites = '', components = '', enabled = 'yes' }) =>
      types.split(/\s+/).includes('deb') &&
      uris &&
      enabled.trim() !== 'no' &&
      components.split(/\s+/).includes('main') &&
      suites.split(/\s+/).some((suite) => main.has(suite) && !SUPPLEMENTS.test(suite)),
  );
  if (!entry) {
    throw new Refusal(
      'found no entry for Debian itself in /etc/apt/sources.list or /etc/apt/sources.list.d; ' +
        'one of the form "deb ADDRESS stable main" is needed to fetch packages.',
    );
  }
  const fields = [
    ['Types', 'deb deb-src'],
    ['URIs', entry.uris],
    ['Suites', SUITE],
    ['Components', 'main'],
    ['Architectures', architecture],
  ];
  if (entry['signed-by']) fields.push(['Signed-By', entry['signed-by']]);
  return `${fields.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`;
}

/// An apt-get of our own. What it downloads stays in the cache folder until `clear`, so that an
/// interrupted set-up goes on where it stopped.
export class Apt {
  #folder = join(cacheFolder, 'apt');
  #updated = false;

  constructor(logFile) {
    this.logFile = logFile;
  }

  get archives() {
    return join(this.#folder, 'archives');
  }

  #apt(args, cwd = this.#folder) {
    const paths = {
      'Dir::Etc::sourcelist': join(this.#folder, 'debian.sources'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::Etc::preferences': '/dev/null',
      'Dir::Etc::preferencesparts': '/dev/null',
      'Dir::State::lists': join(this.#folder, 'lists'),
      'Dir::State::status': join(this.#folder, 'status'),
      'Dir::Cache': this.#folder,
      'Dir::Cache::archives': this.archives,
      // The cache folder belongs to the user, apt's own download user cannot write there.
      'APT::Sandbox::User': process.getuid() === 0 ? 'root' : '',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
    };
    const options = Object.entries(paths).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    return run('apt-get', [...options, ...args], {
      cwd,
      logFile: this.logFile,
      advice: ADVICE,
      env: { LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    });
  }

  async #update() {
    if (this.#updated) return;
    for (const name of ['lists', 'archives']) mkdirSync(join(this.#folder, name, 'partial'), { recursive: true });
    writeFileSync(join(this.#folder, 'status'), '');
    const architecture = (await run('dpkg', ['--print-architecture'])).trim();
    writeFileSync(join(this.#folder, 'debian.sources'), deriveSources(architecture));
    await step(`Reading the package lists of Debian ${SUITE}`, () => this.#apt(['update']));
    this.#updated = true;
  }

  /// Downloads `names` and everything that they depend on; returns the paths of the package files.
  async downloadClosure(title, names) {
    await this.#update();
    return step(title, async () => {
      await this.#apt(['install', '--yes', '--no-install-recommends', '--download-only', ...names]);
      // An interrupted set-up of some weeks ago may have left packages that have been replaced since.
      await this.#apt(['autoclean']);
      const files = readdirSync(this.archives).filter((name) => name.endsWith('.deb'));
      return files.map((name) => join(this.archives, name));
    });
  }

  /// Downloads just `names` into `folder`.
  async download(title, names, folder) {
    await this.#update();
    mkdirSync(folder, { recursive: true });
    await step(title, () => this.#apt(['download', ...names], folder));
  }

  /// Downloads the source package `name` into `folder`.
  async downloadSource(title, name, folder) {
    await this.#update();
    mkdirSync(folder, { recursive: true });
    await step(title, () => this.#apt(['source', '--download-only', name], folder));
  }

  clear() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function unpackPackage(file, folder, logFile) {
  await run('dpkg-deb', ['--extract', file, folder], {
    logFile,
    advice: 'Is the disk full? Otherwise run the same command again.',
  });
}
