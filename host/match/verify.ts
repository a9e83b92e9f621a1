import type { Nanos } from '../core/units.ts';
import { EventLog } from '../events/event-log.ts';
import { eventLine, type Noted, type NotedInAny } from '../events/noted.ts';
import { type Result, ResultFold } from '../events/result.ts';
import { facts } from '../games/events.ts';
import type { Effect } from '../games/game.ts';
import type { Verdict } from '../games/kit/verdict.ts';
import type { MatchPlan } from './plan.ts';
import { Referee } from './referee.ts';

export type Verification =
  | {
      readonly ok: true;
      readonly decisions: number;
      /** False if the host was killed, so that the record has no end. */
      readonly complete: boolean;
      readonly verdict: Verdict | undefined;
    }
  | { readonly ok: false; readonly disagreement: Disagreement };

export interface Disagreement {
  readonly line: number;
  readonly problem: string;
  readonly recorded: string;
  readonly expected: string;
}

const WINDOWS =
  "it has Windows line endings (CR LF), but records are compared byte by byte. Remove them: tr -d '\\r' < FILE > COPY";

type End = Noted & { readonly type: 'end' };

type Found = Omit<Disagreement, 'line' | 'recorded'> | undefined;

/**
 * Plays a record again. What players wrote, and when, comes from the record. The code of live games makes
 * every decision again, and each line must be equal to the byte. Only sentences (`detail`) come from the
 * record, because they may differ between versions.
 */
export function verifyRecord(
  plan: MatchPlan,
  noted: readonly NotedInAny[],
  lines: readonly string[],
): Verification {
  const events: readonly Noted[] = noted;
  const replay = new Replay(withToldPath(plan, events));
  const fold = new ResultFold(plan.game, plan.players.length);
  const last = events.at(-1);
  const complete = last?.type === 'end';
  const facts = new SeenFacts(plan.players.length, events[0]?.t ?? 0, complete ? last.t : undefined);
  let decisions = 0;
  for (const [index, event] of events.entries()) {
    const recorded = lines[index]!;
    const found =
      event.n === index + 1
        ? (facts.misfit(event) ?? compare(replay, fold, event, recorded))
        : outOfPlace(event, index + 1);
    if (found) return { ok: false, disagreement: { line: index + 1, recorded, ...found } };
    if (replay.isDecision(event)) decisions++;
    fold.take(event);
  }
  const absent = complete && facts.missing();
  if (absent) return { ok: false, disagreement: { line: events.length, recorded: lines.at(-1)!, ...absent } };
  // Silence may have decided something at the end of a record without an end.
  if (last && !complete) replay.awaken(last);
  return { ok: true, decisions, complete, verdict: replay.verdict };
}

function compare(replay: Replay, fold: ResultFold, event: Noted, recorded: string): Found {
  if (event.type === 'end') return compareEnd(replay, fold, event, recorded);
  if (!replay.isDecision(event)) return compareFact(replay, event);
  replay.awaken(event);
  const due = replay.nextDue();
  if (!due) return { problem: 'the rules decide nothing here', expected: 'no such line' };
  const expected = eventLine(asWritten(due, event));
  if (`${expected}\r` === recorded) return { problem: WINDOWS, expected };
  if (expected !== recorded) return { problem: 'the rules decide differently', expected };
  replay.confirm(event);
  return undefined;
}

function compareFact(replay: Replay, event: Noted): Found {
  const missing = replay.take(event);
  return missing && { problem: 'a decision is missing before this', expected: eventLine(missing) };
}

/** The time of a write and the poll of the loop are facts, not decisions. */
function asWritten(due: Noted, event: Noted): Noted {
  if (due.type === 'offence' && event.type === 'offence') return { ...due, n: event.n, detail: event.detail };
  if (due.type !== 'out' || event.type !== 'out') return { ...due, n: event.n };
  return { ...due, n: event.n, t: event.t, ...(event.unpolled && { unpolled: true }) };
}

function compareEnd(replay: Replay, fold: ResultFold, event: End, recorded: string): Found {
  replay.finish();
  const missing = replay.nextDue();
  if (missing) return { problem: 'a decision is missing before the end', expected: eventLine(missing) };
  if (!replay.verdict) return { problem: 'by the rules the game was not over', expected: 'more lines' };
  const result = inWordsOf(
    event.result,
    asMeasured(fold.finish(replay.verdict, replay.endedAt), event.result),
  );
  const expected = eventLine({ ...event, result });
  return expected === recorded ? undefined : { problem: 'the result is different', expected };
}

/** Fields that results have since some version. Older records lack them. */
export const laterInResults = {
  game: ['began', 'best'],
  player: ['answers', 'messages', 'refused', 'silent'],
  /** The fields of a rule that refused moves. */
  refused: ['sentence', 'position', 'hand'],
} as const;

/** Drops fields that the older recorded result lacks. */
function asMeasured(result: Result, recorded: Result): Result {
  const { loopDelayMs } = result;
  const unmeasured = recorded.loopDelayMs === undefined && loopDelayMs === null ? ['loopDelayMs'] : [];
  const players = result.players.map((player, index) => {
    const before = recorded.players[index];
    const same = without(player, before, laterInResults.player);
    return same.refused ? { ...same, refused: asRefused(same.refused, before?.refused) } : same;
  });
  return { ...without(result, recorded, [...laterInResults.game, ...unmeasured]), players };
}

type Refused = NonNullable<Result['players'][number]['refused']>;

function asRefused({ of, rules }: Refused, recorded: Refused | undefined): Refused {
  const all = Object.entries(rules).map(([rule, facts]) => {
    const before = recorded?.rules[rule];
    return [rule, before ? without(facts, before, laterInResults.refused) : facts] as const;
  });
  return { of, rules: Object.fromEntries(all) };
}

function without<Whole extends object>(
  whole: Whole,
  recorded: object | undefined,
  fields: readonly string[],
): Whole {
  const dropped = fields.filter((field) => field in whole && !Object.hasOwn(recorded ?? {}, field));
  if (dropped.length === 0) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([field]) => !dropped.includes(field))) as Whole;
}

/** Takes the sentences from the recorded result, as those of its `offence` events. */
function inWordsOf(recorded: Result, result: Result): Result {
  const players = result.players.map((player, index) => {
    const detail = recorded.players[index]?.offence?.detail;
    if (!player.offence || detail === undefined) return player;
    return { ...player, offence: { ...player.offence, detail } };
  });
  return { ...result, players };
}

function outOfPlace(event: Noted, expected: number): Found {
  return {
    problem: `it has the number ${event.n}: lines are missing or out of order`,
    expected: `"n":${expected}`,
  };
}

/** No text to a player contains it. */
const MARK = '\0';

/**
 * Plans with the path of the word list that players were told. The path is a fact of the machine that played,
 * and the hash identifies the words. So a record verifies wherever the list is now.
 */
function withToldPath(plan: MatchPlan, events: readonly Noted[]): MatchPlan {
  const { game, setup } = plan;
  const { lexicon } = setup;
  const told = events.find((event) => event.type === 'out');
  if (!lexicon || told?.type !== 'out') return plan;
  const marked = game.prepare({ ...setup, lexicon: { ...lexicon, path: MARK } });
  const [before = '', after] = game.greet(marked, told.seat).split(MARK);
  if (after === undefined || !told.text.startsWith(before)) return plan;
  const end = told.text.indexOf('\n', before.length);
  const path = told.text.slice(before.length, end === -1 ? undefined : end);
  return { ...plan, setup: { ...setup, lexicon: { ...lexicon, path } } };
}

/** The rules hear these facts in their places. */
const inputs: ReadonlySet<string> = new Set(['in', 'gone', 'caught', 'spent', 'interrupt']);
/** Facts that cannot be computed again. All other events are decisions. */
const seen: ReadonlySet<string> = new Set(Object.keys(facts));

class Replay {
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

  /** The next decision that the record must have. */
  nextDue(): Noted | undefined {
    return this.#due.shift();
  }

  /** Notes a fact, and hears it if it is an input. Returns a decision that the record left out. */
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

  /** No message led to this decision, so time did. */
  awaken(event: Noted): void {
    this.#greet();
    if (this.#due.length === 0) this.#wakeUntil(event.t);
  }

  /** Silence may have decided the rest at the end of the record. */
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

  /** Latest first, because a record may name a time with an endless number of due decisions. */
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

  #decided(event: (Effect & { readonly do: 'record' })['event'], at: Nanos): void {
    if (!seen.has(event.type)) this.#log.note(event, at);
  }

  #tell({ seat, text, clock }: Effect & { readonly do: 'tell' }, at: Nanos): void {
    this.#log.noteTold(seat, text, at, clock);
  }

  /** Takes a decision of the record. The record says when a player's clock started. */
  confirm(event: Noted): void {
    if (event.type === 'out' && event.clock) this.#referee.clockStarts(event.seat, event.t);
  }

  #openGate(tells: readonly { readonly seat: number; readonly text: string }[], at: Nanos): void {
    const gate = this.#gates++;
    const order = tells.map(({ seat }) => seat);
    for (const { seat, text } of tells) this.#log.note({ type: 'out', seat, text, gate, order }, at);
  }
}

/** Why an event cannot stand here, and what can. */
interface Misfit {
  readonly problem: string;
  readonly expected: string;
}

/** These events are noted at the moment in which they are observed. */
const seenAtOnce: ReadonlySet<string> = new Set(['game', 'spawn', 'signal', 'load', 'exit', 'end']);

/** Observations have an order: each player starts once and ends once, and no clock goes back. */
class SeenFacts {
  readonly #players: number;
  readonly #first: Nanos;
  readonly #last: Nanos;
  readonly #once = new Set<string>();
  #latest = Number.NEGATIVE_INFINITY;

  /** `last` is the end of the record. A record without an end does not tell it. */
  constructor(players: number, first: Nanos, last = Number.POSITIVE_INFINITY) {
    this.#players = players;
    this.#first = first;
    this.#last = last;
  }

  misfit(event: Noted): Misfit | undefined {
    return this.#wrongTime(event) ?? this.#wrongSeat(event) ?? this.#twice(event);
  }

  missing(): Misfit | undefined {
    for (let seat = 1; seat <= this.#players; seat++)
      if (!this.#once.has(`spawn ${seat}`))
        return { problem: `the start of seat ${seat} is missing before the end`, expected: '"type":"spawn"' };
    return undefined;
  }

  #wrongTime({ t, type }: Noted): Misfit | undefined {
    if (t < this.#first)
      return { problem: 'it is earlier than the first line', expected: `"t" from ${this.#first}` };
    if (t > this.#last)
      return { problem: 'it is later than the last line', expected: `"t" up to ${this.#last}` };
    if (!seenAtOnce.has(type)) return undefined;
    if (t < this.#latest)
      return { problem: 'it is earlier than what was seen before it', expected: `"t" from ${this.#latest}` };
    this.#latest = t;
    return undefined;
  }

  #wrongSeat(event: Noted): Misfit | undefined {
    const seat =
      event.type === 'signal' ? event.to : event.type === 'spawn' || event.type === 'exit' ? event.seat : 1;
    if (seat >= 1 && seat <= this.#players) return undefined;
    return { problem: `there is no seat ${seat}`, expected: `a seat from 1 to ${this.#players}` };
  }

  #twice(event: Noted): Misfit | undefined {
    const what =
      event.type === 'load'
        ? 'load'
        : event.type === 'spawn' || event.type === 'exit'
          ? `${event.type} ${event.seat}`
          : undefined;
    if (what === undefined) return undefined;
    if (this.#once.has(what)) return { problem: 'it is already there', expected: `one line of ${what}` };
    this.#once.add(what);
    return undefined;
  }
}
