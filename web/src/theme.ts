// Light or dark: what the system prefers, unless the person chose.

import { keep, kept } from './kept';
import type { Playground } from './playground';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export class Theme {
  #choice = themeChoices.find((choice) => choice === kept('theme')) ?? 'system';
  #playground: Playground | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor() {
    this.#show();
    prefersDark.addEventListener('change', () => {
      this.#show();
    });
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  get dark(): boolean {
    return this.#choice === 'system' ? prefersDark.matches : this.#choice === 'dark';
  }

  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    keep('theme', choice);
    this.#show();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** From here on canvas and page have the same theme, whichever of the two it is changed in. */
  connect(playground: Playground): void {
    this.#playground = playground;
    playground.onFrame(() => {
      const dark = playground.app.dark();
      if (dark !== this.dark) this.choose(dark ? 'dark' : 'light');
    });
  }

  #show(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    if (this.#playground?.fault === null) {
      this.#playground.app.set_dark(this.dark);
      this.#playground.wake();
    }
    for (const listener of this.#listeners) listener();
  }
}
