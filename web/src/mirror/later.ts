// The sections that the opening page does without.

export { changes } from './changes';
export { distribution } from './distribution';
export { history } from './history';
export { keep } from './keep';
export { machines } from './machines';
export { points } from './points';
export { several } from './several';
export { view } from './views';
