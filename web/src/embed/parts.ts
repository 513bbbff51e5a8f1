// The parts that a frame may have beside the plane, as wasm/app/parts.h calls them and as a person knows them, and
// whether it has them where its link names none.

export const frameParts: { id: string; name: string; usual: boolean }[] = [
  { id: 'transport', name: 'playing and the timeline', usual: true },
  { id: 'sentence', name: 'what is said of the iteration', usual: true },
  { id: 'charts', name: 'charts', usual: false },
  { id: 'algorithm', name: 'algorithm and settings', usual: false },
  { id: 'rules', name: 'stopping rules', usual: false },
  { id: 'points', name: 'points and their classes', usual: false },
  { id: 'menus', name: 'gallery, share, laboratory, lessons', usual: false },
];
