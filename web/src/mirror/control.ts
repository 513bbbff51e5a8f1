// One labelled control of the mirror. It follows the session, except while a person is typing in it, and
// shows the sentence when a value is refused.

import { element, newId, setText, typedField } from '../dom';

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

/** A line of text: a number, a list of numbers, rules. */
export function textControl(label: string, hint: string, commit: Commit, numeric = true): Control {
  const input = element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    inputmode: numeric ? 'decimal' : 'text',
  });
  const error = element('span', { class: 'problem', role: 'alert' });
  const say = (refusal: string | null) => {
    input.toggleAttribute('aria-invalid', refusal !== null);
    setText(error, refusal ?? '');
  };
  const show = typedField(input, (value) => {
    const refusal = commit(value);
    say(refusal);
    return refusal;
  });
  return {
    ...labelled(label, hint, input, error),
    update: (value) => {
      if (document.activeElement !== input) say(null);
      show(value);
    },
  };
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
    setText(error, commit(select.value) ?? '');
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

export function button(label: string, press: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button' }, label);
  node.addEventListener('click', press);
  return node;
}
