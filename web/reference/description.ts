// What `describe()` says, from its declarations: those of the page's own module (web/src/playground.ts) and, where
// these lead on to what the core tells, those that stand beside it in C++ (wasm/*.h). Their comments say what it means.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Said {
  name: string; // "machines[].rules"
  type: string;
  meaning: string;
}

const root = join(import.meta.dirname, '../..');
const playground = join(root, 'web/src/playground.ts');
const main = join(root, 'web/src/main.ts');
const core = join(root, 'core.d.ts'); // of this name is no file

/** The types of the core, by the names that the bindings give them. */
function coreTypes(): string {
  const read = (file: string) => readFileSync(join(root, 'wasm', file), 'utf8');
  const definitions = new Map<string, string>();
  for (const file of readdirSync(join(root, 'wasm')).filter((name) => name.endsWith('.h'))) {
    for (const [, name = '', raw, plain] of read(file).matchAll(/inline constexpr char (\w+)\[\] =\s*(?:R"\((.*?)\)"|"([^"]*)");/gs)) {
      definitions.set(name, raw ?? plain ?? '');
    }
  }
  const declared = read('bindings.cpp').matchAll(/declare_type<\w+>\("(\w+)", (?:(\w+)|"([^"]*)")\)/g);
  const types = [...declared].map(([, name = '', variable, literal]) => `export type ${name} = ${literal ?? definitions.get(variable ?? '') ?? 'unknown'};`);
  return `${types.join('\n')}\nexport type Command = unknown;\nexport type App = unknown;\n`;
}

/** A program of the two, in which every other module is unknown. */
function program(): ts.Program {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, types: [] };
  const host = ts.createCompilerHost(options);
  const fileOf = host.getSourceFile.bind(host);
  const text = coreTypes();
  host.getSourceFile = (name, target) => (name === core ? ts.createSourceFile(name, text, target) : fileOf(name, target));
  host.resolveModuleNameLiterals = (names) =>
    names.map(({ text: name }) => ({ resolvedModule: name === './module' ? { resolvedFileName: core, extension: ts.Extension.Dts } : undefined }));
  return ts.createProgram([playground, core], options, host);
}

const oneLine = (text: string) => text.replace(/\/\*\*.*?\*\//gs, '').replace(/\s+/g, ' ').replace(/; \}/g, ' }').trim();

/** Each member of `window.marginscope`. */
export function globalMembers(): Said[] {
  const source = ts.createSourceFile(main, readFileSync(main, 'utf8'), ts.ScriptTarget.ES2022, true);
  const list: Said[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.name.getText() === 'marginscope' && node.type && ts.isTypeLiteralNode(node.type)) {
      for (const member of node.type.members) {
        const meaning = ts.getJSDocCommentsAndTags(member).map((each) => ts.getTextOfJSDocComment(each.comment) ?? '');
        if (ts.isPropertySignature(member)) list.push({ name: member.name.getText(), type: oneLine(member.type?.getText() ?? ''), meaning: meaning.join(' ') });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return list;
}

/** Each field of the description, and the fields of its lists and objects where these have something to say. */
export function descriptionFields(): Said[] {
  const whole = program();
  const checker = whole.getTypeChecker();
  const source = whole.getSourceFile(playground);
  const declared = source?.statements.find((each): each is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(each) && each.name.text === 'Description');
  if (!declared) throw new Error(`${playground} has no type Description.`);
  const meaningOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll('\n', ' ');
  const declarationOf = (symbol: ts.Symbol) =>
    symbol.declarations?.find((each): each is ts.PropertySignature => ts.isPropertySignature(each) && [playground, core].includes(each.getSourceFile().fileName));
  const aliases = new Map<string, string>();
  for (const file of [playground, core]) {
    for (const each of whole.getSourceFile(file)?.statements ?? []) {
      if (ts.isTypeAliasDeclaration(each)) aliases.set(each.name.text, oneLine(each.type.getText()));
    }
  }
  const list: Said[] = [];
  const add = (symbol: ts.Symbol, before: string): void => {
    const name = before + symbol.name;
    const type = checker.getTypeOfSymbol(symbol);
    const some = checker.getNonNullableType(type);
    const isList = checker.isArrayType(some);
    const each = isList ? (checker.getTypeArguments(some as ts.TypeReference)[0] ?? some) : some;
    const fields = checker.getPropertiesOfType(each).filter(declarationOf);
    const written = oneLine(declarationOf(symbol)?.type?.getText() ?? '');
    const goesOn = fields.some((field) => meaningOf(field) !== '');
    list.push({ name, type: goesOn ? (isList ? 'a list of objects' : 'an object') : (aliases.get(written) ?? written), meaning: meaningOf(symbol) });
    if (goesOn) for (const field of fields) add(field, `${name}${isList ? '[]' : ''}.`);
  };
  for (const symbol of checker.getPropertiesOfType(checker.getTypeAtLocation(declared))) add(symbol, '');
  return list;
}
