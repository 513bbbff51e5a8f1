// How a list of scenes is told from a scene, without what reads it (list.ts).

export const fileHead = 'Marginscope scenes';

export function isListLink(text: string): boolean {
  return text.startsWith('list=');
}

export function isListFile(text: string): boolean {
  return text.trimStart().startsWith(fileHead);
}
