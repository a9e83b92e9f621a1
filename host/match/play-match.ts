import { VoidMatch } from '../core/host-failure.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Clock } from './clock.ts';
import { FlowControl } from './live/flow-control.ts';
import { fairGates, type GateHabits } from './live/gate.ts';
import { Loop } from './live/loop.ts';
import { Mailbox } from './live/mailbox.ts';
import { type Played, Settler } from './live/settler.ts';
import type { DelayWatch } from './live/turn-load.ts';
import { TurnWatch } from './live/turn-watch.ts';
import type { MatchPlan } from './plan/plan.ts';
import { Referee } from './referee/referee.ts';
import type { OpenSeats } from './seat.ts';
import { bySeat, seatRequests } from './seat-requests.ts';

export interface MatchTools {
  readonly openSeats: OpenSeats;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly interrupt: AbortSignal | undefined;
  /** The match is over: what comes now is the end of its players. */
  readonly decided?: (() => void) | undefined;
  readonly gates?: GateHabits | undefined;
  /** Begins to measure how late the event loop is. Without this tool it is not known. */
  readonly watchDelay?: () => DelayWatch;
}

/** One match from the start of its players to the end of all their processes. */
export async function playMatch(plan: MatchPlan, tools: MatchTools): Promise<Played> {
  const { clock, log, gates = fairGates } = tools;
  const { game, setup, limits, players, header } = plan;
  const pace = game.pace(setup.options);
  const referee = new Referee(game, setup, limits, players);
  const flow = new FlowControl(clock, pace);
  using mailbox = new Mailbox(clock, flow, pace);
  let failure: VoidMatch | undefined;
  log.note({ type: 'game', ...header }, clock.now());
  const requests = seatRequests(plan, () => clock.now());
  await using opened = await tools.openSeats(requests, (seat) => ({
    ...mailbox.listener(seat),
    signalled: (signal, at) => log.note({ type: 'signal', signal, to: seat }, at),
    lost(problem, at) {
      failure ??= new VoidMatch(problem);
      mailbox.put({ is: 'interrupt', at });
    },
  }));
  const seats = bySeat(requests, opened.seats);
  flow.control(seats);
  using delay = tools.watchDelay?.();
  using turns = new TurnWatch(plan, seats, { clock, log, delay, put: (input) => mailbox.put(input) });
  const settler = new Settler(referee, seats, mailbox, { clock, log, gates, turns, pace });
  const loop = new Loop(referee, settler, { clock, mailbox, flow, turns });
  const started = clock.now();
  for (const { seat } of requests) {
    const { sandbox = 'scripted', memory } = seats[seat - 1]!.processes ?? {};
    log.note({ type: 'spawn', seat, sandbox, ...(memory && { memory }) }, started);
  }
  using _interruption = onInterrupt(tools.interrupt, () => mailbox.put({ is: 'interrupt', at: clock.now() }));
  await loop.play(started);
  tools.decided?.();
  if (delay) log.note({ type: 'load', loopDelayMs: delay.worst }, clock.now());
  const played = await settler.finished();
  if (failure) throw failure;
  return played;
}

function onInterrupt(interrupt: AbortSignal | undefined, act: () => void): Disposable {
  if (interrupt?.aborted) act();
  interrupt?.addEventListener('abort', act, { once: true });
  return { [Symbol.dispose]: () => interrupt?.removeEventListener('abort', act) };
}
