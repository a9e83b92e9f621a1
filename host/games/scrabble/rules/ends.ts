import type { Seat } from '../../../core/units.ts';
import { gameOver } from '../../line-game/game-over.ts';
import { playerAt, playing } from '../../line-game/players.ts';
import { verdictOnTheRest, wonByNobody, wonByScore } from '../../line-game/verdicts.ts';
import type { EndReason } from '../in-words.ts';
import { settleHands } from './end-scoring.ts';
import type { Player, ScrabbleStep, State } from './state.ts';

/** The game is over after this turn, or none. */
export function endAfterTurn(state: State, mover: Seat): ScrabbleStep | undefined {
  const reason = reasonToEnd(state, playerAt(state, mover));
  if (reason === undefined) return undefined;
  if (reason === 'max-turns') return gameOver(state, (over) => wonByNobody(over, 'timeout', reason));
  const settled = settleHands(state, reason === 'played-out' ? mover : undefined);
  return gameOver(settled, (over) => wonByScore(over, reason));
}

/** None as long as enough are left. */
export function endIfFewAreLeft(state: State): ScrabbleStep | undefined {
  const verdict = verdictOnTheRest(state);
  return verdict && gameOver(state, () => verdict);
}

function reasonToEnd(state: State, mover: Player): EndReason | undefined {
  const { rules, options } = state.terms;
  const { scoreless, playless, pointlessBefore, turns } = state.history;
  if (state.bag.left === 0 && mover.hand.size === 0) return 'played-out';
  switch (rules.quietEnd) {
    case 'scoreless':
      if (isRoundOver(state, scoreless)) return 'scoreless';
      break;
    case 'playless':
      if (isRoundOver(state, playless)) return 'passed-out';
      break;
    case 'one-more':
      if (pointlessBefore) return 'scoreless';
      break;
    default:
      rules.quietEnd satisfies never;
  }
  return options['max-turns'] !== undefined && turns >= options['max-turns'] ? 'max-turns' : undefined;
}

/** So many turns are three of each player left. */
function isRoundOver(state: State, turns: number): boolean {
  return turns > 0 && turns >= 3 * playing(state).length;
}
