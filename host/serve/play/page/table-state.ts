import type { MoveLine } from '../../../games/presentation.ts';
import { panelsAfter } from '../../../views/parts/game-data.ts';
import type { CardRequest } from '../../../views/parts/game-parts.ts';
import type { EndView, GameView, MoveView, SeatView, ViewChange } from '../contract.ts';

export function viewAfter(view: GameView, change: ViewChange): GameView {
  const { newMoves, changes, ...fields } = change;
  return {
    ...view,
    ...fields,
    moves: newMoves.length === 0 ? view.moves : [...view.moves, ...newMoves],
    panels: panelsAfter(view.panels, changes),
  };
}

/** After this time without a connection, the others may claim the win. */
export const AWAY_MS = 5 * 60_000;
/** A shorter absence is not shown: a page that is loaded again is away for a moment. */
const SHOWN_AWAY_MS = 15_000;

/** `sinceMs` has passed since the server sent the view. */
export function cardsOf(view: GameView, sinceMs: number): readonly CardRequest[] {
  const { seats, panels, due, state, end } = view;
  return seats.map((seat) => {
    const panel = panels.find((each) => each.seat === seat.seat);
    const figures = panel ?? { seat: seat.seat, caption: '', rows: [] };
    return {
      seat: seat.seat,
      name: seat.name,
      panel: { ...figures, caption: aboutSeat(view, seat, sinceMs), clock: clockOf(seat, sinceMs) },
      isActive: state === 'running' && due.includes(seat.seat),
      hasWon: end?.winners.includes(seat.seat) === true,
    };
  });
}

function aboutSeat(
  { you, state }: GameView,
  { seat, is, awayMs, roundTripMs }: SeatView,
  sinceMs: number,
): string {
  const away = awayMs === undefined || state === 'over' ? 0 : awayMs + sinceMs;
  const who = seat === you ? 'you' : is === 'person' ? 'guest' : is === 'bot' ? 'bot' : 'open seat';
  if (away >= SHOWN_AWAY_MS && seat !== you) return `${who}, away ${timeText(away)}`;
  return roundTripMs === undefined ? who : `${who}, ${Math.round(roundTripMs)} ms`;
}

function clockOf({ clock }: SeatView, sinceMs: number): string {
  return clock === undefined ? '' : timeText(clock.leftMs - (clock.runs ? sinceMs : 0));
}

const TENTHS_BELOW_MS = 10_000;

/** For example `4:05`, or `0:07.3` when little is left. */
export function timeText(ms: number): string {
  const left = Math.max(0, ms);
  const tenths = left < TENTHS_BELOW_MS ? `.${Math.floor(left / 100) % 10}` : '';
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${tenths}`;
}

/** The seat of somebody against whom the viewer may claim the win. */
export function claimable({ you, seats, state }: GameView, sinceMs: number): SeatView | undefined {
  if (you === undefined || state !== 'running') return undefined;
  return seats.find(
    ({ seat, is, awayMs }) =>
      seat !== you && is === 'person' && awayMs !== undefined && awayMs + sinceMs >= AWAY_MS,
  );
}

export function nameOf({ seats }: GameView, seat: number | undefined): string {
  return seats.find((each) => each.seat === seat)?.name ?? '';
}

/** Says for a screen reader what has happened since the view before. */
export function newsBetween(before: GameView | undefined, view: GameView): string {
  if (before === undefined) return turnSentence(view);
  const news = view.moves.slice(before.moves.length).map((move) => moveSentence(view, move));
  for (const { seat, name, is } of view.seats)
    if (is === 'person' && before.seats.find((each) => each.seat === seat)?.is === 'open')
      news.push(`${name} has joined.`);
  const turn = turnSentence(view);
  return [...news, ...(turn === turnSentence(before) && news.length === 0 ? [] : [turn])].join(' ');
}

export function moveSentence(view: GameView, { seat, words }: MoveView): string {
  const name = seat === view.you && seat !== undefined ? 'You:' : nameOf(view, seat);
  return `${name} ${words}.`.trim();
}

export function turnSentence({ state, pace, you, due, seats, end }: GameView): string {
  if (state === 'over') return end?.sentence ?? 'The game is over.';
  if (state === 'open') return 'A seat is open.';
  if (pace === 'round')
    return you === undefined || due.includes(you) ? 'All play at once.' : 'Wait for the others.';
  if (you !== undefined && due.includes(you)) return pace === 'race' ? 'The race is on.' : 'Your turn.';
  const names = seats.filter(({ seat }) => due.includes(seat)).map(({ name }) => name);
  return names.length === 0 ? '' : `${names.join(', ')} to move.`;
}

export interface EndSummary {
  /** For example `You won by 23`. */
  readonly title: string;
  readonly best: (MoveLine & { readonly name: string }) | undefined;
}

export function endSummary(view: GameView): EndSummary {
  const { end, moves } = view;
  const lines = moves.flatMap((move) => (move.seat === undefined ? [] : move.lines));
  const [best] = lines.toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0));
  const isGood = best?.points !== undefined && best.points > 0;
  return {
    title: end === undefined ? '' : titleOf(view, end),
    best: isGood ? { ...best, name: nameOf(view, best.seat) } : undefined,
  };
}

function titleOf(view: GameView, { reason, winners, scores }: EndView): string {
  if (reason === 'interrupted') return 'No winner';
  if (winners.length !== 1) return 'A draw';
  const winner = winners[0]!;
  const others = scores.filter((_, index) => index !== winner - 1);
  const margin = (scores[winner - 1] ?? 0) - Math.max(...others);
  const by = margin > 0 && Number.isFinite(margin) ? ` by ${margin}` : '';
  if (view.you === winner) return `You won${by}`;
  return `${nameOf(view, winner)} won${by}`;
}

interface SeatRequest {
  readonly is: 'person' | 'bot' | 'open';
  readonly name?: string;
}

/** Seats for another game, with sides changed. The other people take open seats. */
export function seatsAgain({ seats, you }: GameView): readonly SeatRequest[] {
  const [first, ...others] = seats.map(({ seat, is, name }): SeatRequest => {
    if (is === 'bot') return { is, name };
    return seat === you ? { is: 'person', name } : { is: 'open' };
  });
  return first ? [...others, first] : [];
}
