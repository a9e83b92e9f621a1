import { VoidMatch } from '../core/host-failure.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Clock } from './clock.ts';
import type { Played } from './effect-runner.ts';
import { fairGates, type GateHabits } from './gate.ts';
import { Loop } from './loop.ts';
import type { Input } from './mailbox.ts';
import type { MatchPlan } from './plan.ts';
import { Referee } from './referee.ts';
import type { OpenSeats } from './seat.ts';
import { bySeat, seatRequests } from './seat-requests.ts';
import type { DelayWatch } from './turn-load.ts';
import { TurnWatch } from './turn-watch.ts';

export interface MatchTools {
  readonly openSeats: OpenSeats;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly interrupt: AbortSignal | undefined;
  /** The match is over: what comes now is the end of its players. */
  readonly decided?: (() => void) | undefined;
  readonly gates?: GateHabits | undefined;
  /** Begins to measure how late the event loop is. Without such a tool, nobody knows. */
  readonly watchDelay?: () => DelayWatch;
}

/** One match from the start of its players to the end of all their processes. */
export async function playMatch(plan: MatchPlan, tools: MatchTools): Promise<Played> {
  const { clock, log, gates = fairGates } = tools;
  const { game, setup, limits, players, header } = plan;
  const referee = new Referee(game, setup, limits, players);
  let failure: VoidMatch | undefined;
  const put = (input: Input) => loop.put(input);
  log.note({ type: 'game', ...header }, clock.now());
  const requests = seatRequests(plan, () => clock.now());
  await using table = await tools.openSeats(requests, (seat) => ({
    read: (bytes, at) => put({ is: 'read', seat, bytes, at }),
    gone: (gone, at) => put({ is: 'gone', seat, gone, at }),
    caught: (offence, at) => put({ is: 'caught', seat, offence, at }),
    signalled: (signal, at) => log.note({ type: 'signal', signal, to: seat }, at),
    lost(problem, at) {
      failure ??= new VoidMatch(problem);
      put({ is: 'interrupt', at });
    },
  }));
  const seats = bySeat(requests, table.seats);
  using delay = tools.watchDelay?.();
  using turns = new TurnWatch(plan, seats, { clock, log, delay, put });
  using loop = new Loop(referee, seats, { clock, log, pace: game.pace(setup.options), gates, turns });
  const started = clock.now();
  for (const { seat } of requests) {
    const { sandbox = 'scripted', memory } = seats[seat - 1]!.processes ?? {};
    log.note({ type: 'spawn', seat, sandbox, ...(memory && { memory }) }, started);
  }
  using _interruption = onInterrupt(tools.interrupt, () => put({ is: 'interrupt', at: clock.now() }));
  await loop.play(started);
  tools.decided?.();
  if (delay) log.note({ type: 'load', loopDelayMs: delay.worst }, clock.now());
  const played = await loop.finished();
  if (failure) throw failure;
  return played;
}

function onInterrupt(interrupt: AbortSignal | undefined, act: () => void): Disposable {
  if (interrupt?.aborted) act();
  interrupt?.addEventListener('abort', act, { once: true });
  return { [Symbol.dispose]: () => interrupt?.removeEventListener('abort', act) };
}
