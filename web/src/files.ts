// Files: picked, dropped and saved. A file is a scene if it begins like one, else comma-separated points.

import { askForPoints, showMessage, type CsvChoice } from './messages';
import type { Playground } from './playground';

const largestFile = 50_000_000; // bytes
const largestShown = 1_000_000; // characters that a person can look through and mend

export function openText(playground: Playground, text: string, source: string, choice: CsvChoice = {}): string | null {
  if (/^\s*v=\d+&/.test(text)) return playground.send({ type: 'scene', text: text.trim() });
  return playground.send({ type: 'csv', text, name: source, ...choice });
}

/** Asks for points as text, and how they are to be read. */
export function pastePoints(playground: Playground, source = 'the pasted text', text = '', refusal = ''): void {
  askForPoints(text, refusal, (typed, choice) => openText(playground, typed, source, choice));
}

export async function openFile(playground: Playground, file: File): Promise<void> {
  if (file.size > largestFile) {
    showMessage(`${file.name} has ${file.size} bytes; files up to ${largestFile} bytes can be opened.`);
    return;
  }
  try {
    const text = await file.text();
    const refusal = openText(playground, text, file.name);
    if (refusal === null) showMessage(`${file.name} is open.`);
    else if (text.length <= largestShown) pastePoints(playground, file.name, text, refusal);
    else showMessage(refusal);
  } catch {
    showMessage(`${file.name} could not be read.`);
  }
}

export function pickFile(playground: Playground, accept: string): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void openFile(playground, file);
  });
  input.click();
}

export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the data once it began.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10_000);
}

/** A file name from a scene's name: "Four points" is four-points. */
export function fileStem(name: string): string {
  const stem = name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return stem || 'scene';
}

export function saveScene(playground: Playground): void {
  // The name that "copy as command" gives to a scene that is too long for a command line.
  saveFile('scene.txt', 'text/plain', `${playground.app.scene_text()}\n`);
}

export function saveTrace(playground: Playground): void {
  saveFile(`${fileStem(playground.describe().name)}-trace.csv`, 'text/csv', playground.app.trace_csv());
}

/** Files dropped anywhere on the page. */
export function connectDrop(playground: Playground): void {
  const root = document.documentElement;
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    root.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) root.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    root.classList.remove('dropping');
    if (!hasFile(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(playground, file);
  });
}
