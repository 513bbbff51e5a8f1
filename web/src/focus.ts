/** What scrolls a node up and down; what scrolls sideways alone has the same style. */
function scrollerOf(node: Element): Element {
  let outermost: Element = document.documentElement;
  for (let at = node.parentElement; at; at = at.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
    if (at.scrollHeight > at.clientHeight) return at;
    outermost = at;
  }
  return outermost;
}

/** From the top of the window, or of what a scroller scrolls, in CSS pixels. */
interface Place {
  top: number;
  bottom: number;
}

/** The upper and the lower edge of what can be seen of what a scroller scrolls. */
function edgesOf(scroller: Element): Place {
  return scroller === document.documentElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
}

/** Where a node lies in what a scroller scrolls. */
function placeOf(node: Element, scroller: Element): Place {
  const { top, bottom } = node.getBoundingClientRect();
  const start = edgesOf(scroller).top - scroller.scrollTop;
  return { top: top - start, bottom: bottom - start };
}

const rounding = 1; // CSS pixels

/** Whether all of a place is between the upper and the lower edge of its scroller, as far as that is scrolled now. */
function isWhole({ top, bottom }: Place, scroller: Element): boolean {
  const edges = edgesOf(scroller);
  return top >= scroller.scrollTop - rounding && bottom <= scroller.scrollTop + edges.bottom - edges.top + rounding;
}

const moment = 1000; // milliseconds after the focus has come, in which nobody scrolls away without doing something

/**
 * Brings what the keyboard comes to into view whole; browsers leave it where an edge of it can be seen already. It stays in view
 * when more comes above it, or something there or its scroller gets another size, unless somebody has scrolled away from it.
 */
export function connectFocus(): void {
  let focused: Element | null = null;
  let scroller: Element = document.documentElement; // of what is focused
  let place: Place = { top: 0, bottom: 0 }; // of what is focused, when it was shown or something got another size
  let isSeen = false; // after what somebody scrolled last
  let came = -Infinity; // when the focus did, if nobody has done anything since
  const show = () => {
    if (!focused) return;
    if (isSeen) focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    place = placeOf(focused, scroller);
  };
  // In each frame a browser tells of scrolling first, calls back then, and tells of sizes last.
  const sizes = new ResizeObserver(() => requestAnimationFrame(show));
  const scrolled = ({ target, timeStamp }: Event) => {
    if (!focused || !(target as Node).contains(focused)) return;
    // Where one Tab follows another Firefox goes back to where its compositor still was.
    if (timeStamp - came < moment) {
      show();
      return;
    }
    // By the time that scrolling is told there may be more above what it was scrolled to: that is nobody's scrolling away.
    isSeen = isWhole(place, scroller) || isWhole(placeOf(focused, scroller), scroller);
  };
  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  for (const done of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    document.addEventListener(done, () => (came = -Infinity), { capture: true, passive: true });
  }
  document.addEventListener('focusin', ({ target, timeStamp }) => {
    sizes.disconnect();
    focused = target instanceof Element && target.matches(':focus-visible') ? target : null;
    if (!focused) return;
    scroller = scrollerOf(focused);
    isSeen = true;
    came = timeStamp;
    show();
    for (const part of [scroller, ...scroller.children]) sizes.observe(part);
  });
}
