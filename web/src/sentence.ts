import { setText } from './dom';

/** A refusal as it stands on the screen: some come with their full stop, some without. */
export function asSentence(text: string): string {
  return text === '' || /[.!?)]$/.test(text) ? text : `${text}.`;
}

export function setSentence(node: Node, text: string): void {
  setText(node, asSentence(text));
}

/** What there is of something: "1 point", "3 points". */
export function counted(count: number, one: string, several: string): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}

/** A number with so many digits behind the point and a real minus sign, which a zero has not. */
export function fixed(value: number, digits: number): string {
  return (Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−');
}
