// The scene in the address bar, both ways.

import { saveScene } from './files';
import { copyText, showMessage } from './messages';
import type { Playground } from './playground';

const quiet = 250; // milliseconds without a change before the address follows
const longestLink = 16_000; // characters; mail programs and chats cut longer ones

function linkTo(scene: string): string {
  return `${location.href.split('#')[0] ?? ''}#${scene}`;
}

function sayTooLong(playground: Playground, length: number): void {
  showMessage(
    `This scene is too long for a link: ${length} characters, of at most ${longestLink}. A file holds it all.`,
    {
      label: 'Save as a file',
      run: () => {
        saveScene(playground);
      },
    },
  );
}

export function copyLink(playground: Playground): void {
  const link = linkTo(playground.app.scene_text());
  if (link.length > longestLink) sayTooLong(playground, link.length);
  else void copyText(link, 'Link');
}

/** Opens the scene of the address. A broken link leaves the open scene and sets the session's notice. */
export function openAddress(playground: Playground): void {
  const scene = location.hash.slice(1);
  if (scene) playground.apply({ type: 'scene', text: scene });
}

export function connectAddress(playground: Playground): void {
  // What the address says already; a scene that was not touched leaves it alone.
  let written = playground.app.scene_text();
  let tooLong = false;
  let timer = 0;

  const write = () => {
    const scene = playground.app.scene_text();
    if (scene === written) return;
    written = scene;
    const link = linkTo(scene);
    if (link.length > longestLink) {
      if (tooLong) return;
      sayTooLong(playground, link.length);
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
  addEventListener('hashchange', () => {
    openAddress(playground);
    tooLong = false;
    written = playground.app.scene_text();
  });
}
