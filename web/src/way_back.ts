// Where the focus goes when something that was opened is closed again.

import { isInForm } from './dom';

/** Leads back to what has the focus now, if that is a control of the text form, else to the canvas. */
export function wayBack(canvas: HTMLElement): () => void {
  const opener = isInForm(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  return () => {
    (opener?.isConnected ? opener : canvas).focus();
  };
}
