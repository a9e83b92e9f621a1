import type { GameRecord } from '../../../events/read-record.ts';
import { shellWord } from '../../../files/shell-words.ts';
import type { Games } from '../../../games/game.ts';
import { listNamed } from '../../../lexicon/lexicon.ts';
import type { ReadableStore } from '../../../runs/store/contract.ts';
import { offencesIn } from '../../../views/terminal/reports/offences-in-record.ts';
import type { ReportedTournament } from '../../../views/tournament/reported-tournament.ts';
import { resultsAreIn } from '../../output.ts';
import { gameOfStore } from '../../stores/game-of-store.ts';
import { parseKeptRecord } from '../../stores/kept-record.ts';
import { storeToRead } from '../../stores/open-at.ts';
import { type GamesToRead, gamesToRead, type ShownGames } from './shown-games.ts';
import { storedTournament } from './stored-tournament.ts';

interface Wanted {
  readonly reads: 'bad games' | 'shown games' | 'nothing';
  readonly shown: ShownGames;
}

/** Of reports that no terminal shows. */
const WIDTH = 120;

/** What is in a store, while it is written or afterwards, as far as a form of its report needs it. */
export async function readTournament(
  path: string,
  games: Games,
  { reads, shown }: Wanted,
): Promise<ReportedTournament> {
  await using store = await storeToRead(path);
  return await tournamentOf(store, path, games, { reads, shown });
}

/** The same of a store that is open: it must not be opened twice by a process. */
export async function tournamentOf(
  store: ReadableStore,
  path: string,
  games: Games,
  { reads, shown }: Wanted,
): Promise<ReportedTournament> {
  resultsAreIn(path);
  const { report, games: played } = await storedTournament(store, path);
  const words = gameOfStore(games, report.game, path);
  const numbers = played.map(({ number }) => number);
  const read = await recordsIn(store, path, games, gamesToRead(report, numbers, reads, shown));
  const { records } = await store.counts();
  return {
    ...{ report, words, games: played, shown: read.shown },
    replayCommand: (number) =>
      records === 0 ? undefined : `wordhost replay ${shellWord(`${path}#${number}`)}`,
    badGame: (number) => read.bad.get(number),
  };
}

interface ReadRecords {
  readonly bad: ReadonlyMap<number, readonly string[]>;
  readonly shown: ReadonlyMap<number, GameRecord>;
}

/** A record that is not there, or that this version cannot read, is no reason to have no report. */
async function recordsIn(
  store: ReadableStore,
  path: string,
  games: Games,
  { bad, shown }: GamesToRead,
): Promise<ReadRecords> {
  const read = { bad: new Map<number, readonly string[]>(), shown: new Map<number, GameRecord>() };
  for (const number of [...new Set([...bad, ...shown])].sort((one, other) => one - other)) {
    const bytes = await store.record(number);
    const record = bytes && parseKeptRecord(bytes, `${path}#${number}`, games);
    if (!record?.ok) continue;
    if (bad.has(number)) {
      const reports = offencesIn(record, { width: WIDTH, wordList: listNamed });
      if (reports.length > 0) read.bad.set(number, reports.flat());
    }
    if (shown.has(number)) read.shown.set(number, record);
  }
  return read;
}
