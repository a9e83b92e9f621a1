import type { Options } from '../../../options.ts';
import { valuesOf } from '../../../rules/end-scoring.ts';
import { rackLetters } from '../../../rules/rack.ts';
import type { TileSet } from '../../../tiles/tile-set.ts';
import type { FileTurns } from '../read/turns.ts';

/** Which of the two ways there are to settle what is held: who goes out gains it twice, or once and the other loses it. */
export function leftoverOf({ held }: FileTurns, tiles: TileSet): Options['leftover'] {
  const [gain] = held.filter(({ points }) => points.value > 0);
  if (!gain || held.length > 1) return 'rules';
  const letters = rackLetters(tiles);
  const values = new Map([...valuesOf(tiles)].map(([id, points]) => [letters.get(id), points]));
  const value = [...gain.tiles.text.toUpperCase()].reduce(
    (sum, letter) => sum + (values.get(letter) ?? 0),
    0,
  );
  return gain.points.value === 2 * value ? 'twice' : 'rules';
}
