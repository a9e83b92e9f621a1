import { eventLine } from '../../events/event-line.ts';
import type { Noted, NotedInAny } from '../../events/noted.ts';
import { type Result, ResultFold } from '../../events/result.ts';
import type { Verdict } from '../../games/kit/verdict.ts';
import type { MatchPlan } from '../plan/plan.ts';
import { Replay } from './replay.ts';
import { SeenFacts } from './seen-facts.ts';

export type Verification =
  | {
      readonly ok: true;
      readonly decisions: number;
      /** False where the host was killed: the record has no end. */
      readonly complete: boolean;
      readonly verdict: Verdict | undefined;
    }
  | { readonly ok: false; readonly disagreement: Disagreement };

/** The first place where the record and the rules disagree. */
export interface Disagreement {
  readonly line: number;
  readonly problem: string;
  readonly recorded: string;
  readonly expected: string;
}

const WINDOWS =
  "it has the line end of Windows (CR LF), and a record is kept to the byte: tr -d '\\r' < FILE > COPY takes it away";

type End = Noted & { readonly type: 'end' };

type Found = Omit<Disagreement, 'line' | 'recorded'> | undefined;

/**
 * Plays a record again: what players wrote, and when, is taken from it; every decision is made again by the code
 * that makes them in a live game, and each line must be the same to the byte. Only the words of a sentence (`detail`) are
 * taken from the record: they may differ between versions.
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
  // Of a record without an end: what silence had decided by then.
  if (last && !complete) replay.awaken(last);
  return { ok: true, decisions, complete, verdict: replay.verdict };
}

function compare(replay: Replay, fold: ResultFold, event: Noted, recorded: string): Found {
  if (event.type === 'end') return compareEnd(replay, fold, event, recorded);
  if (!replay.isDecision(event)) return compareFact(replay, event);
  replay.awaken(event);
  const due = replay.nextDue();
  if (!due) return { problem: 'the rules decided nothing here', expected: 'no such line' };
  const expected = eventLine(asWritten(due, event));
  if (`${expected}\r` === recorded) return { problem: WINDOWS, expected };
  if (expected !== recorded) return { problem: 'the rules decided otherwise', expected };
  replay.confirm(event);
  return undefined;
}

function compareFact(replay: Replay, event: Noted): Found {
  const missing = replay.take(event);
  return missing && { problem: 'a decision is missing before this', expected: eventLine(missing) };
}

/** When a message was written, and whether the loop had been polled, was seen and not decided. */
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
  return expected === recorded ? undefined : { problem: 'the result is another', expected };
}

/** What results have told since some version: records from before it do not. */
export const laterInResults = {
  game: ['began', 'best'],
  player: ['answers', 'messages', 'refused'],
} as const;

/** Without what is not in the recorded result because that is older. */
function asMeasured(result: Result, recorded: Result): Result {
  const { loopDelayMs } = result;
  const unmeasured = recorded.loopDelayMs === undefined && loopDelayMs === null ? ['loopDelayMs'] : [];
  const players = result.players.map((player, index) => {
    return without(player, recorded.players[index], laterInResults.player);
  });
  return { ...without(result, recorded, [...laterInResults.game, ...unmeasured]), players };
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

/** The same result, with the sentences of the recorded one: those of its `offence` events have been taken as they are. */
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

/** No text that a player is told holds it. */
const MARK = '\0';

/**
 * The plan with the path of the word list that players were told. Where a list lies is a fact of the machine that played;
 * which words it holds is known by its hash. So a record verifies wherever the list lies now.
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
