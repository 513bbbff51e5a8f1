// Commands, files and links at random: mostly such as a person would send, some that nobody would.

const letters = [...'abc ABC,;&=%#+?é−"\'\n\0\u202E'];
const nastyCells = ['NA', '?', '−3', '0x10', '1e999', '', '"', 'nan', 'inf', '1e308', '5e-324', '\0', '\u202E', '\r', ';', '1,5', '.5', 'é'];
const nastyValues = [null, true, '', 'x', '1e999', '-1', [], [1, 2], [Number.NaN], {}, -1, 0.5, 1e308, 5e-324, 2 ** 53, Number.NaN, Number.NEGATIVE_INFINITY];

export function randomWord(random) {
  return Array.from({ length: random.below(9) }, () => random.any(letters)).join('');
}

/** Rows of numbers with a class each; a third of them with something in them that is none. */
export function randomCsv(random) {
  const features = 1 + random.below(4);
  const classes = random.any([['1', '-1'], ['1', '2', '3'], ['ham', 'spam'], ['0.5', '1.5', '2.5', '-3']]);
  const scale = random.any([1, 1, 1, 1e-200, 1e6, 1e200]);
  const row = () => [...Array.from({ length: features }, () => random.uniform(-scale, scale)), random.any(classes)];
  const rows = Array.from({ length: 1 + random.below(25) }, row);
  if (random.oneIn(3)) rows.unshift(Array.from({ length: features + 1 }, () => randomWord(random)));
  if (random.oneIn(3)) random.any(rows)[random.below(features + 1)] = random.any(nastyCells);
  const between = random.any([',', ',', ';', '\t']);
  return rows.map((cells) => cells.join(between)).join(random.any(['\n', '\n', '\r\n']));
}

/** `scene` with other values for some of its parts, or with a character that is another. */
export function randomLink(random, scene, { algorithms, problems }) {
  if (random.oneIn(4)) {
    const at = random.below(scene.length);
    return scene.slice(0, at) + random.any([...'AZaz09-_.,:=&%+~']) + scene.slice(at + 1);
  }
  const parts = new Map(scene.split('&').map((part) => part.split('=')));
  const values = {
    algorithm: () => random.any(algorithms),
    problem: () => {
      parts.delete('points');
      parts.delete('rows');
      return random.any(problems);
    },
    iteration: () => String(random.below(random.oneIn(4) ? 1000 : 30)),
    projection: () => random.any(['principal', '1,2', '2,1', '1,1', '1,3', '0,1', '1,2,alone', '3,1,alone']),
    scale: () => random.any(['none', 'standard', 'unit']),
    seed: () => String(random.bits()),
    grid: () => random.any(['-16,-16,32', '-4,-4,8', '0,0,1']),
    others: () => Array.from({ length: 1 + random.below(4) }, () => random.any(algorithms)).join(';'),
    chosen: () => random.any(['A', 'B', 'C', 'E']),
    name: () => encodeURIComponent(randomWord(random).replace(/[!'()*]/g, '')),
  };
  for (let edits = 1 + random.below(3); edits > 0; edits -= 1) {
    const key = random.any(Object.keys(values));
    parts.set(key, values[key]());
  }
  return [...parts].map((part) => part.join('=')).join('&');
}

const coordinate = (random) => random.uniform(-12, 12);
const label = (random) => random.below(5) - 1;
const part = (random) => random.any(['training', 'validation']);
// One place beyond the points, too.
const index = (random, { now }) => random.below(now.points.length + 1);
// One or several of them.
const indices = (random, known) =>
  random.oneIn(3) ? index(random, known) : Array.from({ length: random.below(5) }, () => index(random, known));
const seed = (random) => random.any([random.below(1000), '18446744073709551615']);
const ruleText = (random, { rules }) =>
  Array.from({ length: random.below(3) }, () => random.any(rules)).join(random.any([' ', '+']));

function value(random, { choices }) {
  return random.any([
    10 ** random.uniform(-6, 3),
    String(random.below(60)),
    random.below(60),
    random.any(choices),
    [random.uniform(), random.uniform(), random.uniform(), random.uniform()],
    random.any(nastyValues),
  ]);
}

/** What a command is sent with, by its type. */
const fields = {
  'add-point': (random) => ({ x: coordinate(random), y: coordinate(random), label: label(random), part: part(random) }),
  'move-point': (random, known) => ({ index: index(random, known), x: coordinate(random), y: coordinate(random) }),
  'remove-point': (random, known) => ({ index: indices(random, known) }),
  label: (random, known) => ({ index: indices(random, known), label: label(random) }),
  part: (random, known) => ({ index: indices(random, known), part: part(random) }),
  'move-points': (random, known) => ({
    dx: random.uniform(-3, 3),
    dy: random.uniform(-3, 3),
    ...(random.oneIn(2) ? { index: indices(random, known) } : {}),
  }),
  'duplicate-points': (random, known) => (random.oneIn(2) ? {} : { index: indices(random, known) }),
  'flip-labels': (random, known) => (random.oneIn(2) ? {} : { index: indices(random, known) }),
  noise: (random, known) => ({
    amount: random.uniform(0, 1),
    ...(random.oneIn(2) ? { index: indices(random, known) } : {}),
    ...(random.oneIn(2) ? { seed: seed(random) } : {}),
  }),
  spray: (random) => ({
    x: coordinate(random),
    y: coordinate(random),
    radius: random.uniform(0, 3),
    count: random.below(12),
    ...(random.oneIn(3) ? {} : { label: label(random) }),
    ...(random.oneIn(3) ? { part: part(random) } : {}),
  }),
  curve: (random) =>
    random.oneIn(4) ? {} : { places: Array.from({ length: 2 * random.below(6) }, () => coordinate(random)) },
  formula: (random) => ({ text: random.any(['x', '0.5x^2 - 1', 'sin(2x)', '1/x', 'sqrt(x)', '2 +', 'foo(x)', '']) }),
  'label-by-curve': (random, known) => (random.oneIn(2) ? {} : { index: indices(random, known), above: label(random) }),
  'split-validation': (random) => ({ fraction: random.uniform(0, 1) }),
  'clear-points': () => ({}),
  problem: (random, { problems }) => ({ text: random.any(problems), seed: seed(random) }),
  'problem-setting': (random, known) => ({
    field: random.any([...Object.keys(known.now.problem?.settings ?? {}), 'n']),
    value: value(random, known),
  }),
  draw: (random) => (random.oneIn(2) ? {} : { seed: seed(random) }),
  seed: (random) => ({ seed: seed(random) }),
  csv: (random) => ({
    text: randomCsv(random),
    name: randomWord(random),
    ...(random.oneIn(3) ? { label: random.below(4) } : {}),
    ...(random.oneIn(3) ? { task: random.any(['classification', 'regression', 'x']) } : {}),
    ...(random.oneIn(3) ? { features: random.any([[1], [2, 1], [1, 2, 3], [], '1,2', '1,x', 2]) } : {}),
  }),
  scaling: (random) => ({ id: random.any(['none', 'standard', 'unit']) }),
  projection: (random) => (random.oneIn(3) ? {} : { x: random.below(4), y: random.below(4), ...(random.oneIn(2) ? { learned: random.any(['all', 'shown']) } : {}) }),
  algorithm: (random, { algorithms }) => ({ id: random.any(algorithms) }),
  set: (random, known) => ({ field: random.any([...Object.keys(known.now.settings), 'x']), value: value(random, known) }),
  'set-pattern': (random, known) => ({
    field: random.any([...Object.keys(known.now.settings), 'x']),
    index: index(random, known),
    value: 10 ** random.uniform(-3, 2),
  }),
  rules: (random, known) => ({ text: ruleText(random, known) }),
  'add-rule': (random, known) => ({ text: ruleText(random, known) }),
  'remove-rule': (random) => ({ group: random.below(3) }),
  'rule-setting': (random, known) => ({
    group: random.below(3),
    rule: random.below(2),
    field: random.any(['n', 'threshold', 'tolerance', 'alpha', 's', 'patience', 'moment', 'relative', 'x']),
    value: value(random, known),
  }),
  compare: () => ({}),
  'remove-machine': (random) => ({ index: random.below(4) }),
  'rename-machine': (random) => ({ index: random.below(4), name: randomWord(random) }),
  'move-machine': (random) => ({ index: random.below(4), to: random.below(4) }),
  'choose-machine': (random) => ({ index: random.below(4) }),
  pace: (random) => ({ pace: random.any(['iteration', 'time', 'x']) }),
  step: (random) => ({ count: random.below(12) - 4 }),
  seek: (random) => ({ iteration: random.below(random.oneIn(4) ? 2000 : 40) }),
  end: () => ({}),
  play: () => ({}),
  pause: () => ({}),
  'toggle-play': () => ({}),
  'show-retained': () => ({}),
  limit: (random) => ({ most: random.below(3000) }),
  cancel: () => ({}),
  speed: (random) => ({ speed: random.below(200) }),
  select: (random, known) => (random.oneIn(4) ? {} : { index: indices(random, known) }),
  dismiss: () => ({}),
  undo: () => ({}),
  redo: () => ({}),
  scene: (random, known) => ({ text: randomLink(random, known.now.scene, known) }),
  replace: (random, known) => ({ text: randomLink(random, known.now.scene, known) }),
};

export const commandTypes = Object.keys(fields);

/**
 * `known`: the description `now`, the identifiers of `algorithms`, `problems` and `rules`, and the `choices` of
 * settings. One command in fifteen lacks a field or has something else there.
 */
export function randomCommand(random, known) {
  const type = random.any(commandTypes);
  const command = { type, ...fields[type](random, known) };
  const names = Object.keys(command);
  if (random.oneIn(15)) command[random.any(names)] = random.any(nastyValues);
  if (random.oneIn(30)) delete command[random.any(names)];
  return command;
}
