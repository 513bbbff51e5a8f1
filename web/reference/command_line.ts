// The page "Command line and files": each command with its options, and what it prints and writes.

import { printed, ran, type Files } from '../site/command_line';
import { escaped, tag } from '../site/markup';
import { code, entry, link, more, pageOf, table, verbatim, type Entry } from './entries';
import { registries } from './registries';

const paragraph = (...markup: string[]) => tag('p', {}, ...markup);

/** One command of each kind, whose output is shown. */
const examples: Record<string, string> = {
  list: 'list kernels',
  run: 'run --problem four-points --set learning_rate=0.5',
  compare: 'compare --problem overlap --machine hk --machine smo:C=1,kernel=gaussian:sigma=1',
  bound: 'bound --problem overlap --algorithm smo --kernel gaussian:sigma=1 --bound maximal-discrepancy',
  select: 'select --problem overlap --algorithm smo --grid C=0.1,1,100 --by cross-validation --folds 5',
  picture: 'picture --problem overlap --algorithm smo --view plane --thumbnail --out plane.svg',
  reproduce: 'reproduce four-points',
};

const subcommands = async () => [...(await printed('--help')).matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name = '']) => name);

const trimmed = (text: string) => text.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n').trim();

async function commandEntries(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of await subcommands()) {
    const example = examples[name];
    if (example === undefined) throw new Error(`No example shows marginscope ${name}.`);
    const { text } = await ran(example.split(' '), {});
    // What it does, and behind an empty line the rest.
    const [meaning = '', ...help] = trimmed(await printed(name, '--help')).split('\n\n');
    const options = more('All options', verbatim(`Options of ${name}`, help.join('\n\n')));
    entries.push(entry(`command-${name}`, name, '', paragraph(escaped(meaning.replace(/\s+/g, ' ')), '.'), verbatim(`An example of ${name}`, `$ marginscope ${example}\n${trimmed(text)}`.trim()), options));
  }
  return entries;
}

// --- Files ---

const points = 'length,width,species\n5.1,3.5,setosa\n4.9,3,setosa\n7,3.2,versicolor\n6.4,3.2,versicolor\n';

/** The first lines, and how many follow. */
function beginning(text: string, lines = 12): string {
  const all = text.trimEnd().split('\n');
  const shown = all.slice(0, lines).map((each) => (each.length > 160 ? `${each.slice(0, 159)}…` : each));
  return all.length > lines ? `${shown.join('\n')}\n… ${String(all.length - lines)} lines more` : shown.join('\n');
}

/** A command that writes or prints something that is kept, and its beginning. */
async function kept(example: string, name: string, files: Files = {}, lines?: number): Promise<string> {
  const isPrinted = !example.split(' ').includes(name);
  const { text, written } = await ran(example.split(' '), files, isPrinted ? [] : [name]);
  return verbatim(name, `$ marginscope ${example}${isPrinted ? ` > ${name}` : ''}\n$ cat ${name}\n${beginning(isPrinted ? text : (written[name] ?? ''), lines)}`);
}

async function fileEntries(): Promise<Entry[]> {
  const columns = await registries.columns();
  const four = 'run --problem four-points --algorithm hk';
  return [
    entry(
      'file-points',
      'Points',
      'FILE.csv',
      paragraph(
        'A line for each pattern: its features, numbers, and then its label. Cells are separated by commas, semicolons, tabs or blanks. A first line without any number is a header. Labels are two numbers, of which the greater is +1, whole numbers of several classes, or words; in regression the last column is the target. ',
        link('./reference.html#refusal-data', 'What is refused'),
        '.',
      ),
      verbatim('points.csv', `$ cat points.csv\n${points.trim()}\n$ marginscope run --data points.csv\n${trimmed((await ran(['run', '--data', 'points.csv'], { 'points.csv': points })).text)}`),
    ),
    entry(
      'file-scene',
      'A scene',
      'scene.txt',
      paragraph('What the page saves, and ', code('--save-scene'), ': ', link('./commands.html#scene-parts', 'the text of a link'), ' behind its ', code('#'), ', in a file for ', code('--scene'), ', or to be dropped on the page. It has no limit on its length.'),
      await kept(`${four} --save-scene scene.txt`, 'scene.txt'),
    ),
    entry(
      'file-trace',
      'The trace',
      'FILE.csv',
      paragraph('A header and a line for each iteration from 0; a number that does not exist is an empty cell. Numbers are exact. Of several machines the first column is the machine.'),
      await kept(`${four} --trace trace.csv`, 'trace.csv', {}, 5),
      table('Columns of the trace', ['column', 'meaning'], columns.map(({ id, meaning }) => [code(id), escaped(meaning)])),
    ),
    entry(
      'file-quantities',
      'Quantities',
      'FILE.json',
      paragraph('All that the algorithm publishes at the iteration that is reported: ', link('./reference.html#algorithms', 'what that is'), ' stands with each algorithm.'),
      await kept(`${four} --quantities quantities.json`, 'quantities.json', {}, 24),
    ),
    entry(
      'file-report',
      'Reports',
      '--json',
      paragraph('What ', code('run'), ', ', code('compare'), ', ', code('bound'), ' and ', code('select'), ' print, as one object. Errors are fractions, in regression mean squares; what does not exist is ', code('null'), '.'),
      await kept(`${four} --json`, 'run.json', {}, 200),
      more('Of several machines', await kept('compare --problem four-points --machine ols --machine hk --json', 'compare.json', {}, 60)),
      more('Of a bound', await kept(`${examples.bound ?? ''} --json`, 'bound.json', {}, 60)),
      more('Of a selection', await kept(`${examples.select ?? ''} --json`, 'select.json', {}, 60)),
    ),
    entry(
      'file-result',
      'The result of an experiment',
      '--out FILE.json',
      paragraph('The cells of a paper’s table or figure, each beside what is printed there. It is written again after each finished cell; beside it ', code('FILE.json.pieces'), ' keeps finished pieces of the others, and ', code('--resume'), ' goes on from both.'),
      await kept('reproduce four-points --out result.json', 'result.json', {}, 40),
    ),
    entry(
      'file-picture',
      'A picture',
      'FILE.svg',
      paragraph('What ', code('picture'), ' writes and the page saves: SVG with its texts as texts, in a typeface that it does not carry.'),
      await kept(examples.picture ?? '', 'plane.svg', {}, 3),
    ),
  ];
}

/** What follows the page's heading. */
export async function commandLinePage(): Promise<string> {
  return pageOf('command-line.html', [
    {
      id: 'commands',
      title: 'Commands',
      about: paragraph('The exit status is 0 when done, 1 when the input or a setting is wrong, 2 when the command itself is wrong, and where the work was cancelled 130 by Ctrl-C and 143 by SIGTERM; one sentence on standard error ', link('./reference.html#refusals', 'says what'), '.'),
      entries: await commandEntries(),
    },
    { id: 'files', title: 'Files', entries: await fileEntries() },
  ]);
}
