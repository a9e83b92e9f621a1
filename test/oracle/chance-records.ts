import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { millis, seconds } from '../../host/core/units.ts';
import type { NotedInAny } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { textOf } from '../../host/lexicon/word-list.ts';
import { chanceMatch } from '../contracts/chance-match.ts';
import { slowMatch } from '../contracts/slow-match.ts';
import { bananagramsSubject } from '../contracts/subjects/bananagrams.ts';
import { boggleSubject } from '../contracts/subjects/boggle.ts';
import { scrabbleSubject } from '../contracts/subjects/scrabble.ts';
import type { GameSubject } from '../contracts/subjects/subject.ts';
import { playGame, type Request } from '../players/scrabble-games.ts';

/** Tiles as from a file: these are fewer than those that records call english. */
const named = scrabbleSubject.tables.map(({ options, ...table }) => {
  const tiles = { ...(options!.tiles as object), name: 'file' };
  return { ...table, options: { ...options, tiles } };
});
const boggleHashed = withHash(boggleSubject);
const scrabbleNamed: GameSubject = { ...scrabbleSubject, tables: named };
const subjects: readonly GameSubject[] = [withHash(bananagramsSubject), boggleHashed, scrabbleNamed];

/** So that a record names its list as it would name a file. */
function withHash(subject: GameSubject): GameSubject {
  const { lexicon } = subject;
  return lexicon
    ? { ...subject, lexicon: { ...lexicon, sha256: hashOf(textOf([...wordsOf(lexicon)])) } }
    : subject;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface WrittenRecords {
  readonly lists: readonly string[];
  readonly records: readonly string[];
}

/** Games of chance at all tables of all games, so many of each game: records, and the lists that they name. */
export async function writeChanceRecords(folder: string, each: number, first = 0): Promise<WrittenRecords> {
  const records: string[] = [];
  for (const subject of subjects)
    for (let number = 0; number < each; number++) {
      const { plan, events, played } = await chanceMatch(subject, first + 10 * number, number);
      const fold = new ResultFold(plan.game, plan.players.length);
      for (const event of events) fold.take(event);
      const path = join(folder, `${plan.game.name}-${number}.jsonl`);
      records.push(written(path, events, fold.finish(played.verdict, played.endedAt)));
    }
  return { lists: subjects.flatMap(({ game, lexicon }) => listIn(folder, game.name, lexicon)), records };
}

/** Matches in turns between players with limits of their own, of which some run out. */
export async function writeLimitedRecords(folder: string): Promise<string[]> {
  const own = [{ timeout: millis(40) }, { timeout: millis(300) }];
  const options = { rules: 'turns', timeout: millis(100), margin: millis(10) };
  const matches = [
    { subject: boggleHashed, more: options },
    { subject: boggleHashed, more: { ...options, 'time-bank': seconds(2), increment: millis(10) } },
    { subject: scrabbleNamed, more: { ...options, rules: 'tournament' } },
  ];
  return await Promise.all(
    matches.map(async ({ subject: { game, lexicon, tables }, more }, index) => {
      const request = { game, lexicon, options: { ...tables[0]!.options, ...more }, own };
      const { plan, events, played } = await slowMatch(request, [millis(150), millis(150)]);
      const fold = new ResultFold(plan.game, plan.players.length);
      for (const event of events) fold.take(event);
      const path = join(folder, `limited-${index}.jsonl`);
      return written(path, events, fold.finish(played.verdict, played.endedAt));
    }),
  );
}

/** Whole games between the built-in players. */
export async function writeScrabbleRecord(path: string, request: Request): Promise<string> {
  const { events, result } = await playGame(request);
  return written(path, events, result);
}

function written(path: string, events: readonly NotedInAny[], result: Result): string {
  const { t } = events.at(-1)!;
  const lines = [...events, { n: events.length + 1, t, type: 'end' as const, result }].map(eventLine);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

function listIn(folder: string, name: string, lexicon: Lexicon | undefined): string[] {
  if (!lexicon) return [];
  const path = join(folder, `${name}.txt`);
  writeFileSync(path, textOf([...wordsOf(lexicon)]));
  return [path];
}
