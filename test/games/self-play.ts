import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import type { BestPlays } from '../../host/games/scrabble/moves/best-plays.ts';
import type { FoundPlay } from '../../host/games/scrabble/moves/search-plays.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';

/** The play that is made in a position; none: the player passes. */
export type Choose = (position: Position, held: HeldTiles) => readonly Placement[] | undefined;

/** A game of two that choose alike, with the tiles of a seed, until both pass or one has none left. Gives the turns. */
export function selfPlay({ tiles, handSize }: JudgingTerms, seed: string, choose: Choose): number {
  const bag = shuffled(
    tiles.tiles.flatMap(({ id, count }) => Array.from({ length: count }, () => id)),
    openStream(keyOf(seed), 'bag'),
  );
  const hands = [bag.splice(0, handSize), bag.splice(0, handSize)];
  let position = emptyPosition;
  let turns = 0;
  for (let passes = 0; passes < 2; turns++) {
    const hand = hands[turns % 2]!;
    if (hand.length === 0) break;
    const play = choose(position, heldOf(hand));
    if (!play) {
      passes++;
      continue;
    }
    passes = 0;
    position = position.with(play);
    for (const { id } of play) hand.splice(hand.indexOf(id), 1);
    hand.push(...bag.splice(0, handSize - hand.length));
  }
  return turns;
}

/** The first play with the most points. */
export function bestOf(
  plays: BestPlays,
  position: Position,
  held: HeldTiles,
): { readonly points: number; readonly play: readonly Placement[] | undefined } {
  let points = Number.NEGATIVE_INFINITY;
  let play: readonly Placement[] | undefined;
  const look = (found: FoundPlay) => {
    if (found.points! > points) [points, play] = [found.points!, found.placements()];
    return points + 1;
  };
  for (const _ of plays.search(position, held, look));
  return { points, play };
}

function heldOf(hand: readonly number[]): HeldTiles {
  const held = new Map<number, number>();
  for (const id of hand) held.set(id, (held.get(id) ?? 0) + 1);
  return held;
}

function shuffled(tiles: number[], stream: Stream): number[] {
  let rest = stream;
  for (let last = tiles.length - 1; last > 0; last--) {
    let other = 0;
    [other, rest] = draw(rest, last + 1);
    [tiles[last], tiles[other]] = [tiles[other]!, tiles[last]!];
  }
  return tiles;
}
