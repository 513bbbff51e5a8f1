// What an address asks for before its #: a lesson and a step of it, the lessons, what the plane shows.

const asked = /^(lessons?|step|view)(=|$)/;

/** The part of the address before its # that asks for this, in the place of what it asked for before; all else stays. */
export function searchFor(what: string): string {
  const others = location.search.slice(1).split('&').filter((part) => part !== '' && !asked.test(part));
  if (what !== '') others.push(what);
  return others.length > 0 ? `?${others.join('&')}` : '';
}

/** The address that is shown asks for this from now on. */
export function askFor(what: string): void {
  const search = searchFor(what);
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash);
}
