/** What scrolls a node. */
function scrollerOf(node: Element): Element {
  for (let at = node.parentElement; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

/**
 * Brings what the keyboard comes to into view whole; browsers leave it where an edge of it can be seen already. It stays in view
 * when more comes above it, or what is there gets another size, unless somebody has scrolled away from it.
 */
export function connectFocus(): void {
  let focused: Element | null = null;
  let isSeen = false;
  const show = () => {
    focused?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // In each frame a browser tells of sizes first. To scroll may change them again, for which there is another frame.
  const sizes = new ResizeObserver(() => {
    if (isSeen) requestAnimationFrame(show);
  });
  const whole = 0.99; // of its area, but for rounding
  const sight = new IntersectionObserver(
    (entries) => {
      isSeen = (entries.at(-1)?.intersectionRatio ?? 0) >= whole;
    },
    { threshold: whole },
  );
  document.addEventListener('focusin', ({ target }) => {
    sizes.disconnect();
    sight.disconnect();
    focused = target instanceof Element && target.matches(':focus-visible') ? target : null;
    if (!focused) return;
    isSeen = true;
    show();
    sight.observe(focused);
    for (const part of scrollerOf(focused).children) sizes.observe(part);
  });
}
