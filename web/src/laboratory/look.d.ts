// What theme_plugin.ts reads of the canvas' drawing.

declare module 'virtual:look' {
  /** By class: corners (none of a circle), the angle of the first in turns of π, and what makes them look of one size. */
  export const markerShapes: [corners: number, angle: number, factor: number][];
  export const strongestShade: { light: number; dark: number };
}
