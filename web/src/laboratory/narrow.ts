/** Scrolls to a column that has something new, where the columns stand below one another. */
export function bringIntoView(column: HTMLElement): void {
  const view = column.parentElement;
  const below = view && !getComputedStyle(view).gridTemplateColumns.includes(' ');
  if (below) column.scrollIntoView({ block: 'start' });
}
