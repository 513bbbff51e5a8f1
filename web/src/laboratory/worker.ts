// The laboratory's worker: bounds and selections in slices, so that an order to stop is heard at once and
// what is done can be seen meanwhile.

import createLaboratory, { type Laboratory } from '../../../build/wasm/laboratory';
import wasmAddress from '../../../build/wasm/laboratory.wasm?url';
import type { Order, Report } from './protocol';

const slice = 30; // milliseconds of work between two looks at the orders
const reportEvery = 100; // milliseconds

const send = (report: Report) => {
  postMessage(report);
};

class Work {
  readonly #laboratory: Laboratory;
  #kind: 'bound' | 'selection' = 'bound';
  #timer = 0;
  #pause = 0;
  #reported = 0;

  constructor(laboratory: Laboratory) {
    this.#laboratory = laboratory;
  }

  obey(order: Order): void {
    switch (order.type) {
      case 'bound':
        this.#pause = order.pause;
        this.#begin('bound', this.#laboratory.start_bound(order.scene, order.bound));
        break;
      case 'selection':
        this.#begin(
          'selection',
          this.#laboratory.start_selection(order.scene, order.criterion, order.axes, order.twoStage),
        );
        break;
      case 'pause':
        this.#pause = order.pause;
        break;
      case 'stop':
        if (this.#timer !== 0) this.#end();
        break;
      case 'swapped-scene':
        send({ type: 'scene', text: this.#laboratory.swapped_scene() });
        break;
      case 'cell-scene':
        send({ type: 'scene', text: this.#laboratory.cell_scene(order.cell) });
        break;
    }
  }

  #begin(kind: 'bound' | 'selection', refusal: string | null): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (refusal !== null) {
      send({ type: 'refused', sentence: refusal });
      return;
    }
    this.#kind = kind;
    this.#report(true);
    this.#goOn();
  }

  #goOn(): void {
    const watched = this.#kind === 'bound' && this.#pause > 0;
    this.#timer = self.setTimeout(() => {
      if (!(watched ? this.#toNextSwap() : this.#laboratory.advance(slice))) {
        this.#end();
        return;
      }
      if (watched || performance.now() - this.#reported >= reportEvery) this.#report(true);
      this.#goOn();
    }, watched ? this.#pause : 0);
  }

  /** One swap more, if a slice is enough for it; false once there is nothing left to do. */
  #toNextSwap(): boolean {
    const before = this.#laboratory.swaps_done();
    const start = performance.now();
    while (this.#laboratory.advance(0)) {
      if (performance.now() - start > slice || this.#laboratory.swaps_done() > before) return true;
    }
    return false;
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#report(false);
  }

  #report(working: boolean): void {
    this.#reported = performance.now();
    if (this.#kind === 'bound') {
      send({ type: 'bound', state: this.#laboratory.bound(), picture: this.#laboratory.picture(), working });
    } else {
      send({ type: 'selection', state: this.#laboratory.selection(), working });
    }
  }
}

const module = createLaboratory({ locateFile: () => wasmAddress }).then((loaded) => {
  send({ type: 'ready', catalogue: loaded.catalogue() });
  return new Work(new loaded.Laboratory());
});
module.catch((error: unknown) => {
  send({ type: 'refused', sentence: `The laboratory could not be loaded; try again when the connection is better. (${String(error)})` });
});

self.onmessage = (event: MessageEvent<Order>) => {
  void module.then((work) => {
    work.obey(event.data);
  });
};
