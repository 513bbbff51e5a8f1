// The page's side of the worker: starts it when it is first needed and passes what it says on.

import type { Order, Report } from './protocol';

export class Client {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #listeners: ((report: Report) => void)[] = [];

  constructor() {
    this.#worker.onmessage = (event: MessageEvent<Report>) => {
      this.#tell(event.data);
    };
    this.#worker.onerror = () => {
      this.#tell({ type: 'refused', sentence: 'The laboratory stopped working; close it and open it again.' });
    };
  }

  onReport(listener: (report: Report) => void): void {
    this.#listeners.push(listener);
  }

  send(order: Order): void {
    this.#worker.postMessage(order);
  }

  #tell(report: Report): void {
    for (const listener of this.#listeners) listener(report);
  }
}
