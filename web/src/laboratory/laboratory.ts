// Bounds and model selection in a dialog of their own, loaded when a person first asks for them. They work
// on the scene that is open: its points, its machine, its stopping rules and its seed.

import './laboratory.css';
import { element, setHidden, setText } from '../dom';
import { button } from '../mirror/control';
import type { Playground } from '../playground';
import { BoundView } from './bound_view';
import { Client } from './client';
import type { Report } from './protocol';
import { SelectionView } from './selection_view';

class LaboratoryDialog {
  readonly #playground: Playground;
  readonly #client = new Client();
  readonly #machine = element('p', { class: 'hint' });
  readonly #body = element('div', { class: 'body' }, element('p', { role: 'status' }, 'Loading the laboratory …'));
  readonly #tabs = element('div', { role: 'tablist', 'aria-label': 'What to make' });
  readonly #dialog = element('dialog', { id: 'laboratory', 'aria-label': 'Bounds and model selection' });
  #bound: BoundView | null = null;
  #selection: SelectionView | null = null;
  #shown: 'bound' | 'selection' = 'bound';

  constructor(playground: Playground) {
    this.#playground = playground;
    const close = button('Close', () => {
      this.#dialog.close();
    });
    this.#dialog.append(element('header', {}, element('h1', {}, 'Bounds and model selection'), this.#tabs, close), this.#machine, this.#body);
    this.#dialog.addEventListener('close', () => {
      this.#client.send({ type: 'stop' });
      playground.canvas.focus();
    });
    document.body.append(this.#dialog);
    this.#client.onReport((report) => {
      this.#take(report);
    });
  }

  open(): void {
    const now = this.#playground.describe();
    const settings = Object.entries(now.settings).map(([field, value]) => `${field} = ${value}`);
    setText(
      this.#machine,
      `${[now.algorithm, ...settings].join(', ')} on ${now.name || 'own points'}: ` +
        `${String(now.patterns.filter((pattern) => pattern >= 0).length)} training patterns, seed ${String(now.seed)}.`,
    );
    this.#selection?.suit();
    this.#dialog.showModal();
  }

  #take(report: Report): void {
    switch (report.type) {
      case 'ready': {
        const send = this.#client.send.bind(this.#client);
        this.#bound = new BoundView(report.catalogue, () => this.#playground.describe().scene, send);
        this.#selection = new SelectionView(report.catalogue, () => this.#playground.describe(), send);
        this.#selection.suit();
        this.#body.replaceChildren(this.#bound.node, this.#selection.node);
        this.#addTabs();
        break;
      }
      case 'refused':
        if (!this.#bound || !this.#selection) {
          this.#body.replaceChildren(element('p', { class: 'problem', role: 'alert' }, report.sentence));
        } else if (this.#shown === 'bound') {
          this.#bound.refuse(report.sentence);
        } else {
          this.#selection.refuse(report.sentence);
        }
        break;
      case 'bound':
        this.#bound?.show(report.state, report.picture, report.working);
        break;
      case 'selection':
        this.#selection?.show(report.state, report.working);
        break;
      case 'scene': {
        const refusal = this.#playground.apply({ type: 'scene', text: report.text });
        if (refusal === null) this.#dialog.close();
        break;
      }
    }
  }

  #addTabs(): void {
    const names = { bound: 'Bound', selection: 'Model selection' } as const;
    const tabs = (['bound', 'selection'] as const).map((which) => {
      const tab = button(names[which], () => {
        show(which);
      });
      tab.setAttribute('role', 'tab');
      return { which, tab };
    });
    const show = (which: 'bound' | 'selection') => {
      if (this.#shown !== which) this.#client.send({ type: 'stop' });
      this.#shown = which;
      for (const { which: one, tab } of tabs) tab.setAttribute('aria-selected', String(one === which));
      if (this.#bound) setHidden(this.#bound.node, which !== 'bound');
      if (this.#selection) setHidden(this.#selection.node, which !== 'selection');
    };
    this.#tabs.replaceChildren(...tabs.map(({ tab }) => tab));
    show(this.#shown);
  }
}

let dialog: LaboratoryDialog | null = null;

export function openLaboratory(playground: Playground): void {
  dialog ??= new LaboratoryDialog(playground);
  dialog.open();
}
