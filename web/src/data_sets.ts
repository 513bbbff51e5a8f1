// The data sets that the site carries, each with where it comes from, to be opened on the plane.

import './data_sets.css';
import { carriedSet, carriedSets } from './carried_sets';
import { element, setText } from './dom';
import { look } from './looking';
import { button } from './mirror/control';
import type { Command } from './module';
import type { Playground } from './playground';
import { setSentence } from './sentence';
import { places } from './wishes';

class SetDialog {
  readonly #playground: Playground;
  readonly #problem = element('p', { class: 'problem', role: 'alert' });
  readonly #dialog: HTMLDialogElement;
  #isWanted = () => false; // the set that was pressed last, if it is still to come

  constructor(playground: Playground) {
    this.#playground = playground;
    const rows = carriedSets.map(({ id, name, source, licence }) =>
      element(
        'li',
        {},
        button(name, () => {
          void this.#use(id);
        }),
        element('p', {}, `${source}. Licence: ${licence}.`),
      ),
    );
    this.#dialog = element(
      'dialog',
      { id: 'sets', 'aria-labelledby': 'sets-title' },
      element('h2', { id: 'sets-title' }, 'Data sets'),
      element('p', {}, 'Machines learn from all features, standardised, or from the two that the plane shows.'),
      element('ul', {}, ...rows),
      this.#problem,
      element('form', { method: 'dialog' }, element('button', {}, 'Cancel')),
    );
    this.#dialog.addEventListener('close', () => {
      if (this.#isWanted()) places.scene.want();
    });
    document.body.append(this.#dialog);
  }

  open(): void {
    setText(this.#problem, '');
    this.#dialog.showModal();
  }

  /** On the plane of the principal components: two features may hide all the others. */
  #take(text: string, name: string): string | null {
    const commands: Command[] = [{ type: 'csv', text, name }, { type: 'scaling', id: 'standard' }, { type: 'projection' }];
    return look(this.#playground, () => commands.reduce<string | null>((refusal, command) => refusal ?? this.#playground.send(command), null));
  }

  async #use(id: string): Promise<void> {
    const isWanted = places.scene.want();
    this.#isWanted = isWanted;
    const set = await carriedSet(id).catch(() => null);
    if (!isWanted()) return;
    const refusal = set
      ? this.#take(set.csv, `${id}.csv`)
      : 'The data set could not be loaded; with a connection it can.';
    setSentence(this.#problem, refusal ?? '');
    if (refusal === null) this.#dialog.close();
  }
}

let dialog: SetDialog | null = null;

export function chooseSet(playground: Playground): void {
  dialog ??= new SetDialog(playground);
  dialog.open();
}
