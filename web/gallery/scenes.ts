// The gallery as a file (assets/gallery.yaml): scenes by idea.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const galleryFile = join(import.meta.dirname, '../../assets/gallery.yaml');

export interface GalleryScene {
  id: string;
  title: string;
  text: string;
  scene: string;
  view: string;
}

export interface Idea {
  idea: string;
  scenes: GalleryScene[];
}

export function readGallery(): Idea[] {
  const ideas = parse(readFileSync(galleryFile, 'utf8')) as Idea[];
  const ids = new Set<string>();
  return ideas.map(({ idea, scenes }) => ({
    idea,
    scenes: scenes.map((each) => {
      for (const name of ['id', 'title', 'text', 'scene'] as const) {
        if (typeof each[name] !== 'string') throw new Error(`assets/gallery.yaml: a scene of “${idea}” has no ${name}.`);
      }
      if (ids.has(each.id)) throw new Error(`assets/gallery.yaml: there are two scenes ${each.id}.`);
      ids.add(each.id);
      return { ...each, view: (each as Partial<GalleryScene>).view ?? 'plane' };
    }),
  }));
}
