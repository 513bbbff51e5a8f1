// How scenes and lists of scenes are told from one another and from other texts, without what reads them.

export const fileHead = 'Marginscope scenes';

/** What an address has behind its #, or the text itself where it is none. */
function behindAddress(text: string): string {
  return text.trim().replace(/^[^\s#]*#/, '');
}

/** The scene that a text is or that its address has; null where there is none. */
export function sceneIn(text: string): string | null {
  const scene = behindAddress(text);
  return /^v=\d+&/.test(scene) ? scene : null;
}

/** The link of a list, likewise. */
export function listLinkIn(text: string): string | null {
  const link = behindAddress(text);
  return isListLink(link) ? link : null;
}

export function isListLink(text: string): boolean {
  return text.startsWith('list=');
}

export function isListFile(text: string): boolean {
  return text.trimStart().startsWith(fileHead);
}
