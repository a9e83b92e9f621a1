import { VoidMatch } from '../core/host-failure.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import { Backlog } from './backlog.ts';
import type { Clock } from './clock.ts';
import { fairGates, type GateHabits } from './gate.ts';
import { Loop, type Played } from './loop.ts';
import { Mailbox } from './mailbox.ts';
import type { MatchPlan } from './plan.ts';
import { Referee } from './referee.ts';
import type { OpenSeats, SeatListener } from './seat.ts';
import { bySeat, seatRequests } from './seat-requests.ts';
import { TurnLoad } from './turn-load.ts';
import { TurnMeter } from './turn-meter.ts';
import { TurnWatch } from './turn-watch.ts';

export interface MatchTools {
  readonly openSeats: OpenSeats;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly interrupt: AbortSignal | undefined;
  readonly gates?: GateHabits | undefined;
  /** Begins to measure how late the event loop is. Where there is no such tool, nobody knows. */
  readonly watchDelay?: () => DelayWatch;
}

export interface DelayWatch extends Disposable {
  /** The worst of it until now, in milliseconds. */
  readonly worst: number;
  /** The worst of it since the last lap. */
  lap(): number;
}

/** One match from the start of its players to the end of all their processes. */
export async function playMatch(plan: MatchPlan, tools: MatchTools): Promise<Played> {
  const { clock, log, gates = fairGates } = tools;
  const pace = plan.game.pace(plan.setup.options);
  const referee = new Referee(plan.game, plan.setup, plan.limits, plan.players);
  using mailbox = new Mailbox(clock, pace);
  let failure: VoidMatch | undefined;
  const lost = (problem: string, at: Nanos) => {
    failure ??= new VoidMatch(problem);
    mailbox.put({ is: 'interrupt', at });
  };
  log.note({ type: 'game', ...plan.header }, clock.now());
  let backlog: Backlog | undefined;
  const onRead = (seat: Seat, bytes: number) => backlog?.read(seat, bytes);
  const requests = seatRequests(plan, () => clock.now());
  await using table = await tools.openSeats(requests, (seat) => ({
    ...listener(seat, mailbox, log, onRead),
    lost,
  }));
  const seats = bySeat(requests, table.seats);
  backlog = new Backlog(seats, pace);
  const spent = (seat: Seat, cpu: Nanos, at: Nanos) => mailbox.put({ is: 'spent', seat, cpu, at });
  using meter = new TurnMeter(plan, seats, clock, spent);
  using delay = tools.watchDelay?.();
  using load = new TurnLoad(plan, seats, clock, delay);
  const turns = new TurnWatch(meter, load, log);
  const loop = new Loop(referee, seats, mailbox, backlog, { clock, log, pace, gates, turns });
  const started = clock.now();
  for (const { seat } of requests) {
    const { sandbox = 'scripted', memory } = seats[seat - 1]!.processes ?? {};
    log.note({ type: 'spawn', seat, sandbox, ...(memory && { memory }) }, started);
  }
  using _interruption = onInterrupt(tools.interrupt, () => mailbox.put({ is: 'interrupt', at: clock.now() }));
  await loop.carryOut(referee.start(started), started);
  while (!referee.over) await loop.turn();
  if (delay) log.note({ type: 'load', loopDelayMs: delay.worst }, clock.now());
  const played = await loop.played();
  if (failure) throw failure;
  return played;
}

function listener(
  seat: Seat,
  mailbox: Mailbox,
  log: EventLog,
  onRead: (seat: Seat, bytes: number) => void,
): SeatListener {
  return {
    read(bytes, at) {
      mailbox.put({ is: 'read', seat, bytes, at });
      onRead(seat, bytes.length);
    },
    gone: (gone, at) => mailbox.put({ is: 'gone', seat, gone, at }),
    caught: (offence, at) => mailbox.put({ is: 'caught', seat, offence, at }),
    signalled: (signal, at) => log.note({ type: 'signal', signal, to: seat }, at),
  };
}

function onInterrupt(interrupt: AbortSignal | undefined, act: () => void): Disposable {
  if (interrupt?.aborted) act();
  interrupt?.addEventListener('abort', act, { once: true });
  return { [Symbol.dispose]: () => interrupt?.removeEventListener('abort', act) };
}
