// A list of scenes, as a link and as a file.
//
// In a link: list=1&title=…&view=…&scene=…&title=…, the view only where it is not that of the points. In a file: a first
// line that says what it is, and then for each scene an empty line, its title, its view where it has one, and its scene.

import { fileHead, sceneIn } from './kinds';

export interface TalkScene {
  title: string;
  scene: string;
  /** What the plane shows (view_choice()); '' is the points. */
  view: string;
}

export function linkOfList(list: readonly TalkScene[]): string {
  const parts = new URLSearchParams({ list: '1' });
  for (const { title, view, scene } of list) {
    parts.append('title', title);
    if (view !== '') parts.append('view', view);
    parts.append('scene', scene);
  }
  return parts.toString();
}

/** The list, or the sentence that says what is wrong with the link. */
export function listOfLink(text: string): TalkScene[] | string {
  const list: TalkScene[] = [];
  let next = { title: '', view: '' };
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === 'list') {
      if (value !== '1') return `The link is a list of scenes of kind “${value}”; this page knows kind 1.`;
    } else if (name === 'title' || name === 'view') next[name] = value.replace(/\s+/g, ' ').trim();
    else if (name === 'scene') {
      list.push({ ...next, scene: value });
      next = { title: '', view: '' };
    } else return `The link of scenes has an unknown part “${name}”; there are title, view and scene.`;
  }
  return list.length > 0 ? list : 'The link of scenes has no scene.';
}

export function fileOfList(list: readonly TalkScene[]): string {
  // Each has a line for its title.
  const parts = list.map(({ title, view, scene }, at) => [title || `Scene ${String(at + 1)}`, ...(view === '' ? [] : [`view ${view}`]), scene].join('\n'));
  return `${[fileHead, ...parts].join('\n\n')}\n`;
}

/** The list, or the sentence that says what is wrong with the file. A scene may be given by its whole address. */
export function listOfFile(text: string): TalkScene[] | string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const head = lines.findIndex((line) => line !== '');
  const list: TalkScene[] = [];
  let next: { title: string; view: string } | null = null;
  for (const [index, line] of lines.entries()) {
    if (line === '' || index <= head) continue;
    const at = `Line ${String(index + 1)}`;
    const scene = sceneIn(line);
    if (!next) next = { title: line, view: '' };
    else if (line.startsWith('view ')) next.view = line.slice('view '.length);
    else if (scene !== null) {
      list.push({ ...next, scene });
      next = null;
    } else return `${at} should be the scene of “${next.title}”, as in v=1&problem=moons, or its address.`;
  }
  if (next) return `The last title, “${next.title}”, has no scene below it.`;
  return list.length > 0 ? list : 'The file has no scene.';
}
