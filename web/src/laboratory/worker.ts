// The laboratory's worker: bounds, selections and experiments in slices, so that an order to stop is heard at once and
// what is done can be seen meanwhile.

import createLaboratory, { type Laboratory, type Reproduction } from '#wasm/laboratory.mjs';
import sum from '#wasm/laboratory.wasm?sum';
import address from '#wasm/laboratory.wasm?url';
import { compile, notLoaded } from '../wasm_file';
import type { Kind, Order, Report } from './protocol';

const slice = 30; // milliseconds of work between two looks at the orders
const reportEvery = 100; // milliseconds

const send = (report: Report) => {
  postMessage(report);
};

class Work {
  // One for each, so that a selection leaves the bound that was made as it is, and the other way round.
  readonly #bounds: Laboratory;
  readonly #selections: Laboratory;
  readonly #experiments: Reproduction;
  #kind: Kind = 'bound';
  #timer = 0;
  #pause = 0;
  #reported = 0;
  #unseen = false; // what was reported last is not on the screen yet

  constructor(bounds: Laboratory, selections: Laboratory, experiments: Reproduction) {
    this.#bounds = bounds;
    this.#selections = selections;
    this.#experiments = experiments;
  }

  obey(order: Order): void {
    switch (order.type) {
      case 'bound':
        this.#pause = order.pause;
        this.#begin('bound', this.#bounds.start_bound(order.scene, order.bound));
        break;
      case 'selection':
        this.#begin(
          'selection',
          this.#selections.start_selection(order.scene, order.criterion, order.axes, order.twoStage),
        );
        break;
      case 'prospect': {
        const { criterion, axes, twoStage } = order.selection;
        send({ type: 'prospect', prospect: this.#bounds.prospect(order.scene, order.bound, criterion, axes, twoStage) });
        break;
      }
      case 'pause':
        this.#pause = order.pause;
        break;
      case 'seen':
        this.#unseen = false;
        break;
      case 'stop':
        if (this.#timer !== 0) this.#end();
        break;
      case 'swapped-scene':
        send({ type: 'scene', ...this.#bounds.swapped_scene() });
        break;
      case 'cell-scene':
        send({ type: 'scene', ...this.#selections.cell_scene(order.cell) });
        break;
      case 'experiment':
        this.#begin('experiment', this.#experiments.start(order.wish));
        break;
      case 'experiment-scene': {
        const scene = this.#experiments.cell_scene(order.entry);
        if (scene.text === '') send({ type: 'no-scene', sentence: scene.notice });
        else send({ type: 'scene', ...scene });
        break;
      }
    }
  }

  #begin(kind: Kind, refusal: string | null): void {
    // Whoever waits for what gives way is told that it has ended.
    if (this.#timer !== 0) this.#end();
    if (refusal !== null) {
      send({ type: 'refused', kind, sentence: refusal });
      return;
    }
    this.#kind = kind;
    this.#report(true);
    this.#goOn(0);
  }

  #goOn(pause: number): void {
    this.#timer = self.setTimeout(() => {
      const watched = this.#kind === 'bound' && this.#pause > 0;
      if (watched && this.#unseen) {
        this.#goOn(slice);
        return;
      }
      const before = this.#bounds.swaps_done();
      const more = watched
        ? this.#toNextSwap()
        : { bound: this.#bounds, selection: this.#selections, experiment: this.#experiments }[this.#kind].advance(slice);
      if (!more) {
        this.#end();
        return;
      }
      const toShow = watched && this.#bounds.swaps_done() > before;
      // A page that is slower than this worker must not drown in reports.
      if (toShow || (!this.#unseen && performance.now() - this.#reported >= reportEvery)) this.#report(true);
      // A swap that takes several slices is made without a pause between them.
      this.#goOn(toShow ? this.#pause : 0);
    }, pause);
  }

  /** One swap more, if a slice is enough for it; false once there is nothing left to do. */
  #toNextSwap(): boolean {
    const before = this.#bounds.swaps_done();
    const start = performance.now();
    while (this.#bounds.advance(0)) {
      if (performance.now() - start > slice || this.#bounds.swaps_done() > before) return true;
    }
    return false;
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#report(false);
  }

  #report(working: boolean): void {
    if (this.#kind === 'bound') {
      send({ type: 'bound', state: this.#bounds.bound(), picture: this.#bounds.picture(), working });
    } else if (this.#kind === 'experiment') {
      send({ type: 'experiment', state: this.#experiments.state(), working });
    } else {
      send({ type: 'selection', state: this.#selections.selection(), working });
    }
    this.#unseen = true;
    this.#reported = performance.now();
  }
}

/** Takes a lock that is free again when this worker has ended, however it did; '' where there are no locks. */
function lifeline(): Promise<string> {
  const locks = (navigator as { locks?: LockManager }).locks;
  const name = `marginscope-laboratory-${String(Math.random())}`;
  return new Promise((resolve) => {
    const hold = () => {
      resolve(name);
      return new Promise(() => undefined);
    };
    if (locks) {
      locks.request(name, hold).catch(() => {
        resolve('');
      });
    } else resolve('');
  });
}

async function load(): Promise<Awaited<ReturnType<typeof createLaboratory>>> {
  const compiled = await compile({ address, sum });
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
      WebAssembly.instantiate(compiled, imports).then(receive, reject);
      return {};
    };
    createLaboratory({ instantiateWasm }).then(resolve, reject);
  });
}

const module = load().then(async (loaded) => {
  send({ type: 'ready', catalogue: loaded.catalogue(), lifeline: await lifeline() });
  return new Work(new loaded.Laboratory(), new loaded.Laboratory(), new loaded.Reproduction());
});
module.catch((error: unknown) => {
  send({
    type: 'failed',
    sentence: `The laboratory ${notLoaded(error)}`,
  });
});

self.onmessage = (event: MessageEvent<Order>) => {
  void module.then(
    (work) => {
      // Outside of the promise, where what goes wrong reaches the page.
      queueMicrotask(() => {
        work.obey(event.data);
      });
    },
    () => undefined,
  );
};
