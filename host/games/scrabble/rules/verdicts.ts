import { verdictsOf } from '../../kit/standing.ts';
import type { GameOutcome, PlayerOutcome, Verdict } from '../../kit/verdict.ts';
import type { EndReason } from '../in-words.ts';
import { type Player, playing, type ScrabbleStep, type State, tell } from './state.ts';

/** The highest total has won, of those who may still win; equal ones at the top share it. */
export function scored(state: State, reason: EndReason): ScrabbleStep {
  const top = Math.max(...playing(state).map(({ score }) => score));
  const best = playing(state).filter(({ score }) => score === top);
  if (best.length === 1) return won(state, best[0]!, reason);
  const outcome = (player: Player): PlayerOutcome => (best.includes(player) ? 'draw' : 'lost');
  return over(state, { outcome: 'draw', winner: null, reason, players: verdictsOf(state.players, outcome) });
}

export function won(state: State, winner: Player, reason: EndReason): ScrabbleStep {
  const outcome = (player: Player): PlayerOutcome => (player === winner ? 'won' : 'lost');
  const players = verdictsOf(state.players, outcome);
  return over(state, { outcome: 'won', winner: winner.seat, reason, players });
}

/** Nobody has won: those still playing have lost, or were merely interrupted. */
export function endedWithoutWinner(state: State, outcome: GameOutcome, reason: EndReason): ScrabbleStep {
  const ended = (): PlayerOutcome => (reason === 'interrupted' ? 'unfinished' : 'lost');
  return over(state, { outcome, winner: null, reason, players: verdictsOf(state.players, ended) });
}

/** Few enough are left that the game is over, or nothing. */
export function whoIsLeft(state: State): ScrabbleStep | undefined {
  const left = playing(state);
  if (left.length === 0) return endedWithoutWinner(state, 'aborted', 'nobody-left');
  const { names, options } = state.table;
  if (left.length === 1 && names.length > 1 && options['last-player'] === 'win')
    return won(state, left[0]!, 'last-player');
  return undefined;
}

function over(state: State, verdict: Verdict): ScrabbleStep {
  const scores = state.players.map(({ seat, score }) => ({ player: seat, points: score }));
  return {
    state: { ...state, turn: undefined, over: true },
    effects: [
      {
        do: 'record',
        event: {
          type: 'scores',
          scores: scores.map(({ points }) => points),
          seats: scores.map(({ player }) => player),
        },
      },
      ...playing(state).map(({ seat }) => tell(seat, { type: 'gameover', scores })),
      { do: 'end', verdict },
    ],
  };
}
