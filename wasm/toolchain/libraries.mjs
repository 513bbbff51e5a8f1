// The header libraries and Dear ImGui. Both the native and the wasm build take them from here, so that
// they never differ in version. Only these few folders are handed to the compilers: the C library's
// headers of a newer Debian must not get into the native build.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackage } from './debian.mjs';
import { Refusal, step } from './log.mjs';
import { cacheFolder } from './paths.mjs';
import { run } from './run.mjs';

// A new number makes a new folder: raise it when the list below changes.
const VERSION = 1;
const PACKAGES = ['libeigen3-dev', 'doctest-dev', 'libcli11-dev', 'nlohmann-json3-dev'];
const HEADERS = ['eigen3', 'doctest', 'CLI', 'nlohmann'];
const IMGUI_FILES = /^(im\w+\.(h|cpp)|LICENSE\.txt)$/;
const IMGUI_BACKEND = /^imgui_impl_opengl3\w*\.(h|cpp)$/;

const folder = join(cacheFolder, `libraries-${VERSION}`);
const marker = join(folder, 'complete');
const includeFolder = join(folder, 'include');

/// Where CMake finds each library: the folder that its #include lines start from.
export const libraryFolders = {
  eigen: join(includeFolder, 'eigen3'),
  doctest: includeFolder,
  cli11: includeFolder,
  json: includeFolder,
  imgui: join(includeFolder, 'imgui'),
};

export function librariesAreReady() {
  return existsSync(marker);
}

async function collectHeaders(apt, work, target) {
  const packages = join(work, 'packages');
  const root = join(work, 'root');
  await apt.download('Downloading Eigen, doctest, CLI11 and nlohmann-json', PACKAGES, packages);
  for (const file of readdirSync(packages).filter((name) => name.endsWith('.deb'))) {
    await unpackPackage(join(packages, file), root, apt.logFile);
  }
  for (const name of HEADERS) renameSync(join(root, 'usr', 'include', name), join(target, name));
}

async function collectImgui(apt, work, target) {
  const source = join(work, 'imgui');
  await apt.downloadSource('Downloading Dear ImGui', 'imgui', source);
  const archive = readdirSync(source).find((name) => /\.orig\.tar\.\w+$/.test(name));
  // CMake reads every archive format by itself, tar would need the xz program.
  await run('cmake', ['-E', 'tar', 'xf', archive], { cwd: source, logFile: apt.logFile });
  const unpacked = readdirSync(source, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (!unpacked) throw new Refusal(`the archive ${archive} of Dear ImGui does not contain a folder.`);
  const root = join(source, unpacked.name);
  mkdirSync(join(target, 'imgui', 'backends'), { recursive: true });
  const keep = (from, to, pattern) => {
    for (const name of readdirSync(from).filter((entry) => pattern.test(entry))) {
      renameSync(join(from, name), join(to, name));
    }
  };
  keep(root, join(target, 'imgui'), IMGUI_FILES);
  keep(join(root, 'backends'), join(target, 'imgui', 'backends'), IMGUI_BACKEND);
}

/// Fetches what is missing. `apt` comes from debian.mjs; the caller holds the lock.
export async function setUpLibraries(apt) {
  const work = join(folder, 'work');
  const partial = join(folder, 'include.partial');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await collectHeaders(apt, work, partial);
  await collectImgui(apt, work, partial);
  await step('Keeping the libraries', async () => {
    renameSync(partial, includeFolder);
    rmSync(work, { recursive: true, force: true });
    writeFileSync(marker, '');
  });
}
