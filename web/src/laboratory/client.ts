// The page's side of the worker: starts it when it is first needed and passes what it says on.

import type { Order, Report } from './protocol';

export class Client {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #listeners: ((report: Report) => void)[] = [];
  #isReady = false;

  constructor() {
    this.#worker.onmessage = (event: MessageEvent<Report>) => {
      if (event.data.type === 'ready') this.#isReady = true;
      this.#tell(event.data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#tell({
        type: 'failed',
        sentence: this.#isReady
          ? 'The laboratory stopped working, perhaps for want of memory; close it and open it again.'
          : 'The laboratory could not be loaded; close it and open it again when the connection is better.',
      });
    };
  }

  onReport(listener: (report: Report) => void): void {
    this.#listeners.push(listener);
  }

  send(order: Order): void {
    this.#worker.postMessage(order);
  }

  end(): void {
    this.#worker.terminate();
  }

  #tell(report: Report): void {
    for (const listener of this.#listeners) listener(report);
  }
}
