// What sum_plugin.ts makes of a file.

declare module '*.wasm?sum' {
  const sum: number;
  export default sum;
}
