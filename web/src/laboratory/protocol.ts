// What the page and the worker of the laboratory say to each other.

import type { BoundState, LaboratoryCatalogue, Picture, SelectionState } from '../../../build/wasm/laboratory';

export type {
  BoundFit,
  BoundState,
  CatalogueField,
  LaboratoryCatalogue,
  Picture,
  SelectionState,
} from '../../../build/wasm/laboratory';

/** From the page. `pause` is how long each swap is shown, in milliseconds; 0 works without a pause. */
export type Order =
  | { type: 'bound'; scene: string; bound: string; pause: number }
  | { type: 'selection'; scene: string; criterion: string; axes: string[]; twoStage: boolean }
  | { type: 'pause'; pause: number }
  | { type: 'stop' }
  | { type: 'swapped-scene' }
  | { type: 'cell-scene'; cell: number };

/** From the worker. A sentence where something cannot be done. */
export type Report =
  | { type: 'ready'; catalogue: LaboratoryCatalogue }
  | { type: 'refused'; sentence: string }
  | { type: 'bound'; state: BoundState; picture: Picture; working: boolean }
  | { type: 'selection'; state: SelectionState; working: boolean }
  | { type: 'scene'; text: string };
