// The settings of an algorithm, or of a generator of points, made from its field table.

import { element, passFocus, setHidden } from '../dom';
import type { CatalogueField } from '../module';
import { selectControl, textControl, type Control } from './control';

export type CommitField = (id: string, value: string) => string | null;

function hintOf(field: CatalogueField): string {
  const range = field.choices.length === 0 && field.range && `Range: ${field.range}.`;
  return [field.meaning, range, field.formula, field.source].filter(Boolean).join(' ');
}

function choiceControl(field: CatalogueField, label: string, take: (value: string) => string | null): Control {
  const options = field.choices.map(({ id, meaning }) => ({ value: id, label: meaning ? `${id}: ${meaning}` : id }));
  return selectControl(label, hintOf(field), options, take);
}

/** What is chosen, and the settings that it has of its own. */
function variantControl(field: CatalogueField, label: string, commit: CommitField): Control {
  const choice = choiceControl(field, label, (value) => commit(field.id, value));
  const inner = field.choices.map(({ id, fields }) => {
    const controls = fields.map((own) => ({ id: own.id, control: fieldControl(own, (_, value) => commit(`${field.id}:${own.id}`, value)) }));
    return { id, controls, node: element('div', {}, ...controls.map(({ control }) => control.node)) };
  });
  return {
    ...choice,
    node: element('div', {}, choice.node, ...inner.map(({ node }) => node)),
    update: (value) => {
      const [chosen = '', settings = ''] = value.split(':');
      const values = new Map(settings.split(',').map((pair) => pair.split('=') as [string, string]));
      choice.update(chosen);
      for (const { id, controls, node } of inner) {
        setHidden(node, id !== chosen);
        if (id === chosen) for (const own of controls) own.control.update(values.get(own.id) ?? '');
      }
    },
  };
}

function fieldControl(field: CatalogueField, commit: CommitField): Control {
  const label = [field.name, field.symbol, field.unit && `in ${field.unit}`].filter(Boolean).join(' ');
  const take = (value: string) => commit(field.id, value);
  if (field.type === 'variant') return variantControl(field, label, commit);
  if (field.type === 'choice') return choiceControl(field, label, take);
  return textControl(label, hintOf(field), take, field.type !== 'pattern-list');
}

export class Fields {
  readonly node = element('div');
  readonly #commit: CommitField;
  readonly #controls = new Map<string, Control>();
  #owner = '';

  constructor(commit: CommitField) {
    this.#commit = commit;
  }

  /** Shows the fields of `owner`; made anew only when the owner is another one. */
  update(owner: string, fields: CatalogueField[], values: Record<string, string>): void {
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.#controls.clear();
      for (const field of fields) this.#controls.set(field.id, fieldControl(field, this.#commit));
      passFocus(this.node);
      this.node.replaceChildren(...[...this.#controls.values()].map((control) => control.node));
    }
    for (const [id, control] of this.#controls) control.update(values[id] ?? '');
  }
}
