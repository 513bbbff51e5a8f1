// The page's side of the worker: starts it when it is first needed, passes what it says on, and says so where it has ended.

import type { Order, Report } from './protocol';

export class Client {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #listeners: ((report: Report) => void)[] = [];
  #isReady = false;
  #hasEnded = false;

  constructor() {
    this.#worker.onmessage = (event: MessageEvent<Report>) => {
      if (event.data.type === 'ready') {
        this.#isReady = true;
        this.#watch(event.data.lifeline);
      }
      if (event.data.type === 'failed') this.#fail(event.data.sentence);
      else this.#tell(event.data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(
        !this.#isReady
          ? 'The laboratory could not be loaded. Start it again when the connection is better.'
          : /OOM|memory/i.test(event.message)
            ? 'The laboratory ran out of memory: it may use 2 GB. Fewer points, features or cells may do, or the command line.'
            : `The laboratory stopped because of a mistake of its own (${event.message}).`,
      );
    };
  }

  onReport(listener: (report: Report) => void): void {
    this.#listeners.push(listener);
  }

  send(order: Order): void {
    this.#worker.postMessage(order);
  }

  end(): void {
    this.#hasEnded = true;
    this.#worker.terminate();
  }

  /** A worker that a browser ends says nothing any more; the lock that it holds is free then. */
  #watch(lifeline: string): void {
    if (lifeline === '') return;
    void navigator.locks.request(lifeline, () => {
      this.#fail('The browser has ended the laboratory, perhaps for want of memory.');
    });
  }

  /** Once, and for good. */
  #fail(sentence: string): void {
    if (this.#hasEnded) return;
    this.end();
    this.#tell({ type: 'failed', sentence });
  }

  #tell(report: Report): void {
    for (const listener of this.#listeners) listener(report);
  }
}
