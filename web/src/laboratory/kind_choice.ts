// A choice of a kind of bound or criterion with the kind's own settings, and its text:
// "maximal-discrepancy:swaps=20".

import { element, setText } from '../dom';
import { selectControl, type SelectControl } from '../mirror/control';
import { Fields } from '../mirror/fields';
import type { CatalogueField } from './protocol';

export interface Kind {
  id: string;
  name: string;
  meaning: string;
  formula?: string;
  source?: string;
  fields: CatalogueField[];
}

export class KindChoice {
  readonly node: HTMLElement;
  readonly #kinds: Kind[];
  readonly #choice: SelectControl;
  readonly #about = element('p', { class: 'hint' });
  readonly #fields = new Fields((id, value) => {
    this.#values[id] = value;
    return null;
  });
  #chosen: Kind;
  #byHand = false;
  #reasons: Record<string, string> = {};
  #values: Record<string, string> = {};

  constructor(label: string, kinds: [Kind, ...Kind[]]) {
    this.#kinds = kinds;
    this.#chosen = kinds[0];
    this.#choice = selectControl(
      label,
      '',
      kinds.map(({ id, name }) => ({ value: id, label: name })),
      (id) => {
        this.#byHand = true;
        this.choose(id);
        return null;
      },
    );
    this.node = element('div', {}, this.#choice.node, this.#about, this.#fields.node);
    this.choose(this.#chosen.id);
  }

  get text(): string {
    const changed = this.#chosen.fields
      .filter(({ id, initial }) => (this.#values[id] ?? initial) !== initial)
      .map(({ id }) => `${id}=${this.#values[id] ?? ''}`);
    return changed.length > 0 ? `${this.#chosen.id}:${changed.join(',')}` : this.#chosen.id;
  }

  /** Those that do not fit cannot be chosen; where the present one does not, and nobody chose it, the first that does is. */
  suit(reasons: Record<string, string>): void {
    this.#reasons = reasons;
    this.#choice.disable(reasons);
    const fitting = this.#kinds.find(({ id }) => !(id in reasons));
    if (this.#chosen.id in reasons && !this.#byHand && fitting) this.choose(fitting.id);
    else this.#tell();
  }

  #tell(): void {
    const { id, meaning, formula, source } = this.#chosen;
    const reason = this.#reasons[id];
    setText(this.#about, [reason && `${reason}.`, meaning, formula, source && `(${source})`].filter(Boolean).join(' '));
    this.#about.classList.toggle('problem', reason !== undefined);
  }

  choose(id: string): void {
    const kind = this.#kinds.find((known) => known.id === id);
    if (!kind) return;
    this.#chosen = kind;
    this.#choice.update(id);
    this.#values = Object.fromEntries(kind.fields.map((field) => [field.id, field.initial]));
    this.#tell();
    this.#fields.update(kind.id, kind.fields, this.#values);
  }
}
