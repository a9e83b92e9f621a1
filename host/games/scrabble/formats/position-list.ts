import type { ListedLine } from '../../kit/option.ts';
import { readCgp } from './cgp.ts';

type Reading =
  | { readonly ok: true; readonly value: readonly ListedLine[] }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

/** A file with a position in CGP on each line; empty lines and those that begin with `#` are skipped. */
export function readPositions(file: string): Reading {
  const lines = file.split('\n').map((text, index): ListedLine => ({ line: index + 1, text: text.trim() }));
  const value = lines.filter(({ text }) => text !== '' && !text.startsWith('#'));
  if (value.length === 0) return { ok: false, problem: 'expected a position in CGP on each line; got none' };
  for (const { line, text } of value) {
    const read = readCgp(text);
    if (!read.ok) return { ok: false, line, problem: read.problem };
  }
  return { ok: true, value };
}

export function positionsText(positions: readonly ListedLine[]): string {
  return positions.map(({ text }) => `${text}\n`).join('');
}
