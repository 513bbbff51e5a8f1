// The scene in the address bar, both ways.

import { keepScene } from './autosave';
import { takeKeptScene } from './fault';
import { saveScene } from './files';
import { addMessage, copyText, showMessage, type MessageAction } from './messages';
import type { Playground } from './playground';

const quiet = 250; // milliseconds without a change before the address follows

function linkTo(scene: string): string {
  return `${location.href.split('#')[0] ?? ''}#${scene}`;
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

/** Opens the scene that was kept from a stop, else that of the address. A broken link leaves the open scene and sets the session's notice. */
export function openAddress(playground: Playground): void {
  const kept = takeKeptScene();
  const scene = kept ?? location.hash.slice(1);
  if (scene) playground.send({ type: 'scene', text: scene });
  if (kept === null) return;
  const link = linkTo(playground.app.scene_text());
  if (playground.linkRefusal(link) === null) history.replaceState(null, '', link);
}

export function connectAddress(playground: Playground): void {
  // What the address says already; a scene that was not touched leaves it alone.
  let written = playground.app.scene_text();
  let tooLong = false;
  let timer = 0;

  const write = () => {
    if (playground.fault !== null) return;
    const scene = playground.app.scene_text();
    if (scene === written) return;
    written = scene;
    keepScene(scene);
    const link = linkTo(scene);
    const refusal = playground.linkRefusal(link);
    if (refusal !== null) {
      if (tooLong) return;
      addMessage(refusal, fileOf(playground));
      tooLong = true;
      history.replaceState(null, '', location.href.split('#')[0]);
    } else {
      tooLong = false;
      history.replaceState(null, '', link);
    }
  };
  playground.onChange(() => {
    clearTimeout(timer);
    timer = window.setTimeout(write, quiet);
  });
  addEventListener('pagehide', write);
  addEventListener('hashchange', () => {
    openAddress(playground);
    tooLong = false;
    written = playground.app.scene_text();
  });
}
