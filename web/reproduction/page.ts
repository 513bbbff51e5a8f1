// What the page "How close do we get" says, from the results.

import { escaped, tag } from '../site/markup';
import { readFigure, readResults, type Agreement, type Result } from './results';
import { Notes, tableOf } from './table';

const command = 'npm run reproduce -- --data-dir DIR --out web/reproduction/results --figures web/reproduction/results';

interface Paper {
  id: string;
  name: string;
  results: Result[];
}

/** "Lauer & Bloch 2006, Table 1" is of the paper "Lauer & Bloch 2006" and in it "Table 1". */
function partsOf({ about }: Result): [paper: string, item: string] {
  const [paper = '', ...rest] = about.name.split(', ');
  return [paper, rest.length > 0 ? rest.join(', ') : 'The example'];
}

/** The papers by how much there is of each, with tables and figures in the order of their numbers. */
function papersOf(results: Result[]): Paper[] {
  const papers = new Map<string, Result[]>();
  for (const result of results) {
    const [paper] = partsOf(result);
    papers.set(paper, [...(papers.get(paper) ?? []), result]);
  }
  return [...papers]
    .map(([name, own]) => ({
      id: own[0]?.experiment.split('-')[0] ?? '',
      name,
      results: own.sort((a, b) => (partsOf(a)[1] < partsOf(b)[1] ? -1 : 1)),
    }))
    .sort((a, b) => b.results.length - a.results.length);
}

function agreementText({ compared, equal, within }: Agreement): string {
  if (compared === 0) return '';
  const more = within > 0 ? `; ${String(within)} more, means of random draws, lie within two standard errors` : '';
  return `${String(equal)} of ${String(compared)} numbers that can be compared are as printed${more}.`;
}

function figuresOf({ experiment, about, cells }: Result): string[] {
  return [...new Set(cells.map(({ dataset }) => dataset))].flatMap((dataset) => {
    const svg = readFigure(experiment, dataset);
    if (svg === null) return [];
    const caption = tag('figcaption', {}, escaped(`${dataset}: ${about.unit}`));
    return [tag('figure', {}, tag('div', { class: 'scroll', tabindex: 0 }, svg), caption)];
  });
}

/** What each method is here. */
function methodsOf({ about: { methods } }: Result): string {
  const rows = methods.map(({ name, meaning }) => tag('div', {}, tag('dt', {}, escaped(name)), tag('dd', {}, escaped(meaning))));
  return tag('dl', { class: 'methods' }, ...rows);
}

function sectionOf(result: Result): string {
  const notes = new Notes(result.experiment);
  const figures = figuresOf(result);
  const table = tableOf(result, notes);
  return tag(
    'section',
    { 'aria-labelledby': result.experiment },
    tag('h3', { id: result.experiment }, escaped(partsOf(result)[1])),
    tag('p', {}, escaped(result.about.meaning)),
    tag('p', { class: 'agreement' }, escaped(agreementText(result.agreement))),
    figures.length > 0 ? tag('div', { class: 'figures' }, ...figures) : '',
    // A figure's numbers are many, and seen in it already.
    figures.length > 0 ? tag('details', {}, tag('summary', {}, 'The numbers'), table) : table,
    methodsOf(result),
    notes.list(),
  );
}

function contentsOf(papers: Paper[]): string {
  const items = papers.map(({ id, name, results }) =>
    tag(
      'li',
      {},
      tag('a', { href: `#${id}` }, escaped(name)),
      ': ',
      results.map((result) => tag('a', { href: `#${result.experiment}` }, escaped(partsOf(result)[1]))).join(', '),
    ),
  );
  return tag('nav', { 'aria-label': 'Contents' }, tag('ul', {}, ...items));
}

/** The content of the page's <main>. */
export function pageContent(): string {
  const results = readResults();
  const papers = papersOf(results);
  const total = { compared: 0, equal: 0, within: 0 };
  for (const { about, agreement } of results) {
    if (!about.by_the_text) continue;
    total.compared += agreement.compared;
    total.equal += agreement.equal;
    total.within += agreement.within;
  }
  return [
    tag('h1', {}, 'How close do we get'),
    tag(
      'p',
      {},
      'The algorithms of Marginscope come from papers, and the papers print what came out. Here every table and figure of ' +
        'results of four papers, and the numbers of an article, are made again from the same data: by the text where it ' +
        'speaks; where it does not, or where its cells contradict it, as each table says. What came out here stands above ' +
        'what is printed, and where they differ a note says the most likely cause, or that it is open.',
    ),
    tag('p', {}, tag('strong', {}, escaped(agreementText(total)))),
    tag(
      'dl',
      { class: 'marks' },
      ...[
        ['=', 'as printed, digit for digit'],
        ['≈', 'a mean of random draws, in brackets the standard error of the difference: they differ by two at most, beside what was rounded or cut off in print'],
        ['≠', 'differs, with a note'],
        ['bold', 'the best of its data set'],
        ['*', 'not significantly different from the best (unpaired t-test at 5 %)'],
      ].map(([mark = '', meaning = '']) => tag('div', {}, tag('dt', {}, mark), tag('dd', {}, escaped(meaning)))),
    ),
    tag('p', {}, 'This makes all of it again, for the data sets in a folder DIR:'),
    tag('pre', { class: 'scroll', tabindex: 0 }, tag('code', {}, escaped(command))),
    contentsOf(papers),
    ...papers.map(({ id, name, results: own }) =>
      tag('section', { 'aria-labelledby': id }, tag('h2', { id }, escaped(name)), ...own.map(sectionOf)),
    ),
  ].join('\n');
}
