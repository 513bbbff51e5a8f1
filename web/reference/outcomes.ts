// How a run ends and what is refused: what the program says of the runs and commands that stand here, when the site is
// built. The build ends where one of them does not come to what it stands for.

import { ran, Refused, type Files } from '../site/command_line';
import { escaped, tag } from '../site/markup';
import { openConsole } from '../site/playground';
import { code, entry, link, opens, table, type Entry } from './entries';
import { registries } from './registries';

/** `marginscope run` with these words, which has these files. */
interface Run {
  args: string;
  files?: Files;
}

interface Stop {
  reason: string;
  message: string;
  retained_iteration: number;
}

interface Report {
  algorithm: string;
  iterations: number;
  stop: Stop;
}

const far: Files = { 'far.csv': 'x,y,label\n1e149,2e140,1\n-1e149,1e149,-1\n1e149,-1e149,1\n3e148,1e10,-1\n' };
const line: Files = { 'line.csv': 'x,y,label\n1,2,1\n2,4,1\n-1,-2,-1\n-3,-6,-1\n' };
const noRule = '--stop iterations:n=100000';

const endings: Record<string, Run[]> = {
  solved: [
    { args: `--problem four-points --algorithm hk ${noRule}` },
    { args: '--problem moons --algorithm hk --kernel gaussian:sigma=1' },
    { args: '--problem four-points --algorithm ols' },
    { args: `--problem overlap --algorithm smo ${noRule}` },
    { args: `--problem overlap --algorithm irwls ${noRule}` },
    { args: `--problem xor --algorithm lsvm ${noRule}` },
    { args: '--problem overlap --algorithm newton-svm' },
    { args: '--problem overlap --algorithm rls' },
    { args: '--problem four-points --algorithm dkpp' },
  ],
  'not-separable': [{ args: `--problem overlap --algorithm hk ${noRule}` }],
  singular: [
    { args: '--data line.csv --algorithm hka --set solve=inverse', files: line },
    { args: `--problem overlap --algorithm irwls --set C=1e12 ${noRule}` },
  ],
  diverged: [
    { args: '--data far.csv --algorithm hka', files: far },
    { args: '--data far.csv --algorithm lsvm', files: far },
  ],
  'max-iterations': [
    { args: '--problem overlap --algorithm hk --max-iterations 10' },
    { args: '--problem overlap --algorithm dkpp --set max_sweeps=5' },
  ],
};

const stopped: Run[] = [
  { args: '--problem four-points --algorithm hk' },
  { args: '--problem four-points --algorithm hk --stop separated+iterations:n=6' },
  { args: '--problem overlap --algorithm hkes --validation-fraction 0.3' },
];

/** What ends it, and the scene at that iteration. */
async function ended({ args, files = {} }: Run): Promise<{ report: Report; scene: string }> {
  const { text, written } = await ran(['run', ...args.split(' '), '--json', '--save-scene', 'scene.txt'], files, ['scene.txt']);
  const report = JSON.parse(text) as Report;
  // What is saved is the iteration that is retained.
  const scene = (written['scene.txt'] ?? '').trim().replace(/&iteration=\d+/, '');
  return { report, scene: report.iterations === 0 ? scene : `${scene}&iteration=${String(report.iterations)}` };
}

async function told(caption: string, runs: Run[], isMeant: (reason: string) => boolean): Promise<string> {
  const rows: string[][] = [];
  for (const run of runs) {
    const { report, scene } = await ended(run);
    if (!isMeant(report.stop.reason)) throw new Error(`run ${run.args} ends with ${report.stop.reason}: ${report.stop.message}`);
    rows.push([code(report.algorithm), escaped(report.stop.message), opens(scene)]);
  }
  return table(caption, ['algorithm', 'what is said', 'scene'], rows);
}

export async function outcomeEntries(): Promise<Entry[]> {
  const kinds = await registries.outcomes();
  const isOutcome = (reason: string) => kinds.some(({ id }) => id === reason);
  const byRule = tag(
    'p',
    {},
    'A rule holds, or all rules of a group do; the reason is the id of the rule, of a group ',
    code('a+b'),
    '. The run stops there, and can go on from there. Where a rule keeps the least validation error, what is retained may be an earlier iteration.',
  );
  const entries = [entry('outcome-rule', 'By a rule', '', byRule, await told('Runs that a rule stops', stopped, (reason) => !isOutcome(reason)))];
  for (const { id, name, meaning } of kinds) {
    const runs = endings[id];
    // Nobody interrupts a command while the site is built.
    if (!runs && id !== 'cancelled') throw new Error(`No run stands for the outcome ${id}.`);
    entries.push(entry(`outcome-${id}`, name, id, tag('p', {}, escaped(meaning)), await told(`Runs that end as ${id}`, runs ?? [], (reason) => reason === id)));
  }
  return entries;
}

/** What is asked for, as it is shown. */
interface Asked {
  shown: string;
  args: string[];
  files?: Files;
}

const command = (text: string, files: Files = {}): Asked => ({ shown: text, args: text.split(' '), files });
const inFile = (name: string, text: string): Asked => ({ shown: text, args: ['run', '--data', name], files: { [name]: text } });
const inLink = (text: string): Asked => ({ shown: text, args: ['run', '--link', text] });

const many = Array.from({ length: 20_000 }, (_, i) => `${String(i)},${i % 2 === 0 ? '1' : '-1'}`).join('\n');

const refusals: { id: string; name: string; about: string; asked: Asked[] }[] = [
  {
    id: 'link',
    name: 'Links and scenes',
    about: 'A link, a scene file, or the text of the commands scene and replace.',
    asked: [
      'problem=xor',
      'v=1&problem=xor&colour=red',
      'v=1&problem',
      'v=1&problem=xor&seed=1&seed=2',
      'v=1&problem=xor&name=50%',
      'v=1&algorithm=hk',
      'v=1&problem=spiral',
      'v=1&problem=xor&iteration=-1',
      'v=1&problem=xor&projection=1,3',
      'v=1&problem=xor&chosen=C',
      'v=1&problem=xor&grid=0,0,3',
      'v=1&problem=xor&others=ols;smo;rls;dkpp',
      'v=1&algorithm=hk&points=AAA',
      'v=1&algorithm=hk&rows=2.A',
    ].map(inLink),
  },
  {
    id: 'data',
    name: 'Files of points',
    about: 'A file that is pasted, dropped or opened, or given to the command line.',
    asked: [
      inFile('empty.csv', '\n'),
      inFile('header.csv', 'x,label\n'),
      inFile('ragged.csv', 'x,label\n1,1\n2,-1,3\n'),
      inFile('word.csv', 'x,label\n1,1\nfar,-1\n'),
      inFile('empty-cell.csv', 'x,label\n1,1\n,-1\n'),
      inFile('huge.csv', 'x,label\n1,1\n1e999,-1\n'),
      inFile('column.csv', '1\n2\n'),
      inFile('one-class.csv', 'x,label\n1,1\n2,1\n'),
      inFile('targets.csv', 'x,label\n1,1.5\n2,2.5\n3,3.5\n'),
      inFile('far.csv', 'x,label\n1e200,1\n-1e200,-1\n'),
    ],
  },
  {
    id: 'setting',
    name: 'Algorithms, settings and kernels',
    about: 'What a field, a link, a command or an option gives.',
    asked: [
      'run --problem overlap --algorithm svm',
      'run --problem overlap --set learning_rate=3',
      'run --problem overlap --set rate_schedule=slow',
      'run --problem overlap --set mu=0.5',
      'run --problem overlap --algorithm smo --kernel rbf',
      'run --problem overlap --algorithm smo --kernel gaussian:sigma=0',
      'run --problem overlap --scale log',
    ].map((text) => command(text)),
  },
  {
    id: 'rule',
    name: 'Stopping rules',
    about: 'Text that is no rule, and rules that these data cannot meet.',
    asked: [
      'run --problem overlap --stop patience',
      'run --problem overlap --stop iterations:n=-1',
      'run --problem overlap --stop objective-change:limit=2',
      'run --problem overlap --stop validation-minimum',
    ].map((text) => command(text)),
  },
  {
    id: 'task',
    name: 'Data that an algorithm does not take',
    about: 'Where data change under an algorithm in the page, one that takes them comes in its place.',
    asked: ['run --problem overlap --algorithm smo-svr', 'run --problem sinc --algorithm hk', 'run --problem three-classes --algorithm smo'].map((text) => command(text)),
  },
  {
    id: 'memory',
    name: 'Work that does not fit into memory',
    about: 'It is refused before it begins. Here, of 20,000 points with a Gaussian kernel, in a page, which has 1.2 GB for it; natively that is half of what the machine has.',
    asked: [command('run --data many.csv --algorithm rls --kernel gaussian:sigma=1', { 'many.csv': many })],
  },
  {
    id: 'command',
    name: 'Bounds, selections, comparisons, pictures and experiments',
    about: 'As the command line says it; the Laboratory says the same.',
    asked: [
      'bound --problem overlap --algorithm smo --bound chernoff',
      'select --problem overlap --algorithm smo --grid C=1,2 --by validation',
      'compare --problem overlap --machine hk --machine smo:C=-1',
      'picture --problem overlap --view moon --out plane.svg',
      'picture --problem sinc --algorithm smo-svr --view weights --out weights.svg',
      'reproduce lauer-table-9',
    ].map((text) => command(text)),
  },
  {
    id: 'option',
    name: 'The command itself',
    about: 'With the exit status 2; all others have 1.',
    asked: [command('run --problem overlap --stop='), command('run --problem= --algorithm hk')],
  },
];

/** Commands of the page, as `window.marginscope.apply` takes them. */
const calls = [
  "{ type: 'fly' }",
  "{ type: 'add-point', x: 1, y: 2 }",
  "{ type: 'move-point', index: 9, x: 0, y: 0 }",
  "{ type: 'part', index: 0, part: 'test' }",
  "{ type: 'step', count: 1, speed: 2 }",
  "{ type: 'flip-labels' }",
  "{ type: 'formula', text: 'y > sin(2z)' }",
  "{ type: 'remove-rule', group: 4 }",
  "{ type: 'remove-machine', index: 0 }",
  "{ type: 'show-retained' }",
  "{ type: 'undo' }",
];

async function sentenceOf({ shown, args, files = {} }: Asked): Promise<string> {
  try {
    await ran(args, files);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  throw new Error(`${shown} is not refused.`);
}

export async function refusalEntries(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { id, name, about, asked } of refusals) {
    const rows: string[][] = [];
    for (const each of asked) rows.push([tag('code', { class: 'lines' }, escaped(each.shown.trimEnd() === '' ? '(nothing)' : each.shown.trimEnd())), escaped(await sentenceOf(each))]);
    entries.push(entry(`refusal-${id}`, name, '', tag('p', {}, escaped(about)), table(name, ['what is given', 'what is said'], rows)));
  }
  const ask = await openConsole();
  const rows = calls.map((call) => {
    const said = ask(`marginscope.apply(${call})`);
    if (typeof said !== 'string') throw new Error(`${call} is not refused.`);
    return [code(call), escaped(said)];
  });
  entries.push(entry('refusal-call', 'Commands of the page', '', tag('p', {}, 'As ', link('./commands.html#commands', 'apply'), ' answers on the opening scene.'), table('Commands of the page', ['command', 'what is said'], rows)));
  return entries;
}
