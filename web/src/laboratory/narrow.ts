// Where the columns stand below one another, as in laboratory.css.
const narrow = matchMedia('(max-width: 1080px)');

/** Scrolls to what has come, where it came below what can be seen. */
export function bringIntoView(node: HTMLElement): void {
  if (narrow.matches) node.scrollIntoView({ block: 'start' });
}
