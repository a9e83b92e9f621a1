import { readFileSync, rmSync } from 'node:fs';
import { HostFailure } from '../../core/host-failure.ts';
import { counted } from '../../core/text/plural.ts';
import { visibleJson } from '../../core/text/visible.ts';
import { shellWord } from '../../files/shell-words.ts';
import type { PlayedGame, SeriesGame } from '../../runs/play-series.ts';
import { playTournament, type TournamentRequest } from '../../runs/play-tournament.ts';
import { RequirementCheck } from '../../runs/requirement.ts';
import type { ReadableStore, Store } from '../../runs/store/contract.ts';
import { type KeptTournament, placesKept } from '../../tournament/file/kept-tournament.ts';
import type { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { terminalReport } from '../../views/tournament/terminal-report.ts';
import { Interruption } from '../interrupt.ts';
import { seriesTools } from '../jobs/series-tools.ts';
import { resultsAreIn } from '../output.ts';
import { readRequirements } from '../playing/series-request.ts';
import { canRedrawAlone, printError, printJson, printLines, printNotes, terminalWidth } from '../print.ts';
import { ChangedFiles } from '../reporting/changed-files.ts';
import { storeToWrite } from '../stores/open-at.ts';
import { RunningRecords, recordLeft } from '../stores/running-records.ts';
import { BadGameNotes } from './bad-game-notes.ts';
import { asInFile, foldOf, keepVersion, recount, resumed, versionsIn } from './kept-games.ts';
import type { ReadFile } from './read-tournament-file.ts';
import { hostedTournament, type ReadyTournament, type TournamentCall } from './ready-tournament.ts';
import { TournamentProgress } from './tournament-progress.ts';

/** A tournament file, and where its games are kept. */
export interface Asked {
  readonly read: ReadFile;
  readonly ready: ReadyTournament;
  readonly store: string;
  /** As the user would write it. */
  readonly shownStore: string;
}

/** Plays what is missing in the store, and keeps each game as soon as it is over. */
export async function playKept(asked: Asked, call: TournamentCall): Promise<number> {
  const { ready, read, store: path } = asked;
  const names = ready.players.map(({ name }) => name);
  const requirements = readRequirements(call.options.require, ready.game, names);
  await using store = await storeToWrite(path);
  resultsAreIn(asked.shownStore);
  const versions = await resumedFrom(store, asked);
  await keepVersion(store, read.text, versions);
  const kept = versions.at(-1)!;
  const files = new ChangedFiles();
  const fold = await foldOf(versions, store, (result) => files.before(result));
  const { quiet, json } = ready.settings.output;
  if (!quiet) printNotes([beginning(fold, kept, asked.shownStore), ...placesNote(ready.kept, kept)]);
  using interruption = new Interruption(quiet ? () => {} : tellFinishing);
  const [next] = fold.schedule.due();
  const status = next ? await play({ asked, store, fold, files, versions, interruption, call }) : 0;
  const check = new RequirementCheck(requirements);
  const inFile = asInFile(ready.kept, kept);
  const final = await foldOf(versions, store, (result, number, counts) => {
    if (counts) check.add(inFile(result), number);
  });
  const report = final.report();
  const replay = (number: number) =>
    call.options.records ? `wordhost replay ${shellWord(`${asked.shownStore}#${number}`)}` : undefined;
  const look = { width: terminalWidth(process.stdout), paint: paintFor(call.coloured) };
  if (!json) printLines(terminalReport(report, replay, look));
  else if (!quiet) printNotes(terminalReport(report, replay, look));
  const broken = interruption.status === undefined && final.schedule.isOver ? check.broken() : [];
  for (const sentence of broken) printError(`--require ${sentence}\n`);
  if (status !== 0) return status;
  return interruption.status ?? (final.schedule.stoppedBy !== undefined || broken.length > 0 ? 1 : 0);
}

export async function resumedFrom(store: ReadableStore, { read, ready, shownStore }: Asked) {
  const versions = await versionsIn(store, shownStore);
  const asked = { file: read.path, path: shownStore, hasSeed: read.file.seed !== undefined };
  return await resumed(store, versions, ready.kept, asked);
}

function beginning(
  { games, schedule }: TournamentFold,
  { name, seed }: KeptTournament,
  store: string,
): string {
  const planned = Math.max(games, schedule.planned);
  const what = games === 0 ? counted(planned, 'game') : `${games} of ${planned} games are played`;
  return `${name}: ${what}, seed ${seed}, kept in ${store}`;
}

function placesNote(file: KeptTournament, kept: KeptTournament): string[] {
  const places = placesKept(file, kept);
  return places ? [`note: players keep the places that they had: ${places.join(', ')}`] : [];
}

function tellFinishing(): void {
  printNotes(['', 'no more games begin, and those that run are finished; another Ctrl-C ends them']);
}

interface Playing {
  readonly asked: Asked;
  readonly store: Store;
  readonly fold: TournamentFold;
  readonly files: ChangedFiles;
  readonly versions: readonly KeptTournament[];
  readonly interruption: Interruption;
  readonly call: TournamentCall;
}

/** Answers 3 if a game is void, which is tried again by the same command; else 0. */
async function play({ asked, store, fold, files, versions, interruption, call }: Playing): Promise<0 | 3> {
  const { ready, read } = asked;
  const { json, quiet } = ready.settings.output;
  const request = requestOf(ready, versions.at(-1)!);
  using running = new RunningRecords(asked.store);
  const places = { file: read.path, store: asked.store, records: running.folder, due: mostAtOnce(fold) };
  const hosting = await hostedTournament(ready, places);
  const settings = { ...ready.settings, output: { ...ready.settings.output, record: running.folder } };
  const isRecorded = call.options.records;
  await using onlooker = await onlookerOf(call, ready, fold, store);
  await using tools = await seriesTools(
    { ...hosting, settings: isRecorded ? settings : ready.settings, interruption },
    { game: ready.game.name, lexicon: request.lexicon },
    { onlooker },
  );
  const games = playTournament(fold.schedule, request, tools);
  const redraws = canRedrawAlone(process.stderr, settings.output);
  const progress = new TournamentProgress(fold, { stream: quiet ? undefined : process.stderr, redraws });
  const notes = new BadGameNotes(request, {
    quiet,
    files,
    paint: paintFor(call.coloured && process.stderr.isTTY),
  });
  let status: 0 | 3 = 0;
  try {
    const kept = keeping(store, games, running);
    for await (const played of onlooker?.through(kept) ?? kept) {
      if (isInterrupted(played)) continue;
      if ('failure' in played) {
        status = 3;
        if (played.record !== undefined) running.leave(played.record);
      } else {
        fold.take(played.game, played.report.result);
        if (fold.isOutdated) await recount(fold, store);
        if (json) printJson({ number: played.game, ...played.report.result });
      }
      for (const lines of notes.of(played)) {
        progress.clear();
        printNotes(lines);
      }
      progress.show();
      onlooker?.changed();
    }
  } finally {
    progress.clear();
  }
  return status;
}

async function onlookerOf(
  { options: { watch, records } }: TournamentCall,
  { game, kept: { name } }: ReadyTournament,
  fold: TournamentFold,
  store: ReadableStore,
) {
  if (watch === undefined) return undefined;
  const { keptIn, watchTournament } = await import('../watching/watch-runs.ts');
  return await watchTournament(watch, { game, name, fold, kept: await keptIn(store, records) });
}

/** It says nothing about anybody, and is played again. */
function isInterrupted(played: SeriesGame): boolean {
  return 'report' in played && played.report.result.reason === 'interrupted';
}

/** The same games, each kept before anybody is told of it. */
async function* keeping(
  store: Store,
  games: AsyncIterable<SeriesGame>,
  running: RunningRecords,
): AsyncGenerator<SeriesGame> {
  for await (const played of games) {
    if ('report' in played && !isInterrupted(played)) await keep(store, played, running);
    yield played;
  }
}

async function keep(
  store: Store,
  { game: number, report }: PlayedGame,
  running: RunningRecords,
): Promise<void> {
  const { result, records } = report;
  const [path] = records;
  const record = path === undefined ? undefined : readFileSync(path);
  const keeping = await store.keep({
    number,
    id: result.id,
    result: visibleJson({ number, ...result }),
    record,
  });
  if (!keeping.ok) throw new HostFailure(keeping.problem);
  if (keeping.left === 'record') {
    printNotes([recordLeft(number, path!)]);
    running.leave(path!);
  } else for (const each of records) rmSync(each, { force: true });
}

/** How many games could be played at once now. */
export function mostAtOnce({ schedule }: TournamentFold): number {
  let count = 0;
  for (const _ of schedule.due()) if (++count >= MOST_JOBS) break;
  return count;
}

const MOST_JOBS = 1000;

/** With the seeds that were kept when the first game was played. */
export function requestOf(
  { request }: ReadyTournament,
  { seed, playerSeed, players }: KeptTournament,
): TournamentRequest {
  // By their places in the store: those who were added in the middle of the file come last.
  const entries = players.map((player) => request.entries.find(({ name }) => name === player.name)!);
  return { ...request, seed, playerSeed, entries };
}
