import { writtenPlay } from '../formats/move-notation.ts';
import { judgePlay } from '../judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { BestPlays, sharedWords } from '../moves/best-plays.ts';
import { staticEquity } from '../moves/equity.ts';
import type { KeptTiles, LeaveValues } from '../moves/leaves.ts';
import { multipliersOf } from '../moves/line.ts';
import { RankedPlays, THOUSANDTHS } from '../moves/ranked-plays.ts';
import type { FoundPlay } from '../moves/search-plays.ts';
import { rackLetters, rackText, tilesIn, withTiles } from '../tiles/bag.ts';
import type { Move, Placement } from '../wire/messages.ts';

/** Compares moves by points, or by points with the value of the leave. */
export const measures = ['points', 'equity'] as const;
export type Measure = (typeof measures)[number];

/** A turn before its move. */
export interface TurnPosition {
  readonly position: Position;
  readonly held: HeldTiles;
  readonly inBag: number;
  readonly scores: readonly number[];
}

export interface CountedMove {
  readonly text: string;
  readonly points: number;
  /** Thousandths of a point, with the leave if it counts. */
  readonly worth: number;
  readonly isBingo: boolean;
}

export interface JudgedTurn {
  /** The best first. A pass, if nothing else is possible. */
  readonly best: readonly CountedMove[];
  /** A play of the whole hand is possible. */
  readonly hasBingo: boolean;
  /** Undefined for an illegal move. `stood` is an accepted play, which is not judged again. */
  count(move: Move, stood?: StoodPlay): CountedMove | undefined;
}

export interface Comparison {
  readonly measure: Measure;
  /** Values of a file. The default is the built-in table. */
  readonly leaves?: LeaveValues | undefined;
  readonly top: number;
}

export interface StoodPlay {
  readonly points: number;
  /** The word along the play. */
  readonly main: string;
}

/** Ordinary tiles never reach it. Counting steps makes runs repeatable. */
const MOST_STEPS = 20_000_000;

const pass: CountedMove = { text: 'pass', points: 0, worth: 0, isBingo: false };

/** Finds the best moves of consecutive turns of a game. */
export class TurnJudge {
  readonly #terms: JudgingTerms;
  readonly #comparison: Comparison;
  readonly #plays: BestPlays;
  readonly #letters;

  constructor(terms: JudgingTerms, comparison: Comparison) {
    this.#terms = terms;
    this.#comparison = comparison;
    this.#plays = new BestPlays(terms, terms.lexicon && sharedWords(terms.lexicon));
    this.#letters = rackLetters(terms.tiles);
  }

  judge(turn: TurnPosition): JudgedTurn {
    const { position, held } = turn;
    const terms = this.#terms;
    const { measure, leaves, top } = this.#comparison;
    const kept = measure === 'equity' ? staticEquity({ terms, ...turn }, leaves) : undefined;
    const ranked = new RankedPlays({ terms, position, held }, top, kept);
    const isSum = multipliersOf(terms) !== undefined;
    let hasBingo = false;
    const look = (found: FoundPlay) => {
      // If only a judge knows the points, every play is shown.
      if (!isSum && !hasBingo) hasBingo = this.#isBingo(found.placements());
      ranked.look(found);
      return ranked.least;
    };
    for (const steps of this.#plays.search(position, held, look, ranked.beside))
      if (steps > MOST_STEPS) break;
    const plays = ranked.plays.map(({ placements, points, words, leave }) => ({
      text: writtenPlay(position, placements, words[0]!.letters, terms),
      points,
      worth: THOUSANDTHS * points + leave,
      isBingo: this.#isBingo(placements),
    }));
    const change = kept?.change;
    const moves = change ? [...plays, this.#change(change.ids, change.worth)] : plays;
    const best = moves.toSorted((one, other) => other.worth - one.worth).slice(0, top);
    hasBingo ||= isSum && (plays.some(({ isBingo }) => isBingo) || this.#findBingo(turn, best));
    return {
      best: best.length > 0 ? best : [pass],
      hasBingo,
      count: (move, stood) => this.#count(turn, kept, move, stood),
    };
  }

  #count(
    turn: TurnPosition,
    kept: KeptTiles | undefined,
    move: Move,
    stood = move.type === 'play' ? this.#judged(turn, move.placements) : undefined,
  ): CountedMove | undefined {
    if (move.type === 'change') {
      if (!canGive(turn.held, move.ids)) return undefined;
      const laid = move.ids.map((id) => ({ id }));
      return this.#change(move.ids, kept?.after(laid) ?? 0);
    }
    if (move.type !== 'play') return pass;
    const { placements } = move;
    if (!stood) return undefined;
    const { points, main } = stood;
    const worth = THOUSANDTHS * points + (kept?.after(placements) ?? 0);
    const text = writtenPlay(turn.position, placements, main, this.#terms);
    return { text, points, worth, isBingo: this.#isBingo(placements) };
  }

  #judged({ position, held }: TurnPosition, laid: readonly Placement[]): StoodPlay | undefined {
    const judgement = judgePlay(this.#terms, position, held, laid);
    return judgement.legal ? { points: judgement.points, main: judgement.words[0]!.letters } : undefined;
  }

  #change(ids: readonly number[], worth: number): CountedMove {
    const letters = rackText(withTiles(new Map(), ids), this.#letters);
    return { text: `change ${letters}`, points: 0, worth, isBingo: false };
  }

  #isBingo(laid: readonly unknown[]): boolean {
    return laid.length === this.#terms.handSize && this.#terms.rules.bonus > 0;
  }

  /** A bingo is worth at least its bonus, so lower best moves exclude it. */
  #findBingo({ position, held }: TurnPosition, [best]: readonly CountedMove[]): boolean {
    const { rules, handSize } = this.#terms;
    if (rules.bonus === 0 || tilesIn(held) < handSize || !best || best.worth < THOUSANDTHS * rules.bonus)
      return false;
    let hasBingo = false;
    const look = (found: FoundPlay) => {
      hasBingo ||= this.#isBingo(found.placements());
      return hasBingo ? Number.POSITIVE_INFINITY : rules.bonus;
    };
    // The first plays are shown before the search returns.
    for (const steps of this.#plays.search(position, held, look)) if (hasBingo || steps > MOST_STEPS) break;
    return hasBingo;
  }
}

function canGive(held: HeldTiles, ids: readonly number[]): boolean {
  const given = withTiles(new Map(), ids);
  return given.size > 0 && [...given].every(([id, count]) => count <= (held.get(id) ?? 0));
}
