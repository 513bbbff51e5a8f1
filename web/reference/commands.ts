// The page "Keys, links and commands": what the canvas obeys, what a link is made of, and `window.marginscope`.

import { printed, ran } from '../site/command_line';
import { escaped, tag } from '../site/markup';
import { frameParts } from '../src/embed/parts';
import { linkOfList } from '../src/talk/list';
import { keys, linkRefusal, openConsole } from '../site/playground';
import { descriptionFields, globalMembers, type Said } from './description';
import { code, entry, facts, opens, pageOf, table, verbatim, type Entry } from './entries';
import { registries, type Command } from './registries';

const paragraph = (...markup: string[]) => tag('p', {}, ...markup);

// --- Links ---

/** A scene for each of its parts: written by hand, or as the program saves what a command makes. */
const scenes: Record<string, string | { args: string; csv: string }> = {
  v: 'v=1&problem=moons&algorithm=smo:kernel=gaussian',
  name: 'v=1&name=An%20example&problem=moons&algorithm=ols',
  problem: 'v=1&problem=two-gaussians:n=60&algorithm=hk',
  task: { args: '--task regression --algorithm smo-svr', csv: 'x,y\n0,1\n1,1.5\n2,2.5\n3,2\n' },
  others: 'v=1&problem=overlap&algorithm=hk&others=smo:C=10//Soft%20margin;rls',
  algorithm: 'v=1&problem=overlap&algorithm=smo:C=10,kernel=gaussian:sigma=2',
  rules: 'v=1&problem=overlap&algorithm=hk&rules=separated+iterations:n=20%20iterations:n=50',
  machine: 'v=1&problem=overlap&algorithm=hk&others=ols&machine=Mine',
  chosen: 'v=1&problem=overlap&algorithm=hk&others=ols&chosen=B',
  pace: 'v=1&problem=overlap&algorithm=hk&others=smo&pace=time',
  scale: 'v=1&problem=overlap&algorithm=hk&scale=standard',
  projection: { args: '--algorithm hk --features 3,1', csv: 'length,width,height,label\n1,2,3,1\n2,1,1,-1\n3,3,2,1\n4,1,1,-1\n' },
  seed: 'v=1&problem=overlap&algorithm=hk&seed=7',
  max_iterations: 'v=1&problem=overlap&algorithm=hk&max_iterations=10',
  iteration: 'v=1&problem=four-points&algorithm=hk&iteration=4',
  features: { args: '--algorithm hk', csv: 'length,width,label\n1,2,1\n2,1,-1\n' },
  grid: { args: '--algorithm hk', csv: 'x,y,label\n100,200,1\n200,100,-1\n' },
  points: { args: '--algorithm hk', csv: 'x,y,label\n1,2,1\n2,1,-1\n' },
  rows: { args: '--algorithm hk', csv: 'a,b,c,label\n1,2,3,1\n2,1,1,-1\n' },
};

async function sceneWith(part: string): Promise<{ scene: string; shown: string }> {
  const given = scenes[part];
  if (given === undefined) throw new Error(`No scene shows the part ${part} of a link.`);
  const made = async (args: string, csv: string) => (await ran(['run', '--data', 'points.csv', ...args.split(' '), '--save-scene', 'scene.txt'], { 'points.csv': csv }, ['scene.txt'])).written['scene.txt']?.trim();
  const scene = (typeof given === 'string' ? given : await made(given.args, given.csv)) ?? '';
  const shown = scene.split('&').find((piece) => piece.startsWith(`${part}=`));
  if (shown === undefined) throw new Error(`${scene} has no ${part}.`);
  await printed(scene.includes('&others=') ? 'compare' : 'run', '--link', scene, '--json');
  return { scene, shown };
}

async function linkEntries(): Promise<Entry[]> {
  const rows: string[][] = [];
  for (const { id, meaning } of await registries.sceneParts()) {
    const { scene, shown } = await sceneWith(id);
    rows.push([code(id), escaped(meaning), `${tag('code', { class: 'lines' }, escaped(shown))} ${opens(scene)}`]);
  }
  const address = paragraph(
    'A link is the address of the playground, ',
    code('#'),
    ' and a scene: parts ',
    code('name=value'),
    ' with ',
    code('&'),
    ' between them, in any order but for the first. What is not said is as the playground has it by itself. In a value anything but letters, digits and ',
    code('-._~:,=+'),
    ' is percent-encoded, but for the ',
    code('/'),
    ' and ',
    code(';'),
    ' between other machines and their parts. What is too long for a link is kept in a file of the same text: “',
    escaped(await linkRefusal(20_000)),
    '”',
  );
  const parts = entry('scene-parts', 'The parts of a scene', '', address, table('The parts of a scene', ['part', 'meaning', 'example'], rows));
  const lesson = entry(
    'lesson-links',
    'A lesson, and what is shown',
    '',
    paragraph('Before the ', code('#'), ' may stand ', code('?lesson=01'), ', and the number of a step: ', tag('a', { href: './index.html?lesson=01&step=2' }, code('?lesson=01&step=2')), '. With a scene behind the ', code('#'), ' the step goes on with that. With ', code('?embed&lesson=01'), ' it stands in a frame.'),
    paragraph(code('?view=weight-space'), ' shows the space of weights, ', code('?view=proof'), ' the proof and ', code('?view=points'), ' the points, whatever was chosen last.'),
  );
  const list = linkOfList([
    { title: 'Least squares', scene: 'v=1&problem=four-points&algorithm=ols', view: '' },
    { title: 'Ho-Kashyap', scene: 'v=1&problem=four-points&algorithm=hk', view: '' },
  ]);
  const scenesOfList = entry(
    'list-links',
    'Several scenes',
    '',
    paragraph(
      'Behind the ',
      code('#'),
      ' may stand a list instead, whose scenes are shown one after the other: ',
      code('list=1'),
      ' and for each scene its ',
      code('title'),
      ', the ',
      code('view'),
      ' of it where that is not the points, and the ',
      code('scene'),
      ' itself. ',
      tag('a', { href: './teachers.html#scenes' }, 'The page makes such links.'),
    ),
    paragraph(tag('a', { href: `./index.html#${list}` }, tag('code', { class: 'lines' }, escaped(`#${list}`)))),
  );
  return [parts, scenesOfList, lesson];
}

// --- Frames ---

/** What goes between a page and the frame in it, in the fields beside `marginscope`. */
const messages: [from: string, what: string, fields: string, meaning: string][] = [
  ['the frame', 'ready', '', 'It can be asked from now on.'],
  ['the frame', 'height', 'height', 'CSS pixels in which its parts and a plane of a good shape have room; again whenever that changes.'],
  ['the page', 'apply', 'id, command', 'Carry out one of the commands below.'],
  ['the page', 'describe', 'id', 'Say what there is to see.'],
  ['the frame', 'answer', 'id, refusal', 'To “apply”: null, or the sentence that says why not.'],
  ['the frame', 'answer', 'id, description', 'To “describe”: what describe() says.'],
];

const hostCode = `const frame = document.querySelector('iframe');
const playground = 'https://play.example'; // where the frame is from
addEventListener('message', ({ data, origin, source }) => {
  if (origin !== playground || source !== frame.contentWindow) return;
  if (data.marginscope === 'height') frame.height = data.height;
  if (data.marginscope === 'ready') {
    const command = { type: 'step', count: 4 };
    frame.contentWindow.postMessage({ marginscope: 'apply', id: 1, command }, playground);
  }
});`;

function frameEntries(): Entry[] {
  const usual = frameParts.flatMap(({ id, usual: shown }) => (shown ? [id] : [])).join(',');
  return [
    entry(
      'frame-links',
      'The address of a frame',
      '',
      paragraph(
        'With ',
        code('?embed'),
        ' before the ',
        code('#'),
        ' the playground is reduced to the plane and the parts that are named, as in ',
        tag('a', { href: './index.html?embed=transport,charts#v=1&problem=moons&algorithm=hk' }, code('?embed=transport,charts')),
        '; where none is named, to ',
        code(usual),
        '. It keeps nothing on the device, and ',
        tag('em', {}, 'Open'),
        ' leads to the whole playground. ',
        code('&hosts=https://school.example'),
        ' names the origins, with commas between them, whose pages may send messages; others are neither heard nor told anything.',
      ),
      table('Parts of a frame', ['part', 'what it is'], frameParts.map(({ id, name }) => [code(id), escaped(name)])),
    ),
    entry(
      'frame-messages',
      'Messages',
      '',
      paragraph('Each is plain data with a field ', code('marginscope'), ' that says what it is.'),
      table('Messages between a page and a frame', ['from', 'marginscope', 'with', 'meaning'], messages.map(([from, what, fields, meaning]) => [escaped(from), code(what), fields === '' ? '' : code(fields), escaped(meaning)])),
      verbatim('In the page around the frame', hostCode),
    ),
  ];
}

// --- window.marginscope ---

const fieldsTable = (caption: string, fields: Said[]) => table(caption, ['field', 'type', 'meaning'], fields.map(({ name, type, meaning }) => [code(name), code(type), escaped(meaning)]));

/** What somebody types at a console, one line after the other. */
const typed = [
  "marginscope.apply({ type: 'scene', text: 'v=1&problem=four-points&algorithm=hk' })",
  "marginscope.apply({ type: 'step', count: 4 })",
  'marginscope.describe().headline',
  'marginscope.describe().quantities.margin_vector',
  "marginscope.apply({ type: 'set', field: 'learning_rate', value: 3 })",
  "marginscope.apply({ type: 'set', field: 'learning_rate', value: 0.9 })",
  'marginscope.describe().iteration',
];

async function consoleText(): Promise<string> {
  const answer = await openConsole();
  return typed.map((line) => `> ${line}\n${JSON.stringify(answer(line))}`).join('\n');
}

function command({ id, meaning, fields }: Command): Entry {
  const names = fields.map(({ id: name, optional }) => (optional ? `${name}?` : name));
  const call = `{ ${[`type: '${id}'`, ...names].join(', ')} }`;
  const given = fields.map(({ id: name, meaning: must, optional }): [string, string] => [code(name), escaped(`${must}${optional ? ', or left out' : ''}`)]);
  return entry(`command-${id}`, id, '', paragraph(escaped(meaning)), paragraph(code(call)), given.length === 0 ? '' : facts(given));
}

/** What follows the page's heading. */
export async function commandsPage(): Promise<string> {
  const bindings = await keys();
  return pageOf('commands.html', [
    {
      id: 'keys',
      title: 'Keys',
      about: paragraph('What the canvas obeys. While a text field has the focus these keys rest.'),
      entries: [entry('key-bindings', 'On the canvas', '', table('Keys of the playground', ['keys', 'what they do'], bindings.map(({ keys: shown, meaning }) => [escaped(shown), escaped(meaning)])))],
    },
    { id: 'links', title: 'Links', entries: await linkEntries() },
    {
      id: 'frames',
      title: 'Frames in other pages',
      about: paragraph('What ', tag('em', {}, 'Share'), ' gives as the code of a frame, and what a page and the playground in it say to one another.'),
      entries: frameEntries(),
    },
    {
      id: 'programs',
      title: 'window.marginscope',
      about: paragraph('What programs, tests and people at the browser’s console speak to: whatever can be done in the playground, and all that it shows.'),
      entries: [
        entry('members', 'What it has', '', fieldsTable('window.marginscope', globalMembers()), paragraph('At the console, once ', code('await marginscope.ready'), ' is done:'), verbatim('At the console', await consoleText())),
        entry('description', 'What describe() says', '', fieldsTable('What describe() says', descriptionFields())),
      ],
    },
    {
      id: 'commands',
      title: 'Commands',
      about: paragraph(
        'What ',
        code('apply'),
        ' carries out. Points, machines and groups of rules are counted from 0; new points come last. A change of data, algorithm or setting goes to iteration 0, paused. A long ',
        code('step'),
        ' or ',
        code('seek'),
        ' goes on in slices while ',
        code('describe().busy'),
        ' is true.',
      ),
      entries: (await registries.commands()).map(command),
    },
  ]);
}
