import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export interface Page {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page, with what the comment above it says of it. */
export interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly note: Note;
  /** One of several languages, of which a reader takes one: between `<!-- tabs -->` and `<!-- end -->`. */
  readonly tab: boolean;
}

export type Note =
  | { readonly is: 'none' }
  /** The block is the content of this file. */
  | { readonly is: 'file'; readonly name: string }
  | { readonly is: 'not run'; readonly reason: string }
  | { readonly is: 'exit'; readonly status: number }
  /**
   * What the block of commands before it prints, or a part of that. `exact`: to the letter, and in this order. `race`:
   * as it mostly is, for on a busy machine the quicker program need not be the first.
   */
  | { readonly is: 'output'; readonly how: 'alike' | 'exact' | 'race' };

export function page(path: string): Page {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

/** All that people read. */
export function allPages(): readonly Page[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...docs].map(page);
}

export function blocksOf({ text, path }: Page): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let tab = false;
  for (let index = 0; index < lines.length; index++) {
    if (lines[index] === '<!-- tabs -->') tab = true;
    if (lines[index] === '<!-- end -->') tab = false;
    const language = /^```(\w*)$/.exec(lines[index]!)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', index + 1);
    if (end === -1) throw new Error(`${path}:${index + 1}: this block has no end`);
    const note = noteAbove(lines, index, path);
    blocks.push({
      line: index + 1,
      language,
      text: `${lines.slice(index + 1, end).join('\n')}\n`,
      note,
      tab,
    });
    index = end;
  }
  return blocks;
}

function noteAbove(lines: readonly string[], index: number, path: string): Note {
  const above = lines.slice(0, index).findLast((line) => line !== '') ?? '';
  const comment = /^<!-- (.+) -->$/.exec(above)?.[1];
  if (comment === undefined || comment === 'end' || comment.startsWith('options')) return { is: 'none' };
  const [, word, value = ''] = /^([a-z ]+?)(?:: (.+))?$/.exec(comment) ?? [];
  if (word === 'file' && value !== '') return { is: 'file', name: value };
  if (word === 'not run' && value !== '') return { is: 'not run', reason: value };
  if (word === 'exit' && /^\d+$/.test(value)) return { is: 'exit', status: Number(value) };
  if (word === 'output' && (value === '' || value === 'exact' || value === 'race'))
    return { is: 'output', how: value === '' ? 'alike' : value };
  throw new Error(
    `${path}:${index}: expected file: NAME, not run: REASON, exit: N, output, output: exact or output: race; got <!-- ${comment} -->`,
  );
}
