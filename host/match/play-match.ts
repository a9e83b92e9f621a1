import type { MatchPlan } from '../plan/match-plan.ts';
import type { EventLog } from '../records/event-log.ts';
import type { SeatListener } from '../seats/seat.ts';
import type { Seat } from '../tabletop/units.ts';
import { Backlog } from './backlog.ts';
import type { Clock } from './clock.ts';
import { Loop, type Played } from './loop.ts';
import { Mailbox } from './mailbox.ts';
import type { SeatOpener } from './open-table.ts';
import { Referee } from './referee.ts';

export interface MatchTools {
  readonly openSeats: SeatOpener;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly interrupt: AbortSignal | undefined;
}

/** One match from the start of its players to the end of all their processes. */
export async function playMatch(plan: MatchPlan, tools: MatchTools): Promise<Played> {
  const { clock, log } = tools;
  const referee = new Referee(plan.game, plan.setup, plan.limits, plan.players);
  const mailbox = new Mailbox(clock);
  log.note({ type: 'game', ...plan.header }, clock.now());
  let backlog: Backlog | undefined;
  const onRead = (seat: Seat, bytes: number) => backlog?.read(seat, bytes);
  await using table = await tools.openSeats(plan, (seat) => listener(seat, mailbox, log, onRead));
  backlog = new Backlog(table.seats);
  const loop = new Loop(referee, table.seats, mailbox, backlog, tools);
  const started = clock.now();
  for (const [index, { sandbox }] of table.seats.entries())
    log.note({ type: 'spawn', seat: index + 1, sandbox }, started);
  using _interruption = onInterrupt(tools.interrupt, () => mailbox.put({ is: 'interrupt', at: clock.now() }));
  await loop.carryOut(referee.start(started), started);
  while (!referee.over) await loop.turn();
  return await loop.played();
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
    unread(bytes, at) {
      const detail = `did not read: ${bytes} bytes wait to be written to it (--max-unread)`;
      const offence = { kind: 'flood', rule: 'unread', detail } as const;
      mailbox.put({ is: 'caught', seat, offence, at });
    },
    overMemory(bytes, at) {
      const detail = `its processes held ${Math.ceil(bytes / 2 ** 20)} MiB of memory, more than --memory allows`;
      mailbox.put({ is: 'caught', seat, offence: { kind: 'memory', rule: 'resident', detail }, at });
    },
    signalled: (signal, at) => log.note({ type: 'signal', signal, to: seat }, at),
  };
}

function onInterrupt(interrupt: AbortSignal | undefined, act: () => void): Disposable {
  if (interrupt?.aborted) act();
  interrupt?.addEventListener('abort', act, { once: true });
  return { [Symbol.dispose]: () => interrupt?.removeEventListener('abort', act) };
}
