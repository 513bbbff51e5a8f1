// The settings of an algorithm, or of a generator of points, made from its field table.

import { element } from '../dom';
import type { CatalogueField } from '../module';
import { selectControl, textControl, type Control } from './control';

export type CommitField = (id: string, value: string) => string | null;

function hintOf(field: CatalogueField): string {
  const parts = [field.meaning, field.range && `Range: ${field.range}.`, field.formula, field.source];
  return parts.filter((part) => part !== '').join(' ');
}

function fieldControl(field: CatalogueField, commit: CommitField): Control {
  const label = [field.name, field.symbol, field.unit && `in ${field.unit}`].filter(Boolean).join(' ');
  const take = (value: string) => commit(field.id, value);
  if (field.type === 'choice') {
    const options = field.choices.map(({ id, meaning }) => ({ value: id, label: meaning ? `${id}: ${meaning}` : id }));
    return selectControl(label, hintOf(field), options, take);
  }
  return textControl(label, hintOf(field), take);
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
      this.node.replaceChildren(...[...this.#controls.values()].map((control) => control.node));
    }
    for (const [id, control] of this.#controls) control.update(values[id] ?? '');
  }
}
