import type { Seat } from '../../../core/units.ts';
import { verdictsOf } from '../../kit/player-status.ts';
import type { GameOutcome, Verdict } from '../../kit/verdict.ts';
import type { EndReason } from '../in-words.ts';
import { type BananagramsStep, endGame, playing, type State } from './state.ts';

export function won(state: State, winner: Seat, reason: EndReason): BananagramsStep {
  return endGame(state, verdict(state, 'won', winner, reason));
}

/** Nobody has won: those still playing have lost, or were merely interrupted. */
export function endedWithoutWinner(state: State, outcome: GameOutcome, reason: EndReason): BananagramsStep {
  return endGame(state, verdict(state, outcome, null, reason));
}

/** Few enough are left that the game is over, or it goes on. */
export function whoIsLeft(state: State): BananagramsStep {
  const left = playing(state);
  if (left.length === 0) return endedWithoutWinner(state, 'aborted', 'nobody-left');
  if (left.length === 1 && state.named > 1 && state.options['last-player'] === 'win')
    return won(state, left[0]!.seat, 'last-player');
  return { state, effects: [] };
}

function verdict(state: State, outcome: GameOutcome, winner: Seat | null, reason: EndReason): Verdict {
  const withoutWin = reason === 'interrupted' ? 'unfinished' : 'lost';
  const players = verdictsOf(state.players, ({ seat }) => (seat === winner ? 'won' : withoutWin));
  return { outcome, winner, reason, players };
}
