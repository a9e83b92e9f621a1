import { verdictsOf } from '../kit/player-status.ts';
import type { GameOutcome, PlayerOutcome, Verdict } from '../kit/verdict.ts';
import type { LinePlayer, LineState } from './line-state.ts';
import { playing } from './players.ts';

type Reason = Verdict['reason'];

/** The highest score wins, of those that still play; equal ones at the top share it. */
export function wonByScore(state: LineState, reason: Reason): Verdict {
  const left = playing(state);
  const top = Math.max(...left.map(({ score }) => score));
  const best = left.filter(({ score }) => score === top);
  if (best.length === 1) return wonBy(state, best[0]!, reason);
  const outcome = (player: LinePlayer): PlayerOutcome => (best.includes(player) ? 'draw' : 'lost');
  return { outcome: 'draw', winner: null, reason, players: verdictsOf(state.players, outcome) };
}

function wonBy({ players }: LineState, winner: LinePlayer, reason: Reason): Verdict {
  const outcome = (player: LinePlayer): PlayerOutcome => (player === winner ? 'won' : 'lost');
  return { outcome: 'won', winner: winner.seat, reason, players: verdictsOf(players, outcome) };
}

/** Those that still play have lost, or were merely interrupted. */
export function wonByNobody({ players }: LineState, outcome: GameOutcome, reason: Reason): Verdict {
  const ended = (): PlayerOutcome => (reason === 'interrupted' ? 'unfinished' : 'lost');
  return { outcome, winner: null, reason, players: verdictsOf(players, ended) };
}

/** The host ends the game. */
export function haltedBy(state: LineState, why: 'game-timeout' | 'interrupted'): Verdict {
  return wonByNobody(state, why === 'interrupted' ? 'aborted' : 'timeout', why);
}

/** Few enough are left that the game is over; none as long as it goes on. */
export function verdictOnTheRest(state: LineState): Verdict | undefined {
  const left = playing(state);
  if (left.length === 0) return wonByNobody(state, 'aborted', 'nobody-left');
  const { names, options } = state.terms;
  const isLast = left.length === 1 && names.length > 1 && options['last-player'] === 'win';
  return isLast ? wonBy(state, left[0]!, 'last-player') : undefined;
}
