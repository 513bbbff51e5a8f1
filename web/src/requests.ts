// What the canvas asks the page to do, because only HTML can: files, clipboard, dialogs, typing.

import { copyLink, linkTo } from './address';
import { pastePoints, pickFile, saveScene } from './files';
import { copyText, loadPart, openPart } from './messages';
import type { CanvasRequest } from './module';
import type { Playground } from './playground';
import { TextEdit } from './text_edit';
import { places } from './wishes';

export function copyCommand(playground: Playground): void {
  void copyText(playground.app.command_line(), 'Command');
}

/** What leaves the page as a picture, of a chart or of what the plane's card shows, or as numbers; loaded when it is first asked for. */
function keep(part: 'saveSvg' | 'savePng' | 'copyPicture' | 'saveQuantities' | 'saveTrace'): (playground: Playground, chart?: string) => void {
  return (playground, chart = '') => {
    void loadPart(import('./pictures'), 'What saves it').then((pictures) => pictures?.[part](playground, chart));
  };
}
export const saveSvg = keep('saveSvg');
export const savePng = keep('savePng');
export const copyPicture = keep('copyPicture');
export const saveQuantities = keep('saveQuantities');
export const saveTrace = keep('saveTrace');

export function pickCsv(playground: Playground): void {
  pickFile(playground, '.csv,.txt,.data,text/csv,text/plain');
}

export function pickSet(playground: Playground): void {
  void openPart(places.dialog, import('./data_sets'), 'The list of data sets').then((part) => part?.chooseSet(playground));
}

export function pickScene(playground: Playground): void {
  pickFile(playground, '.txt,text/plain');
}

/** Bounds, model selection and experiments, which are loaded when they are first asked for. */
export function openLaboratory(playground: Playground): void {
  void openPart(places.dialog, import('./laboratory/laboratory'), 'The laboratory').then((laboratory) => {
    laboratory?.openLaboratory(playground);
  });
}

export function showHelp(playground: Playground): void {
  void openPart(places.dialog, import('./help/help'), 'The help').then((part) => part?.showHelp(playground));
}

/** The gallery of scenes, likewise. */
export function openGallery(playground: Playground): void {
  void openPart(places.beside, import('./lessons/lessons'), 'The gallery').then((part) => part?.openGallery(playground, true));
}

/** The lessons, likewise. */
export function openLessons(playground: Playground): void {
  void openPart(places.beside, import('./lessons/lessons'), 'The list of lessons').then((part) => part?.openLessons(playground));
}

/** Scenes one after the other, likewise. */
export function openTalk(playground: Playground): void {
  void openPart(places.beside, import('./talk/talk'), 'The list of scenes').then((part) => part?.openTalk(playground));
}

/** The scene in a window of its own, with all parts. */
function openWhole(playground: Playground): void {
  open(linkTo(playground.app.scene_text()), '_blank', 'noopener');
}

/** The link as a code and as a frame, likewise. */
export function openShare(playground: Playground): void {
  void openPart(places.dialog, import('./share/share'), 'The dialog').then((part) => part?.openShare(playground));
}

/** The equations of the step, likewise. */
export function showEquations(playground: Playground): void {
  void openPart(places.equations, import('./equations/equations'), 'The equations').then((equations) => {
    equations?.toggleEquations(playground);
  });
}

const handlers: Record<Exclude<CanvasRequest['kind'], 'edit'>, (playground: Playground, value: string) => void> = {
  'open-set': pickSet,
  'open-csv': pickCsv,
  'paste-csv': (playground) => {
    void pastePoints(playground);
  },
  'open-scene': pickScene,
  'save-scene': saveScene,
  'copy-link': copyLink,
  'copy-command': copyCommand,
  'save-trace': saveTrace,
  'save-quantities': saveQuantities,
  'save-svg': saveSvg,
  'save-png': savePng,
  'copy-picture': copyPicture,
  laboratory: openLaboratory,
  lessons: openLessons,
  talk: openTalk,
  share: openShare,
  whole: openWhole,
  equations: showEquations,
  help: showHelp,
};

export function connectRequests(playground: Playground): void {
  const edit = new TextEdit(playground);
  addEventListener('hashchange', () => {
    edit.forget();
  });
  const answer = (request: CanvasRequest) => {
    if (request.kind === 'edit') edit.open(request);
    else handlers[request.kind](playground, request.value);
  };
  const answerAll = () => {
    for (const request of playground.app.take_requests()) answer(request);
  };
  // Safari opens a window and reaches the clipboard for a press or a key alone, and a frame is no part of it any more.
  playground.onInput(answerAll);
  let cursor = '';
  playground.onFrame(() => {
    answerAll();
    const wanted = playground.app.cursor();
    if (wanted !== cursor) {
      cursor = wanted;
      playground.canvas.style.cursor = cursor;
    }
  });
}
