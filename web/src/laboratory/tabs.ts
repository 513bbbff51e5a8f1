// A row of tabs: one of the panels is shown, arrow keys go from tab to tab.

import { element, newId, setHidden } from '../dom';
import { button } from '../mirror/control';

interface Tab {
  name: string;
  panel: HTMLElement;
}

export class Tabs {
  readonly node: HTMLElement;
  readonly #tabs: { button: HTMLButtonElement; panel: HTMLElement }[];
  readonly #onChange: () => void;
  #chosen = 0;

  constructor(label: string, tabs: Tab[], onChange: () => void) {
    this.#onChange = onChange;
    this.#tabs = tabs.map(({ name, panel }, i) => {
      const tab = button(name, () => {
        this.#choose(i);
      });
      tab.id = newId('tab');
      panel.id = newId('panel');
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', panel.id);
      return { button: tab, panel };
    });
    this.node = element('div', { role: 'tablist', 'aria-label': label }, ...this.#tabs.map((tab) => tab.button));
    this.node.addEventListener('keydown', (event) => {
      const last = this.#tabs.length - 1;
      const next = {
        ArrowLeft: this.#chosen > 0 ? this.#chosen - 1 : last,
        ArrowRight: this.#chosen < last ? this.#chosen + 1 : 0,
        Home: 0,
        End: last,
      }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      this.#choose(next);
      this.focus();
    });
    this.#show();
  }

  focus(): void {
    this.#tabs[this.#chosen]?.button.focus();
  }

  #choose(index: number): void {
    if (index === this.#chosen) return;
    this.#chosen = index;
    this.#show();
    this.#onChange();
  }

  #show(): void {
    this.#tabs.forEach((tab, i) => {
      const chosen = i === this.#chosen;
      tab.button.setAttribute('aria-selected', String(chosen));
      // One stop of the Tab key for all of them.
      tab.button.tabIndex = chosen ? 0 : -1;
      setHidden(tab.panel, !chosen);
    });
  }
}
