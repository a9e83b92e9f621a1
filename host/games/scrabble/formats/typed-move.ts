import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { isBlank } from '../tiles/tile-set.ts';
import type { Move } from '../wire/messages.ts';
import { readWrittenMove, type WrittenMove } from './move-notation.ts';

interface Seen {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
}

/** Reads a move in words of people: `exchange` and `swap` are changes. */
export function readSpokenMove(text: string, seen: Seen): WrittenMove {
  return readTypedMove(text.replace(/^\s*(exchange|swap)\b/i, 'change'), seen);
}

/** Reads a typed move. The word may include letters of the board and be in small letters. */
export function readTypedMove(text: string, { terms, position, held }: Seen): WrittenMove {
  const read = readWrittenMove(keyword(text), terms);
  const capital = () => readWrittenMove(capitals(text), terms);
  const reading =
    read.ok && !usesBlanksBeyond(read.move, terms, held) ? read : oneThatStands(capital(), read);
  if (!reading.ok || reading.move.type !== 'play') return reading;
  const { placements } = reading.move;
  const added = placements.filter(({ x, y, letter }) => position.tileAt(x, y)?.letter !== letter);
  return { ok: true, move: { type: 'play', placements: added } };
}

function oneThatStands(one: WrittenMove, other: WrittenMove): WrittenMove {
  return one.ok ? one : other;
}

function keyword(text: string): string {
  return text.replace(/^\s*(pass|forfeit|change|play)\b/i, (word) => word.toLowerCase());
}

/** Coordinates stay unchanged. */
function capitals(text: string): string {
  return keyword(text.toUpperCase()).replace(
    /^(\s*-?\d+\s*,\s*-?\d+\s+)(ACROSS|DOWN)(?=\s)/,
    (_, place: string, word: string) => place + word.toLowerCase(),
  );
}

function usesBlanksBeyond(move: Move, { tiles }: JudgingTerms, held: HeldTiles): boolean {
  if (move.type !== 'play') return false;
  const used = new Map<number, number>();
  for (const { id } of move.placements) used.set(id, (used.get(id) ?? 0) + 1);
  return [...used].some(([id, count]) => isBlank(tiles, id) && count > (held.get(id) ?? 0));
}
