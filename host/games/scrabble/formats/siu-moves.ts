import type { Reading } from '../../../core/reading.ts';
import type { Rectangle } from '../board/squares.ts';
import type { JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { emptyHand, rackLetters, rackText, withTiles } from '../tiles/bag.ts';
import { isBlank, type TileSet, writtenLetter } from '../tiles/tile-set.ts';
import type { Move, Placement } from '../wire/messages.ts';
import { readHand, squareAlong, tileFor, type WordPlace, writtenWord } from './move-notation.ts';

/*
 * Moves in SIU, and in CGP after `lm`: `8D.WORD` across, `D8.WORD` down, `ex.TILES`, `pass`. Rows are
 * numbers. Existing letters are written, and a small letter is a blank.
 */

type Terms = Pick<JudgingTerms, 'board' | 'tiles'>;

/** A move before the position. */
export type SiuMove = Reading<{ move: Move; rack: ReadonlyMap<number, number> | undefined }>;

const PLACE = /^(?:(?<row>\d{1,3})(?<column>[a-z]{1,2})|(?<top>[a-z]{1,2})(?<first>\d{1,3}))$/i;

/** A challenged play is a pass. An exchange of unknown tiles is empty. */
export function readSiuMove(text: string, { board, tiles }: Terms, position: Position): SiuMove {
  const [first = '', second, third] = text.split('.');
  if (first.toLowerCase() === 'pass' && second === undefined) return made({ type: 'pass' });
  if (first.toLowerCase() === 'phony' && third !== undefined) return made({ type: 'pass' });
  if (second === undefined || second === '') return wrong(text, FORMS);
  const rack = third === undefined ? undefined : readHand(third, tiles);
  if (typeof rack === 'string') return wrong(text, rack);
  if (first.toLowerCase() === 'ex') {
    const changed = /^\d+$/.test(second) ? new Map<number, number>() : readHand(second, tiles);
    if (typeof changed === 'string') return wrong(text, changed);
    return made(
      { type: 'change', ids: [...changed].flatMap(([id, count]) => Array<number>(count).fill(id)) },
      rack,
    );
  }
  const place = board.layout && placeNamed(first, board.layout);
  if (!place) return wrong(text, FORMS);
  const placements = placementsOf(second, place, tiles, position);
  return typeof placements === 'string' ? wrong(text, placements) : made({ type: 'play', placements }, rack);
}

const FORMS = 'expected 8D.WORD, D8.WORD, ex.TILES or pass';

const made = (move: Move, rack?: ReadonlyMap<number, number>): SiuMove => ({ ok: true, move, rack });

const wrong = (text: string, problem: string): SiuMove => ({
  ok: false,
  problem: `${text.slice(0, 40)}: ${problem}`,
});

function placeNamed(text: string, { x, y }: Rectangle): WordPlace | undefined {
  const { row, column, top, first } = PLACE.exec(text)?.groups ?? {};
  const letters = column ?? top;
  if (letters === undefined) return undefined;
  const direction = row === undefined ? 'down' : 'across';
  return { x: x + numberOfColumn(letters), y: y + Number(row ?? first) - 1, direction };
}

/** Returns the new letters of the word, or the error. */
function placementsOf(
  word: string,
  place: WordPlace,
  tiles: TileSet,
  position: Position,
): Placement[] | string {
  const dotted = withDots(word, place, position);
  if (!dotted.ok) return dotted.problem;
  const placements: Placement[] = [];
  for (const [index, letter] of [...dotted.word].entries()) {
    if (letter === '.') continue;
    const tile = tileFor(letter, tiles);
    if (!tile) return `no tile of ${tiles.name} can stand for ${letter}`;
    placements.push({ ...squareAlong(place, index), ...tile });
  }
  return placements;
}

/** Replaces existing letters of the word by dots. */
export function withDots(
  word: string,
  place: WordPlace,
  position: Position,
): { readonly ok: true; readonly word: string } | { readonly ok: false; readonly problem: string } {
  let dotted = '';
  for (const [index, letter] of [...word].entries()) {
    const { x, y } = squareAlong(place, index);
    const there = position.tileAt(x, y);
    const where = `on the square of letter ${index + 1} of ${word}`;
    if (letter === '.' && !there) return { ok: false, problem: `there is no tile ${where}` };
    if (there && letter !== '.' && letter.toUpperCase() !== there.letter)
      return { ok: false, problem: `there is already ${there.letter} ${where}` };
    dotted += there ? '.' : letter;
  }
  return { ok: true, word: dotted };
}

/** `main` is the word along the play. */
export function siuPlay(
  position: Position,
  placements: readonly Placement[],
  main: string,
  { board, tiles }: Terms,
): string {
  const written = writtenWord(position, placements, main, (id) => isBlank(tiles, id));
  const signs = [...written.word].map((sign, index) => {
    if (sign !== '.') return sign;
    const { x, y } = squareAlong(written, index);
    return writtenLetter(tiles, position.tileAt(x, y)!);
  });
  const column = nameOfColumn(written.x - board.layout!.x);
  const row = written.y - board.layout!.y + 1;
  return `${written.direction === 'across' ? `${row}${column}` : `${column}${row}`}.${signs.join('')}`;
}

/** In the order of kinds; `?` is a blank. */
export function siuTiles(ids: readonly number[], tiles: TileSet): string {
  return rackText(withTiles(emptyHand, ids), rackLetters(tiles));
}

const LETTERS = 26;
const CODE_OF_A = 'A'.charCodeAt(0);

/** A to Z, then AA. */
function nameOfColumn(column: number): string {
  const last = String.fromCharCode(CODE_OF_A + (column % LETTERS));
  return column < LETTERS ? last : `${nameOfColumn(Math.floor(column / LETTERS) - 1)}${last}`;
}

function numberOfColumn(name: string): number {
  return (
    [...name.toUpperCase()].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_OF_A + 1, 0) -
    1
  );
}
