import type { Board } from '../../../board/board.ts';
import { wantsSeed } from '../../../board/random-board.ts';
import type { Options } from '../../../options.ts';
import { shownTwice } from '../../../rules/rack.ts';
import { columnsHaveLetters } from '../../../shown/named-places.ts';
import { shown } from '../../../tiles/letter.ts';
import type { TileSet } from '../../../tiles/tile-set.ts';
import { Misread } from '../read/misread.ts';
import type { GcgFile } from '../read/read-file.ts';

interface Known {
  readonly names: readonly string[];
  readonly option: 'board' | 'tiles' | undefined;
}

/** What other programs write of the game, as far as it is the one that is played here unless something else is asked for. */
const variants: Readonly<Record<string, Known>> = {
  'game-type': { names: ['classic'], option: undefined },
  'board-layout': { names: ['crosswordgame', 'standard15', 'official'], option: 'board' },
  'game-board': { names: ['crosswordgame', 'standard15', 'official'], option: 'board' },
  'tile-distribution': { names: ['english'], option: 'tiles' },
  'letter-distribution': { names: ['english'], option: 'tiles' },
};

/** A file whose game is another than that of these terms. */
export function wrongVariant(
  { pragmas }: GcgFile,
  { board, tiles }: { readonly board: Board; readonly tiles: TileSet },
  asked: Options,
): Misread | undefined {
  for (const { name, text, line } of pragmas) {
    const known = Object.hasOwn(variants, name) ? variants[name] : undefined;
    if (!known || known.names.includes(text.toLowerCase())) continue;
    if (known.option !== undefined && asked[known.option] !== undefined) continue;
    const other = known.option === undefined ? '' : `, or --${known.option} FILE`;
    return new Misread(
      { line },
      `#${name}: expected ${known.names.join(' or ')}${other}; got ${shown(text)}`,
    );
  }
  const wanted = wantsSeed(asked.board?.text ?? '');
  if (wanted !== undefined) return new Misread({ line: 1 }, `the board ${board.name}: ${wanted}`);
  if (!board.layout || !columnsHaveLetters(board.layout))
    return new Misread(
      { line: 1 },
      `the board ${board.name}: expected one with up to 26 columns, as GCG has; this one is wider, or has no end`,
    );
  const twice = shownTwice(tiles);
  if (twice === undefined) return undefined;
  return new Misread(
    { line: 1 },
    `the tiles ${tiles.name}: expected one kind of tile for each letter, because GCG has letters alone; got two for ${twice}`,
  );
}
