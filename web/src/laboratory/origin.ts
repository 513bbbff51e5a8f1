// What a result was made of: in words, and so that a result of a former scene can be told from one of this.

import type { Description } from '../playground';

/** "smo, C = 1, kernel = linear on Four points: 4 training patterns, seed 1" */
export function originText(now: Description): string {
  const settings = Object.entries(now.settings).map(([field, value]) => `${field} = ${value}`);
  const training = now.patterns.filter((pattern) => pattern >= 0).length;
  const patterns = training === 1 ? '1 training pattern' : `${String(training)} training patterns`;
  return `${[now.algorithm, ...settings].join(', ')} on ${now.name || 'own points'}: ${patterns}, seed ${String(now.seed)}`;
}

/** The settings that a selection over these axes tries itself: of "kernel:sigma" the kernel's width. */
export function triedBy(axes: string[]): string[] {
  return axes.map((axis) => axis.split('=')[0]?.trim() ?? '');
}

/** Equal for scenes that give the same result; settings in `tried` do not matter. */
function keyOf(now: Description, tried: string[]): string {
  const settings = Object.entries(now.settings).flatMap(([field, value]) => {
    if (tried.includes(field)) return [];
    const inside = tried.some((name) => name.startsWith(`${field}:`));
    return [[field, inside ? value.split(':')[0] : value]];
  });
  const others = now.scene.split('&').filter((part) => !/^(algorithm|iteration|name|projection)=/.test(part));
  return JSON.stringify([now.algorithm, settings, others]);
}

export class Origin {
  readonly #text: string;
  readonly #key: string;
  readonly #tried: string[];

  constructor(now: Description, tried: string[] = []) {
    this.#tried = tried;
    this.#text = originText(now);
    this.#key = keyOf(now, tried);
  }

  /** Empty where the scene is still the same, else a sentence that says what the result is of. */
  formerText(now: Description): string {
    if (keyOf(now, this.#tried) === this.#key) return '';
    return `The scene has changed since. What is shown is of the former one: ${this.#text}.`;
  }
}
