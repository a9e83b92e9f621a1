import type { ValuesOf } from '../../core/shape.ts';
import type { Heard, Step } from '../game.ts';
import type { lateLine } from '../kit/score-events.ts';
import type { Offence } from '../kit/verdict.ts';
import type { LinePlayer, LineState } from './line-state.ts';
import { withPlayer } from './players.ts';
import { excerpt } from './wire/move-scanner.ts';

type LateEvent = { readonly type: 'late' } & ValuesOf<typeof lateLine>;
type HeardLine = Heard<{ readonly line: string; readonly lineNumber: number }>;

/** An answer to a turn that ran out. Nobody is told; it has no effect, so a player that goes on like this is throttled. */
export function dropLate<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  player: Player,
  heard: HeardLine,
): Step<State, LateEvent> {
  const { seat, message, bytes } = heard;
  const event = { type: 'late', seat, line: excerpt(message.line), bytes } as const;
  return {
    state: withPlayer<Player, State>(state, { ...player, droppedBytes: droppedWith(player, heard) }),
    effects: [{ do: 'record', event, noEffect: true }],
  };
}

/** The offence of a player of whom more than `--max-late` would be dropped with this line; none as long as it is not. */
export function lateFlood(
  { terms }: LineState,
  player: LinePlayer,
  heard: HeardLine,
  what: string,
): Offence | undefined {
  const limit = terms.options['max-late'];
  if (droppedWith(player, heard) <= limit) return undefined;
  const detail = `more than ${limit} bytes ${what} (--max-late)`;
  return { kind: 'flood', rule: 'late', detail, at: heard.message.lineNumber, unit: 'line' };
}

function droppedWith({ droppedBytes }: LinePlayer, { bytes }: HeardLine): number {
  return droppedBytes + bytes[1] - bytes[0];
}
