import type { Effect } from '../games/game.ts';
import type { Verdict } from '../games/verdict.ts';
import type { MatchPlan } from '../plan/match-plan.ts';
import type { EventLog } from '../records/event-log.ts';
import type { Ending, SeatHandle, SeatListener } from '../seats/seat.ts';
import { micros, type Nanos, type Seat } from '../tabletop/units.ts';
import { Backlog } from './backlog.ts';
import type { Clock } from './clock.ts';
import { pollEmpty } from './gate.ts';
import { type Letter, Mailbox } from './mailbox.ts';
import type { SeatOpener } from './open-table.ts';
import { Referee } from './referee.ts';

/** What the loop itself saw of a match, beside its events. */
export interface Played {
  readonly verdict: Verdict;
  /** Since the deal; 0 where there was none. */
  readonly endedAt: Nanos;
  /** By seat: what became of its processes. */
  readonly endings: readonly Ending[];
}

export interface MatchTools {
  readonly openSeats: SeatOpener;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly interrupt: AbortSignal | undefined;
}

/** Other players are read at least this often, whatever one of them has sent. */
const LONGEST_WITHOUT_POLL = micros(250);

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

class Loop {
  readonly #referee: Referee;
  readonly #seats: readonly SeatHandle[];
  readonly #mailbox: Mailbox;
  readonly #backlog: Backlog;
  readonly #clock: Clock;
  readonly #log: EventLog;
  #verdict: Verdict | undefined;
  #endedAt: Nanos = 0;
  readonly #exitsNoted: Promise<unknown>;
  #gates = 0;
  #lastPoll: Nanos = 0;

  constructor(
    referee: Referee,
    seats: readonly SeatHandle[],
    mailbox: Mailbox,
    backlog: Backlog,
    tools: MatchTools,
  ) {
    this.#referee = referee;
    this.#seats = seats;
    this.#mailbox = mailbox;
    this.#backlog = backlog;
    this.#clock = tools.clock;
    this.#log = tools.log;
    this.#exitsNoted = Promise.all(seats.map((seat, index) => this.#noteExit(index + 1, seat)));
  }

  /** Whoever speaks next is heard, or silence decides. */
  async turn(): Promise<void> {
    const { alarm } = this.#referee;
    const letter = await this.#mailbox.next(alarm);
    this.#lastPoll = this.#clock.now();
    if (!letter) await this.carryOut(this.#referee.wake(alarm!), alarm!);
    else if (letter.is === 'read') {
      await this.#read(letter);
      this.#backlog.settled(letter.seat, letter.bytes.length);
    } else await this.carryOut(this.#other(letter), letter.at);
  }

  async #read({ seat, bytes, at }: Letter & { is: 'read' }): Promise<void> {
    if (!this.#referee.hears(seat)) return;
    this.#log.noteRead(seat, bytes, at);
    for (const effects of this.#referee.read(seat, bytes, at)) {
      await this.carryOut(effects, at);
      if (this.#clock.now() - this.#lastPoll < LONGEST_WITHOUT_POLL) continue;
      await this.#clock.poll();
      this.#lastPoll = this.#clock.now();
    }
  }

  #other(letter: Exclude<Letter, { is: 'read' }>): readonly Effect[] {
    const { at } = letter;
    if (letter.is === 'interrupt') {
      this.#log.note({ type: 'interrupt' }, at);
      return this.#referee.interrupt(at);
    }
    const { seat } = letter;
    if (!this.#referee.hears(seat)) return [];
    if (letter.is === 'gone') {
      this.#log.note({ type: 'gone', seat, ...letter.gone }, at);
      return this.#referee.gone(seat, letter.gone, at);
    }
    this.#log.note({ type: 'caught', seat, offence: letter.offence }, at);
    return this.#referee.caught(seat, letter.offence, at);
  }

  async carryOut(effects: readonly Effect[], at: Nanos): Promise<void> {
    if (this.#referee.openedAt !== undefined) this.#log.begin(this.#referee.openedAt);
    for (const effect of effects) {
      switch (effect.do) {
        case 'tell':
          this.#tell(effect.seat, effect.text);
          break;
        case 'gate':
          await this.#openGate(effect.tells);
          break;
        case 'record':
          this.#log.note(effect.event, at);
          break;
        case 'dismiss':
          this.#seats[effect.seat - 1]!.dismiss();
          break;
        case 'end':
          this.#end(effect.verdict, at);
          break;
        default:
          effect satisfies never;
      }
    }
  }

  #tell(seat: Seat, text: string): void {
    const at = this.#clock.now();
    this.#seats[seat - 1]!.send(text);
    this.#log.note({ type: 'out', seat, text }, at);
  }

  /** Everything is made beforehand, and nothing is noted before the last byte is written. */
  async #openGate(tells: readonly { readonly seat: Seat; readonly text: string }[]): Promise<void> {
    const handles = tells.map(({ seat }) => this.#seats[seat - 1]!);
    const times = new Array<Nanos>(tells.length).fill(0);
    const polled = await pollEmpty(this.#mailbox, this.#clock);
    for (let index = 0; index < tells.length; index++) {
      times[index] = this.#clock.now();
      handles[index]!.send(tells[index]!.text);
    }
    this.#lastPoll = this.#clock.now();
    const gate = this.#gates++;
    const order = tells.map(({ seat }) => seat);
    for (const [index, { seat, text }] of tells.entries()) {
      const event = { type: 'out', seat, text, gate, order, ...(!polled && { unpolled: true }) };
      this.#log.note(event, times[index]!);
    }
  }

  #end(verdict: Verdict, at: Nanos): void {
    this.#verdict = verdict;
    this.#endedAt = at - (this.#referee.openedAt ?? at);
    this.#log.begin(at);
    for (const seat of this.#seats) seat.dismiss();
  }

  async #noteExit(seat: Seat, handle: SeatHandle): Promise<void> {
    const { stderr, survivors, ...facts } = await handle.ended;
    const event = { type: 'exit', seat, ...facts, ...(survivors > 0 && { survivors }) };
    this.#log.note(event, this.#clock.now());
  }

  /** All that was started is gone, and noted. */
  async played(): Promise<Played> {
    await this.#exitsNoted;
    const endings = await Promise.all(this.#seats.map(({ ended }) => ended));
    return { verdict: this.#verdict!, endedAt: this.#endedAt, endings };
  }
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
