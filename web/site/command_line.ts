// The command line as a module (src/cli/wasm/main.cpp), which says what the site says of itself while it is built.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Instance {
  FS: { readFile: (path: string, options: { encoding: 'utf8' }) => string; writeFile: (path: string, text: string) => void };
}
type Create = (options: {
  arguments: string[];
  preRun: (instance: Instance) => void;
  print: (line: string) => void;
  printErr: (line: string) => void;
  onExit: (status: number) => void;
}) => Promise<Instance>;

const build = join(import.meta.dirname, '../../build');
let create: Create | null = null;

/** A module that was built last: the site's own, or that of `npm run dev`. */
export function builtLast(name: string): string {
  const built = ['wasm', 'wasm-dev']
    .map((preset) => join(build, preset, name))
    .filter((file) => existsSync(file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built[0] === undefined) throw new Error(`${build} has no ${name}: npm run build makes it.`);
  return built[0];
}

const moduleFile = () => builtLast('command_line.mjs');

/** What the command line refused, in its sentence. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** Texts by the names of the files that hold them. */
export type Files = Record<string, string>;

async function called(args: string[], files: Files = {}): Promise<{ text: string; instance: Instance }> {
  if (!create) {
    ({ default: create } = (await import(/* @vite-ignore */ pathToFileURL(moduleFile()).href)) as { default: Create });
  }
  const out: string[] = [];
  const said: string[] = [];
  let status = 0;
  const instance = await create({
    arguments: args,
    preRun: ({ FS }) => {
      for (const [name, text] of Object.entries(files)) FS.writeFile(name, text);
    },
    print: (line) => out.push(line),
    printErr: (line) => said.push(line),
    onExit: (code) => {
      status = code;
    },
  });
  // The module makes its status that of the program around it: the build would fail for a refusal that was asked for.
  process.exitCode = undefined;
  if (status !== 0) throw new Refused(said.join(' ').replace(/^marginscope: /, ''), status);
  return { text: out.join('\n'), instance };
}

/** What the command prints. */
export async function printed(...args: string[]): Promise<string> {
  return (await called(args)).text;
}

/** What a command prints that finds some files, and what it leaves in the files that it writes. */
export async function ran(args: string[], files: Files, writes: string[] = []): Promise<{ text: string; written: Files }> {
  const { text, instance } = await called(args, files);
  return { text, written: Object.fromEntries(writes.map((name) => [name, instance.FS.readFile(name, { encoding: 'utf8' })])) };
}

/** What a scene comes to, as `marginscope run --json` (of several machines `compare`) says it. */
export async function report(scene: string): Promise<unknown> {
  const command = scene.includes('&others=') ? 'compare' : 'run';
  return JSON.parse(await printed(command, '--link', scene, '--json'));
}

/** Pictures that this very command line has drawn before. */
const drawn = join(build, 'pictures');
let program: string | null = null;

/** The scene's picture in small, as SVG. */
export async function thumbnail(scene: string, view: string, dark: boolean): Promise<string> {
  program ??= createHash('sha256').update(readFileSync(moduleFile().replace(/mjs$/, 'wasm'))).digest('hex');
  const kept = join(drawn, `${createHash('sha256').update(JSON.stringify([program, scene, view, dark])).digest('hex')}.svg`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const file = '/picture.svg';
  const args = ['picture', '--link', scene, '--view', view, '--thumbnail', '--out', file, ...(dark ? ['--dark'] : [])];
  const { instance } = await called(args);
  const svg = instance.FS.readFile(file, { encoding: 'utf8' });
  mkdirSync(drawn, { recursive: true });
  writeFileSync(kept, svg);
  return svg;
}
