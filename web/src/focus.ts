/** Brings what the keyboard comes to into view whole; browsers leave it where an edge of it can be seen already. */
export function connectFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
