// A choice of a kind of bound or criterion with the kind's own settings, and its text:
// "maximal-discrepancy:swaps=20". What the registry says of the kind stands apart, where there is room.

import { element, setText } from '../dom';
import { mathNodes } from '../equations/mathml';
import { selectControl, type SelectControl } from '../mirror/control';
import { Fields } from '../mirror/fields';
import { setSentence } from '../sentence';
import type { LaboratoryCatalogue } from './protocol';

export type Kind = LaboratoryCatalogue['bounds'][number] | LaboratoryCatalogue['criteria'][number];

export class KindChoice {
  readonly node: HTMLElement;
  readonly #title = element('h2');
  readonly #meaning = element('p', { class: 'meaning' });
  readonly #formula = element('p', { class: 'formula' });
  readonly #idea = element('p');
  readonly #source = element('p', { class: 'hint' });
  /** What the chosen kind does, why that says anything, and where it is from. */
  readonly about = element(
    'details',
    { class: 'about', open: true },
    element('summary', {}, this.#title),
    this.#meaning,
    this.#formula,
    this.#idea,
    this.#source,
  );
  readonly #kinds: Kind[];
  readonly #onChange: () => void;
  readonly #choice: SelectControl;
  readonly #reason = element('p', { class: 'problem' });
  readonly #fields = new Fields((id, value) => {
    this.#values[id] = value;
    this.#onChange();
    return null;
  });
  #chosen: Kind;
  #byHand = false;
  #reasons: Record<string, string> = {};
  #values: Record<string, string> = {};

  /** `onChange` is called when a person has chosen another kind, or changed a setting of it. */
  constructor(label: string, kinds: Kind[], preselected: Kind, onChange: () => void) {
    this.#kinds = kinds;
    this.#onChange = onChange;
    this.#chosen = preselected;
    this.#choice = selectControl(
      label,
      '',
      kinds.map(({ id, name }) => ({ value: id, label: name })),
      (id) => {
        this.#byHand = true;
        this.#choose(this.find(id));
        onChange();
        return null;
      },
    );
    this.node = element('div', {}, this.#choice.node, this.#reason, this.#fields.node);
    this.#choose(preselected);
  }

  get text(): string {
    const changed = this.#chosen.fields
      .filter(({ id, initial }) => (this.#values[id] ?? initial) !== initial)
      .map(({ id }) => `${id}=${this.#values[id] ?? ''}`);
    return changed.length > 0 ? `${this.#chosen.id}:${changed.join(',')}` : this.#chosen.id;
  }

  find(id: string): Kind | undefined {
    return this.#kinds.find((kind) => kind.id === id);
  }

  /**
   * Those that do not fit cannot be chosen; where the present one does not, and nobody chose it, the first that does is.
   * True where that is another one than before.
   */
  suit(reasons: Record<string, string>): boolean {
    this.#reasons = reasons;
    this.#choice.disable(reasons);
    const before = this.#chosen;
    const fitting = this.#kinds.find(({ id }) => !(id in reasons));
    if (before.id in reasons && !this.#byHand) this.#choose(fitting);
    this.#tell();
    return this.#chosen !== before;
  }

  #tell(): void {
    const { id, name, meaning, formula, idea, source } = this.#chosen;
    setSentence(this.#reason, this.#reasons[id] ?? '');
    setText(this.#title, name);
    setText(this.#meaning, meaning);
    this.#formula.replaceChildren(...mathNodes(formula));
    setText(this.#idea, idea);
    setText(this.#source, source);
  }

  #choose(kind: Kind | undefined): void {
    if (!kind) return;
    this.#chosen = kind;
    this.#choice.update(kind.id);
    this.#values = Object.fromEntries(kind.fields.map((field) => [field.id, field.initial]));
    this.#tell();
    this.#fields.update(kind.id, kind.fields, this.#values);
  }
}

/** Of the kinds the one that a page offers first. */
export function preselectedOf<K extends Kind>(kinds: K[]): K {
  const kind = kinds.find(({ preselected }) => preselected);
  if (!kind) throw new Error('No kind is preselected.');
  return kind;
}
