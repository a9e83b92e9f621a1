import type { ValuesOf } from '../../core/shape.ts';
import type { Step } from '../game.ts';
import type { scores } from '../kit/scores.ts';
import { type GameOutcome, type PlayerOutcome, type Verdict, verdictsOf } from '../kit/verdict.ts';
import { forfeitedText } from './removal.ts';
import { type LinePlayer, type LineState, playing, tell } from './state.ts';
import { bankMs, hasBank, pointsOff } from './time-bank.ts';
import { sharedNoticeText } from './wire/notices.ts';

type ScoresEvent = { readonly type: 'scores' } & ValuesOf<typeof scores>;

/** Subtracts points for overtime, and records and tells all scores after `first`. */
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
  // Scores have 32 bits, as everywhere on the wire.
  const lessOf = (player: Player) => (player.score - pointsOff(terms.options, player.bank)) | 0;
  return { ...state, players: players.map((player) => ({ ...player, score: lessOf(player) })) };
}

/** Empty without time banks. */
function timeLeft({ players, terms: { options } }: LineState) {
  if (!hasBank(options)) return {};
  return {
    bankMs: players.map(({ bank }) => bankMs(bank)),
    pointsOff: players.map(({ bank }) => pointsOff(options, bank)),
  };
}

type Reason = Verdict['reason'];

/** The highest score of the remaining players wins. Equal scores share the win. */
export function verdictByScore(state: LineState, reason: Reason): Verdict {
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

/** Remaining players have lost, or were interrupted. */
export function wonByNobody({ players }: LineState, outcome: GameOutcome, reason: Reason): Verdict {
  const ended = (): PlayerOutcome => (reason === 'interrupted' ? 'unfinished' : 'lost');
  return { outcome, winner: null, reason, players: verdictsOf(players, ended) };
}

export function verdictOfHalt(state: LineState, why: 'game-timeout' | 'interrupted'): Verdict {
  return wonByNobody(state, why === 'interrupted' ? 'aborted' : 'timeout', why);
}

/** Undefined while enough players are left. */
export function verdictOnTheRest(state: LineState): Verdict | undefined {
  const left = playing(state);
  if (left.length === 0) return wonByNobody(state, 'aborted', 'nobody-left');
  const { names, options } = state.terms;
  const isLast = left.length === 1 && names.length > 1 && options['last-player'] === 'win';
  return isLast ? wonBy(state, left[0]!, 'last-player') : undefined;
}

/** Returns a sentence if nobody sits in the first seat. */
export function firstSeatProblem(
  { first }: { readonly first: number | undefined },
  seats: number,
): string | undefined {
  if (first === undefined || first <= seats) return undefined;
  return `--first ${first}: expected a seat from 1 to ${seats}, since ${seats} play`;
}

/** The first text for all ready players. Absent players have forfeited, after `earlier`. */
export function startText({ players, terms }: LineState, earlier = ''): string {
  const present = new Set(players.map(({ seat }) => seat));
  const absent = terms.names.map((_, index) => index + 1).filter((seat) => !present.has(seat));
  return sharedNoticeText({ type: 'start' }) + earlier + absent.map(forfeitedText).join('');
}
