// The gallery as a file (assets/gallery.yaml): scenes by idea.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const galleryFile = join(import.meta.dirname, '../../assets/gallery.yaml');

/** It opens as its picture shows it: the scene says the iteration. */
export interface GalleryScene {
  id: string;
  title: string;
  text: string;
  /** What the numbers of the text say, as an expression over the report of the scene; tests look whether it holds. */
  holds?: string;
  scene: string;
  /** As `marginscope picture` calls what its picture shows. */
  picture: string;
  /** As the page calls what the plane then shows; '' is the points, beside which the charts are. */
  view: string;
}

const planeViews: Record<string, string> = { weights: 'weight-space', proof: 'proof' };

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
      const picture = (each as Partial<GalleryScene>).view ?? 'plane';
      return { ...each, picture, view: planeViews[picture] ?? '' };
    }),
  }));
}
