// What is trained, how, and on which points: algorithm, stopping rules, data.

import { element, setDisabled, setHidden, setText } from '../dom';
import type { Description, Playground } from '../playground';
import { pastePoints } from '../files';
import { pickCsv, pickSet, showEquations } from '../requests';
import { setSentence } from '../sentence';
import { button, numberControl, numberRefusal, refusalIn, selectControl, textControl } from './control';
import { Fields } from './fields';
import { numberOf, pointsText } from './format';
import { section, type Section } from './section';

/** A few controls of a section that follow the session together. */
interface Part {
  node: HTMLElement;
  update: (now: Description) => void;
}

export function algorithm(playground: Playground): Section {
  const { algorithms, groups } = playground.catalogue;
  const choice = selectControl(
    'Algorithm',
    '',
    groups.flatMap((group) =>
      algorithms.filter((one) => one.group === group).map(({ id, name }) => ({ value: id, label: `${name} (${id})`, group })),
    ),
    (id) => playground.send({ type: 'algorithm', id }),
  );
  const about = element('p', { class: 'hint' });
  const fields = new Fields((field, value) => playground.send({ type: 'set', field, value }));
  const equations = button('Equations with numbers', () => {
    showEquations(playground);
  });
  return section('Algorithm', [choice.node, about, equations, fields.node], (now) => {
    choice.update(now.algorithm);
    choice.disable(now.unfit.algorithms);
    const chosen = algorithms.find(({ id }) => id === now.algorithm);
    if (!chosen) return;
    setText(about, [chosen.summary, chosen.problem, chosen.step, chosen.source].filter(Boolean).join(' · '));
    fields.update(chosen.id, chosen.fields, now.settings);
  });
}

export function rules(playground: Playground): Section {
  const send = (text: string) => playground.send({ type: 'rules', text });
  const text = textControl(
    'Stopping rules',
    'Rules with a blank between them stop the run each on its own; joined by +, all together. ' +
      'A rule’s parameters follow a colon: objective-change:threshold=1e-6.',
    send,
    false,
  );
  const kinds = playground.catalogue.rules;
  const known = element('dl', { class: 'hint' });
  const reasons = new Map<string, HTMLElement>();
  for (const { id, name, meaning, fields } of kinds) {
    const parameters = fields.map((field) => `${field.id} (${field.initial}; ${field.range})`).join(', ');
    const reason = element('dd');
    reasons.set(id, reason);
    known.append(element('dt', {}, `${name} (${id})`), element('dd', {}, parameters ? `${meaning} Parameters: ${parameters}.` : meaning), reason);
  }
  const list = element('details', {}, element('summary', {}, 'The rules that there are'), known);
  return section('Stopping rules', [text.node, list], (now) => {
    text.update(now.rules);
    for (const [id, reason] of reasons) setText(reason, now.unfit.rules[id] ?? '');
  });
}

function namedProblems(playground: Playground): Part {
  const { problems } = playground.catalogue;
  const fields = new Fields((field, value) => playground.send({ type: 'problem-setting', field, value }));
  const about = element('p', { class: 'hint' });
  const choice = selectControl(
    'Named problem',
    '',
    [{ value: '', label: 'none of them', disabled: true }, ...problems.map(({ id, name }) => ({ value: id, label: name }))],
    (id) => playground.send({ type: 'problem', text: id }),
  );
  const seed = textControl('Seed', 'Of whatever is drawn at random.', (value) =>
    playground.send({ type: playground.describe().problem ? 'draw' : 'seed', seed: value }),
  );
  const others = button('Draw other points of the same kind', () => {
    playground.press({ type: 'draw' });
  });
  return {
    node: element('div', {}, choice.node, about, fields.node, element('div', { class: 'row' }, seed.node, others)),
    update: (now) => {
      seed.update(String(now.seed));
      const problem = problems.find(({ id }) => id === now.problem?.id);
      setDisabled(others, !problem?.random);
      setText(about, [problem?.meaning, problem?.source].filter(Boolean).join(' '));
      fields.update(problem?.id ?? '', problem?.fields ?? [], now.problem?.settings ?? {});
      choice.update(problem?.id ?? '');
    },
  };
}

function addPoint(playground: Playground): Part {
  let given: 'training' | 'validation' = 'training';
  const x = numberControl('x', '', 0);
  const y = numberControl('y', '', 0);
  const label = numberControl('Class', '', 1);
  const part = selectControl(
    'Part',
    '',
    ['training', 'validation'].map((value) => ({ value, label: value })),
    (value) => {
      given = value === 'validation' ? 'validation' : 'training';
      return null;
    },
  );
  const error = element('p', { class: 'problem', role: 'alert' });
  const add = button('Add this point', () => {
    const command = { type: 'add-point', x: x.value(), y: y.value(), label: label.value(), part: given } as const;
    setSentence(error, refusalIn([x, y, label]) ?? playground.send(command) ?? '');
  });
  const node = element(
    'div',
    { role: 'group', 'aria-label': 'A new point' },
    element('div', { class: 'row' }, x.node, y.node, label.node, part.node, add),
    error,
  );
  return {
    node,
    update: ({ task }) => {
      label.rename(task === 'regression' ? 'Target' : 'Class');
    },
  };
}

/** What the plane shows of more than two features, and which of them machines learn from. */
function projection(playground: Playground): Part {
  const node = element('div', { class: 'row' });
  let known = '';
  let update: (now: Description) => void = () => undefined;
  const build = (names: string[]) => {
    const send = (x: number, y: number, learned: string) => playground.send({ type: 'projection', x, y, learned });
    const features = names.map((label, index) => ({ value: String(index + 1), label }));
    const principal = { value: 'principal', label: 'principal components' };
    const axis = (label: string, name: 'x' | 'y', other: 'x' | 'y') =>
      selectControl(label, '', [principal, ...features], (value) => {
        if (value === principal.value) return playground.send({ type: 'projection' });
        const now = playground.describe().projection;
        const chosen = { x: now.x, y: now.y };
        // Choosing the other axis' feature exchanges the two.
        if (chosen[other] === Number(value)) chosen[other] = chosen[name];
        chosen[name] = Number(value);
        return send(chosen.x, chosen.y, now.learned);
      });
    const across = axis('Across', 'x', 'y');
    const upwards = axis('Upwards', 'y', 'x');
    const learned = selectControl(
      'Learn from',
      '',
      [
        { value: 'all', label: `all ${String(names.length)} features` },
        { value: 'shown', label: 'the two shown' },
      ],
      (value) => {
        const { x, y } = playground.describe().projection;
        return send(x, y, value);
      },
    );
    node.replaceChildren(learned.node, across.node, upwards.node);
    return ({ projection: { principal: components, x, y, learned: from } }: Description) => {
      learned.update(from);
      across.update(components ? principal.value : String(x));
      upwards.update(components ? principal.value : String(y));
    };
  };
  return {
    node,
    update: (now) => {
      const names = Array.from({ length: now.projection.of }, (_, index) => now.features[index] ?? `x${String(index + 1)}`);
      setHidden(node, names.length < 3);
      if (names.length < 3) return;
      if (known !== JSON.stringify(names)) {
        known = JSON.stringify(names);
        update = build(names);
      }
      update(now);
    },
  };
}

export function data(playground: Playground): Section {
  const send = playground.send.bind(playground);
  const name = element('p');
  const undo = button('Undo', () => {
    playground.press({ type: 'undo' });
  });
  const redo = button('Redo', () => {
    playground.press({ type: 'redo' });
  });
  const clear = button('Erase all points', () => {
    playground.press({ type: 'clear-points' });
  });
  const scaling = selectControl(
    'Scaling',
    '',
    playground.catalogue.scalings.map(({ id, meaning }) => ({ value: id, label: `${id}: ${meaning}` })),
    (id) => send({ type: 'scaling', id }),
  );
  const problem = namedProblems(playground);
  const shown = projection(playground);
  const fraction = textControl('Part of the points for validation', 'A fraction from 0 to 1, drawn by the seed.', (value) =>
    numberRefusal(value) ?? send({ type: 'split-validation', fraction: numberOf(value) }),
  );
  const point = addPoint(playground);
  return section(
    'Data',
    [
      name,
      element(
        'div',
        { class: 'row' },
        undo,
        redo,
        button('Open a data set', () => {
          pickSet(playground);
        }),
        button('Open a CSV file', () => {
          pickCsv(playground);
        }),
        button('Paste points', () => {
          void pastePoints(playground);
        }),
        clear,
      ),
      point.node,
      problem.node,
      element('div', { class: 'row' }, scaling.node, fraction.node),
      shown.node,
    ],
    (now) => {
      const validation = now.points.filter(({ part }) => part === 'validation').length;
      setText(name, pointsText(now));
      setDisabled(undo, !now.can_undo);
      setDisabled(redo, !now.can_redo);
      setDisabled(clear, now.points.length === 0);
      scaling.update(now.scaling);
      problem.update(now);
      shown.update(now);
      fraction.update(now.points.length > 0 ? String(Number((validation / now.points.length).toFixed(3))) : '0');
      point.update(now);
    },
  );
}
