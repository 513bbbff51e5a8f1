// A paper's experiment as it is made: its table fills cell by cell, beside what is printed, and each cell
// opens a run behind it in the playground.

import { element, newId, setDisabled, setHidden, setText } from '../dom';
import { button, refusalIn, selectControl, textControl } from '../mirror/control';
import { carriedSet, carriedSets } from '../carried_sets';
import { asSentence, counted } from '../sentence';
import { Place } from '../wishes';
import { bringIntoView } from './narrow';
import { Former } from './origin';
import type { ExperimentState, LaboratoryCatalogue, Order } from './protocol';
import { Work } from './work';

type Experiment = LaboratoryCatalogue['experiments'][number];
type Cell = ExperimentState['cells'][number];

/** A table of more cells says how many are left out: the command line has them all. */
const mostRows = 600;

/** A row of the table. */
class CellRow {
  readonly node = element('tr');
  readonly #open: HTMLButtonElement;
  readonly #here = element('td');
  readonly #printed = element('td');
  readonly #verdict = element('td');

  constructor(cell: Cell, open: () => void) {
    this.#open = button(cell.entry, open);
    this.#open.title = 'Opens a run behind this cell in the playground.';
    this.node.append(element('th', { scope: 'row' }, this.#open), this.#here, this.#printed, this.#verdict);
    this.update(cell);
  }

  update({ here, mark, printed, verdict, cause }: Cell): void {
    setText(this.#here, mark === '' ? here : `${here} ${mark}`);
    setText(this.#printed, printed);
    setText(this.#verdict, verdict);
    this.node.title = asSentence(cause);
  }

  /** Its run is lost. */
  end(): void {
    setDisabled(this.#open, true);
  }
}

export class ExperimentView {
  readonly node: HTMLElement;
  readonly #experiments: Experiment[];
  readonly #send: (order: Order) => void;
  readonly #meaning = element('p', { class: 'meaning' });
  readonly #unit = element('p', { class: 'hint' });
  readonly #splits = element('p', { class: 'hint' });
  readonly #source = element('p', { class: 'hint' });
  readonly #set: ReturnType<typeof selectControl>;
  readonly #repeats: ReturnType<typeof textControl>;
  readonly #seed: ReturnType<typeof textControl>;
  readonly #methods = element('fieldset', {}, element('legend', {}, 'Methods'));
  readonly #work: Work;
  readonly #former = new Former('choice');
  readonly #rows = element('tbody');
  readonly #table: HTMLElement;
  readonly #picture: HTMLElement;
  readonly #summary = element('p', { role: 'status' });
  readonly #notes = element('div');
  readonly #causes = element('div', { class: 'causes' });
  #chosen: Experiment;
  #setId = carriedSets[0]?.id ?? '';
  #numbers = { repeats: 0, seed: 1 };
  #cells = new Map<string, CellRow>();
  readonly #place = new Place(); // of the data set that is to come
  #isWanted = () => false; // for the press that was last, while it has not come

  constructor({ experiments }: LaboratoryCatalogue, send: (order: Order) => void) {
    const [first] = experiments;
    if (!first) throw new Error('There is no experiment.');
    this.#experiments = experiments;
    this.#chosen = first;
    this.#send = send;
    const choice = selectControl(
      'Experiment',
      '',
      experiments.map(({ id, name }) => {
        const comma = name.indexOf(', ');
        return comma < 0
          ? { value: id, label: name, group: 'Why do we need the Ho-Kashyap algorithm?' }
          : { value: id, label: name.slice(comma + 2), group: name.slice(0, comma) };
      }),
      (id) => {
        this.#choose(this.#experiments.find((one) => one.id === id) ?? first);
        return null;
      },
    );
    this.#set = selectControl(
      'Data set',
      '',
      carriedSets.map(({ id, name }) => ({ value: id, label: name })),
      (id) => {
        this.#setId = id;
        this.#tell();
        return null;
      },
    );
    this.#repeats = this.#number(() => this.#repeatsName, '0: as many as usual.', 'repeats', 0, 10_000);
    this.#seed = this.#number(() => 'Seed', 'Of what is drawn at random.', 'seed', 0, Number.MAX_SAFE_INTEGER);
    this.#work = new Work(
      'Reproduce',
      this.#summary,
      () => {
        void this.#begin();
      },
      () => {
        if (this.#isWanted()) {
          this.giveUp();
          return;
        }
        this.#work.tell('Stopping after the piece that is being made …');
        this.#send({ type: 'stop' });
      },
    );
    const heads = ['cell', 'here', 'printed', 'compared'].map((head) => element('th', { scope: 'col' }, head));
    this.#table = element('table', { class: 'cells', 'aria-label': 'What is made here, beside what is printed' }, element('thead', {}, element('tr', {}, ...heads)), this.#rows);
    this.#picture = element(
      'div',
      { class: 'picture' },
      element('div', { class: 'about' }, this.#meaning, this.#unit, this.#splits, this.#source),
      this.#former.node,
      element('div', { class: 'scroller' }, this.#table),
    );
    const settings = element('div', { class: 'settings' }, choice.node, this.#set.node, this.#methods, this.#repeats.node, this.#seed.node);
    // What is refused beside the button was about what stood there.
    settings.addEventListener('input', () => {
      this.#work.refuse('');
    });
    this.node = element(
      'div',
      { class: 'laboratory-view' },
      settings,
      this.#work.node,
      this.#picture,
      element('div', { class: 'outcome' }, this.#summary, this.#notes, this.#causes),
    );
    this.#choose(first);
    this.#clear();
  }

  /** What the experiment makes several of. */
  get #repeatsName(): string {
    return this.#chosen.repeats === 'swaps' ? 'Swaps of the labels' : 'Realisations';
  }

  #number(label: () => string, hint: string, which: 'repeats' | 'seed', least: number, most: number) {
    const control = textControl(label(), hint, (text) => {
      const value = Number(text);
      if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
        return `${label()} must be a whole number from ${String(least)} to ${String(most)}.`;
      }
      this.#numbers[which] = value;
      this.#former.suit(this.#wish);
      return null;
    });
    control.update(String(this.#numbers[which]));
    return control;
  }

  #choose(experiment: Experiment): void {
    this.#chosen = experiment;
    setHidden(this.#set.node, !experiment.needs_data);
    setHidden(this.#repeats.node, experiment.repeats === 'none');
    this.#repeats.rename(this.#repeatsName);
    // What was refused there was about another experiment.
    this.#repeats.update(String(this.#numbers.repeats));
    setHidden(this.#seed.node, !experiment.draws && !experiment.needs_data);
    const [legend] = this.#methods.children;
    const boxes = experiment.methods.map(({ id, name, meaning }) => {
      const box = element('input', { type: 'checkbox', value: id, checked: true, id: newId('method') });
      return element('div', { class: 'method', title: meaning }, box, element('label', { for: box.id }, name));
    });
    this.#methods.replaceChildren(...(legend ? [legend] : []), ...boxes);
    this.#tell();
  }

  /** What is chosen but for the methods, which the table names itself: "Lauer & Bloch 2006, Table 3 on Heart: 2 realisations, seed 1". */
  get #wish(): string {
    const { name, needs_data: needsData, repeats, draws } = this.#chosen;
    const { repeats: count, seed } = this.#numbers;
    const some = count === 0 ? `as many ${repeats} as usual` : counted(count, repeats.slice(0, -1), repeats);
    const set = needsData ? ` on ${carriedSets.find((one) => one.id === this.#setId)?.name ?? ''}` : '';
    const rest = [...(repeats === 'none' ? [] : [some]), ...(draws || needsData ? [`seed ${String(seed)}`] : [])];
    return [`${name}${set}`, rest.join(', ')].filter(Boolean).join(': ');
  }

  #tell(): void {
    const { meaning, unit, needs_data: needsData, id } = this.#chosen;
    setText(this.#meaning, meaning);
    setText(this.#unit, `Numbers: ${unit}.`);
    setText(
      this.#splits,
      needsData && id.startsWith('lauer')
        ? 'The site does not carry the splits of the paper: others are drawn here from the seed, on standardised features. ' +
            'Printed cells are compared within two standard errors.'
        : '',
    );
    setText(this.#source, needsData ? `${carriedSets.find((one) => one.id === this.#setId)?.source ?? ''}.` : '');
    this.#former.suit(this.#wish);
  }

  get #wanted(): string[] {
    return [...this.#methods.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);
  }

  async #begin(): Promise<void> {
    const methods = this.#wanted;
    if (methods.length === 0) {
      this.#work.refuse('Nothing is to be made; tick a method.');
      return;
    }
    const refusal = refusalIn([this.#repeats, this.#seed].filter(({ node }) => !node.hidden));
    if (refusal !== null) {
      this.#work.refuse(refusal);
      return;
    }
    this.#clear();
    this.#former.begin(this.#wish, this.#wish);
    const { id: experiment, needs_data: needsData } = this.#chosen;
    const wish = { experiment, methods, set: this.#setId, ...this.#numbers };
    if (!needsData) {
      this.#send({ type: 'experiment', wish: { ...wish, csv: '', parts: '' } });
      return;
    }
    const isWanted = this.#place.want();
    this.#isWanted = isWanted;
    this.#work.show(0, true);
    this.#work.tell('Fetching the data set …');
    const set = await carriedSet(wish.set).catch(() => null);
    if (!isWanted()) return;
    this.#place.want();
    if (set) this.#send({ type: 'experiment', wish: { ...wish, ...set } });
    else this.refuse('The data set could not be fetched; try again when the connection is better.');
  }

  /** What is still to come is not wanted any more. */
  giveUp(): void {
    if (!this.#isWanted()) return;
    this.#place.want();
    this.#clear();
  }

  #clear(): void {
    this.#work.clear();
    this.#former.forget();
    setText(this.#summary, 'No cell is made yet.');
    this.#cells.clear();
    for (const part of [this.#rows, this.#notes, this.#causes]) part.replaceChildren();
    setHidden(this.#table, true);
  }

  refuse(sentence: string): void {
    this.#clear();
    this.#work.refuse(sentence);
  }

  /** Nothing more will come. */
  end(): void {
    this.giveUp();
    this.#work.end();
    for (const row of this.#cells.values()) row.end();
  }

  show(state: ExperimentState, working: boolean): void {
    this.#work.show(state.fraction, working);
    this.#work.tell(working ? `${state.doing || 'Beginning'} …` : state.finished ? '' : 'Stopped; what is finished stays.');
    this.#work.refuse(asSentence(state.refusal ?? ''));
    const shown = state.cells.slice(0, mostRows);
    if (this.#table.hidden && shown.length > 0) {
      setHidden(this.#table, false);
      bringIntoView(this.#picture);
    }
    // Rows are never moved: a press, and the focus, must outlive the next report.
    shown.forEach((cell, i) => {
      const entry = `${cell.dataset}, ${cell.entry}`;
      let row = this.#cells.get(entry);
      if (row) {
        row.update(cell);
        return;
      }
      row = new CellRow(cell, () => {
        this.#send({ type: 'experiment-scene', entry });
      });
      this.#cells.set(entry, row);
      this.#rows.insertBefore(row.node, this.#rows.children[i] ?? null);
    });
    const left = state.cells.length - shown.length;
    const more = left > 0 ? ` ${String(left)} more cells are not shown here; the command line prints them all.` : '';
    setText(this.#summary, `${asSentence(state.summary)}${more}`);
    this.#notes.replaceChildren(...state.notes.map((note) => element('p', { class: 'hint' }, asSentence(note))));
    this.#explain(state.cells);
  }

  /** Each cause once, behind the cells that it is said of. */
  #explain(cells: Cell[]): void {
    const causes = new Map<string, string[]>();
    for (const { entry, cause } of cells) {
      if (cause !== '') causes.set(cause, [...(causes.get(cause) ?? []), entry]);
    }
    this.#causes.replaceChildren(
      ...[...causes].map(([cause, entries]) => element('p', {}, element('strong', {}, entries.join('; ')), `: ${asSentence(cause)}`)),
    );
  }
}
