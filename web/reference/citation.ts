// The page "How to cite", from CITATION.cff.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { escaped, tag } from '../site/markup';
import { verbatim } from './entries';

interface Author {
  name?: string;
  'family-names'?: string;
  'given-names'?: string;
}

interface Work {
  type: string;
  title: string;
  authors: Author[];
  version?: string;
  year?: number;
  journal?: string;
  volume?: number;
  issue?: string;
  start?: number;
  end?: number;
  doi?: string;
  number?: string;
  institution?: { name: string };
}

interface Citation extends Work {
  message: string;
  license: string;
  references: Work[];
}

const nameOf = (author: Author) => author.name ?? `${author['given-names'] ?? ''} ${author['family-names'] ?? ''}`.trim();

const pagesOf = ({ start, end }: Work, dash: string) => (start === undefined ? '' : `${String(start)}${end === undefined ? '' : dash + String(end)}`);

function plain(work: Work): string {
  const names = work.authors.map(nameOf);
  const authors = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : names.join('');
  const where = [
    work.journal,
    work.volume === undefined ? '' : `${String(work.volume)}${work.issue === undefined ? '' : `(${work.issue})`}`,
    pagesOf(work, '–'),
    [work.institution?.name, work.number].filter(Boolean).join(', '),
    work.version === undefined ? '' : `Version ${work.version}`,
    work.year === undefined ? '' : String(work.year),
    work.doi === undefined ? '' : `doi:${work.doi}`,
  ].filter(Boolean);
  const title = /[.?!]$/.test(work.title) ? work.title : `${work.title}.`;
  return `${authors}: ${title}${where.length === 0 ? '' : ` ${where.join(', ')}.`}`;
}

function bibtex(work: Work): string {
  // A name that is no person's stays in one piece.
  const author = work.authors.map((each) => (each.name === undefined ? `${each['family-names'] ?? ''}, ${each['given-names'] ?? ''}` : `{${each.name}}`)).join(' and ');
  const kinds: Record<string, string> = { software: 'software', article: work.journal === undefined ? 'misc' : 'article', report: 'techreport' };
  const first = work.authors[0]?.['family-names'] ?? work.title.split(' ')[0] ?? '';
  const fields: [name: string, value: string | number | undefined][] = [
    ['author', author],
    ['title', `{${work.title}}`],
    ['journal', work.journal],
    ['volume', work.volume],
    ['number', work.issue ?? work.number],
    ['pages', pagesOf(work, '--') || undefined],
    ['institution', work.institution?.name],
    ['version', work.version],
    ['year', work.year],
    ['doi', work.doi],
  ];
  const lines = fields.filter(([, value]) => value !== undefined).map(([name, value]) => `  ${name} = "${String(value)}"`);
  return `@${kinds[work.type] ?? 'misc'}{${first.toLowerCase()}${String(work.year ?? '')},\n${lines.join(',\n')}\n}`;
}

/** What follows the page's heading. */
export function citationPage(): Promise<string> {
  const citation = parse(readFileSync(join(import.meta.dirname, '../../CITATION.cff'), 'utf8')) as Citation;
  const work = (each: Work) => tag('li', {}, tag('p', {}, escaped(plain(each))), verbatim(`BibTeX of ${each.title}`, bibtex(each)));
  return Promise.resolve(
    [
      tag('p', {}, escaped(citation.message)),
      tag('h2', {}, 'Marginscope'),
      tag('p', {}, escaped(plain(citation))),
      verbatim('BibTeX of Marginscope', bibtex(citation)),
      tag('p', {}, escaped(`Its licence is ${citation.license}. Reference managers read the same from the file CITATION.cff.`)),
      tag('h2', {}, 'Papers'),
      tag('p', {}, 'The source of every algorithm, rule and bound stands with it in the ', tag('a', { href: './reference.html' }, 'reference'), '.'),
      tag('ul', { class: 'works' }, ...citation.references.map(work)),
    ].join('\n'),
  );
}
