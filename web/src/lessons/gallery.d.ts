// The module that the build makes of assets/gallery.yaml (web/gallery/plugin.ts).

declare module 'virtual:gallery' {
  export const ideas: {
    idea: string;
    scenes: { id: string; title: string; text: string; scene: string; pictures: [light: string, dark: string] }[];
  }[];
}
