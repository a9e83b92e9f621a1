import type { ValuesOf } from '../../core/shape.ts';
import type { Step } from '../game.ts';
import type { scores } from '../kit/score-events.ts';
import type { Verdict } from '../kit/verdict.ts';
import type { LinePlayer, LineState } from './line-state.ts';
import { playing } from './players.ts';
import { tell } from './telling.ts';
import { bankMs, hasBank, pointsOff } from './turns/time-bank.ts';
import { sharedNoticeText } from './wire/shared-notices.ts';

type ScoresEvent = { readonly type: 'scores' } & ValuesOf<typeof scores>;

/**
 * Points for overtime are taken off, all scores are recorded and told to those that still play, after what the game itself
 * tells first.
 */
export function gameOver<Player extends LinePlayer, State extends LineState<Player>>(
  before: State & LineState<Player>,
  verdictOn: (state: State) => Verdict,
  toldFirst = '',
): Step<State, ScoresEvent> {
  const state = withOvertimeTaken<Player, State>(before);
  const { players } = state;
  const totals = players.map(({ seat, score }) => ({ player: seat, points: score }));
  const event = {
    type: 'scores',
    scores: players.map(({ score }) => score),
    seats: players.map(({ seat }) => seat),
    ...timeLeft(state),
  } as const;
  const text = toldFirst + sharedNoticeText({ type: 'gameover', scores: totals });
  return {
    state: { ...state, turn: undefined, over: true },
    effects: [
      { do: 'record', event },
      ...playing(state).map(({ seat }) => tell(seat, text)),
      { do: 'end', verdict: verdictOn(state) },
    ],
  };
}

function withOvertimeTaken<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
): State {
  const { players, terms } = state;
  if (!hasBank(terms.options)) return state;
  // 32 bits, as everywhere on the wire.
  const lessOf = (player: Player) => (player.score - pointsOff(terms.options, player.bank)) | 0;
  return { ...state, players: players.map((player) => ({ ...player, score: lessOf(player) })) };
}

/** For the record; nothing without time banks. */
function timeLeft({ players, terms: { options } }: LineState) {
  if (!hasBank(options)) return {};
  return {
    bankMs: players.map(({ bank }) => bankMs(bank)),
    pointsOff: players.map(({ bank }) => pointsOff(options, bank)),
  };
}
