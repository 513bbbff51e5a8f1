// What the page and the worker of the laboratory say to each other.

import type { BoundState, LaboratoryCatalogue, Picture, SelectionState } from '#wasm/laboratory.mjs';

export type {
  BoundFit,
  BoundState,
  CatalogueField,
  LaboratoryCatalogue,
  Picture,
  SelectionState,
} from '#wasm/laboratory.mjs';

/** From the page. `pause` is how long each swap is shown, in milliseconds; 0 works without a pause. `seen` tells that the last report is on the screen. */
export type Order =
  | { type: 'bound'; scene: string; bound: string; pause: number }
  | { type: 'selection'; scene: string; criterion: string; axes: string[]; twoStage: boolean }
  | { type: 'suit'; scene: string }
  | { type: 'pause'; pause: number }
  | { type: 'stop' }
  | { type: 'seen' }
  | { type: 'swapped-scene' }
  | { type: 'cell-scene'; cell: number };

/** From the worker: a sentence where something cannot be done, or where nothing more can be. */
export type Report =
  | { type: 'ready'; catalogue: LaboratoryCatalogue }
  | { type: 'unfit'; reasons: Record<string, string> }
  | { type: 'refused'; sentence: string }
  | { type: 'failed'; sentence: string }
  | { type: 'bound'; state: BoundState; picture: Picture; working: boolean }
  | { type: 'selection'; state: SelectionState; working: boolean }
  | { type: 'scene'; text: string; trained: boolean };
