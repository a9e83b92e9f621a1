import { existsSync, readFileSync, rmSync } from 'node:fs';
import { HostFailure } from '../../core/host-failure.ts';
import { counted } from '../../core/text/plural.ts';
import { visibleJson } from '../../core/text/visible.ts';
import type { Result } from '../../events/result.ts';
import { shellWord } from '../../files/shell-words.ts';
import type { SeriesGame } from '../../runs/play-series.ts';
import { playTournament, type TournamentRequest } from '../../runs/play-tournament.ts';
import { RequirementCheck } from '../../runs/requirement.ts';
import type { ReadableStore, Store } from '../../runs/store/contract.ts';
import type { KeptTournament } from '../../tournament/file/kept-tournament.ts';
import type { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import { roughTime, timeOfGame } from '../../views/terminal/live/pace-words.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { terminalReport } from '../../views/tournament/terminal-report.ts';
import { Interruption } from '../interrupt.ts';
import { seriesTools } from '../jobs/series-tools.ts';
import { resultsAreIn } from '../output.ts';
import { readRequirements } from '../playing/series-request.ts';
import { canRedrawAlone, printError, printJson, printLines, printNotes, terminalWidth } from '../print.ts';
import { storeToRead, storeToWrite } from '../stores/open-at.ts';
import { RunningRecords } from '../stores/running-records.ts';
import { BadGameNotes } from './bad-game-notes.ts';
import { foldOf, keepVersion, resumed, versionsIn } from './kept-games.ts';
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
  const fold = await foldOf(versions, store);
  const { quiet, json } = ready.settings.output;
  if (!quiet) printNotes([beginning(fold, versions.at(-1)!, asked.shownStore)]);
  using interruption = new Interruption(quiet ? () => {} : tellFinishing);
  const [next] = fold.schedule.due();
  const status = next ? await play({ asked, store, fold, versions, interruption, call }) : 0;
  const check = new RequirementCheck(requirements);
  const final = await foldOf(versions, store, (result) => check.add(result));
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

async function resumedFrom(store: ReadableStore, { read, ready, shownStore }: Asked) {
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

function tellFinishing(): void {
  printNotes(['', 'no more games begin, and those that run are finished; another Ctrl-C ends them']);
}

interface Playing {
  readonly asked: Asked;
  readonly store: Store;
  readonly fold: TournamentFold;
  readonly versions: readonly KeptTournament[];
  readonly interruption: Interruption;
  readonly call: TournamentCall;
}

/** Answers 3 if a game is void, which is tried again by the same command; else 0. */
async function play({ asked, store, fold, versions, interruption, call }: Playing): Promise<0 | 3> {
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
  const notes = new BadGameNotes(request, { quiet, paint: paintFor(call.coloured && process.stderr.isTTY) });
  let status: 0 | 3 = 0;
  try {
    const kept = keeping(store, games);
    for await (const played of onlooker?.through(kept) ?? kept) {
      if (isInterrupted(played)) continue;
      if ('failure' in played) {
        status = 3;
        if (played.record !== undefined) running.leave(played.record);
      } else {
        fold.take(played.game, played.report.result);
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
async function* keeping(store: Store, games: AsyncIterable<SeriesGame>): AsyncGenerator<SeriesGame> {
  for await (const played of games) {
    if ('report' in played && !isInterrupted(played))
      await keep(store, played.game, played.report.result, played.report.records);
    yield played;
  }
}

async function keep(store: Store, number: number, result: Result, records: readonly string[]): Promise<void> {
  const [path] = records;
  const record = path === undefined ? undefined : readFileSync(path);
  const keeping = await store.keep({
    number,
    id: result.id,
    result: visibleJson({ number, ...result }),
    record,
  });
  if (!keeping.ok) throw new HostFailure(keeping.problem);
  for (const each of records) rmSync(each, { force: true });
}

/** How many games could be played at once now. */
function mostAtOnce({ schedule }: TournamentFold): number {
  let count = 0;
  for (const _ of schedule.due()) if (++count >= MOST_JOBS) break;
  return count;
}

const MOST_JOBS = 1000;

/** With the seeds that were kept when the first game was played. */
function requestOf(
  { request }: ReadyTournament,
  { seed, playerSeed, players }: KeptTournament,
): TournamentRequest {
  // By their places in the store: those who were added in the middle of the file come last.
  const entries = players.map((player) => request.entries.find(({ name }) => name === player.name)!);
  return { ...request, seed, playerSeed, entries };
}

const MEASURED = 3;

/** How many games there are, and about how long they take. */
export async function dryRun(asked: Asked): Promise<number> {
  const { ready, read, store: path } = asked;
  await using store = existsSync(path) ? await storeToRead(path) : undefined;
  const versions = store ? await resumedFrom(store, asked) : [ready.kept];
  let kept = 0;
  const fold = await foldOf(versions, store, ({ ms }) => {
    kept += ms;
  });
  const planned = Math.max(fold.games, fold.schedule.planned);
  const left = planned - fold.games;
  const before = fold.games;
  using interruption = new Interruption();
  const places = { file: read.path, store: path, due: mostAtOnce(fold) };
  const hosting = await hostedTournament(ready, places);
  let seconds = before === 0 ? undefined : kept / before / 1000;
  if (before === 0 && left > 0) {
    const alone = { ...hosting, jobs: { jobs: 1, workers: 0, overlap: false } };
    await using tools = await seriesTools(
      { ...alone, settings: ready.settings, interruption },
      { game: ready.game.name, lexicon: ready.request.lexicon },
    );
    const start = performance.now();
    let count = 0;
    for await (const _ of playTournament(fold.schedule, requestOf(ready, versions.at(-1)!), tools)) {
      count++;
      if (count === MEASURED) break;
    }
    if (count > 0) seconds = (performance.now() - start) / 1000 / count;
  }
  if (interruption.status !== undefined) return interruption.status;
  const { jobs } = hosting.jobs;
  const { kind } = ready.kept.format;
  const atLeast = kind === 'knockout' ? 'at least ' : '';
  printLines([
    `${ready.kept.name}: ${kind}, ${counted(ready.players.length, 'player')}, ${atLeast}${counted(planned, 'game')}${before > 0 ? `, of which ${before} are played` : ''}`,
    ...(seconds === undefined || left === 0
      ? []
      : [
          `about ${roughTime((seconds * left) / jobs)} for ${before > 0 ? 'the rest' : 'all of them'}, ${counted(jobs, 'game')} at once: ${timeOfGame(seconds)} a game, measured on ${before > 0 ? 'those that were played' : `${MEASURED} games that are not kept`}`,
        ]),
  ]);
  return 0;
}
