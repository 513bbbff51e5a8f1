// Checks the directions of #include: who may see whom, as the README says.
//
//   core ← { solvers, stopping, bounds, data } ← { scene, selection, experiment } ← { cli, wasm }
//
// A folder sees itself, and the folders that its arrow points to, directly or over others. The session of
// the playground is tested without a canvas, so it must not see Dear ImGui.

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
  scene: ['core', ...MIDDLE],
  selection: ['core', ...MIDDLE],
  experiment: ['core', ...MIDDLE],
  cli: ['core', ...MIDDLE, 'scene', 'selection', 'experiment'],
  wasm: ['core', ...MIDDLE, 'scene', 'selection'],
};
const SESSION = join('wasm', 'app', 'session');

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

function problemWith(file, included) {
  const layer = layerOf(file);
  if (file.startsWith(SESSION + sep) && /(^|\/)im(gui|gui_\w+)\.h$|^emscripten/.test(included)) {
    return `${SESSION} is tested without a canvas and must not include ${included}`;
  }
  const folder = included.split('/')[0];
  if (!included.includes('/') || !(folder in LAYERS) || folder === layer) return null;
  if (LAYERS[layer].includes(folder)) return null;
  return `${layer} must not include ${included}: it may see ${[layer, ...LAYERS[layer]].join(', ')} only`;
}

const problems = [];
const files = [...sources('src'), ...sources('wasm')];
let includes = 0;
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
