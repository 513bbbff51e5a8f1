// The scene in the address bar, both ways.

import { beginKeeping, keepScene, putAside, takeAside } from './autosave';
import { saveScene } from './files';
import { addMessage, copyText, loadPart, showMessage, type MessageAction } from './messages';
import type { Playground } from './playground';
import { isListLink } from './talk/kinds';

const quiet = 250; // milliseconds without a change before the address follows

/** The address of the page as it is, with this scene. */
function addressWith(scene: string): string {
  return `${location.href.split('#')[0] ?? ''}#${scene}`;
}

/** A link that opens the scene with everything, wherever it is copied: beside a lesson, in a frame. */
export function linkTo(scene: string): string {
  return `${location.origin}${location.pathname}#${scene}`;
}

function fileOf(playground: Playground): MessageAction {
  return {
    label: 'Save as a file',
    run: () => {
      saveScene(playground);
    },
  };
}

export function copyLink(playground: Playground): void {
  const link = linkTo(playground.app.scene_text());
  const refusal = playground.linkRefusal(link);
  if (refusal !== null) showMessage(refusal, fileOf(playground));
  else void copyText(link, 'Link');
}

/** Opens the scene that was put aside, else what the address asks for. A broken link leaves the open scene and sets the session's notice. */
export function openAddress(playground: Playground, kept: string | null): void {
  const asked = location.hash.slice(1);
  if (isListLink(asked)) {
    void loadPart(import('./talk/talk'), 'The list of scenes').then((part) => part?.openListLink(playground, asked));
    return;
  }
  const scene = kept ?? asked;
  if (scene) playground.send({ type: 'scene', text: scene });
  if (kept === null) return;
  const link = addressWith(playground.app.scene_text());
  if (playground.linkRefusal(link) === null) history.replaceState(null, '', link);
}

/** `keeps` whether the scene is offered at the next visit. */
export function connectAddress(playground: Playground, keeps: boolean): void {
  // What the address says already; a scene that was not touched leaves it alone.
  let written = playground.app.scene_text();
  let touched = false;
  let tooLong = false;
  let unkept = false;
  let timer = 0;
  if (keeps) beginKeeping(written);

  const write = () => {
    if (playground.fault !== null) return;
    const scene = playground.app.scene_text();
    if (scene === written) return;
    written = scene;
    touched = true;
    const isKept = keepScene(scene);
    const link = addressWith(scene);
    const refusal = playground.linkRefusal(link);
    history.replaceState(null, '', refusal === null ? link : location.href.split('#')[0]);
    const news = [tooLong ? null : refusal, isKept || unkept ? null : 'This browser does not keep your scene for the next visit: its storage is full or switched off.'].filter((one) => one !== null);
    tooLong = refusal !== null;
    unkept ||= !isKept;
    if (news.length > 0) addMessage(news.join(' '), fileOf(playground));
  };
  playground.onChange(() => {
    clearTimeout(timer);
    timer = window.setTimeout(write, quiet);
  });
  addEventListener('pagehide', () => {
    if (playground.fault !== null) return;
    write();
    // Loaded again, the page may have an address of before, and has one without the scene where that is too long for a link.
    if (keeps && (touched || playground.linkRefusal(addressWith(written)) !== null)) putAside(written);
  });
  // A page that comes back as it was needs nothing of that.
  addEventListener('pageshow', () => void takeAside());
  addEventListener('hashchange', () => {
    openAddress(playground, null);
    tooLong = false;
    written = playground.app.scene_text();
  });
}
