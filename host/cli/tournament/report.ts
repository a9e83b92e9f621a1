import { HostFailure, UsageError } from '../../core/errors.ts';
import { withoutPassword } from '../../core/postgres-address.ts';
import { visible, visibleJson } from '../../core/text.ts';
import type { GameRecord } from '../../events/read-record.ts';
import type { Result } from '../../events/result.ts';
import type { Games } from '../../games/game.ts';
import { listNamed } from '../../lexicon/lexicon.ts';
import { WorkerFigures } from '../../runs/report/worker-figures.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import {
  comparisonIn,
  definitionIn,
  foldOf,
  gamesIn,
  parseStoredRecord,
  versionsIn,
} from '../../runs/store/stored-runs.ts';
import { type Tournament, TournamentFold, type TournamentReport } from '../../tournament/report.ts';
import { offencesIn } from '../../views/terminal/player-reports.ts';
import type { ReportedGame, ReportedTournament } from '../../views/tournament/report-words.ts';
import { resultsAreIn } from '../output.ts';
import { replayCommand } from '../reports/repeat.ts';
import { gameOfStore, storeToRead } from '../stores.ts';

interface Wanted {
  readonly reads: 'bad games' | 'shown games' | 'nothing';
  readonly shown: GameSelection;
  /** Workers of a farm whose games are left out. */
  readonly without?: readonly string[];
}

/** The width of reports that no terminal shows. */
const WIDTH = 120;

/** The content of a store, as far as a form of its report needs it. */
export async function readTournament(
  path: string,
  games: Games,
  wanted: Wanted,
): Promise<ReportedTournament> {
  await using store = await storeToRead(path);
  return await tournamentInStore(store, withoutPassword(path), games, wanted);
}

/** Takes an open store, since a process must not open a store twice. */
export async function tournamentInStore(
  store: ReadableStore,
  path: string,
  games: Games,
  { reads, shown, without = [] }: Wanted,
): Promise<ReportedTournament> {
  resultsAreIn(path);
  const { report, games: played } = await storedTournament(store, path, new Set(without));
  checkLeftOut(without, report, path);
  const words = gameOfStore(games, report.game, path);
  const numbers = played.map(({ number }) => number);
  const read = await recordsIn(store, path, games, gamesToRead(report, numbers, reads, shown));
  const { records } = await store.counts();
  return {
    report,
    words,
    games: played,
    shown: read.shown,
    replayCommand: (number) => (records === 0 ? undefined : replayCommand(`${path}#${number}`)),
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
    const record = bytes && parseStoredRecord(bytes, `${path}#${number}`, games);
    if (!record?.ok) continue;
    if (bad.has(number)) {
      const reports = offencesIn(record, { width: WIDTH, wordList: listNamed });
      if (reports.length > 0) read.bad.set(number, reports.flat());
    }
    if (shown.has(number)) read.shown.set(number, record);
  }
  return read;
}

interface Stored {
  readonly report: TournamentReport;
  readonly games: readonly ReportedGame[];
}

/** Reads a store: a tournament, or a comparison, which is one of two players. */
async function storedTournament(
  store: ReadableStore,
  path: string,
  without: ReadonlySet<string>,
): Promise<Stored> {
  const compared = comparisonIn(store, await definitionIn(store, path));
  return compared === undefined
    ? await tournamentIn(store, path, without)
    : await asTournament(store, compared, without);
}

async function tournamentIn(
  store: ReadableStore,
  path: string,
  without: ReadonlySet<string>,
): Promise<Stored> {
  const games: ReportedGame[] = [];
  const versions = await versionsIn(store, path);
  const each = (result: Result, number: number, counts: boolean) => {
    if (counts) games.push({ number, result });
  };
  return storedOf(await foldOf(versions, store, each, without), games, without);
}

/** Adds the workers that have played these games, except those that are left out. */
function storedOf(
  fold: TournamentFold,
  games: readonly ReportedGame[],
  without: ReadonlySet<string>,
): Stored {
  const counted = games.filter(({ result: { worker } }) => worker === undefined || !without.has(worker));
  const workers = new WorkerFigures();
  for (const { result } of counted) workers.take(result);
  return { report: { ...fold.report(), ...workers.part() }, games: counted };
}

function checkLeftOut(
  without: readonly string[],
  { leftOut = [], workers = [] }: TournamentReport,
  path: string,
): void {
  const unknown = without.find((name) => !leftOut.some(({ worker }) => worker === name));
  if (unknown === undefined) return;
  const known = [...leftOut.map(({ worker }) => worker), ...workers.map(({ name }) => name)].sort();
  const names =
    known.length === 0 ? 'it has no games of a farm' : `expected one of ${known.map(visible).join(', ')}`;
  throw new UsageError(`--without-worker: ${path} has no games of ${visibleJson(unknown)}: ${names}`);
}

async function asTournament(
  store: ReadableStore,
  { game, seed, players }: NonNullable<ReturnType<typeof comparisonIn>>,
  without: ReadonlySet<string>,
): Promise<Stored> {
  const games: ReportedGame[] = [];
  for await (const { game: number, result } of gamesIn(store)) games.push({ number, result });
  const names = players.map(({ name }) => name);
  // Every pair is a round.
  const rounds = Math.max(1, Math.ceil((games.at(-1)?.number ?? 0) / 2));
  const format = { kind: 'round-robin', rounds, seats: 2, mirrored: true, heroes: 1, games: 1 } as const;
  const tournament: Tournament = {
    name: names.join(' against '),
    game,
    seed,
    offender: 'lose',
    players: names,
    entrants: { versions: [{ players: names.length, format }], from: names.map(() => 1) },
  };
  const fold = new TournamentFold(tournament, without);
  for (const { number, result } of games) {
    if (!result.players.every(({ entry }) => players[entry - 1]))
      throw new HostFailure(`game ${number} in the store does not belong to its comparison`);
    fold.take(number, result);
  }
  return storedOf(fold, games, without);
}

/** Chooses the games that a page steps through: all, the bad ones, or these and some of the newest. */
type GameSelection = 'all' | 'bad' | number;

const MOST_NEWEST = 10_000;

export function readGameSelection(text: string): GameSelection {
  if (text === 'all' || text === 'bad') return text;
  const newest = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (newest <= MOST_NEWEST) return newest;
  throw new UsageError(
    `--games: expected all, bad, or how many of the newest games, from 0 to ${MOST_NEWEST}; got ${JSON.stringify(text)}`,
  );
}

/** Only the newest bad games are read: each record takes time, and each game makes a page larger. */
const MOST_BAD_READ = 200;
const MOST_BAD_SHOWN = 20;

interface GamesToRead {
  /** Games whose faults are reported. */
  readonly bad: ReadonlySet<number>;
  /** Games to step through. */
  readonly shown: ReadonlySet<number>;
}

function gamesToRead(
  { bad }: Pick<TournamentReport, 'bad'>,
  numbers: readonly number[],
  reads: 'bad games' | 'shown games' | 'nothing',
  shown: GameSelection,
): GamesToRead {
  if (reads === 'nothing') return { bad: new Set(), shown: new Set() };
  const newest = [...new Set(bad.map(({ number }) => number))].sort((one, other) => other - one);
  const isShown = reads === 'shown games';
  return {
    bad: new Set(newest.slice(0, MOST_BAD_READ)),
    shown: new Set(isShown ? selectedGames(newest, numbers, shown) : []),
  };
}

function selectedGames(
  bad: readonly number[],
  numbers: readonly number[],
  shown: GameSelection,
): readonly number[] {
  if (shown === 'all') return numbers;
  const newest = typeof shown === 'number' && shown > 0 ? numbers.slice(-shown) : [];
  return [...bad.slice(0, MOST_BAD_SHOWN), ...newest];
}
