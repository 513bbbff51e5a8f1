// Checks the directions of #include: who may see whom, as CONTRIBUTING.md says.
//
//   core ← { solvers, stopping, bounds, data } ← { scene, selection } ← experiment ← session ← views ← { cli, wasm }
//   core ← picture ← { experiment, session, views, cli, wasm }
//
// A folder sees itself, and the folders that its arrow points to, directly or over others. Nothing under src
// knows of a canvas or a browser, so it must not see Dear ImGui or Emscripten.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const MIDDLE = ['solvers', 'stopping', 'bounds', 'data'];
const LAYERS = {
  core: [],
  solvers: ['core'],
  stopping: ['core'],
  bounds: ['core'],
  data: ['core'],
  picture: ['core'],
  scene: ['core', ...MIDDLE],
  selection: ['core', ...MIDDLE],
  experiment: ['core', ...MIDDLE, 'picture', 'scene', 'selection'],
  session: ['core', ...MIDDLE, 'picture', 'scene', 'selection', 'experiment'],
  views: ['core', ...MIDDLE, 'picture', 'scene', 'selection', 'experiment', 'session'],
  cli: ['core', ...MIDDLE, 'picture', 'scene', 'selection', 'experiment', 'session', 'views'],
  wasm: ['core', ...MIDDLE, 'picture', 'scene', 'selection', 'experiment', 'session', 'views'],
};
const NUMBERS_AS_TEXT = join('src', 'core', 'text.cpp');

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(h|cpp)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)));
}

/// The layer of a file by its path from the project's root.
function layerOf(file) {
  const [top, second] = file.split(sep);
  return top === 'wasm' ? 'wasm' : second;
}

/// The room that a header is for alone; null where it is for every room above, undefined where it does not say.
function roomOf(header) {
  const scope = /^#pragma once {2}\/\/ for (every room above|(src\/\w+) only)\n/.exec(readFileSync(join(root, header), 'utf8'));
  return scope ? (scope[2] ?? null) : undefined;
}

const headers = sources('src').filter((file) => file.endsWith('.h'));
const rooms = new Map(headers.map((header) => [relative('src', header).split(sep).join('/'), roomOf(header)]));

function problemWith(file, included) {
  const layer = layerOf(file);
  const room = rooms.get(included);
  if (room && !file.startsWith(join(room) + sep)) return `${included} is for ${room} only`;
  if (layer !== 'wasm' && file !== NUMBERS_AS_TEXT && /(^|\/)imgui(_\w+)?\.h$|^emscripten/.test(included)) {
    return `${layer} knows of no canvas and no browser and must not include ${included}`;
  }
  const folder = included.split('/')[0];
  if (!included.includes('/') || !(folder in LAYERS) || folder === layer) return null;
  if (LAYERS[layer].includes(folder)) return null;
  return `${layer} must not include ${included}: it may see ${[layer, ...LAYERS[layer]].join(', ')} only`;
}

const problems = [];
const files = [...sources('src'), ...sources('wasm')];
let includes = 0;
for (const [header, room] of rooms) {
  const own = `src/${header.split('/')[0]}`;
  if (room === undefined || (room !== null && room !== own)) {
    problems.push(`src/${header}:1: the line must end in "// for every room above" or "// for ${own} only"`);
  }
}
for (const file of files) {
  if (!(layerOf(file) in LAYERS)) {
    problems.push(`${file}: the folder ${layerOf(file)} has no place in the order of the layers (tests/check_includes.mjs)`);
    continue;
  }
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const included = /^\s*#\s*include\s*["<]([^">]+)[">]/.exec(line)?.[1];
      if (!included) return;
      ++includes;
      const problem = problemWith(file, included);
      if (problem) problems.push(`${file}:${index + 1}: ${problem}`);
    });
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${includes} #include lines of ${files.length} files keep to the layers.`);
process.exitCode = problems.length > 0 ? 1 : 0;
