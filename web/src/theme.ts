// Light or dark, and with how much contrast: what the system prefers, unless the person chose.

import { keep, kept } from './kept';
import { loadPart } from './messages';
import type { Playground } from './playground';

export const themeChoices = ['system', 'light', 'dark'] as const;
export const contrastChoices = ['system', 'usual', 'more'] as const;

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const prefersContrast = matchMedia('(prefers-contrast: more)');
// Where the system has colours of its own for everything, the page's parts have these, and the canvas has more contrast.
const forcesColours = matchMedia('(forced-colors: active)');

export class Theme {
  #choice = themeChoices.find((choice) => choice === kept('theme')) ?? 'system';
  #contrastChoice = contrastChoices.find((choice) => choice === kept('contrast')) ?? 'system';
  #playground: Playground | null = null;
  #darkShown = false;
  readonly #listeners: (() => void)[] = [];

  constructor() {
    this.#show();
    for (const preference of [prefersDark, prefersContrast, forcesColours]) {
      preference.addEventListener('change', () => {
        this.#show();
      });
    }
  }

  get choice(): string {
    return this.#choice;
  }

  get contrastChoice(): string {
    return this.#contrastChoice;
  }

  get dark(): boolean {
    return this.#choice === 'system' ? prefersDark.matches : this.#choice === 'dark';
  }

  get contrast(): boolean {
    return forcesColours.matches || (this.#contrastChoice === 'system' ? prefersContrast.matches : this.#contrastChoice === 'more');
  }

  choose(choice: string): void {
    this.#choice = themeChoices.find((known) => known === choice) ?? 'system';
    keep('theme', this.#choice);
    this.#show();
  }

  chooseContrast(choice: string): void {
    this.#contrastChoice = contrastChoices.find((known) => known === choice) ?? 'system';
    keep('contrast', this.#contrastChoice);
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
      if (dark !== this.#darkShown) this.choose(dark ? 'dark' : 'light');
    });
  }

  #show(): void {
    const { dataset } = document.documentElement;
    this.#darkShown = this.dark;
    dataset.theme = this.dark ? 'dark' : 'light';
    dataset.contrast = this.contrast ? 'more' : 'usual';
    if (this.contrast) void loadPart(import('./contrast.css'), 'The style with more contrast');
    if (this.#playground?.fault === null) {
      this.#playground.app.set_theme(this.dark, this.contrast);
      this.#playground.wake();
    }
    for (const listener of this.#listeners) listener();
  }
}
