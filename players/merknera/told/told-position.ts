import type { Choice } from 'wordhost/scrabble';
import { type SaidGame, SIZE } from './game-files.ts';
import { BLANK, isBlankTile, letterOf } from './said-tiles.ts';

export interface ToldPosition {
  readonly tiles: readonly string[];
  /** Row by row; a blank is BLANK, and a free place is empty. */
  readonly gamestate: readonly (readonly string[])[];
  /** The same with the letters that blanks stand for. */
  readonly gameletters: readonly (readonly string[])[];
}

export function toldPosition({ tiles, corner }: SaidGame, { position, held }: Choice): ToldPosition {
  const gamestate = freeRows();
  const gameletters = freeRows();
  for (const { x, y, id, letter } of position.tiles()) {
    const [row, column] = [y - corner.y, x - corner.x];
    gamestate[row]![column] = isBlankTile(tiles, id) ? BLANK : letter;
    gameletters[row]![column] = letter;
  }
  const hand = [...held].flatMap(([id, count]) => Array.from({ length: count }, () => letterOf(tiles, id)));
  return { tiles: hand, gamestate, gameletters };
}

const freeRows = (): string[][] => Array.from({ length: SIZE }, () => Array<string>(SIZE).fill(''));
