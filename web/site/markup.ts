// HTML as text.

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** An element with its attributes, which are escaped, around content that is markup already. */
export function tag(name: string, attributes: Record<string, string | number>, ...content: string[]): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${list.join('')}>${content.join('')}</${name}>`;
}

/** What is heard and not seen. */
export function spoken(text: string): string {
  return tag('span', { class: 'spoken' }, escaped(text));
}
