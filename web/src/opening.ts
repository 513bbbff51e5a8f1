// What a file or a text that was pasted is, and opening it: a scene or a list of scenes if it begins like one, else
// separated points.

import { giveWay } from './looking';
import { addMessage, openPart, showMessage } from './messages';
import type { Command, CsvPreview } from './module';
import type { Playground } from './playground';
import { isListFile, listLinkIn, sceneIn } from './talk/kinds';
import { places } from './wishes';

const largestFile = 50_000_000; // bytes
const largestShown = 1_000_000; // characters that a person can look through and mend

const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * The text that the bytes of a file are: by its byte order mark, else as UTF-8, else as what older programs save in western
 * Europe, in which any bytes are a text; `guessed` then says so. Null for pictures, archives and the like, which have zeros.
 */
function textOf(bytes: Uint8Array): { text: string; guessed: string } | null {
  const mark = marks.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return { text: new TextDecoder(mark.encoding).decode(bytes), guessed: '' };
  if (bytes.includes(0)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: '' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: 'Windows-1252' };
  }
}

/** Points as text, and how a person wants them to be read; what is not chosen is as usual. */
export interface Draft {
  source: string; // what the points are called: the file
  title?: string; // of the dialog, where it is not the source
  text: string;
  /** What its letters were taken for where nothing says what they are. */
  guessed?: string;
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

/** A text that is opened as it is. */
interface Whole {
  name: string;
  kind: 'scene' | 'list link' | 'list file';
  text: string;
}

/** What a text is where it is not points. */
export function wholeOf(text: string): Whole | null {
  const scene = sceneIn(text);
  if (scene !== null) return { name: scene === text.trim() ? 'the text of a scene' : 'the link of a scene', kind: 'scene', text: scene };
  const link = listLinkIn(text);
  if (link !== null) return { name: 'the link of a list of scenes', kind: 'list link', text: link };
  return isListFile(text) ? { name: 'a list of scenes', kind: 'list file', text } : null;
}

/** Opens what somebody has; null, or the sentence that says why not. */
export function openOwn(playground: Playground, command: Command): string | null {
  giveWay(playground);
  return playground.send(command);
}

/** Null, or the sentence that says why not. A list says by itself what becomes of it, once what reads it has come. */
export function openWhole(playground: Playground, { kind, text }: Whole, source: string): string | null | Promise<null> {
  if (kind === 'scene') return openOwn(playground, { type: 'scene', text });
  return openPart(places.scene, import('./talk/talk'), 'The list of scenes').then((part) => {
    if (kind === 'list link') part?.openListLink(playground, text);
    else part?.openListFile(playground, text, source);
    return null;
  });
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

/** What is said of a file whose letters were guessed. */
function guessText({ source, guessed }: Draft): string {
  return guessed ? `The letters of ${source} are not in UTF-8 and were read as ${guessed}.` : '';
}

/** What is said of a file that is open. */
function openText(draft: Draft): string {
  return `${draft.source} is open. ${guessText(draft)}`.trim();
}

/** Says that a file is open, and offers to read it in another way. */
function offerColumns(playground: Playground, draft: Draft): void {
  const run = () => void ask(playground, draft, false);
  showMessage(openText(draft), { label: 'Choose columns …', run, stays: true });
}

export async function openFile(playground: Playground, file: File): Promise<void> {
  const { name: source, size } = file;
  if (size > largestFile) {
    showMessage(`${source} has ${size} bytes; files up to ${largestFile} bytes can be opened.`);
    return;
  }
  const isWanted = places.scene.want();
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!isWanted()) return;
  if (bytes === null) {
    showMessage(`${source} could not be read.`);
    return;
  }
  const read = textOf(new Uint8Array(bytes));
  if (read === null) {
    showMessage(`${source} is not text, as points, scenes and lists of scenes are; a table can be saved as CSV by what made it.`);
    return;
  }
  const draft: Draft = { source, ...read };
  const { text } = draft;
  const whole = wholeOf(text);
  if (whole) {
    const refusal = await openWhole(playground, whole, source);
    if (whole.kind === 'scene') showMessage(refusal ?? openText(draft));
    else if (draft.guessed) addMessage(guessText(draft));
    return;
  }
  const refusal = openOwn(playground, { type: 'csv', text, name: source });
  // In a dialog there would be nothing to choose or to mend, or too much.
  if (text.trim() === '' || text.length > largestShown) showMessage(refusal ?? openText(draft));
  else if (refusal === null || (await ask(playground, draft, true))) offerColumns(playground, draft);
}
