// The modules that the build makes of assets/lessons (web/lessons/plugin.ts) and of assets/gallery.yaml
// (web/gallery/plugin.ts).

declare module 'virtual:lessons' {
  import type { Description } from '../playground';

  type Now = Description;
  export interface Line {
    wrong: number; // of its points
    of: number;
  }
  export type Said = (now: Now, began: Now, line: Line | null) => string;

  export interface Choice {
    says: string;
    pictures: [light: string, dark: string] | null;
    feedback: Said;
  }

  /** Of a machine, and the points. */
  export type Part = 'points' | 'algorithm' | 'settings' | 'rules';

  export interface Task {
    predict: 'choice' | 'line' | 'point' | null;
    ask: string;
    hints: string[];
    then: LessonCommand[];
    show: LessonCommand[] | number[];
    /** Which parts have to be as the step began for its check to be asked. */
    kept: Part[];
    check?: (now: Now, began: Now, line: Line | null) => boolean;
    answer?: number;
    right?: Said;
    wrong?: Said;
    choices?: Choice[];
  }

  export type LessonCommand = { type: string; view?: string } & Record<string, unknown>;

  export interface Step {
    heading: string;
    html: string;
    scene: string | null;
    task: Task;
  }

  export interface LessonAbout {
    id: string;
    title: string;
    minutes: number;
    needs: string;
    learns: string;
    steps: number;
    load: () => Promise<{ steps: Step[] }>;
  }

  export const lessons: LessonAbout[];
}

declare module 'virtual:gallery' {
  export const ideas: {
    idea: string;
    scenes: { id: string; title: string; text: string; scene: string; view: string; pictures: [light: string, dark: string] }[];
  }[];
}
