// The size of text: what the window's size makes of it, times the person's choice, which is kept; until there is one,
// what the browser's own size of text asks for. The page around the canvas follows.

import { keep, kept } from './kept';
import type { Playground } from './playground';

const usualRem = 13; // pixels

export function connectTextSize(playground: Playground): void {
  const { documentElement } = document;
  const ofBrowser = parseFloat(getComputedStyle(documentElement).fontSize) / usualRem;
  const wanted = Number(kept('text-size') ?? ofBrowser.toFixed(1));
  if (wanted > 0) playground.app.set_text_size(wanted);
  let size = playground.app.text_size();
  let scale = 0;
  playground.onFrame(() => {
    const { app } = playground;
    if (app.text_size() !== size) {
      size = app.text_size();
      keep('text-size', String(size));
    }
    if (app.scale() !== scale) {
      scale = app.scale();
      documentElement.style.setProperty('--scale', String(scale / ofBrowser));
    }
  });
}
