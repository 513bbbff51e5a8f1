/** What scrolls a node. */
function scrollerOf(node: Element): Element {
  for (let at = node.parentElement; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

const rounding = 1; // CSS pixels

/** Whether all of a node can be seen between the upper and lower edge of what scrolls it. */
function isWhole(node: Element, scroller: Element): boolean {
  const { top, bottom } = node.getBoundingClientRect();
  const edges = scroller === document.documentElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  return top >= edges.top - rounding && bottom <= edges.bottom + rounding;
}

/**
 * Brings what the keyboard comes to into view whole; browsers leave it where an edge of it can be seen already. It stays in view
 * when more comes above it, or what is there gets another size, unless somebody has scrolled away from it.
 */
export function connectFocus(): void {
  let focused: Element | null = null;
  let scroller = document.documentElement as Element; // of what is focused
  let isSeen = false; // after what somebody scrolled last
  let own: number | null = null; // where the scroller was brought from here, until its event comes
  const show = () => {
    if (!focused || !isSeen) return;
    const before = scroller.scrollTop;
    focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    own = scroller.scrollTop === before ? null : scroller.scrollTop;
  };
  // In each frame a browser tells of scrolling first, calls back then, and tells of sizes last.
  const sizes = new ResizeObserver(() => requestAnimationFrame(show));
  const scrolled = ({ target }: Event) => {
    if (!focused || !(target as Node).contains(focused)) return;
    // By the time that its own scrolling is told there may be more above it again.
    if (scroller.scrollTop !== own) isSeen = isWhole(focused, scroller);
    own = null;
  };
  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  document.addEventListener('focusin', ({ target }) => {
    sizes.disconnect();
    focused = target instanceof Element && target.matches(':focus-visible') ? target : null;
    if (!focused) return;
    scroller = scrollerOf(focused);
    isSeen = true;
    show();
    for (const part of scroller.children) sizes.observe(part);
  });
}
