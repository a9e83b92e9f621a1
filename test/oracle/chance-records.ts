import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventLine } from '../../host/events/event-line.ts';
import type { NotedInAny } from '../../host/events/noted.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { textOf } from '../../host/lexicon/word-list.ts';
import { chanceMatch } from '../contracts/chance-match.ts';
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
const subjects: readonly GameSubject[] = [
  bananagramsSubject,
  boggleSubject,
  { ...scrabbleSubject, tables: named },
].map(withHash);

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
