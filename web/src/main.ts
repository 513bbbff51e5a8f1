// The page: loads the playground, joins it to the browser, and says so in plain words where that fails.

// First: what it begins is done by other threads while this one makes the rest.
import { deferred, loadModule } from './module';

import { connectAddress, openAddress } from './address';
import { isAside, offerKeptScenes, takeAside } from './autosave';
import { byId, setText } from './dom';
import { connectDrop } from './files';
import { connectFocus } from './focus';
import { connectInput, tellSize } from './input';
import { kept } from './kept';
import { openPart } from './messages';
import { button } from './mirror/control';
import { connectMirror } from './mirror/mirror';
import { Playground, type Description } from './playground';
import { connectRequests } from './requests';
import { connectTextSize } from './text_size';
import { Theme } from './theme';
import { connectView } from './view';
import { notLoaded } from './wasm_file';
import { places } from './wishes';

declare global {
  interface Window {
    marginscope: {
      /** Resolves when the first frame is drawn and the link's iteration is reached. */
      ready: Promise<void>;
      /** What there is to see now. It throws while the playground is not ready, and once it has stopped. */
      describe: () => Description;
      /** Carries out a command. Null, or the sentence that says why not; it has taken effect when it answers. */
      apply: (command: unknown) => string | null;
    };
  }
}

const roomForGallery = 1280; // CSS pixels of the window, of which the canvas keeps enough for its columns (wasm/app/app.cpp)
const restAfter = 5000; // milliseconds that a page nobody touches has been ready for

/** A reason why there can be no playground, in words for the person who wants to use it. */
class Obstacle extends Error {}

async function start(): Promise<Playground> {
  if (typeof WebAssembly === 'undefined') {
    throw new Obstacle(
      'The playground needs WebAssembly, which this browser lacks or has switched off. ' +
        'A current Firefox, Chrome, Edge or Safari has it.',
    );
  }
  const opensLink = location.hash.length > 1;
  const search = new URLSearchParams(location.search);
  const inFrame = search.has('embed');
  const asksForLessons = search.has('lesson') || search.has('lessons');
  document.documentElement.classList.toggle('framed', inFrame);
  const isStyled = () => getComputedStyle(document.documentElement).getPropertyValue('--ground') !== '';
  // Some browsers start the script before the style has come.
  if (!isStyled() && document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
    });
  }
  if (!isStyled()) {
    throw new Obstacle('The style of the page could not be loaded. Start again when the connection is better.');
  }
  // Safari's service workers do not answer where the page waits for a file (deferred.ts), so a page that is kept has all of it first.
  const isKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  const module = await loadModule(opensLink || inFrame || isKept || isAside() || isAside('present')).catch((error: unknown) => {
    throw new Obstacle(`The playground ${notLoaded(error)}`);
  });
  const canvas = byId('canvas', HTMLCanvasElement);
  const app = new module.App();
  tellSize(app, canvas);
  if (!app.start('#canvas', theme.dark, theme.contrast)) {
    throw new Obstacle(
      'The playground draws with WebGL 2, which this browser lacks or has switched off. ' +
        'Allow hardware acceleration in its settings, or use a current Firefox, Chrome, Edge or Safari.',
    );
  }
  const playground = new Playground(module, app, canvas);
  const hasScene = openAddress(playground, takeAside(), takeAside('list'));
  // What it has to say comes after what opening a scene clears.
  if (inFrame) (await import('./embed/embed')).connectFrame(playground, search);
  if (!inFrame) offerKeptScenes(playground, opensLink || asksForLessons);
  connectTextSize(playground);
  connectView(playground, search.get('view'));
  connectInput(playground);
  connectRequests(playground);
  connectAddress(playground, !inFrame);
  connectDrop(playground);
  connectFocus();
  theme.connect(playground);
  if (asksForLessons) {
    void openPart(places.beside, import('./lessons/lessons'), 'The list of lessons').then((part) => part?.openAsked(playground, search, hasScene));
  } else if (!opensLink && !inFrame && innerWidth >= roomForGallery && kept('side') !== 'closed') {
    // Once the canvas is there: nobody waits for it, and somebody may want something else there by then.
    const isWanted = places.beside.want();
    ready.then(async () => {
      const part = await import('./lessons/lessons');
      if (isWanted()) part.openGallery(playground, false);
    }).catch(() => undefined);
  }
  return playground;
}

/** Waits for a frame after which that is true. */
function frameWith(playground: Playground, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    void playground.stopped.then((sentence) => {
      reject(new Obstacle(sentence));
    });
    const stopWaiting = playground.onFrame(() => {
      if (!isTrue()) return;
      stopWaiting();
      resolve();
    });
    playground.wake();
  });
}

/** Waits for the first frame, makes the text form, whose thousand elements are not to delay that frame, and waits for the iteration of the link. */
async function settled(playground: Playground): Promise<void> {
  await frameWith(playground, () => playground.app.frames() > 0);
  document.documentElement.classList.add('drawn');
  // Not before the browser has shown the frame.
  await new Promise((resolve) => setTimeout(resolve));
  connectMirror(playground, theme);
  await frameWith(playground, () => !playground.describe().busy);
}

/** Not before what is under way: if that needs the rest, the rest is there by then. */
function prepareSoon(): void {
  setTimeout(() => void deferred.prepare());
}

/** Fetches the rest when somebody begins to use the page, and else when it has been ready for a while. Then the site is kept. */
function prepareBeforeNeed(): void {
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, prepareSoon, { once: true, capture: true });
  const keepSite = async () => {
    if (import.meta.env.PROD && playground && window === window.top) await (await import('./offline/offline')).keepSite(playground);
  };
  setTimeout(() => {
    // Where that does not come the page is there all the same.
    void deferred.prepare().then(keepSite).catch(() => undefined);
  }, restAfter);
}

const status = byId('status', HTMLParagraphElement);

function explain(error: unknown): void {
  status.classList.add('problem');
  setText(status, error instanceof Obstacle ? error.message : `The playground could not start. (${String(error)})`);
  byId('canvas', HTMLCanvasElement).hidden = true;
  byId('skip', HTMLButtonElement).hidden = true; // it leads to controls that are not there
  const again = button('Load the page again', () => {
    void import('./offline/again').then((part) => part.leaveKept()).catch(() => undefined).then(() => { location.reload(); });
  });
  status.append(' ', again);
}

document.querySelector('.unloaded')?.remove();
setText(status, 'Loading the playground …');
const theme = new Theme();
const started = start();
const ready = started.then(settled);
ready.then(prepareBeforeNeed, explain);

let playground: Playground | null = null;
void started.then(
  (value) => {
    playground = value;
  },
  () => undefined,
);

window.marginscope = {
  ready,
  describe: () => {
    if (!playground) throw new Error('The playground is not ready: wait for marginscope.ready.');
    return playground.describe();
  },
  apply: (command) => {
    if (!playground) return 'The playground is not ready: wait for marginscope.ready.';
    prepareSoon();
    return playground.apply(command);
  },
};
