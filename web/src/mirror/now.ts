// Where the run is and what it does: transport, timeline, the step's sentence, the stop.

import { element, focusHeading, setDisabled, setHidden, setText, setValue } from '../dom';
import type { Command } from '../module';
import type { Description, Playground } from '../playground';
import { button, numberRefusal, textControl } from './control';
import { numberOf, numberText, recordText } from './format';
import { section, type Section } from './section';

const spokenEvery = 3000; // milliseconds between headlines while they change, so that they can be listened to

export function transport(playground: Playground): Section {
  const send = playground.send.bind(playground);
  const pressing = (label: string, command: Command) =>
    button(label, () => {
      playground.press(command);
    });
  const play = pressing('Play', { type: 'toggle-play' });
  const back = pressing('Step back', { type: 'step', count: -1 });
  const start = pressing('To the start', { type: 'seek', iteration: 0 });
  const forward = pressing('Step', { type: 'step', count: 1 });
  const end = pressing('To the next stop', { type: 'end' });
  const retained = pressing('Show the iteration that is kept, or go back from it', { type: 'show-retained' });
  const cancel = pressing('Give up the work under way', { type: 'cancel' });

  const timeline = element('input', { type: 'range', min: 0, step: 1, id: 'timeline' });
  const position = element('span');
  timeline.addEventListener('input', () => {
    playground.press({ type: 'seek', iteration: Number(timeline.value) });
  });

  const goTo = textControl('Go to iteration', 'Iterations not yet made are made.', (value) =>
    numberRefusal(value) ?? send({ type: 'seek', iteration: numberOf(value) }),
  );
  const limit = textControl('Limit on iterations', 'Where the run ends in any case.', (value) =>
    numberRefusal(value) ?? send({ type: 'limit', most: numberOf(value) }),
  );
  const speed = textControl('Speed, iterations a second', '0: as many as there is time for.', (value) =>
    numberRefusal(value) ?? send({ type: 'speed', speed: numberOf(value) }),
  );

  return section(
    'Time',
    [
      element('div', { class: 'row', role: 'group', 'aria-label': 'Transport' }, start, back, play, forward, end, retained, cancel),
      element('div', { class: 'field' }, element('label', { for: 'timeline' }, 'Timeline: iteration'), timeline, position),
      element('div', { class: 'row' }, goTo.node, speed.node, limit.node),
    ],
    (now) => {
      setText(play, now.playing ? 'Pause' : 'Play');
      setDisabled(start, now.iteration === 0);
      setDisabled(back, now.iteration === 0);
      setHidden(cancel, !now.busy);
      setHidden(retained, now.retained === null);
      timeline.max = String(Math.max(now.last_iteration, 1));
      setValue(timeline, String(now.iteration));
      const place = `${now.iteration} of ${now.last_iteration}`;
      timeline.ariaValueText = place;
      setText(position, place);
      goTo.update(String(now.iteration));
      speed.update(String(now.speed));
      limit.update(String(now.limit));
    },
  );
}

/** With its text, in which its author wrote it and which tells several of a kind apart. */
function wouldStopText(rule: string, name = '', iteration: number | null): string {
  return `${name} (${rule}): ${iteration === null ? 'not so far' : `at iteration ${iteration}`}`;
}

export function progress(playground: Playground): Section {
  // At rest the whole sentence is spoken; while playing how things stand, now and then.
  const headline = element('p', { id: 'headline', 'aria-live': 'polite' });
  const sentence = element('p', { id: 'sentence', 'aria-live': 'polite' });
  let told = '';
  let spokenOf = ''; // as it was at rest
  // Pieces that name a point select it. At rest it is spoken also where it came unspoken, while things moved.
  const tell = ({ iteration, pieces, published, trouble }: Description, moving: boolean) => {
    const text = JSON.stringify([iteration, pieces, trouble]);
    if (text === told && (moving || text === spokenOf)) return;
    told = text;
    if (!moving) spokenOf = text;
    const links = () => [...sentence.querySelectorAll('button')];
    const focused = links().findIndex((link) => link === document.activeElement);
    const parts = pieces.map((piece) =>
      piece.point < 0
        ? piece.text
        : button(piece.text, () => {
            playground.press({ type: 'select', index: piece.point });
          }),
    );
    // While the first is on its way there is no iteration. Why nothing is trained is told by the alert.
    const place = published.length > 0 ? `Iteration ${iteration}. ` : '';
    sentence.replaceChildren(...(trouble === null ? [place, ...parts] : ['Not trained.']));
    if (focused < 0) return;
    const link = links()[focused] ?? links()[0];
    if (link) link.focus();
    else focusHeading(sentence.closest('section'));
  };
  const stop = element('p', { id: 'stop' });
  const notice = element('p', { id: 'notice', class: 'problem', role: 'alert' });
  const dismiss = button('Dismiss the notice', () => {
    playground.press({ type: 'dismiss' });
  });
  const trouble = element('p', { id: 'trouble', class: 'problem', role: 'alert' });
  const remarks = element('ul', { 'aria-label': 'About these points' });
  const rules = element('ul', { 'aria-label': 'Where each rule would have stopped' });
  const showList = (list: HTMLElement, lines: string[]) => {
    if (lines.length !== list.children.length) list.replaceChildren(...lines.map(() => element('li')));
    [...list.children].forEach((item, i) => {
      setText(item, lines[i] ?? '');
    });
    setHidden(list, lines.length === 0);
  };
  let spoken = -Infinity;
  let due = 0;

  const update = (now: Description) => {
    clearTimeout(due);
    const moving = now.playing || now.busy;
    const wait = moving ? spoken + spokenEvery - performance.now() : 0;
    if (wait > 0) {
      // What moves may rest for longer than that.
      due = window.setTimeout(() => {
        if (playground.fault === null) update(playground.describe());
      }, wait);
    } else {
      spoken = moving ? performance.now() : -Infinity;
      sentence.setAttribute('aria-live', moving ? 'off' : 'polite');
      setText(headline, moving ? now.headline : '');
      tell(now, moving);
    }
    setText(notice, now.notice ?? '');
    setHidden(dismiss, now.notice === null);
    setText(trouble, now.trouble ?? '');
    const stopped = now.stop;
    setText(
      stop,
      stopped
        ? `Stop at iteration ${stopped.iteration} (${stopped.name}): ${stopped.message}` +
            (stopped.retained_iteration === stopped.iteration ? '' : ` Retained: iteration ${stopped.retained_iteration}.`)
        : 'No stop so far.',
    );
    showList(
      rules,
      Object.entries(now.would_stop).map(([rule, iteration]) => wouldStopText(rule, now.rule_names[rule], iteration)),
    );
    showList(remarks, now.remarks);
  };
  return section('What happens', [notice, dismiss, trouble, headline, sentence, stop, rules, remarks], update);
}

/** The record's numbers and the quantities that are not one value a point, which the points' table shows. */
export function values({ catalogue }: Playground): Section {
  const measures = catalogue.columns.filter(({ name }) => name !== 'iteration');
  const body = element('tbody');
  const table = element('table', {}, element('caption', {}, 'Values at this iteration'), body);
  const rows = new Map<string, HTMLTableCellElement>();
  const lines = (now: Description): [string, string][] => [
    ...measures
      .filter(({ name }) => now.record[name] !== null)
      .map((column): [string, string] => [column.label, recordText(column, now.record[column.name], now.task)]),
    ...now.published
      .filter(({ role, shape }) => shape[0] !== 'pattern' && (role === 'state' || measures.every((one) => one.role !== role)))
      .map(({ id, label, symbol, meaning }): [string, string] => [
        `${`${label} ${symbol}`.trim()}: ${meaning}`,
        (now.quantities[id] ?? []).map((value) => numberText(value)).join(', '),
      ]),
  ];
  return section('Values', [table], (now) => {
    const shown = lines(now);
    if (shown.length !== rows.size || shown.some(([label]) => !rows.has(label))) {
      rows.clear();
      body.replaceChildren();
      for (const [label] of shown) {
        const cell = element('td');
        rows.set(label, cell);
        body.append(element('tr', {}, element('th', { scope: 'row' }, label), cell));
      }
    }
    for (const [label, text] of shown) {
      const cell = rows.get(label);
      if (cell) setText(cell, text);
    }
  });
}
