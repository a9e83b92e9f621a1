import type { Seat } from '../../core/units.ts';
import { seatedPlayer } from '../line-game/line-state.ts';
import { FoundWords } from './rules/found-words.ts';
import type { State, Terms } from './rules/state.ts';

/** A game in turns between two moves: what is kept of it, beside its terms, to go on with it later or elsewhere. */
export interface TurnsSoFar {
  readonly turnsLeft: number;
  /** Whose turn it is; none once the game is over. */
  readonly next: Seat | undefined;
  /** By seat: both still play. */
  readonly players: readonly { readonly score: number; readonly found: readonly string[] }[];
}

/** The game as if it had never stopped; the turn under way began at 0. */
export function resumeTurns(terms: Terms, { turnsLeft, next, players }: TurnsSoFar): State {
  const given = terms.options.turns - turnsLeft + (next === undefined ? 0 : 1);
  return {
    terms,
    players: players.map(({ score, found }, index) => ({
      ...seatedPlayer(index + 1, terms),
      score,
      turns: Math.ceil((given - index) / players.length),
      found: found.reduce((before, word) => before.with(word), FoundWords.none),
      isDone: false,
    })),
    endsAt: undefined,
    turn: next === undefined ? undefined : { seat: next, startedAt: 0 },
    turnsLeft,
    over: next === undefined,
  };
}
