// The page "Reference": every algorithm, rule, bound, kernel and named problem with its settings, from the registries;
// how a run ends, and what is refused.

import { readGallery } from '../gallery/scenes';
import { formula } from '../site/formulas';
import { escaped, tag } from '../site/markup';
import { code, entry, facts, link, more, opens, pageOf, table, type Entry } from './entries';
import { outcomeEntries, refusalEntries } from './outcomes';
import { registries, type Algorithm, type Setting } from './registries';

function valuesOf({ range, choices }: Setting): string {
  if (choices) return choices.map(({ id, meaning }) => `${code(id)} ${escaped(meaning)}`).join('<br>');
  return range === undefined ? '' : formula(range);
}

function settings(name: string, list: Setting[]): string {
  const rows = list.map((setting) => [
    code(setting.id),
    setting.symbol === '' ? '' : formula(setting.symbol),
    valuesOf(setting),
    typeof setting.default === 'object' ? '' : code(String(setting.default)),
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

function algorithm(each: Algorithm, all: Algorithm[]): Entry {
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
    code(quantity),
    formula(symbol),
    escaped(`${label}: ${meaning}${unit === '' ? '' : ` (${unit})`}`),
    escaped(shape.length === 0 ? 'a number' : `one a ${shape.join(' and ')}`),
  ]);
  const list = base
    ? tag('p', {}, 'The settings of ', link(`#algorithm-${base.id}`, base.name), '.')
    : settings(name, each.settings);
  return entry(
    `algorithm-${id}`,
    name,
    id,
    figure,
    tag('p', {}, escaped(summary)),
    facts([
      ['preset of', base ? link(`#algorithm-${base.id}`, base.name) : ''],
      ['problem', problem === null ? '' : formula(problem)],
      ['a step', (step ?? '').split(';').map((part) => formula(part.trim())).join('<br>')],
      ['stops by', stops === '' ? '' : code(stops)],
      ['source', escaped(source)],
    ]),
    list,
    base ? '' : more('What it publishes at each iteration', table(`Quantities of ${name}`, ['id', 'symbol', 'meaning', 'shape'], published)),
  );
}

/** What follows the page's heading, and the scene of each algorithm, which is drawn beside it. */
export async function referencePage(): Promise<{ html: string; scenes: [id: string, scene: string][] }> {
  const algorithms = await registries.algorithms();
  const html = pageOf('reference.html', [
    { id: 'algorithms', title: 'Algorithms', entries: algorithms.map((each) => algorithm(each, algorithms)) },
    {
      id: 'rules',
      title: 'Stopping rules',
      entries: (await registries.rules()).map(({ id, name, meaning, statistic, source, settings: own }) =>
        entry(`rule-${id}`, name, id, tag('p', {}, escaped(meaning)), facts([['statistic', formula(statistic)], ['source', escaped(source)]]), settings(name, own)),
      ),
    },
    {
      id: 'bounds',
      title: 'Bounds',
      entries: (await registries.bounds()).map(({ id, name, meaning, idea, formula: text, source, settings: own }) =>
        entry(`bound-${id}`, name, id, tag('p', {}, escaped(meaning)), tag('p', {}, escaped(idea)), facts([['bound', formula(text)], ['source', escaped(source)]]), settings(name, own)),
      ),
    },
    {
      id: 'kernels',
      title: 'Kernels',
      entries: (await registries.kernels()).map(({ id, name, meaning, formula: text, settings: own }) =>
        entry(`kernel-${id}`, name, id, tag('p', {}, escaped(meaning)), facts([['formula', formula(text)]]), settings(name, own)),
      ),
    },
    {
      id: 'problems',
      title: 'Named problems',
      entries: (await registries.problems()).map(({ id, name, meaning, source, random, suggests, settings: own }) =>
        entry(
          `problem-${id}`,
          name,
          id,
          tag('p', {}, escaped(meaning), ' ', opens(`v=1&problem=${id}${suggests === null ? '' : `&algorithm=${suggests}`}`)),
          facts([['points', random ? 'drawn anew for every seed' : 'fixed'], ['source', escaped(source)]]),
          settings(name, own),
        ),
      ),
    },
    {
      id: 'outcomes',
      title: 'How a run ends',
      about: tag('p', {}, 'A run stops where one of its rules says so, and whatever its rules in one of these ways. What is said there is what the program says of the scene beside it.'),
      entries: await outcomeEntries(),
    },
    {
      id: 'refusals',
      title: 'What is refused',
      about: tag('p', {}, 'What cannot be meant is refused in a sentence that says what is wrong, where, and what would be right, and nothing is changed by it. These are such sentences, as the program says them.'),
      entries: await refusalEntries(),
    },
  ]);
  return { html, scenes: algorithms.map((each) => [each.id, sceneOf(each.id)]) };
}
