// What can be done with many points at once: those that are selected, and those that noise, spray and curve are
// about. The canvas has Lasso, Spray and Curve for it.

import { element, setDisabled, setText } from '../dom';
import type { Command } from '../module';
import type { Description, Playground } from '../playground';
import { setSentence } from '../sentence';
import { button, numberControl, refusalIn, selectControl, textControl, type NumberControl } from './control';
import { section, type Section } from './section';

interface Part {
  nodes: HTMLElement[];
  update: (now: Description) => void;
}

/** Sends what a button asks for with the numbers beside it; a refusal stands below all of them. */
type Send = (command: Command, ...numbers: NumberControl[]) => void;

function selected(playground: Playground, send: Send): Part {
  const told = element('p', { 'aria-live': 'polite' });
  const all = button('Select all', () => {
    // Those that there are now: what is shown follows a moment later.
    send({ type: 'select', index: playground.describe().points.map((_, index) => index) });
  });
  const dx = numberControl('Move right by', '', 0.5);
  const dy = numberControl('Move up by', '', 0);
  const value = numberControl('Class for the selected', 'From 1 on; −1 is the second of two. In regression a target.', 1);
  const acts = [
    button('Select none', () => {
      send({ type: 'select' });
    }),
    button('Flip labels', () => {
      send({ type: 'flip-labels' });
    }),
    button('To training', () => {
      send({ type: 'part', index: playground.describe().selection, part: 'training' });
    }),
    button('To validation', () => {
      send({ type: 'part', index: playground.describe().selection, part: 'validation' });
    }),
    button('Duplicate', () => {
      send({ type: 'duplicate-points' });
    }),
    button('Erase the selected', () => {
      send({ type: 'remove-point', index: playground.describe().selection });
    }),
  ];
  const move = button('Move', () => {
    send({ type: 'move-points', dx: dx.value(), dy: dy.value() }, dx, dy);
  });
  const give = button('Set the class', () => {
    send({ type: 'label', index: playground.describe().selection, label: value.value() }, value);
  });
  return {
    nodes: [
      told,
      element('div', { class: 'row' }, all, ...acts),
      element('div', { class: 'row' }, dx.node, dy.node, move),
      element('div', { class: 'row' }, value.node, give),
    ],
    update: (now) => {
      const count = now.selection.length;
      setText(told, count === 0 ? 'No point is selected.' : count === 1 ? '1 point is selected.' : `${count} points are selected.`);
      for (const act of [...acts, move, give]) setDisabled(act, count === 0);
      setText(give, now.task === 'regression' ? 'Set the target' : 'Set the class');
      setDisabled(all, now.points.length === 0);
    },
  };
}

function noise(playground: Playground, send: Send): Part {
  const amount = numberControl(
    'Noise',
    'A share of the labels that become another class, from 0 to 1, drawn by the seed; in regression the deviation of ' +
      'what is added to the targets. Of the selected points where several are, else of the training points.',
    0.05,
  );
  const add = button('Add noise', () => {
    const { selection } = playground.describe();
    send({ type: 'noise', amount: amount.value(), ...(selection.length > 1 ? { index: selection } : {}) }, amount);
  });
  return {
    nodes: [element('div', { class: 'row' }, amount.node, add)],
    update: (now) => {
      setDisabled(add, now.points.length === 0);
    },
  };
}

function spray(send: Send): Part {
  const x = numberControl('x of the spray', '', 0);
  const y = numberControl('y of the spray', '', 0);
  const radius = numberControl('Radius', '', 1);
  const count = numberControl('Count', '', 20);
  const label = numberControl('Class of what is sprayed', '', 1);
  let byCurve = false;
  const by = selectControl(
    'Labels',
    '',
    [
      { value: 'class', label: 'this class' },
      { value: 'curve', label: 'by the curve' },
    ],
    (value) => {
      byCurve = value === 'curve';
      return null;
    },
  );
  const press = button('Spray points', () => {
    const place = { x: x.value(), y: y.value(), radius: radius.value(), count: count.value() };
    send({ type: 'spray', ...place, ...(byCurve ? {} : { label: label.value() }) }, x, y, radius, count, ...(byCurve ? [] : [label]));
  });
  const fields = [x, y, radius, count, label].map(({ node }) => node);
  return {
    nodes: [element('div', { class: 'row', role: 'group', 'aria-label': 'Spray' }, ...fields, by.node, press)],
    update: () => undefined,
  };
}

function curve(playground: Playground, send: Send): Part {
  const formula = textControl(
    'Curve: y >',
    'A formula in x, such as 0.5x^2 - 1 or sin(2x), for a curve that labels what is above and below it.',
    (text) => playground.send({ type: 'formula', text }),
    false,
  );
  const label = button('Label all by the curve', () => {
    send({ type: 'label-by-curve' });
  });
  const remove = button('Remove the curve', () => {
    send({ type: 'curve' });
  });
  return {
    nodes: [element('div', { class: 'row' }, formula.node, label, remove)],
    update: (now) => {
      formula.update(now.formula);
      setDisabled(label, now.curve.length === 0);
      setDisabled(remove, now.curve.length === 0);
    },
  };
}

export function several(playground: Playground): Section {
  const problem = element('p', { class: 'problem', role: 'alert' });
  const send: Send = (command, ...numbers) => {
    setSentence(problem, refusalIn(numbers) ?? playground.send(command) ?? '');
  };
  const parts = [selected(playground, send), noise(playground, send), spray(send), curve(playground, send)];
  return section('Many points', [...parts.flatMap(({ nodes }) => nodes), problem], (now) => {
    for (const { update } of parts) update(now);
  });
}
