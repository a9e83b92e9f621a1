import type { Offence } from '../../kit/verdict.ts';

/** Columns and rows from 1, in the grid as it was sent. */
export interface Square {
  readonly column: number;
  readonly row: number;
}

/** Why a peel or a dump does not stand. The first that holds, in this order. */
export type Refusal =
  /** Letters used that are not held, and held that are not used. */
  | { readonly rule: 'tiles'; readonly extra: string; readonly missing: string; readonly beyond: number }
  | { readonly rule: 'connected'; readonly letter: string; readonly at: Square }
  | { readonly rule: 'word'; readonly word: string; readonly across: boolean; readonly at: Square }
  | { readonly rule: 'number'; readonly said: number; readonly next: number };

export function explain(refusal: Refusal): string {
  switch (refusal.rule) {
    case 'tiles':
      return tilesSentence(refusal);
    case 'connected':
      return `${refusal.letter} at row ${refusal.at.row}, column ${refusal.at.column} is not connected to the rest of the grid`;
    case 'word':
      return refusal.across
        ? `${refusal.word} across, from column ${refusal.at.column} of row ${refusal.at.row}`
        : `${refusal.word} down, from row ${refusal.at.row} of column ${refusal.at.column}`;
    case 'number':
      return `peel ${refusal.said} was never announced: the next number is ${refusal.next}`;
    default:
      return refusal satisfies never;
  }
}

function tilesSentence(refusal: Extract<Refusal, { rule: 'tiles' }>): string {
  const more = refusal.beyond > 0 ? `${refusal.beyond} more` : '';
  const used = [refusal.extra, more].filter((part) => part !== '').join(' and ');
  const extra = used === '' ? [] : [`${used} used but not held`];
  const missing = refusal.missing === '' ? [] : [`${refusal.missing} held but not used`];
  return [...extra, ...missing].join(', ');
}

/** As an offence: a peel number that was never issued breaks the wire, all else the rules. */
export function offenceOf(refusal: Refusal, at: number, message: string): Offence {
  const kind = refusal.rule === 'number' ? 'protocol' : 'illegal';
  return { kind, rule: refusal.rule, detail: explain(refusal), at, unit: 'byte', message };
}
