// Points as separated text before they are opened: the table that is in it, which of its columns are features and
// which is the label, and what comes of them. All of that the core says; here it is drawn and asked for.

import './csv_dialog.css';
import { element, setDisabled, setHidden, setText } from './dom';
import { openOwn, openWhole, wholeOf, type Draft } from './opening';
import { button } from './mirror/control';
import type { Command, CsvPreview } from './module';
import type { Playground } from './playground';
import { setSentence } from './sentence';

const quiet = 250; // milliseconds without a key before what is typed is read
const mostShown = 100; // columns; of more the label is still shown where it is the last

const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', ' ': 'blanks' };

/** What the table shows of one column. */
interface Column {
  number: number; // from 1
  feature: HTMLInputElement;
  label: HTMLInputElement;
  cells: HTMLElement[]; // name, feature, label, what it holds, and the first rows
}

/** "The first 8 of 150 rows, separated by commas, below a header." */
function captionOf({ first, rows, separator, header, columns }: CsvPreview, guessed: string): string {
  return [
    first.length < rows ? `The first ${first.length} of ${rows} rows` : rows === 1 ? 'The only row' : `All ${rows} rows`,
    columns.length > mostShown + 1 ? `columns 1 to ${mostShown} and the last` : '',
    `separated by ${separators[separator]}`,
    header ? 'below a header' : '',
    guessed && `its letters read as ${guessed}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.');
}

class CsvDialog {
  readonly #playground: Playground;
  readonly #title = element('h2', { id: 'paste-title' });
  readonly #text = element('textarea', {
    id: 'paste-text',
    'aria-label': 'Text',
    'aria-describedby': 'paste-hint paste-error',
    rows: 6,
    spellcheck: 'false',
    placeholder: 'x1,x2,class\n6,9,1\n0,10,-1',
  });
  readonly #source = element(
    'details',
    {},
    element('summary', {}, 'Text'),
    element(
      'p',
      { id: 'paste-hint', class: 'hint' },
      'One point a line: its features and its class, separated by commas, semicolons, tabs or blanks. A header line may ' +
        'come first; a class may be a word.',
    ),
    this.#text,
  );
  readonly #caption = element('legend', { class: 'hint' });
  readonly #table = element('table');
  readonly #task = element(
    'select',
    { id: 'paste-task' },
    element('option', { value: 'classification' }, 'a class, by number or word'),
    element('option', { value: 'regression' }, 'a real target'),
  );
  readonly #choice = element(
    'fieldset',
    {},
    this.#caption,
    element('div', { class: 'scroll' }, this.#table),
    element('label', { for: 'paste-task' }, 'The label is'),
    this.#task,
  );
  readonly #outcome = element('p', { id: 'paste-outcome' });
  readonly #fault = element('p', { id: 'paste-error', class: 'problem' });
  readonly #use = element('button', { id: 'paste-apply', class: 'main' }, 'Use these points');
  readonly #dialog: HTMLDialogElement;
  #columns: Column[] = [];
  #draft: Draft = { source: '', text: '' };
  #timer = 0; // 0: all that is typed was read
  #answer: ((taken: boolean) => void) | null = null;

  constructor(playground: Playground) {
    this.#playground = playground;
    const cancel = button('Cancel', () => {
      this.#dialog.close();
    });
    cancel.id = 'paste-cancel';
    const form = element(
      'form',
      {},
      this.#title,
      this.#source,
      this.#choice,
      element('footer', {}, element('div', { role: 'status' }, this.#outcome, this.#fault), element('menu', {}, cancel, this.#use)),
    );
    this.#dialog = element('dialog', { id: 'paste', 'aria-labelledby': 'paste-title' }, form);
    document.body.append(this.#dialog);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#text.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        this.#read();
      }, quiet);
    });
    this.#text.addEventListener('change', () => {
      if (this.#timer !== 0) this.#read();
    });
    this.#task.addEventListener('change', () => {
      this.#draft.task = this.#task.value === 'regression' ? 'regression' : 'classification';
      this.#judge();
    });
    this.#dialog.addEventListener('close', () => {
      // The event comes a while after the dialog is closed, which may be open again for another draft by then.
      if (!this.#dialog.open) this.#settle(false);
    });
  }

  /** Whether the draft became the points of the playground; until then it keeps what is typed and chosen. */
  ask(draft: Draft, textIsShown: boolean): Promise<boolean> {
    this.#settle(false);
    this.#draft = draft;
    setText(this.#title, draft.title ?? draft.source);
    this.#text.value = draft.text;
    this.#source.open = textIsShown;
    this.#columns = [];
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#read();
    if (textIsShown) this.#text.focus();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #settle(taken: boolean): void {
    this.#stopTimer();
    const answer = this.#answer;
    if (!answer) return;
    this.#answer = null;
    this.#draft.text = this.#text.value;
    answer(taken);
  }

  /** What opens the points as they are chosen. */
  #command(): Command {
    const { source, text, names = [], label, task, unused } = this.#draft;
    const features = names.map((_, i) => i + 1).filter((column) => column !== (label ?? names.length) && !unused?.has(column));
    return {
      type: 'csv',
      text,
      name: source,
      ...(label === undefined ? {} : { label }),
      ...(task === undefined ? {} : { task }),
      ...(unused?.size ? { features } : {}),
    };
  }

  #submit(): void {
    if (this.#timer !== 0) this.#read();
    if (this.#use.disabled) return;
    const { source, text } = this.#draft;
    const whole = wholeOf(text);
    const refusal = whole ? openWhole(this.#playground, whole, source) : openOwn(this.#playground, this.#command());
    if (typeof refusal === 'string') {
      this.#say(null, refusal);
      return;
    }
    this.#settle(true);
    this.#dialog.close();
  }

  #preview(): CsvPreview {
    return this.#playground.app.csv_preview(this.#command());
  }

  /** Takes the text as it is now. What was chosen is kept while the columns have the same names. */
  #read(): void {
    this.#stopTimer();
    const draft = this.#draft;
    draft.text = this.#text.value;
    const whole = wholeOf(draft.text);
    if (draft.text.trim() === '' || whole !== null) {
      this.#columns = [];
      setHidden(this.#choice, true);
      this.#say(whole && `This is ${whole.name}, which is opened as it is.`, null);
      return;
    }
    let preview = this.#preview();
    const isTable = preview.columns.length > 0;
    if (isTable) {
      const names = preview.columns.map(({ name }) => name);
      if (names.join('\n') !== draft.names?.join('\n')) {
        draft.names = names;
        delete draft.label;
        delete draft.task;
        delete draft.unused;
        preview = this.#preview();
      }
      this.#draw(preview);
    }
    // While a line is being typed the last table stays.
    this.#choice.disabled = !isTable;
    setHidden(this.#choice, this.#columns.length === 0);
    this.#show(preview);
  }

  /** Takes another choice for the same text. */
  #judge(): void {
    this.#show(this.#preview());
  }

  #show(preview: CsvPreview): void {
    this.#say(preview.outcome, preview.fault);
    if (preview.columns.length === 0) return;
    this.#task.value = preview.task;
    for (const { number, feature, label, cells } of this.#columns) {
      label.checked = number === preview.label;
      feature.checked = preview.features.includes(number);
      setDisabled(feature, label.checked);
      for (const cell of cells) {
        cell.classList.toggle('label', label.checked);
        cell.classList.toggle('unused', !label.checked && !feature.checked);
      }
    }
  }

  #say(outcome: string | null, fault: string | null): void {
    setText(this.#outcome, outcome ?? '');
    setSentence(this.#fault, fault ?? '');
    setDisabled(this.#use, outcome === null);
  }

  #column(number: number, { name, holds }: CsvPreview['columns'][number], texts: string[]): Column {
    const feature = element('input', { type: 'checkbox', 'aria-label': `${name} is a feature` });
    const label = element('input', { type: 'radio', name: 'paste-label', 'aria-label': `${name} is the label` });
    feature.addEventListener('change', () => {
      const unused = (this.#draft.unused ??= new Set());
      if (feature.checked) unused.delete(number);
      else unused.add(number);
      this.#judge();
    });
    label.addEventListener('change', () => {
      this.#draft.label = number;
      this.#judge();
    });
    const cells = [
      element('th', { scope: 'col', title: name }, name),
      element('td', {}, feature),
      element('td', {}, label),
      ...[holds, ...texts].map((text) => element('td', { title: text }, text)),
    ];
    return { number, feature, label, cells };
  }

  #draw(preview: CsvPreview): void {
    setText(this.#caption, captionOf(preview, this.#draft.guessed ?? ''));
    const last = preview.columns.length - 1;
    const columns = preview.columns.flatMap((column, i) =>
      i < mostShown || i === last ? [this.#column(i + 1, column, preview.first.map(({ cells }) => cells[i] ?? ''))] : [],
    );
    const rows = ['Line', 'Feature', 'Label', 'Holds', ...preview.first.map(({ line }) => String(line))].map((name, i) =>
      element('tr', {}, element('th', { scope: i === 0 ? 'col' : 'row' }, name), ...columns.map(({ cells }) => cells[i] ?? '')),
    );
    this.#table.replaceChildren(element('thead', {}, ...rows.slice(0, 4)), element('tbody', {}, ...rows.slice(4)));
    this.#columns = columns;
  }
}

let dialog: CsvDialog | null = null;

/** Asks how a draft is to be read, until it is used or given up. */
export function askForPoints(playground: Playground, draft: Draft, textIsShown: boolean): Promise<boolean> {
  dialog ??= new CsvDialog(playground);
  return dialog.ask(draft, textIsShown);
}
