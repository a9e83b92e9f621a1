import { counted } from '../../../../core/text/plural.ts';
import { NO_SQUARE } from '../../board/board.ts';
import type { HeldTiles, JudgingTerms } from '../../judge/judgement.ts';
import { emptyPosition, type Position } from '../../judge/position.ts';
import { tileCount } from '../../tiles/tile-set.ts';
import { tooManyUsed, usedTiles } from '../../tiles/used-tiles.ts';
import type { Placement } from '../../wire/messages.ts';
import { readHand, tileFor } from '../../written-move.ts';
import type { Cgp } from './cgp.ts';

export type CgpPosition =
  | {
      readonly ok: true;
      readonly position: Position;
      /** Of the player whose turn it is: all of its tiles that are known. */
      readonly held: HeldTiles;
      /** Of the tiles that nobody is known to have, all but those that complete the hands. */
      readonly inBag: number;
    }
  | { readonly ok: false; readonly problem: string };

type Terms = Pick<JudgingTerms, 'board' | 'tiles' | 'handSize'>;

/** What lies and what is held, with the tiles of this game on its board. */
export function positionOfCgp(cgp: Cgp, terms: Terms): CgpPosition {
  const laid = tilesOn(cgp, terms);
  if (typeof laid === 'string') return { ok: false, problem: laid };
  const racks = racksOf(cgp, terms);
  if (typeof racks === 'string') return { ok: false, problem: racks };
  const used = usedTiles(laid, racks);
  const tooMany = tooManyUsed(terms.tiles, used);
  if (tooMany !== undefined) return { ok: false, problem: `board and racks: ${tooMany}` };
  const unseen = tileCount(terms.tiles) - [...used.values()].reduce((sum, count) => sum + count, 0);
  const missing = racks.reduce((sum, rack) => sum + terms.handSize - sizeOf(rack), 0);
  const position = emptyPosition.with(laid);
  return { ok: true, position, held: racks[0]!, inBag: Math.max(0, unseen - missing) };
}

const sizeOf = (rack: HeldTiles) => [...rack.values()].reduce((sum, count) => sum + count, 0);

function tilesOn({ rows }: Cgp, { board, tiles }: Terms): readonly Placement[] | string {
  const { layout, name } = board;
  if (!layout) return `the board ${name} has no edges: expected a finite one for a position in rows`;
  const { width, height } = layout;
  if (rows.length !== height)
    return `expected ${counted(height, 'row')}, as the board ${name} has; got ${rows.length}`;
  const laid: Placement[] = [];
  for (const [down, row] of rows.entries()) {
    const signs = [...row];
    if (signs.length !== width) return `row ${down + 1}: expected ${width} places; got ${signs.length}`;
    for (const [across, letter] of signs.entries()) {
      if (letter === '.') continue;
      const [x, y] = [layout.x + across, layout.y + down];
      const where = `row ${down + 1}, place ${across + 1}`;
      const tile = tileFor(letter, tiles);
      if (!tile) return `${where}: expected a letter of the tiles ${tiles.name}; got ${letter}`;
      if (board.squareAt(x, y) === NO_SQUARE)
        return `${where}: expected a free place, because the board ${name} has no square there; got ${letter}`;
      laid.push({ x, y, ...tile });
    }
  }
  return laid;
}

function racksOf({ racks }: Cgp, { tiles, handSize }: Terms): readonly HeldTiles[] | string {
  const held: HeldTiles[] = [];
  for (const [index, letters] of racks.entries()) {
    const rack = readHand(letters, tiles);
    if (typeof rack === 'string') return `rack ${index + 1}: ${rack}`;
    if (sizeOf(rack) > handSize)
      return `rack ${index + 1}: expected at most ${counted(handSize, 'tile')}; got ${sizeOf(rack)}`;
    held.push(rack);
  }
  return held;
}
