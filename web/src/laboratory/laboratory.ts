// Bounds, model selection and the papers' experiments in a dialog of their own, loaded when a person first
// asks for them. Bounds and selections work on the scene that is open: its points, its machine, its stopping
// rules and its seed; experiments on data sets that the site carries.

import './laboratory.css';
import { element, setHidden, setText } from '../dom';
import { look } from '../looking';
import { button } from '../mirror/control';
import type { Description, Playground } from '../playground';
import { asSentence, setSentence } from '../sentence';
import { places } from '../wishes';
import { BoundView } from './bound_view';
import { Client } from './client';
import { ExperimentView } from './experiment_view';
import { originText } from './origin';
import type { Report } from './protocol';
import { SelectionView } from './selection_view';
import { Tabs } from './tabs';

const withoutIteration = (scene: string) => scene.replace(/&iteration=\d+/, '');

class LaboratoryDialog {
  readonly #playground: Playground;
  readonly #client = new Client();
  readonly #machine = element('p', { class: 'hint' });
  readonly #problem = element('p', { class: 'problem', role: 'alert' });
  readonly #again = button('Start it again', () => {
    openLaboratory(this.#playground);
  });
  readonly #body = element('div', { class: 'body' }, element('p', { role: 'status' }, 'Loading the laboratory …'));
  readonly #header = element('header', {}, element('h1', { id: 'laboratory-title' }, 'Laboratory'));
  readonly #dialog = element('dialog', { id: 'laboratory', 'aria-labelledby': 'laboratory-title' });
  readonly #forget: () => void;
  #asked = '';
  #suited = '';
  #shown = '';
  #views: { bound: BoundView; selection: SelectionView; experiment: ExperimentView; tabs: Tabs } | null = null;
  #failed = false;
  #isSceneWanted = () => false; // one that was asked for

  constructor(playground: Playground) {
    this.#playground = playground;
    const close = button('Close', () => {
      this.#dialog.close();
    });
    this.#header.append(close);
    setHidden(this.#again, true);
    this.#dialog.append(this.#header, this.#machine, this.#problem, this.#again, this.#body);
    this.#dialog.addEventListener('close', () => {
      this.#stop();
      if (this.#isSceneWanted()) places.scene.want();
    });
    document.body.append(this.#dialog);
    this.#client.onReport((report) => {
      this.#take(report);
    });
    // A file can be dropped on the page while the dialog is open.
    this.#forget = playground.onChange(() => {
      if (this.#dialog.open) this.#suit();
    });
  }

  /** True once the worker is lost, so that only another dialog can go on. */
  get failed(): boolean {
    return this.#failed;
  }

  open(): void {
    this.#suit();
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#views?.tabs.focus();
  }

  /** Nobody looks on any more. */
  #stop(): void {
    this.#views?.experiment.giveUp();
    this.#client.send({ type: 'stop' });
  }

  remove(): void {
    this.#forget();
    this.#client.end();
    // Gives the focus back, for the next to give it back there, too.
    this.#dialog.close();
    this.#dialog.remove();
  }

  /** What a result of this scene is made of. */
  readonly #tell = (now: Description) => originText(now, this.#playground.catalogue);

  #suit(): void {
    const now = this.#playground.describe();
    setText(this.#machine, `${this.#tell(now)}.`);
    if (!this.#views || this.#failed) return;
    this.#views.bound.suit(now);
    this.#views.selection.suit(now);
    if (!now.playing && !now.busy && now.scene !== this.#shown) {
      this.#shown = now.scene;
      const picture = this.#playground.app.picture();
      this.#views.bound.showScene(now, picture);
      this.#views.selection.showScene(now, picture);
    }
    this.#ask(now.scene);
  }

  /** What there would be to do on the scene, with what is chosen. */
  #ask(scene: string): void {
    if (!this.#views || this.#failed) return;
    const { bound, selection } = this.#views;
    // Of one's own what changes while a machine trains is its iteration alone.
    const order = { type: 'prospect', scene: withoutIteration(scene), bound: bound.kind, selection: selection.wish } as const;
    const asked = JSON.stringify(order);
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (order.scene !== this.#suited) setText(this.#problem, '');
    this.#suited = order.scene;
    this.#client.send(order);
  }

  #take(report: Report): void {
    switch (report.type) {
      case 'ready': {
        // What was said of the order before is said no more.
        const send: Client['send'] = (order) => {
          setText(this.#problem, '');
          if (order.type.endsWith('-scene')) this.#isSceneWanted = places.scene.want();
          this.#client.send(order);
        };
        const describe = () => this.#playground.describe();
        const ask = () => {
          this.#ask(describe().scene);
        };
        const bound = new BoundView(report.catalogue, describe, this.#tell, send, ask);
        const { algorithms } = this.#playground.catalogue;
        const fieldsOf = (id: string) => algorithms.find((algorithm) => algorithm.id === id)?.fields ?? [];
        const selection = new SelectionView(report.catalogue, describe, this.#tell, fieldsOf, send, ask);
        const experiment = new ExperimentView(report.catalogue, send);
        const tabs = new Tabs(
          'What to make',
          [
            { name: 'Bound', panel: bound.node },
            { name: 'Model selection', panel: selection.node },
            { name: "Papers' experiments", panel: experiment.node },
          ],
          () => {
            this.#stop();
            // An experiment is not of the scene that is open.
            setHidden(this.#machine, !experiment.node.hidden);
          },
        );
        this.#views = { bound, selection, experiment, tabs };
        this.#header.insertBefore(tabs.node, this.#header.lastChild);
        this.#body.replaceChildren(bound.node, selection.node, experiment.node);
        this.#suit();
        if (this.#dialog.open) tabs.focus();
        break;
      }
      case 'prospect': {
        if (!this.#views) break;
        const others = [this.#views.bound, this.#views.selection].map((view) => view.takeProspect(report.prospect));
        if (others.includes(true)) this.#ask(this.#playground.describe().scene);
        break;
      }
      case 'refused':
        this.#views?.[report.kind].refuse(asSentence(report.sentence));
        break;
      case 'failed':
        this.#failed = true;
        setHidden(this.#body, this.#views === null);
        this.#views?.bound.end();
        this.#views?.selection.end();
        this.#views?.experiment.end();
        setText(this.#problem, this.#views ? `${report.sentence} What it has made stays.` : report.sentence);
        setHidden(this.#again, false);
        break;
      case 'bound':
        this.#views?.bound.show(report.state, report.picture, report.working);
        this.#tellSeen();
        break;
      case 'selection':
        this.#views?.selection.show(report.state, report.working);
        this.#tellSeen();
        break;
      case 'experiment':
        this.#views?.experiment.show(report.state, report.working);
        this.#tellSeen();
        break;
      case 'no-scene':
        setSentence(this.#problem, report.sentence);
        break;
      case 'scene': {
        if (!this.#isSceneWanted()) break;
        const refusal = look(this.#playground, () => this.#playground.send({ type: 'replace', text: report.text }));
        if (refusal !== null) {
          setSentence(this.#problem, refusal);
          break;
        }
        // What was seen is the trained machine, as its stop retains it. Where nothing follows it is trained already,
        // and not every stop retains something.
        this.#playground.send({ type: 'end' });
        this.#showRetained();
        this.#playground.tell(report.notice);
        this.#dialog.close();
        break;
      }
    }
  }

  /** Once the scene that was opened is trained, unless another one is open by then. */
  #showRetained(): void {
    const opened = withoutIteration(this.#playground.describe().scene);
    const show = () => {
      const { busy, scene, iteration, retained } = this.#playground.describe();
      const isOpen = withoutIteration(scene) === opened;
      if (busy && isOpen) return false;
      if (isOpen && retained !== null && iteration === retained.stop) this.#playground.send({ type: 'show-retained' });
      return true;
    };
    if (show()) return;
    const stopWaiting = this.#playground.onFrame(() => {
      if (show()) stopWaiting();
    });
  }

  /** After the next frame, so that the person's presses have their turn between two reports. */
  #tellSeen(): void {
    requestAnimationFrame(() => {
      setTimeout(() => {
        this.#client.send({ type: 'seen' });
      });
    });
  }
}

let dialog: LaboratoryDialog | null = null;

export function openLaboratory(playground: Playground): void {
  if (dialog?.failed) {
    dialog.remove();
    dialog = null;
  }
  dialog ??= new LaboratoryDialog(playground);
  dialog.open();
}
