// Files: picked, dropped and saved.

import { openPart } from './messages';
import type { Playground } from './playground';
import { places } from './wishes';

/** What reads them comes when the first is opened. */
async function openFile(playground: Playground, file: File): Promise<void> {
  await (await openPart(places.scene, import('./opening'), 'What opens files'))?.openFile(playground, file);
}

/** Asks for points as text. */
export async function pastePoints(playground: Playground): Promise<void> {
  await (await openPart(places.dialog, import('./opening'), 'The dialog for points'))?.pastePoints(playground);
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

export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the data once it began.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10_000);
}

export function saveSceneText(scene: string): void {
  // The name that "copy as command" gives to a scene that is too long for a command line.
  saveFile('scene.txt', 'text/plain', `${scene}\n`);
}

export function saveScene(playground: Playground): void {
  saveSceneText(playground.app.scene_text());
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
