// What the pages of the reference are made of: sections of entries that can be found by their words
// (web/reference/search.ts), with facts, tables and what was typed and printed.

import { escaped, tag } from '../site/markup';

export interface Entry {
  id: string;
  name: string;
  html: string;
}

export interface Section {
  id: string;
  title: string;
  about?: string; // markup
  entries: Entry[];
}

const pages: [file: string, name: string][] = [
  ['reference.html', 'Algorithms, rules, bounds, problems'],
  ['commands.html', 'Keys, links and commands'],
  ['command-line.html', 'Command line and files'],
];

export const code = (text: string) => tag('code', {}, escaped(text));

export const link = (href: string, text: string) => tag('a', { href }, escaped(text));

/** A link that opens a scene in the playground. */
export const opens = (scene: string, text = 'Open it') => link(`./index.html#${scene}`, text);

/** `what` is what programs call it, where that is not the name. */
export function entry(id: string, name: string, what: string, ...content: string[]): Entry {
  const heading = tag('h3', {}, escaped(name), what === '' ? '' : ` ${code(what)}`);
  return { id, name, html: tag('article', { id, class: 'entry' }, heading, ...content) };
}

export const facts = (list: [name: string, markup: string][]) =>
  tag('dl', { class: 'facts' }, ...list.filter(([, markup]) => markup !== '').map(([name, markup]) => tag('div', {}, tag('dt', {}, name), tag('dd', {}, markup))));

/** Cells are markup. */
export const table = (caption: string, heads: string[], rows: string[][]) =>
  rows.length === 0
    ? ''
    : tag(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
        tag(
          'table',
          {},
          tag('caption', {}, escaped(caption)),
          tag('thead', {}, tag('tr', {}, ...heads.map((head) => tag('th', { scope: 'col' }, head)))),
          tag('tbody', {}, ...rows.map((row) => tag('tr', {}, ...row.map((cell) => tag('td', {}, cell))))),
        ),
      );

/** Text as it stands in a terminal or in a file. */
export const verbatim = (name: string, text: string) =>
  tag('pre', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, escaped(text));

export const more = (summary: string, ...content: string[]) => tag('details', {}, tag('summary', {}, escaped(summary)), ...content);

/** What follows a page's heading: its siblings, the field to search in, its contents and its sections. */
export function pageOf(file: string, sections: Section[]): string {
  const siblings = tag(
    'nav',
    { class: 'siblings', 'aria-label': 'Pages of the reference' },
    ...pages.map(([each, name]) => tag('a', { href: `./${each}`, ...(each === file ? { 'aria-current': 'page' } : {}) }, escaped(name))),
  );
  const search = tag(
    'p',
    { class: 'find', hidden: '' },
    tag('label', { for: 'search' }, 'Find'),
    ' <input id="search" type="search" autocomplete="off"> ',
    tag('span', { id: 'found', role: 'status' }),
  );
  const contents = tag(
    'nav',
    { 'aria-label': 'Contents' },
    ...sections.map(({ id, title, entries }) =>
      tag('p', {}, tag('a', { href: `#${id}` }, tag('strong', {}, escaped(title))), ': ', entries.map((each) => link(`#${each.id}`, each.name)).join(', ')),
    ),
  );
  const whole = sections.map(({ id, title, about = '', entries }) =>
    tag('section', { 'aria-labelledby': id }, tag('h2', { id }, escaped(title)), about, ...entries.map(({ html }) => html)),
  );
  return [siblings, search, contents, ...whole].join('\n');
}
