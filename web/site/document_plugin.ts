// The pages that are read: each is a file with its title, its description, and what styles and scripts it has beside
// those of all, between <!-- document and -->, and then what stands in its <main>.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { escaped, tag } from './markup';

const frame = join(import.meta.dirname, 'document.html');

interface About {
  title: string;
  description: string;
  styles?: string[];
  scripts?: string[];
}

function framed(html: string): string {
  const [whole, about, content] = /^<!-- document\n(.*?)^-->\n(.*)$/ms.exec(html) ?? [];
  if (whole === undefined) return html;
  const { title, description, styles = [], scripts = [] } = parse(about ?? '') as About;
  const more = [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}" />`),
    ...scripts.map((src) => tag('script', { type: 'module', src })),
  ];
  const parts: Record<string, string> = { title: escaped(title), description: escaped(description), more: more.join('\n    '), content: content ?? '' };
  return readFileSync(frame, 'utf8').replace(/\{\{(title|description|more|content)\}\}/g, (_, name: string) => parts[name] ?? '');
}

export function documentPlugin(): Plugin {
  return { name: 'document', enforce: 'pre', transformIndexHtml: { order: 'pre', handler: framed } };
}
