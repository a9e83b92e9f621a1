import type { Nanos } from '../../core/units.ts';
import { EventLog } from '../../events/event-log.ts';
import type { Noted } from '../../events/noted.ts';
import type { Effect } from '../../games/game.ts';
import type { Verdict } from '../../games/kit/verdict.ts';
import { facts } from '../../games/platform-events.ts';
import type { MatchPlan } from '../plan/plan.ts';
import { Referee } from '../referee/referee.ts';

/** What was heard: the rules are told of it, each in its place. */
const inputs: ReadonlySet<string> = new Set(['in', 'gone', 'caught', 'spent', 'interrupt']);
/** What was seen, and cannot be worked out again. All other events are decisions. */
const seen: ReadonlySet<string> = new Set(Object.keys(facts));

/** The referee once more, driven by the facts of a record. */
export class Replay {
  readonly #referee: Referee;
  readonly #log: EventLog;
  #due: Noted[] = [];
  #started: Nanos | undefined;
  #greeted = false;
  #verdict: Verdict | undefined;
  #endedAt: Nanos = 0;
  #gates = 0;

  constructor(plan: MatchPlan) {
    this.#referee = new Referee(plan.game, plan.setup, plan.limits, plan.players);
    this.#log = new EventLog([{ take: (event) => seen.has(event.type) || this.#due.push(event) }]);
    this.#log.begin(0);
  }

  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  get endedAt(): Nanos {
    return this.#endedAt;
  }

  isDecision(event: Noted): boolean {
    return !seen.has(event.type);
  }

  /** The next decision that the record ought to have. */
  nextDue(): Noted | undefined {
    return this.#due.shift();
  }

  /** A fact: noted, and heard where it is an input. Answers a decision that the record left out. */
  take(event: Noted): Noted | undefined {
    if (event.type === 'spawn') this.#started = event.t;
    if (!inputs.has(event.type)) {
      this.#note(event);
      return undefined;
    }
    this.#wakeUntil(event.t);
    if (this.#due.length > 0) return this.nextDue();
    this.#hear(event);
    return undefined;
  }

  /** A decision that no message led to: then time did. */
  awaken(event: Noted): void {
    this.#greet();
    if (this.#due.length === 0) this.#wakeUntil(event.t);
  }

  /** The record is at its end: silence may have decided the rest. */
  finish(): void {
    this.#greet();
    const { alarm, over } = this.#referee;
    if (!over && this.#due.length === 0 && alarm !== undefined) this.#wakeUntil(alarm);
  }

  #hear(event: Noted): void {
    const { t } = event;
    if (event.type === 'in') {
      const { seat, data } = event;
      this.#log.noteRead(seat, data, t);
      this.#referee.read(seat, data);
      const next = () => this.#referee.settleNext(seat, t);
      for (let effects = next(); effects; effects = next()) this.#carryOut(effects, t);
      return;
    }
    this.#note(event);
    if (event.type === 'gone') this.#carryOut(this.#referee.gone(event.seat, event, t), t);
    else if (event.type === 'caught') this.#carryOut(this.#referee.caught(event.seat, event.offence, t), t);
    else if (event.type === 'spent') this.#carryOut(this.#referee.spent(event.seat, event.cpu, t), t);
    else this.#carryOut(this.#referee.interrupt(t), t);
  }

  /** What was decided last comes first: a record may tell of a time so far away that there is no end to what is due. */
  #wakeUntil(t: Nanos): void {
    this.#greet();
    while (this.#due.length === 0) {
      const { alarm } = this.#referee;
      if (alarm === undefined || alarm > t) return;
      this.#carryOut(this.#referee.wake(alarm), alarm);
    }
  }

  #greet(): void {
    if (this.#greeted) return;
    this.#greeted = true;
    const at = this.#started ?? 0;
    this.#carryOut(this.#referee.start(at), at);
  }

  #note({ n: _n, t, ...event }: Noted): void {
    this.#log.note(event, t);
  }

  #carryOut(effects: readonly Effect[], at: Nanos): void {
    for (const effect of effects) {
      if (effect.do === 'record') this.#decided(effect.event, at);
      else if (effect.do === 'tell') this.#tell(effect, at);
      else if (effect.do === 'gate') this.#openGate(effect.tells, at);
      else if (effect.do === 'end') {
        this.#verdict = effect.verdict;
        this.#endedAt = at;
      }
    }
  }

  /** What was seen beside a decision is taken from the record. */
  #decided(event: (Effect & { readonly do: 'record' })['event'], at: Nanos): void {
    if (!seen.has(event.type)) this.#log.note(event, at);
  }

  #tell({ seat, text, clock }: Effect & { readonly do: 'tell' }, at: Nanos): void {
    this.#log.noteTold(seat, text, at, clock);
  }

  /** A decision that the record has: where a player's clock runs from it, when that was is the record's to say. */
  confirm(event: Noted): void {
    if (event.type === 'out' && event.clock) this.#referee.clockStarts(event.seat, event.t);
  }

  #openGate(tells: readonly { readonly seat: number; readonly text: string }[], at: Nanos): void {
    const gate = this.#gates++;
    const order = tells.map(({ seat }) => seat);
    for (const { seat, text } of tells) this.#log.note({ type: 'out', seat, text, gate, order }, at);
  }
}
