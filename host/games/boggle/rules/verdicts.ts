import { verdictsOf } from '../../kit/standing.ts';
import type { GameOutcome, PlayerOutcome, Verdict } from '../../kit/verdict.ts';
import type { EndReason } from '../in-words.ts';
import { noticeText } from '../wire/text.ts';
import { type Count, countUp, type Find } from './count-up.ts';
import { type BoggleEffect, type BoggleStep, type Player, playing, type State } from './state.ts';

/** The highest total has won, of those who may still win; equal ones at the top share it. */
export function scored(state: State, reason: EndReason): BoggleStep {
  const count = countUp(state);
  const left = playing(count.state);
  const top = Math.max(...left.map(({ score }) => score));
  const best = left.filter(({ score }) => score === top);
  if (best.length === 1) return won(count, best[0]!, reason);
  const outcome = (player: Player): PlayerOutcome => (best.includes(player) ? 'draw' : 'lost');
  const players = verdictsOf(count.state.players, outcome);
  return over(count, { outcome: 'draw', winner: null, reason, players });
}

function won(count: Count, winner: Player, reason: EndReason): BoggleStep {
  const outcome = ({ seat }: Player): PlayerOutcome => (seat === winner.seat ? 'won' : 'lost');
  const players = verdictsOf(count.state.players, outcome);
  return over(count, { outcome: 'won', winner: winner.seat, reason, players });
}

/** Nobody has won: those still playing have lost, or were merely interrupted. */
export function endedWithoutWinner(state: State, outcome: GameOutcome, reason: EndReason): BoggleStep {
  const ended = (): PlayerOutcome => (reason === 'interrupted' ? 'unfinished' : 'lost');
  const players = verdictsOf(state.players, ended);
  return over(countUp(state), { outcome, winner: null, reason, players });
}

/** Few enough are left that the game is over, or nothing. */
export function whoIsLeft(state: State): BoggleStep | undefined {
  const left = playing(state);
  if (left.length === 0) return endedWithoutWinner(state, 'aborted', 'nobody-left');
  const { names, options } = state.table;
  if (left.length === 1 && names.length > 1 && options['last-player'] === 'win')
    return won(countUp(state), left[0]!, 'last-player');
  return undefined;
}

/** What everybody found is told first, then the scores. */
function over({ state, finds }: Count, verdict: Verdict): BoggleStep {
  const scores = state.players.map(({ seat, score }) => ({ player: seat, points: score }));
  const text = finds.map(findText).join('') + noticeText({ type: 'gameover', scores });
  return {
    state: { ...state, turn: undefined, over: true },
    effects: [
      ...finds.map(findEvent),
      {
        do: 'record',
        event: {
          type: 'scores',
          scores: scores.map(({ points }) => points),
          seats: scores.map(({ player }) => player),
        },
      },
      ...playing(state).map(({ seat }): BoggleEffect => ({ do: 'tell', seat, text })),
      { do: 'end', verdict },
    ],
  };
}

function findText({ player, words, points }: Find): string {
  return words
    .map((word, index) => noticeText({ type: 'found', player: player.seat, word, points: points[index]! }))
    .join('');
}

function findEvent({ player, words, points }: Find): BoggleEffect {
  return { do: 'record', event: { type: 'found', seat: player.seat, words, points } };
}
