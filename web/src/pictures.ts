// What the plane's card or a chart shows as a picture, and the numbers of this iteration or of all as a file.

import { saveFile } from './files';
import { showMessage } from './messages';
import type { Playground } from './playground';

const pixelsPerPixel = 3; // of a picture in pixels, against its own: 300 dots an inch where it is 96

/** A file name from a scene's name: "Four points" is four-points. */
function fileStem(name: string): string {
  const stem = name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return stem || 'scene';
}

interface Picture {
  svg: string;
  name: string; // of a file, without its ending
}

/** Null, said in a message, where there is none. */
function pictureOf(playground: Playground, chart: string): Picture | null {
  const { view, svg, reason } = playground.app.picture_file(chart);
  if (svg === null) {
    showMessage(reason ?? 'There is no picture.');
    return null;
  }
  const { name, iteration } = playground.describe();
  return { svg, name: `${fileStem(name)}-${view.replaceAll(/[:_]/g, '-')}-${String(iteration)}` };
}

async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * pixelsPerPixel;
    canvas.height = image.naturalHeight * pixelsPerPixel;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (!blob) throw new Error('The picture is too large for this browser.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function saveSvg(playground: Playground, chart: string): void {
  const picture = pictureOf(playground, chart);
  if (picture) saveFile(`${picture.name}.svg`, 'image/svg+xml', picture.svg);
}

export async function savePng(playground: Playground, chart: string): Promise<void> {
  const picture = pictureOf(playground, chart);
  if (!picture) return;
  try {
    saveFile(`${picture.name}.png`, 'image/png', await pngOf(picture.svg));
  } catch {
    showMessage('This browser makes no PNG of it; save the picture as SVG.');
  }
}

export async function copyPicture(playground: Playground, chart: string): Promise<void> {
  const picture = pictureOf(playground, chart);
  if (!picture) return;
  try {
    // Asked for at once, while the press that wants it counts; the picture may follow.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(picture.svg) })]);
    showMessage('Picture copied.');
  } catch {
    showMessage('This browser does not let the page copy a picture here; save it as PNG.');
  }
}

/** As `marginscope run --quantities` writes them. */
export function saveQuantities(playground: Playground): void {
  const { name, iteration, published, quantities } = playground.describe();
  if (published.length === 0) {
    showMessage('Nothing is trained, so there are no quantities to save.');
    return;
  }
  const list = Object.fromEntries(
    published.map(({ id, role, symbol, label, meaning, unit, kind, shape, bits }) => [
      id,
      { role, symbol, label, meaning, unit, kind, shape, ...(bits > 0 ? { bits } : {}), values: quantities[id] ?? [] },
    ]),
  );
  saveFile(
    `${fileStem(name)}-quantities-${String(iteration)}.json`,
    'application/json',
    `${JSON.stringify({ iteration, quantities: list }, null, 2)}\n`,
  );
}

export function saveTrace(playground: Playground): void {
  saveFile(`${fileStem(playground.describe().name)}-trace.csv`, 'text/csv', playground.app.trace_csv());
}
