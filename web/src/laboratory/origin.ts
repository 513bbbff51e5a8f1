// What a result was made of: in words, and so that a result of a former scene can be told from one of this.

import { element, setHidden } from '../dom';
import type { Catalogue } from '../module';
import type { Description } from '../playground';
import { counted, setSentence } from '../sentence';

/** " by x₁ and x₂ alone", where the machine does not see the other features. */
function learnedText({ projection: { learned, x, y }, features }: Description): string {
  return learned === 'shown' ? ` by ${features[x - 1] ?? ''} and ${features[y - 1] ?? ''} alone` : '';
}

/** "Support vector machine (SMO), C = 1, k = linear on Four points: 4 training patterns, seed 1" */
export function originText(now: Description, { algorithms }: Catalogue): string {
  const algorithm = algorithms.find(({ id }) => id === now.algorithm);
  const settings = Object.entries(now.settings).map(([id, value]) => {
    const { symbol = '', name = id } = algorithm?.fields.find((field) => field.id === id) ?? {};
    return `${symbol === '' ? name.toLowerCase() : symbol} = ${value}`;
  });
  const training = now.patterns.filter((pattern) => pattern >= 0).length;
  const patterns = counted(training, 'training pattern', 'training patterns');
  return `${[algorithm?.name ?? now.algorithm, ...settings].join(', ')} on ${now.name || 'own points'}: ${patterns}${learnedText(now)}, seed ${String(now.seed)}`;
}

/** The settings that a selection over these axes tries itself: of "kernel:sigma" the kernel's width. */
export function triedBy(axes: string[]): string[] {
  return axes.map((axis) => axis.split('=')[0]?.trim() ?? '');
}

// Of a scene what makes nothing of a result: what it and its machines are called, which of these are there beside the one that
// is chosen, how they play, and what the plane shows. The square that it is placed on is that of its points, where it has these.
const beside = /^(algorithm|others|chosen|machine|rules|pace|iteration|name|projection)=/;
const besideWithoutPoints = /^grid=/;

/** Equal for scenes that give the same result; settings in `tried` do not matter. */
function keyOf(now: Description, tried: string[]): string {
  const settings = Object.entries(now.settings).flatMap(([field, value]) => {
    if (tried.includes(field)) return [];
    const inside = tried.some((name) => name.startsWith(`${field}:`));
    return [[field, inside ? value.split(':')[0] : value]];
  });
  const parts = now.scene.split('&');
  const hasPoints = parts.some((part) => part.startsWith('points='));
  const others = parts.filter((part) => !beside.test(part) && (hasPoints || !besideWithoutPoints.test(part)));
  return JSON.stringify([now.algorithm, settings, now.rules, learnedText(now), others]);
}

/** What the result on the screen was made of; it says so once that is another. */
export class Former {
  readonly node = element('p', { class: 'former', role: 'status', hidden: true });
  readonly #what: string;
  #made: { text: string; key: string } | null = null;

  /** `what` a result is made of: "scene". */
  constructor(what: string) {
    this.#what = what;
  }

  get isKnown(): boolean {
    return this.#made !== null;
  }

  /** `key` is equal where the same comes of it. */
  begin(text: string, key: string): void {
    this.#made = { text, key };
    this.suit(key);
  }

  forget(): void {
    this.#made = null;
    setHidden(this.node, true);
  }

  suit(key: string): void {
    const isFormer = this.#made !== null && key !== this.#made.key;
    setSentence(this.node, isFormer ? `The ${this.#what} has changed since. What is shown is of the former one: ${this.#made?.text ?? ''}` : '');
    setHidden(this.node, !isFormer);
  }
}

/** The same of a scene. */
export class Origin {
  readonly #former = new Former('scene');
  readonly #tell: (now: Description) => string;
  #tried: string[] = [];

  /** `tell` says what a result of that scene is made of. */
  constructor(tell: (now: Description) => string) {
    this.#tell = tell;
  }

  get node(): HTMLElement {
    return this.#former.node;
  }

  get isKnown(): boolean {
    return this.#former.isKnown;
  }

  begin(now: Description, tried: string[] = []): void {
    this.#tried = tried;
    this.#former.begin(this.#tell(now), keyOf(now, tried));
  }

  forget(): void {
    this.#former.forget();
  }

  suit(now: Description): void {
    this.#former.suit(keyOf(now, this.#tried));
  }
}
