// When the playground itself fails: says what happened, keeps the scene and offers to start again.

import { searchFor } from './asked';
import { keepScene, putAside, takeAside } from './autosave';
import { MissingPart } from './deferred';
import { byId, setHidden, setText } from './dom';
import { saveSceneText } from './files';
import { showMessage } from './messages';

const mostInAddress = 1_000_000; // characters that every browser takes

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

function plainAddress(): string {
  return location.href.split('#')[0] ?? '';
}

/** Where the page is loaded again with this scene, which is put aside or else in the address; null where it is too long for both. */
function addressWith(scene: string): string | null {
  if (putAside(scene)) return plainAddress();
  return encodeURI(scene).length <= mostInAddress ? `${plainAddress()}#${scene}` : null;
}

/** Loads the page again, with this scene; where that cannot be, it stays and says what to do. */
export function reopen(scene: string): void {
  const address = addressWith(scene);
  if (address !== null) {
    restart(address);
    return;
  }
  showMessage('This browser has no room to take so many points along: save the scene as a file, load the page again, and open the file in it.', {
    label: 'Save the scene',
    run: () => {
      saveSceneText(scene);
    },
    stays: true,
  });
}

/** Shows the sentence over the page. `scene`: what was open, or null where that cannot be told any more. */
export function showFault(sentence: string, scene: string | null): void {
  const dialog = byId('fault', HTMLDialogElement);
  if (scene !== null) keepScene(scene);
  const address = scene === null ? null : addressWith(scene);
  setText(byId('fault-text', HTMLParagraphElement), sentence);
  setText(
    byId('fault-kept', HTMLParagraphElement),
    scene === null
      ? 'What was open could not be read any more.'
      : address === null
        ? 'Your points and settings are not kept, for which this browser has no room: save the scene as a file, and open the file when you have begun anew.'
        : 'Your points and settings are kept; what undo would have taken back is not.',
  );
  const again = byId('fault-again', HTMLButtonElement);
  const file = byId('fault-save', HTMLButtonElement);
  setHidden(again, address === null);
  setHidden(file, scene === null);
  file.classList.toggle('main', address === null);
  again.onclick = () => {
    restart(address ?? '');
  };
  file.onclick = () => {
    saveSceneText(scene ?? '');
  };
  byId('fault-anew', HTMLButtonElement).onclick = () => {
    takeAside();
    restart(location.pathname + searchFor(''));
  };
  const show = () => {
    dialog.showModal();
    if (address !== null) again.focus();
    else if (scene !== null) file.focus();
  };
  // There is nothing to go back to. Browsers let a page refuse Escape but once.
  dialog.oncancel = (event) => {
    event.preventDefault();
  };
  dialog.onclose = show;
  if (!dialog.open) show();
}
