import { cut } from '../core/text/columns.ts';
import type { Seat } from '../core/units.ts';
import type { AnyGame, Refusal } from '../games/game.ts';
import type { PlayerResult } from '../games/kit/result-fields.ts';
import type { Noted } from './noted.ts';

type Refused = NonNullable<PlayerResult['refused']>;

interface Moves {
  made: number;
  readonly rules: Map<string, Refused['rules'][string]>;
}

const LONGEST_MOVE = 120;

/** The moves that the rules refused, counted by rule with the first of each: a fold over events. */
export class JudgedMoves {
  readonly #game: Pick<AnyGame, 'judgedMove'>;
  readonly #bySeat = new Map<Seat, Moves>();

  constructor(game: Pick<AnyGame, 'judgedMove'>) {
    this.#game = game;
  }

  take(event: Noted): void {
    const judged = this.#game.judgedMove?.(event);
    if (!judged) return;
    const { seat, refusal } = judged;
    let moves = this.#bySeat.get(seat);
    if (!moves) this.#bySeat.set(seat, (moves = { made: 0, rules: new Map() }));
    moves.made++;
    if (refusal) countRefusal(moves, refusal);
  }

  /** For the result; none where all moves of this seat stand. */
  refused(seat: Seat): { readonly refused?: Refused } {
    const moves = this.#bySeat.get(seat);
    if (!moves || moves.rules.size === 0) return {};
    return { refused: { of: moves.made, rules: Object.fromEntries(moves.rules) } };
  }
}

function countRefusal({ made, rules }: Moves, { rule, move, why }: Refusal): void {
  const before = rules.get(rule);
  rules.set(
    rule,
    before
      ? { ...before, count: before.count + 1 }
      : { count: 1, first: made, move: cut(move, LONGEST_MOVE), why: cut(why, LONGEST_MOVE) },
  );
}
