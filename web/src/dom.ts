// A few helpers for making elements and keeping them in step without touching what has not changed.

type Attributes = Record<string, string | number | boolean>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children);
  return node;
}

/** The element of index.html with this id. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const node = document.getElementById(id);
  if (!(node instanceof type)) throw new Error(`index.html has no ${type.name} with the id ${id}.`);
  return node;
}

export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** What Tab comes to in a node, itself included, in its order; it can be seen. */
function stopsIn(node: Element): HTMLElement[] {
  const stops = ':is(button, input, select, textarea):enabled, summary, a[href], [tabindex]:not([tabindex="-1"])';
  return [node, ...node.querySelectorAll(stops)].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.matches(stops) && each.getClientRects().length > 0,
  );
}

/**
 * Gives the focus that a node has, or something in it, to what stands beside it: it is about to go away, and with it the
 * person's place in the page would. In a row of a table that is the same place in the row beside it; where nothing in its
 * section takes the focus, the section's heading.
 */
export function passFocus(node: Element): void {
  const focused = document.activeElement;
  if (!focused || !node.contains(focused)) return;
  const place = stopsIn(node).findIndex((stop) => stop === focused);
  const section = node.parentElement?.closest('section, dialog, aside, main') ?? null;
  for (let at = node; at !== section && at.parentElement; at = at.parentElement) {
    for (const way of ['nextElementSibling', 'previousElementSibling'] as const) {
      for (let beside = at[way]; beside; beside = beside[way]) {
        const stops = stopsIn(beside);
        const stop = stops[at === node ? Math.max(place, 0) : 0] ?? stops.at(-1);
        if (stop) {
          stop.focus();
          return;
        }
      }
    }
  }
  focusHeading(section);
}

/** For a section in which nothing else takes the focus any more. */
export function focusHeading(section: Element | null): void {
  const heading = section?.querySelector<HTMLElement>('h1, h2, h3');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

export function setHidden(node: HTMLElement, hidden: boolean): void {
  if (node.hidden === hidden) return;
  if (hidden) passFocus(node);
  node.hidden = hidden;
}

export function remove(node: Element | undefined): void {
  if (node) passFocus(node);
  node?.remove();
}

/**
 * Gives a field another value. Where all of the old one was selected, as Tab leaves it, all of the new one is: what is
 * typed next takes its place, whichever of the two comes first.
 */
export function setValue(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  const isAllSelected = input === document.activeElement && input.selectionStart === 0 && input.selectionEnd === input.value.length;
  input.value = value;
  if (isAllSelected) input.select();
}

/**
 * Makes a field take what is typed in it, by Enter or by leaving it. That may be what stood there before, which no
 * `change` would tell: what the field is about can have become another since it was shown. Escape takes back what is typed.
 *
 * @param take answers null, or the sentence that says why what was typed is refused.
 * @returns shows another value, unless somebody is typing or still has before them what was refused.
 */
export function typedField(input: HTMLInputElement, take: (value: string) => string | null): (value: string) => void {
  let state: 'follows' | 'typing' | 'refused' = 'follows';
  let taken = input.value; // as it is, whatever is being typed
  const settle = () => {
    if (state !== 'typing') return;
    state = take(input.value) === null ? 'follows' : 'refused';
    if (state === 'follows') taken = input.value;
  };
  input.addEventListener('input', () => {
    state = 'typing';
  });
  input.addEventListener('keydown', ({ key, isComposing }) => {
    if (isComposing) return;
    if (key === 'Enter') settle();
    if (key !== 'Escape' || state === 'follows') return;
    state = 'follows';
    input.value = taken;
  });
  for (const done of ['change', 'blur']) input.addEventListener(done, settle);
  return (value) => {
    taken = value;
    if (state === 'refused' && input !== document.activeElement) state = 'follows';
    if (state === 'follows') setValue(input, value);
  };
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A window that is left leaves the focus in it where it is. */
function disableLeft({ currentTarget: node }: Event): void {
  if (node !== document.activeElement) setDisabled(node as HTMLButtonElement, true);
}

/** A control that has the focus keeps it, and does nothing until it has left: a disabled one loses it. */
export function setDisabled(node: HTMLButtonElement | HTMLInputElement, disabled: boolean): void {
  const rests = disabled && node === document.activeElement;
  if (node.disabled !== (disabled && !rests)) node.disabled = disabled && !rests;
  if (node.hasAttribute('aria-disabled') === rests) return;
  if (rests) {
    node.setAttribute('aria-disabled', 'true');
    node.addEventListener('click', ignore, { capture: true });
    node.addEventListener('blur', disableLeft);
  } else {
    node.removeAttribute('aria-disabled');
    node.removeEventListener('click', ignore, { capture: true });
    node.removeEventListener('blur', disableLeft);
  }
}

/** True for an element that takes typed text, so that shortcuts rest. */
export function takesText(node: EventTarget | null): boolean {
  return (
    node instanceof HTMLTextAreaElement ||
    node instanceof HTMLSelectElement ||
    (node instanceof HTMLInputElement && node.type !== 'checkbox' && node.type !== 'radio')
  );
}

/** Leads there, but nobody away from a field in which they type by now: the rest would be shortcuts. */
export function leadTo(node: HTMLElement): void {
  if (!takesText(document.activeElement)) node.focus();
}

/** Whether a key is meant for a field or a dialog, or has been of use already. */
export function isSpokenFor({ isComposing, defaultPrevented, target }: KeyboardEvent): boolean {
  return isComposing || defaultPrevented || takesText(target) || document.querySelector('dialog[open]') !== null;
}

/** Whether it is in the text form, which scrolls by the keys that turn pages elsewhere. */
export function isInForm(node: EventTarget | null): boolean {
  return node instanceof Element && node.closest('#mirror') !== null;
}

let ids = 0;
export function newId(stem: string): string {
  ids += 1;
  return `${stem}-${ids}`;
}
