// When the playground itself fails: says what happened, keeps the scene and offers to start again.

import { keepScene, putAside } from './autosave';
import { MissingPart } from './deferred';
import { byId, setHidden, setText } from './dom';
import { saveFile } from './files';

/** What a call into the core ended by, in a sentence. */
export function faultSentence(error: unknown): string {
  if (error instanceof MissingPart) return error.message;
  const detail = error instanceof Error ? error.message : String(error);
  return /OOM|out of memory/i.test(detail)
    ? 'The playground ran out of memory: a page may use 2 GB. Fewer points or features may do, or the command line.'
    : `The playground stopped because of a mistake of its own (${detail}).`;
}

function restart(address: string): void {
  history.replaceState(null, '', address);
  location.reload();
}

/** Loads the page again, with this scene. */
export function reopen(scene: string): void {
  const plain = location.href.split('#')[0] ?? '';
  // Too long for the storage, or there is none: the address takes what it can.
  restart(putAside(scene) ? plain : `${plain}#${scene}`);
}

/** Shows the sentence over the page. `scene`: what was open, or null where that cannot be told any more. */
export function showFault(sentence: string, scene: string | null): void {
  const dialog = byId('fault', HTMLDialogElement);
  const plain = location.href.split('#')[0] ?? '';
  setText(byId('fault-text', HTMLParagraphElement), sentence);
  if (scene !== null) keepScene(scene);
  setText(
    byId('fault-kept', HTMLParagraphElement),
    scene === null
      ? 'What was open could not be read any more.'
      : 'Your points and settings are kept; what undo would have taken back is not.',
  );
  const again = byId('fault-again', HTMLButtonElement);
  const save = byId('fault-save', HTMLButtonElement);
  setHidden(again, scene === null);
  setHidden(save, scene === null);
  again.onclick = () => {
    reopen(scene ?? '');
  };
  save.onclick = () => {
    saveFile('scene.txt', 'text/plain', `${scene ?? ''}\n`);
  };
  byId('fault-anew', HTMLButtonElement).onclick = () => {
    restart(plain);
  };
  // There is nothing to go back to.
  dialog.oncancel = (event) => {
    event.preventDefault();
  };
  if (dialog.open) return;
  dialog.showModal();
  if (scene !== null) again.focus();
}
