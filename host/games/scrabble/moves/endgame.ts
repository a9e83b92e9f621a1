import { usedTiles } from '../formats/cgp.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { valuesOf } from '../rules/end.ts';
import { tilesIn } from '../tiles/bag.ts';
import type { Placement } from '../wire/messages.ts';
import type { KeptTiles } from './leaves.ts';
import { multipliersOf } from './line.ts';
import { type RankedPlay, RankedPlays, THOUSANDTHS } from './ranked-plays.ts';
import { searchPlays } from './search-plays.ts';

interface Situation {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
}

export interface SituationAtTable extends Situation {
  readonly inBag: number;
  readonly scores: readonly number[];
}

/** The tiles of the opponent with an empty bag. Undefined if unknown. */
export function otherRack({ terms, position, held, inBag, scores }: SituationAtTable): HeldTiles | undefined {
  if (scores.length !== 2 || inBag > 0) return undefined;
  const used = usedTiles(position.tiles(), [held]);
  const rack = new Map<number, number>();
  for (const { id, count } of terms.tiles.tiles) {
    const left = count - (used.get(id) ?? 0);
    if (left > 0) rack.set(id, left);
  }
  // Before its first turn a player does not know the bag.
  return tilesIn(rack) > terms.handSize ? undefined : rack;
}

/** The limit for all plays of a turn. Counting makes games repeatable. */
const MOST_STEPS = 300_000;

/** A turn with an empty bag, without chance: a play is worth the final difference after it. */
export class Endgame {
  readonly #situation: Situation;
  readonly #other: HeldTiles;
  readonly #values: ReadonlyMap<number, number>;
  #steps = 0;

  /** `other` is the hand of the opponent. */
  constructor(situation: Situation, other: HeldTiles) {
    this.#situation = situation;
    this.#other = other;
    this.#values = valuesOf(situation.terms.tiles);
  }

  /** A play that goes out gains the opponent's tiles. */
  get kept(): Pick<KeptTiles, 'after' | 'most'> {
    return this.#goingOut(this.#situation.held, this.#other);
  }

  /** Returns the play with the best final difference, if both then play greedily. */
  best(plays: readonly RankedPlay[]): RankedPlay | undefined {
    // If only a judge knows points, there is no time for it.
    if (!multipliersOf(this.#situation.terms)) return plays[0];
    let [best, most] = [plays[0], Number.NEGATIVE_INFINITY];
    for (const play of plays) {
      const comesTo = this.#after(this.#situation, this.#other, play);
      if (comesTo === undefined) break;
      if (comesTo > most) [best, most] = [play, comesTo];
    }
    return best;
  }

  /** Undefined after too many plays. */
  #after({ position, held }: Situation, other: HeldTiles, play: RankedPlay): number | undefined {
    const left = without(held, play.placements);
    if (left.size === 0) return play.points + this.#gained(other);
    const theirs = this.#goOn(position.with(play.placements), other, left, false);
    return theirs === undefined ? undefined : play.points - theirs;
  }

  #goOn(position: Position, held: HeldTiles, other: HeldTiles, passed: boolean): number | undefined {
    const { terms } = this.#situation;
    const situation = { terms, position, held };
    const best = new RankedPlays(situation, 1, this.#goingOut(held, other));
    const before = this.#steps;
    for (const steps of searchPlays(terms, position, held, (found) => best.look(found))) {
      this.#steps = before + steps;
      if (this.#steps > MOST_STEPS) return undefined;
    }
    const [play] = best.plays;
    if (play) return this.#after(situation, other, play);
    if (passed) return (this.#gained(other) - this.#gained(held)) / 2;
    const theirs = this.#goOn(position, other, held, true);
    return theirs === undefined ? undefined : -theirs;
  }

  #goingOut(held: HeldTiles, other: HeldTiles): Pick<KeptTiles, 'after' | 'most'> {
    const count = tilesIn(held);
    const worth = THOUSANDTHS * this.#gained(other);
    return {
      after: (laid) => (laid.length === count ? worth : 0),
      most: Array.from({ length: count + 1 }, (_, laid) => (laid === count ? worth : 0)),
    };
  }

  /** Going out gains the tiles once, and the opponent loses them once. */
  #gained(held: HeldTiles): number {
    if (this.#situation.terms.rules.leftover !== 'lost-and-gained') return 0;
    return 2 * [...held].reduce((sum, [id, count]) => sum + count * this.#values.get(id)!, 0);
  }
}

function without(held: HeldTiles, laid: readonly Placement[]): HeldTiles {
  const left = new Map(held);
  for (const { id } of laid) {
    const count = left.get(id)! - 1;
    if (count > 0) left.set(id, count);
    else left.delete(id);
  }
  return left;
}
