// The page "Reference": every algorithm, rule, bound, kernel and named problem with its settings, from the registries.

import { readGallery } from '../gallery/scenes';
import { formula } from '../site/formulas';
import { escaped, tag } from '../site/markup';
import { registries, type Algorithm, type Setting } from './registries';

const section = (id: string, title: string, ...content: string[]) =>
  tag('section', { 'aria-labelledby': id }, tag('h2', { id }, escaped(title)), ...content);

/** An entry that can be found by its words (web/reference/search.ts). */
const entry = (id: string, name: string, what: string, ...content: string[]) =>
  tag('article', { id, class: 'entry' }, tag('h3', {}, escaped(name), ' ', tag('code', {}, escaped(what))), ...content);

const facts = (list: [name: string, markup: string][]) =>
  tag('dl', { class: 'facts' }, ...list.filter(([, markup]) => markup !== '').map(([name, markup]) => tag('div', {}, tag('dt', {}, name), tag('dd', {}, markup))));

const table = (caption: string, heads: string[], rows: string[][]) =>
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

function valuesOf({ range, choices }: Setting): string {
  if (choices) return choices.map(({ id, meaning }) => `${tag('code', {}, escaped(id))} ${escaped(meaning)}`).join('<br>');
  return range === undefined ? '' : formula(range);
}

function settings(name: string, list: Setting[]): string {
  const rows = list.map((setting) => [
    tag('code', {}, escaped(setting.id)),
    setting.symbol === '' ? '' : formula(setting.symbol),
    valuesOf(setting),
    typeof setting.default === 'object' ? '' : tag('code', {}, escaped(String(setting.default))),
    escaped(setting.meaning) + (setting.source === '' ? '' : ` ${tag('small', {}, escaped(setting.source))}`),
  ]);
  return table(`Settings of ${name}`, ['setting', 'symbol', 'values', 'default', 'meaning'], rows);
}

/** The first scene of the gallery that shows the algorithm, else the overlapping clouds. */
export function sceneOf(id: string): string {
  const shows = new RegExp(`&algorithm=${id}(?=[:&]|$)`);
  const scenes = readGallery().flatMap((idea) => idea.scenes);
  return scenes.find(({ scene }) => shows.test(scene))?.scene ?? `v=1&problem=overlap&algorithm=${id}`;
}

function algorithm(each: Algorithm, all: Algorithm[]): string {
  const { id, name, preset, summary, problem, step, source, default_rules: stops, publishes } = each;
  const base = all.find((other) => other.id === preset);
  const picture = (dark: boolean) => `./reference/${id}${dark ? '-dark' : ''}.svg`;
  const figure = tag(
    'a',
    { href: `./index.html#${sceneOf(id)}`, class: 'picture' },
    tag(
      'picture',
      {},
      tag('source', { srcset: picture(true), media: '(prefers-color-scheme: dark)' }),
      tag('img', { src: picture(false), alt: '', loading: 'lazy', width: 320, height: 240 }),
    ),
    tag('span', {}, 'Open it'),
  );
  const published = Object.entries(publishes).map(([quantity, { symbol, label, meaning, unit, shape }]) => [
    tag('code', {}, escaped(quantity)),
    formula(symbol),
    escaped(`${label}: ${meaning}${unit === '' ? '' : ` (${unit})`}`),
    escaped(shape.length === 0 ? 'a number' : `one a ${shape.join(' and ')}`),
  ]);
  const list = base
    ? tag('p', {}, 'The settings of ', tag('a', { href: `#algorithm-${base.id}` }, escaped(base.name)), '.')
    : settings(name, each.settings);
  return entry(
    `algorithm-${id}`,
    name,
    id,
    figure,
    tag('p', {}, escaped(summary)),
    facts([
      ['preset of', base ? tag('a', { href: `#algorithm-${base.id}` }, escaped(base.name)) : ''],
      ['problem', problem === null ? '' : formula(problem)],
      ['a step', (step ?? '').split(';').map((part) => formula(part.trim())).join('<br>')],
      ['stops by', stops === '' ? '' : tag('code', {}, escaped(stops))],
      ['source', escaped(source)],
    ]),
    list,
    base ? '' : tag('details', {}, tag('summary', {}, 'What it publishes at each iteration'), table(`Quantities of ${name}`, ['id', 'symbol', 'meaning', 'shape'], published)),
  );
}

/** The content of the page's <main>, and the scene of each algorithm, which is drawn beside it. */
export async function pageContent(): Promise<{ html: string; scenes: [id: string, scene: string][] }> {
  const algorithms = await registries.algorithms();
  const rules = await registries.rules();
  const bounds = await registries.bounds();
  const kernels = await registries.kernels();
  const problems = await registries.problems();
  const parts: [id: string, title: string, entries: [id: string, name: string][], content: string][] = [
    ['algorithms', 'Algorithms', algorithms.map(({ id, name }) => [`algorithm-${id}`, name]), algorithms.map((each) => algorithm(each, algorithms)).join('')],
    [
      'rules',
      'Stopping rules',
      rules.map(({ id, name }) => [`rule-${id}`, name]),
      rules
        .map(({ id, name, meaning, statistic, source, settings: own }) =>
          entry(`rule-${id}`, name, id, tag('p', {}, escaped(meaning)), facts([['statistic', formula(statistic)], ['source', escaped(source)]]), settings(name, own)),
        )
        .join(''),
    ],
    [
      'bounds',
      'Bounds',
      bounds.map(({ id, name }) => [`bound-${id}`, name]),
      bounds
        .map(({ id, name, meaning, idea, formula: text, source, settings: own }) =>
          entry(`bound-${id}`, name, id, tag('p', {}, escaped(meaning)), tag('p', {}, escaped(idea)), facts([['bound', formula(text)], ['source', escaped(source)]]), settings(name, own)),
        )
        .join(''),
    ],
    [
      'kernels',
      'Kernels',
      kernels.map(({ id, name }) => [`kernel-${id}`, name]),
      kernels.map(({ id, name, meaning, formula: text, settings: own }) => entry(`kernel-${id}`, name, id, tag('p', {}, escaped(meaning)), facts([['formula', formula(text)]]), settings(name, own))).join(''),
    ],
    [
      'problems',
      'Named problems',
      problems.map(({ id, name }) => [`problem-${id}`, name]),
      problems
        .map(({ id, name, meaning, source, random, suggests, settings: own }) =>
          entry(
            `problem-${id}`,
            name,
            id,
            tag('p', {}, escaped(meaning), ' ', tag('a', { href: `./index.html#v=1&problem=${id}${suggests === null ? '' : `&algorithm=${suggests}`}` }, 'Open it')),
            facts([['points', random ? 'drawn anew for every seed' : 'fixed'], ['source', escaped(source)]]),
            settings(name, own),
          ),
        )
        .join(''),
    ],
  ];
  const contents = tag(
    'nav',
    { 'aria-label': 'Contents' },
    ...parts.map(([id, title, entries]) =>
      tag('p', {}, tag('a', { href: `#${id}` }, tag('strong', {}, title)), ': ', entries.map(([target, name]) => tag('a', { href: `#${target}` }, escaped(name))).join(', ')),
    ),
  );
  const html = [contents, ...parts.map(([id, title, , content]) => section(id, title, content))].join('\n');
  return { html, scenes: algorithms.map((each) => [each.id, sceneOf(each.id)]) };
}
