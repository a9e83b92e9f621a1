import type { ValuesOf } from '../../core/shape.ts';
import type { Step } from '../game.ts';
import type { scores } from '../kit/score-events.ts';
import type { Verdict } from '../kit/verdict.ts';
import type { LineState } from './line-state.ts';
import { playing } from './players.ts';
import { tell } from './telling.ts';
import { sharedNoticeText } from './wire/shared-notices.ts';

type ScoresEvent = { readonly type: 'scores' } & ValuesOf<typeof scores>;

/** All scores are recorded and told to those that still play, after what the game itself tells first. */
export function gameOver<State extends LineState>(
  state: State,
  verdict: Verdict,
  toldFirst = '',
): Step<State, ScoresEvent> {
  const { players } = state;
  const totals = players.map(({ seat, score }) => ({ player: seat, points: score }));
  const event = {
    type: 'scores',
    scores: players.map(({ score }) => score),
    seats: players.map(({ seat }) => seat),
  } as const;
  const text = toldFirst + sharedNoticeText({ type: 'gameover', scores: totals });
  return {
    state: { ...state, turn: undefined, over: true },
    effects: [
      { do: 'record', event },
      ...playing(state).map(({ seat }) => tell(seat, text)),
      { do: 'end', verdict },
    ],
  };
}
