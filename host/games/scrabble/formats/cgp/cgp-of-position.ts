import type { HeldTiles, JudgingTerms } from '../../judge/judgement.ts';
import type { Position } from '../../judge/position.ts';
import { isBlank } from '../../shown/board-panel.ts';
import { tileKind } from '../../tiles/tile-set.ts';
import type { Cgp, CgpOperation } from './cgp.ts';

/** Of each player, whose turn it is first. */
export interface CgpPlayer {
  /** All of its tiles that are known. */
  readonly held: HeldTiles;
  readonly score: number;
}

interface Besides {
  readonly scoreless?: number;
  readonly operations?: readonly CgpOperation[];
}

/** What lies and what is held, for other programs. None on a board without edges. */
export function cgpOf(
  position: Position,
  { board: { layout }, tiles }: Pick<JudgingTerms, 'board' | 'tiles'>,
  players: readonly CgpPlayer[],
  { scoreless = 0, operations = [] }: Besides = {},
): Cgp | undefined {
  if (!layout) return undefined;
  const { x, y, width, height } = layout;
  const signAt = (column: number, row: number) => {
    const tile = position.tileAt(x + column, y + row);
    if (!tile) return '.';
    return isBlank(tiles, tile.id) ? tile.letter.toLowerCase() : tile.letter;
  };
  const rackOf = (held: HeldTiles) =>
    [...held]
      .sort(([one], [other]) => one - other)
      .map(([id, count]) => (isBlank(tiles, id) ? '?' : tileKind(tiles, id)!.faces[0]!.letter).repeat(count))
      .join('');
  // A rack that is not known is written as nothing, which can be read beside another only.
  const seats = players.length > 1 ? players : [...players, { held: new Map(), score: 0 }];
  return {
    rows: Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => signAt(column, row)).join(''),
    ),
    racks: seats.map(({ held }) => rackOf(held)),
    scores: seats.map(({ score }) => score),
    scoreless,
    operations,
  };
}
