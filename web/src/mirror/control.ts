// One labelled control of the mirror. It follows the session, except while a person is typing in it, and
// shows the sentence when a value is refused.

import { element, newId, setText, typedField } from '../dom';
import { setSentence } from '../sentence';
import { numberOf } from './format';

/** Takes the typed value; answers null, or the sentence that says why not. */
export type Commit = (value: string) => string | null;

export interface SelectControl extends Control {
  /** Those that cannot be chosen at present, with the reason. */
  disable: (reasons: Record<string, string>) => void;
}

export interface Control {
  node: HTMLElement;
  rename: (label: string) => void;
  update: (value: string) => void;
}

/** A line of text, which somebody may have typed wrong. */
export interface TextControl extends Control {
  /** The sentence that refuses what stands in it, null where nothing is refused. */
  refusal: () => string | null;
}

export interface NumberControl extends TextControl {
  value: () => number;
}

export interface Option {
  value: string;
  label: string;
  /** Shown where it is the present one, but not to be chosen. */
  disabled?: boolean;
  /** The heading that it stands below, together with those before and after it that have the same. */
  group?: string;
}

function labelled(label: string, hint: string, input: HTMLElement, error: HTMLElement): Omit<Control, 'update'> {
  input.id = newId('control');
  const caption = element('label', { for: input.id }, label);
  const explanation = element('span', { id: newId('hint'), class: 'hint' }, hint);
  error.id = newId('problem');
  input.setAttribute('aria-describedby', `${explanation.id} ${error.id}`);
  return {
    node: element('div', { class: 'field' }, caption, input, explanation, error),
    rename: (text) => {
      setText(caption, text);
    },
  };
}

/** Says below a field why what was typed in it is refused, and nothing there where it is not. */
export function setRefusal(input: HTMLElement, problem: HTMLElement, refusal: string | null): void {
  input.setAttribute('aria-invalid', String(refusal !== null));
  setSentence(problem, refusal ?? '');
}

/** The sentence that refuses what is no number, null for one. */
export function numberRefusal(text: string): string | null {
  return Number.isFinite(numberOf(text)) ? null : `“${text}” is not a number.`;
}

/** Joins a field to what takes what is typed in it, and to where refusals stand, which several fields may share. Returns what shows another value. */
export function connectField(input: HTMLInputElement, problem: HTMLElement, commit: Commit): (value: string) => void {
  const isRefused = () => input.getAttribute('aria-invalid') === 'true';
  const accept = () => {
    if (isRefused()) setRefusal(input, problem, null);
  };
  // While it is mended: by the press that follows nothing must move any more.
  input.addEventListener('input', accept);
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') accept();
  });
  const show = typedField(input, (value) => {
    const refusal = commit(value);
    setRefusal(input, problem, refusal);
    return refusal;
  });
  return (value) => {
    if (document.activeElement !== input) accept();
    show(value);
  };
}

/** A line of text: a number, a list of numbers, rules. */
export function textControl(label: string, hint: string, commit: Commit, numeric = true): TextControl {
  const input = element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    inputmode: numeric ? 'decimal' : 'text',
  });
  const error = element('span', { class: 'problem', role: 'alert' });
  return {
    ...labelled(label, hint, input, error),
    update: connectField(input, error, commit),
    refusal: () => error.textContent || null,
  };
}

/** A number that is used when a button beside it is pressed. */
export function numberControl(label: string, hint: string, initial: number): NumberControl {
  let value = initial;
  const control = textControl(label, hint, (text) => {
    const refusal = numberRefusal(text);
    if (refusal === null) value = numberOf(text);
    return refusal;
  });
  control.update(String(initial));
  return { ...control, value: () => value };
}

/** The first sentence that refuses what stands in one of these fields: a button beside them does nothing then, and answers it. */
export function refusalIn(fields: TextControl[]): string | null {
  return fields.map(({ refusal }) => refusal()).find((refusal) => refusal !== null) ?? null;
}

export function selectControl(label: string, hint: string, options: Option[], commit: Commit): SelectControl {
  const select = element('select');
  let group = element('optgroup');
  for (const { value, label: text, disabled = false, group: heading } of options) {
    if (heading !== undefined && group.label !== heading) {
      group = element('optgroup', { label: heading });
      select.append(group);
    }
    (heading === undefined ? select : group).append(element('option', { value, disabled }, text));
  }
  const error = element('span', { class: 'problem', role: 'alert' });
  select.addEventListener('change', () => {
    setRefusal(select, error, commit(select.value));
  });
  return {
    ...labelled(label, hint, select, error),
    update: (value) => {
      if (select.value !== value) select.value = value;
    },
    disable: (reasons) => {
      for (const option of select.options) {
        const reason = reasons[option.value] ?? '';
        const label = options.find(({ value }) => value === option.value)?.label ?? '';
        setText(option, reason === '' ? label : `${label}: ${reason}`);
        option.disabled = reason !== '';
      }
    },
  };
}

/** Gives the focus to what moved a row once that has moved, for another press to move it on; at the end of its list to what moves it back. */
export function focusMoved(moves: Record<-1 | 1, HTMLButtonElement> | undefined, by: -1 | 1): void {
  if (!moves) return;
  const canGoOn = !moves[by].disabled && !moves[by].hasAttribute('aria-disabled');
  moves[canGoOn ? by : by === 1 ? -1 : 1].focus();
}

export function button(label: string, press: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button' }, label);
  node.addEventListener('click', press);
  return node;
}
