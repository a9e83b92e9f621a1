import { multiplierOf } from '../board/squares.ts';
import type { JudgingTerms } from '../judge/judgement.ts';
import { valuesOf } from '../rules/end.ts';
import { Endgame, otherRack, type SituationAtTable } from './endgame.ts';
import { type GivenTiles, type KeptTiles, keptTiles, type LeaveValues, VOWELS } from './leaves.ts';
import { THOUSANDTHS } from './ranked-plays.ts';

/** MAGPIE's penalty for each multiplier that a vowel of the first play leaves beside it. */
const OPENING_PENALTY = 350;
/** MAGPIE's penalty for a play that does not go out, besides twice the value of the tiles left. */
const NOT_OUT_PENALTY = 10 * THOUSANDTHS;

/**
 * Values beside the points of moves. Without `leaves`, the built-in table counts while the bag has tiles, and
 * then the gain from going out. With the values of a file, it is MAGPIE's static equity.
 */
export function staticEquity(turn: SituationAtTable, leaves?: LeaveValues): KeptTiles {
  const { terms, position, held, inBag } = turn;
  const other = otherRack(turn);
  if (!leaves)
    return other ? { ...new Endgame(turn, other).kept, change: undefined } : keptTiles(turn, inBag);
  if (inBag === 0) return lastTiles(terms, held, other);
  const kept = keptTiles(turn, inBag, leaves);
  if (position.count > 0) return kept;
  return {
    after: (given) => kept.after(given) - openingPenalty(terms, given),
    most: kept.most,
    get change() {
      return kept.change;
    },
  };
}

type Held = SituationAtTable['held'];

/** Going out gains twice the opponent's tiles. Other plays lose twice their own, and a penalty. */
function lastTiles({ rules, tiles }: JudgingTerms, held: Held, other: Held | undefined): KeptTiles {
  if (!other || rules.leftover !== 'lost-and-gained') return { after: () => 0, most: [], change: undefined };
  const values = valuesOf(tiles);
  const worth = (some: Held) => [...some].reduce((sum, [id, count]) => sum + count * values.get(id)!, 0);
  const whole = worth(held);
  const cheapest = [...held].flatMap(([id, count]) => Array<number>(count).fill(values.get(id)!));
  cheapest.sort((one, other) => one - other);
  const keeping = (points: number) => -2 * THOUSANDTHS * points - NOT_OUT_PENALTY;
  const goingOut = 2 * THOUSANDTHS * worth(other);
  return {
    after: (given) =>
      given.length === cheapest.length
        ? goingOut
        : keeping(given.reduce((left, { id }) => left - values.get(id)!, whole)),
    most: Array.from({ length: cheapest.length + 1 }, (_, laid) =>
      laid === cheapest.length
        ? goingOut
        : keeping(cheapest.slice(0, cheapest.length - laid).reduce((sum, points) => sum + points, 0)),
    ),
    change: undefined,
  };
}

/** Vowels beside multipliers help the opponent. An exchange has no places. */
function openingPenalty({ board }: JudgingTerms, given: GivenTiles): number {
  const isAcross = given.every(({ y }) => y === given[0]?.y);
  let penalty = 0;
  for (const { x, y, letter } of given) {
    if (x === undefined || y === undefined || letter === undefined || !VOWELS.includes(letter)) continue;
    for (const side of [-1, 1]) {
      const kind = board.kindOf(isAcross ? board.squareAt(x, y + side) : board.squareAt(x + side, y));
      const multiplier = kind && multiplierOf(kind);
      if (multiplier) penalty += OPENING_PENALTY * (multiplier.letter + multiplier.word - 2);
    }
  }
  return penalty;
}
