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

export function setHidden(node: HTMLElement, hidden: boolean): void {
  if (node.hidden !== hidden) node.hidden = hidden;
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
 * `change` would tell: what the field is about can have become another since it was shown.
 *
 * @param take answers null, or the sentence that says why what was typed is refused.
 * @returns shows another value, unless somebody is typing or still has before them what was refused.
 */
export function typedField(input: HTMLInputElement, take: (value: string) => string | null): (value: string) => void {
  let state: 'follows' | 'typing' | 'refused' = 'follows';
  const settle = () => {
    if (state === 'typing') state = take(input.value) === null ? 'follows' : 'refused';
  };
  input.addEventListener('input', () => {
    state = 'typing';
  });
  input.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Enter' && !isComposing) settle();
  });
  for (const done of ['change', 'blur']) input.addEventListener(done, settle);
  return (value) => {
    if (state === 'refused' && input !== document.activeElement) state = 'follows';
    if (state === 'follows') setValue(input, value);
  };
}

export function setDisabled(node: HTMLButtonElement | HTMLInputElement, disabled: boolean): void {
  if (node.disabled !== disabled) node.disabled = disabled;
}

/** True for an element that takes typed text, so that shortcuts rest. */
export function takesText(node: EventTarget | null): boolean {
  return (
    node instanceof HTMLTextAreaElement ||
    node instanceof HTMLSelectElement ||
    (node instanceof HTMLInputElement && node.type !== 'checkbox' && node.type !== 'radio')
  );
}

let ids = 0;
export function newId(stem: string): string {
  ids += 1;
  return `${stem}-${ids}`;
}
