import { setText } from './dom';

/** A refusal as it stands on the screen: some come with their full stop, some without. */
export function asSentence(text: string): string {
  return text === '' || /[.!?)]$/.test(text) ? text : `${text}.`;
}

export function setSentence(node: Node, text: string): void {
  setText(node, asSentence(text));
}
