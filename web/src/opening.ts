// What a file or a text that was pasted is, and opening it: a scene or a list of scenes if it begins like one, else
// separated points.

import { openPart, showMessage } from './messages';
import type { CsvPreview } from './module';
import type { Playground } from './playground';
import { isListFile } from './talk/kinds';
import { places } from './wishes';

const largestFile = 50_000_000; // bytes
const largestShown = 1_000_000; // characters that a person can look through and mend

/** Points as text, and how a person wants them to be read; what is not chosen is as usual. */
export interface Draft {
  source: string; // what the points are called: the file
  title?: string; // of the dialog, where it is not the source
  text: string;
  /** The columns that the choice is of, all of them. */
  names?: string[];
  /** Counted from 1. */
  label?: number;
  task?: CsvPreview['task'];
  /** Columns that are no features, counted from 1. */
  unused?: Set<number>;
}

const nothing: Draft = { source: 'Pasted text', title: 'Paste points', text: '' };
let pasted = { ...nothing };

export function isScene(text: string): boolean {
  return /^\s*v=\d+&/.test(text);
}

/** Asks how a draft is to be read, with its text shown or folded; whether it was used. */
async function ask(playground: Playground, draft: Draft, textIsShown: boolean): Promise<boolean> {
  const part = await openPart(places.dialog, import('./csv_dialog'), 'The dialog for points');
  return (await part?.askForPoints(playground, draft, textIsShown)) ?? false;
}

/** Asks for points as text. What is typed is kept until it is used. */
export async function pastePoints(playground: Playground): Promise<void> {
  if (await ask(playground, pasted, true)) pasted = { ...nothing };
}

/** Says that a file is open, and offers to read it in another way. */
function offerColumns(playground: Playground, draft: Draft): void {
  const run = () => void ask(playground, draft, false);
  showMessage(`${draft.source} is open.`, { label: 'Choose columns …', run, stays: true });
}

/** A list of scenes as a file has it. */
export async function openList(playground: Playground, text: string, source: string): Promise<void> {
  (await openPart(places.scene, import('./talk/talk'), 'The list of scenes'))?.openListFile(playground, text, source);
}

export async function openFile(playground: Playground, file: File): Promise<void> {
  const { name: source, size } = file;
  if (size > largestFile) {
    showMessage(`${source} has ${size} bytes; files up to ${largestFile} bytes can be opened.`);
    return;
  }
  const isWanted = places.scene.want();
  const text = await file.text().catch(() => null);
  if (!isWanted()) return;
  if (text === null) {
    showMessage(`${source} could not be read.`);
    return;
  }
  if (isListFile(text)) {
    await openList(playground, text, source);
    return;
  }
  const scene = isScene(text);
  const refusal = playground.send(scene ? { type: 'scene', text: text.trim() } : { type: 'csv', text, name: source });
  const draft: Draft = { source, text };
  if (scene || text.length > largestShown) showMessage(refusal ?? `${source} is open.`);
  else if (refusal === null || (await ask(playground, draft, true))) offerColumns(playground, draft);
}
