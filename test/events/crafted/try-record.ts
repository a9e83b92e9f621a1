import type { GameRecord as LibraryRecord } from '../../../host/api/read-record.ts';
import { jsonObject } from '../../../host/core/json.ts';
import { type GameRecord, parseRecordBytes } from '../../../host/events/read-record.ts';
import { facts } from '../../../host/games/events.ts';
import { games } from '../../../host/games/registry.ts';
import type { Lexicon } from '../../../host/lexicon/lexicon.ts';
import { loadByHash } from '../../../host/lexicon/load.ts';
import { planFromRecord } from '../../../host/match/plan.ts';
import { laterInResults, verifyRecord } from '../../../host/match/verify.ts';
import { observeRecord, raceOf } from '../../../host/tools/race/race-from-records.ts';
import { raceLines } from '../../../host/tools/race/report/race-lines.ts';
import { paintFor } from '../../../host/views/terminal/paint.ts';
import { retelling } from '../../../host/views/terminal/story.ts';
import { scriptOf } from '../../../players/playback/script.ts';
import type { Mutant } from './mutants.ts';

/** What became of a record that somebody made up. */
export interface Tried {
  /** Its refusal, or undefined where it was read. */
  readonly refused: string | undefined;
  /** It was read, and called right. */
  readonly right: boolean;
  readonly printed: string;
}

/** Reads it in every way that there is; throws where the host would end in a stack trace. */
export function tryRecord({ bytes }: Mutant): Tried {
  const record = parseRecordBytes(bytes, 'x', games);
  if (!record.ok) return { refused: record.problem, right: false, printed: '' };
  const told = [false, true].flatMap((grids) => [...retelling(record, { grids, width: 80, paint })].flat());
  for (const form of Object.values(record.game.forms ?? {}))
    for (const exact of [false, true]) form.write(record.events, { exact });
  for (const { seat } of record.header.players) scriptOf(record as unknown as LibraryRecord, seat);
  const game = observeRecord(record, 'x');
  const race = typeof game === 'string' ? undefined : raceOf([game], ['x']);
  if (race?.ok) told.push(...raceLines(race.report, paint));
  return { refused: undefined, right: isRight(record), printed: told.join('\n') };
}

const paint = paintFor(false);
const lexicons = new Map<string, Lexicon | undefined>();

function isRight(record: GameRecord): boolean {
  const { header, events, lines } = record;
  const { dictionary } = header;
  const lexicon = 'sha256' in dictionary ? lexiconOf(dictionary) : undefined;
  if ('sha256' in dictionary && !lexicon) return false;
  const plan = planFromRecord(record, lexicon);
  return plan.ok && verifyRecord(plan.plan, events, lines).ok;
}

function lexiconOf({
  name,
  sha256,
}: {
  readonly name: string;
  readonly sha256: string;
}): Lexicon | undefined {
  if (!lexicons.has(sha256)) lexicons.set(sha256, loadByHash(name, sha256));
  return lexicons.get(sha256);
}

// What the end says is worked out again.
const types = Object.keys(facts).filter((type) => type !== 'end');
const isFact = new RegExp(`"type":"(?:${types.join('|')})"`);

/**
 * The decisions of a record that was called right are those of its source, unless its facts are others. When something
 * was told, when the record ended, and whether the loop had been polled, was seen and not decided.
 */
export function changedDecision({ source, bytes }: Mutant): string | undefined {
  const [was, is] = [source.text, bytes.toString('utf8')].map((text) => {
    // A torn last line is left out, and said.
    const lines = text.split('\n').slice(0, -1);
    const seen = lines.filter((line) => isFact.test(line)).join('\n');
    const decided = lines.filter((line) => !isFact.test(line));
    return { seen, decided };
  });
  if (was!.seen !== is!.seen) return undefined;
  const unreadable = is!.decided.find((line) => jsonObject(line) === undefined);
  if (unreadable !== undefined) return unreadable;
  return is!.decided.find(
    (line, index) => withoutWhen(line) !== withoutWhen(asBefore(was!.decided[index] ?? '', line)),
  );
}

/** The line of the source without what results have told since some version, where the other one does not tell it. */
function asBefore(line: string, other: string): string {
  if (!isEnd(line) || !isEnd(other)) return line;
  const [was, is] = [line, other].map((text) => JSON.parse(text) as EndLine) as [EndLine, EndLine];
  for (const field of laterInResults.game) if (!(field in is.result)) delete was.result[field];
  for (const [index, player] of was.result.players.entries()) {
    const other = is.result.players[index]!;
    for (const field of laterInResults.player) if (!(field in other)) delete player[field];
    for (const [rule, facts] of Object.entries(rulesIn(player)))
      for (const field of laterInResults.refused)
        if (!(field in (rulesIn(other)[rule] ?? {}))) delete facts[field];
  }
  return JSON.stringify(was);
}

/** By rule, the moves of a player that were refused. */
function rulesIn(player: Record<string, unknown>): Record<string, Record<string, unknown>> {
  return (player.refused as { rules?: Record<string, Record<string, unknown>> } | undefined)?.rules ?? {};
}

const isEnd = (line: string) => line.includes('"type":"end"');

interface EndLine {
  readonly result: Record<string, unknown> & { readonly players: Record<string, unknown>[] };
}

/** The words of a sentence are not compared, either. */
function withoutWhen(line: string): string {
  const decided = line.replace(/"detail":"(?:[^"\\]|\\.)*"/g, '');
  return /"type":"(?:out|end)"/.test(line)
    ? decided.replace(/"t":-?\d+/, '').replace(',"unpolled":true', '')
    : decided;
}
