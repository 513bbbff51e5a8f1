// Where the focus goes when something that was opened is closed again.

/** Leads back to what has the focus now, if that is a control of the text form, else to the canvas. */
export function wayBack(canvas: HTMLElement): () => void {
  const opener = document.activeElement?.closest('#mirror') ? (document.activeElement as HTMLElement) : null;
  return () => {
    (opener?.isConnected ? opener : canvas).focus();
  };
}
