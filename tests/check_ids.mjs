// Checks that nobody asks for an identifier by name: those of quantities, algorithms, stopping rules, kernels,
// bounds and criteria stand as literals only in the file that owns them. Everyone else asks for a role, a kind or
// a capability, so that what is added is found everywhere. A few files may name some, each with its reason.
// README.md tells of every algorithm, rule, kernel, bound and criterion.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ALL = 'all';

/// Who may name what is not theirs, and why. `ids` in the files whose paths begin with `file`.
const EXCEPTIONS = [
  { file: 'src/core/quantity.cpp', ids: ALL, reason: 'roles have identifiers of their own' },
  { file: 'src/core/history.cpp', ids: ['objective'], reason: 'a column of the record' },
  { file: 'src/scene/scene.h', ids: ['hk'], reason: 'the algorithm of a new scene' },
  { file: 'src/data/catalogue.cpp', ids: ALL, reason: 'a named problem suggests an algorithm that takes it' },
  { file: 'src/experiment/', ids: ALL, reason: 'the protocols of the papers' },
  { file: 'src/cli/json.cpp', ids: ['linear'], reason: 'the scale of a slider' },
  { file: 'src/views/picture_of.cpp', ids: ['weights'], reason: 'the view of the space of weights' },
  { file: 'wasm/views.cpp', ids: ['weights'], reason: 'likewise' },
  {
    file: 'src/cli/run_report.cpp',
    ids: ['iterations', 'weights', 'objective', 'moments'],
    reason: 'the keys of a report, which scripts rely on',
  },
];

function sources(folder, pattern) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join('/'));
}

const withoutComments = (text) => text.replace(/^(\s*)\/\/.*$/gm, '$1').replace(/(\s)\/\/ .*$/gm, '$1');
const read = (file) => withoutComments(readFileSync(join(root, file), 'utf8'));

/// The rows that make an identifier known, by what they begin with; `within`: the files that may mean it, where
/// elsewhere the same word is another one's (“validation” is a part of the points, too).
const ROWS = [
  { kind: 'algorithm', folder: 'src/solvers', row: /algorithm_row<[^(]*>\(\s*\{\s*\.id = "([^"]+)"/g },
  { kind: 'algorithm', folder: 'src/solvers', row: /\bpreset\(\w+\(\),\s*"([^"]+)"/g },
  { kind: 'rule', folder: 'src/stopping', row: /rule_kind<[^(]*>\(\s*\{\s*\.id = "([^"]+)"/g },
  { kind: 'kernel', folder: 'src/core', row: /KernelKind\{\.id = "([^"]+)"/g },
  { kind: 'quantity', folder: 'src/solvers', row: /\{\s*\.id = "([^"]+)",(?=(?:\s*\.\w+ = [^;{}]*,)*?\s*\.(?:role|read) = )/g },
  { kind: 'quantity', folder: 'src/solvers', row: /pattern_set_row<[^(]*>\(\s*"([^"]+)"/g },
  { kind: 'bound', folder: 'src/bounds', row: /\{\s*\.id = "([^"]+)",\s*\.name = /g },
  {
    kind: 'criterion',
    folder: 'src/selection',
    row: /\{\s*\.id = "([^"]+)",\s*\.name = /g,
    within: /^((web\/src|wasm)\/laboratory|src\/selection)\//,
  },
];

const problems = [];
const owners = new Map(); // id → files
const places = new Map(); // id → what may mean it, where that is not every file
const readme = readFileSync(join(root, 'README.md'), 'utf8');
for (const { kind, folder, row, within } of ROWS) {
  const known = owners.size;
  for (const file of sources(folder, /\.(h|cpp)$/)) {
    for (const [, id] of read(file).matchAll(row)) {
      owners.set(id, [...(owners.get(id) ?? []), file]);
      if (within) places.set(id, within);
      const told = kind === 'quantity' || readme.includes(`\`${id}\``) || readme.includes(`\`${id}:`);
      if (!told) problems.push(`${file}: README.md does not tell of the ${kind} "${id}"`);
    }
  }
  // A row that is written in another way would go unnoticed.
  if (owners.size === known) problems.push(`${folder}: no row of a ${kind} is found (tests/check_ids.mjs)`);
}

/// The identifiers that a line names: a literal that is one or begins with one and a colon, and in TypeScript
/// a quantity that is picked out of a description.
function* namedIn(line, file) {
  for (const [, , text] of line.matchAll(/(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g)) {
    const id = text.split(':')[0];
    if (owners.has(id)) yield id;
  }
  if (!file.endsWith('.ts')) return;
  for (const [, id] of line.matchAll(/\bquantities\.(\w+)/g)) if (owners.has(id)) yield id;
}

const used = new Set();
const files = [...sources('src', /\.(h|cpp)$/), ...sources('wasm', /\.(h|cpp)$/), ...sources('web/src', /\.ts$/)];
for (const file of files) {
  read(file)
    .split('\n')
    .forEach((line, index) => {
      // An algorithm names the rules that it stops by.
      if (/\bdefault_rules\b/.test(line)) return;
      for (const id of namedIn(line, file)) {
        if (owners.get(id).includes(file) || places.get(id)?.test(file) === false) continue;
        const exception = EXCEPTIONS.find((one) => file.startsWith(one.file) && (one.ids === ALL || one.ids.includes(id)));
        if (exception) used.add(exception);
        else problems.push(`${file}:${index + 1}: names "${id}", which is known in ${owners.get(id).join(', ')} only`);
      }
    });
}
for (const exception of EXCEPTIONS) {
  if (!used.has(exception)) problems.push(`tests/check_ids.mjs: ${exception.file} names none of its exceptions any more`);
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${owners.size} identifiers are named in ${files.length} files by their owners only.`);
process.exitCode = problems.length > 0 ? 1 : 0;
