// What the page and the worker of the laboratory say to each other.

import type {
  BoundState,
  ExperimentState,
  ExperimentWish,
  LaboratoryCatalogue,
  Picture,
  Prospect,
  SceneToOpen,
  SelectionState,
} from '#wasm/laboratory.mjs';

export type {
  BoundFit,
  BoundState,
  CatalogueField,
  ExperimentState,
  LaboratoryCatalogue,
  Painting,
  Picture,
  Prospect,
  SelectionState,
} from '#wasm/laboratory.mjs';

/** What a selection is asked for. */
export interface SelectionWish {
  criterion: string;
  axes: string[];
  twoStage: boolean;
}

/** What is made, each in a panel of its own. */
export type Kind = 'bound' | 'selection' | 'experiment';

/** From the page. `pause` is how long each swap is shown, in milliseconds; 0 works without a pause. `seen` tells that the last report is on the screen. */
export type Order =
  | { type: 'bound'; scene: string; bound: string; pause: number }
  | ({ type: 'selection'; scene: string } & SelectionWish)
  | { type: 'prospect'; scene: string; bound: string; selection: SelectionWish }
  | { type: 'pause'; pause: number }
  | { type: 'stop' }
  | { type: 'seen' }
  | { type: 'swapped-scene' }
  | { type: 'cell-scene'; cell: number }
  | { type: 'experiment'; wish: ExperimentWish }
  | { type: 'experiment-scene'; entry: string };

/** From the worker: a sentence where something cannot be done, or where nothing more can be. `lifeline`: a lock that it holds. */
export type Report =
  | { type: 'ready'; catalogue: LaboratoryCatalogue; lifeline: string }
  | { type: 'prospect'; prospect: Prospect }
  | { type: 'refused'; kind: Kind; sentence: string }
  | { type: 'no-scene'; sentence: string }
  | { type: 'failed'; sentence: string }
  | { type: 'bound'; state: BoundState; picture: Picture; working: boolean }
  | { type: 'selection'; state: SelectionState; working: boolean }
  | { type: 'experiment'; state: ExperimentState; working: boolean }
  | ({ type: 'scene' } & SceneToOpen);
