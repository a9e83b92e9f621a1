import { existsSync } from 'node:fs';
import { rateOf, secondsLeft } from '../../core/pace.ts';
import { isPostgresAddress } from '../../core/postgres-address.ts';
import { counted } from '../../core/text.ts';
import { shellWord } from '../../files/shell.ts';
import { RequirementCheck } from '../../runs/requirement.ts';
import { counts, playGames, type RunGame, run } from '../../runs/run.ts';
import { SavedGames } from '../../runs/saved-games.ts';
import type { ReadableStore, Store } from '../../runs/store/contract.ts';
import { type TournamentRequest, tournamentExperiment } from '../../runs/tournament.ts';
import type { TournamentFold } from '../../tournament/report.ts';
import { type StoredTournament, storedOrder } from '../../tournament/stored-tournament.ts';
import { type Paint, paintFor } from '../../views/terminal/paint.ts';
import {
  type LinePart,
  lineOfParts,
  ProgressLine,
  RedrawnBlock,
  rateWords,
  remainingWords,
  roughTime,
  timeOfGame,
} from '../../views/terminal/progress.ts';
import { standingsLines, terminalReport } from '../../views/tournament/terminal-report.ts';
import { survivorsNote } from '../../views/words.ts';
import { seriesTools } from '../jobs/executor.ts';
import {
  canRedrawAlone,
  printError,
  printJson,
  printLines,
  printNotes,
  resultsAreIn,
  terminalWidth,
} from '../output.ts';
import { FirstBadGames, PlayerReports } from '../reports/game-notes.ts';
import { readRequirements } from '../series/request.ts';
import { Interruption } from '../signals.ts';
import { storeToRead, storeToWrite } from '../stores.ts';
import { ChangedFiles } from '../versions.ts';
import type { ReadFile } from './file.ts';
import { setUpExecutor, type TournamentCall, type TournamentPlan } from './plan.ts';
import { foldOf, inFileOrder, recount, saveVersion, updateVersions, versionsIn } from './store.ts';

/** A tournament file, and where its games are kept. */
export interface TournamentRun {
  readonly read: ReadFile;
  readonly ready: TournamentPlan;
  readonly store: string;
  /** As the user would write it. */
  readonly shownStore: string;
}

/** Plays what is missing in the store, and keeps each game as soon as it is over. */
export async function playKept(asked: TournamentRun, call: TournamentCall): Promise<number> {
  const { ready, read, store: path } = asked;
  const names = ready.players.map(({ name }) => name);
  const requirements = readRequirements(call.options.require, ready.game, names);
  await using store = await storeToWrite(path);
  resultsAreIn(asked.shownStore);
  const versions = await resumeVersions(store, asked);
  await saveVersion(store, read.text, versions);
  const kept = versions.at(-1)!;
  const files = new ChangedFiles();
  const fold = await foldOf(versions, store, (result) => files.before(result));
  const { quiet, json } = ready.settings.output;
  if (!quiet) printNotes([beginning(fold, kept, asked.shownStore), ...placesNote(ready.kept, kept)]);
  using interruption = new Interruption(quiet ? () => {} : tellFinishing);
  const [next] = fold.schedule.due();
  const status = next ? await play({ asked, store, fold, files, versions, interruption, call }) : 0;
  const check = new RequirementCheck(requirements);
  const inFile = inFileOrder(ready.kept, kept);
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

export async function resumeVersions(store: ReadableStore, { read, ready, shownStore }: TournamentRun) {
  const versions = await versionsIn(store, shownStore);
  const asked = { file: read.path, path: shownStore, hasSeed: read.file.seed !== undefined };
  return await updateVersions(store, versions, ready.kept, asked);
}

function beginning(
  { games, schedule }: TournamentFold,
  { name, seed }: StoredTournament,
  store: string,
): string {
  const planned = Math.max(games, schedule.planned);
  const what = games === 0 ? counted(planned, 'game') : `${games} of ${planned} games are played`;
  return `${name}: ${what}, seed ${seed}, kept in ${store}`;
}

function placesNote(file: StoredTournament, kept: StoredTournament): string[] {
  const places = storedOrder(file, kept);
  return places ? [`note: players keep the places that they had: ${places.join(', ')}`] : [];
}

function tellFinishing(): void {
  printNotes(['', 'no more games begin, and those that run are finished; another Ctrl-C ends them']);
}

interface Playing {
  readonly asked: TournamentRun;
  readonly store: Store;
  readonly fold: TournamentFold;
  readonly files: ChangedFiles;
  readonly versions: readonly StoredTournament[];
  readonly interruption: Interruption;
  readonly call: TournamentCall;
}

/** Answers 3 if a game is void, which is tried again by the same command; else 0. */
async function play({ asked, store, fold, files, versions, interruption, call }: Playing): Promise<0 | 3> {
  const { ready, read } = asked;
  const { json, quiet } = ready.settings.output;
  const request = requestOf(ready, versions.at(-1)!);
  const note = (line: string) => printNotes([line]);
  using saved = new SavedGames(store, { path: asked.store, records: call.options.records, note });
  const places = { file: read.path, store: asked.store, records: saved.folder, due: mostAtOnce(fold) };
  const hosting = await setUpExecutor(ready, places);
  const settings = { ...ready.settings, output: { ...ready.settings.output, record: saved.folder } };
  await using livePage = await livePageOf(call, ready, fold, store);
  await using tools = await seriesTools(
    { ...hosting, settings, interruption },
    { game: ready.game.name, lexicon: request.lexicon },
    { onlooker: livePage },
  );
  const redraws = canRedrawAlone(process.stderr, settings.output);
  const progress = new TournamentProgress(fold, { stream: quiet ? undefined : process.stderr, redraws });
  const notes = new BadGameNotes(request, {
    quiet,
    files,
    paint: paintFor(call.coloured && process.stderr.isTTY),
  });
  let status: 0 | 3 = 0;
  const take = async (played: RunGame) => {
    if ('failure' in played) status = 3;
    else if (!counts(played)) return;
    else {
      fold.take(played.game, played.report.result);
      if (fold.isOutdated) await recount(fold, store);
      if (json) printJson({ number: played.game, ...played.report.result });
    }
    for (const lines of notes.of(played)) {
      progress.clear();
      printNotes(lines);
    }
    progress.show();
  };
  try {
    await run(tournamentExperiment(fold.schedule, request), { tools, store: saved, livePage, take });
  } finally {
    progress.clear();
  }
  return status;
}

async function livePageOf(
  { options: { watch, records } }: TournamentCall,
  { game, kept: { name } }: TournamentPlan,
  fold: TournamentFold,
  store: ReadableStore,
) {
  if (watch === undefined) return undefined;
  const { keptIn, watchTournament } = await import('../watch/runs.ts');
  return await watchTournament(watch, { game, name, fold, kept: await keptIn(store, records) });
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
  { request }: TournamentPlan,
  { seed, playerSeed, players }: StoredTournament,
): TournamentRequest {
  // By their places in the store: those who were added in the middle of the file come last.
  const entries = players.map((player) => request.entries.find(({ name }) => name === player.name)!);
  return { ...request, seed, playerSeed, entries };
}

interface Output {
  /** None: nothing is shown. */
  readonly stream: NodeJS.WriteStream | undefined;
  /** Whether lines can be drawn again there. */
  readonly redraws: boolean;
}

/** Between two drawings at least so long, and so many times as long as the making of one. */
const REDRAWN_EVERY_MS = 250;
const MOST_OF_TIME = 20;

/** How a tournament goes: on a terminal its standings under a line about its pace, elsewhere such a line now and then. */
class TournamentProgress {
  readonly #fold: TournamentFold;
  readonly #before: number;
  readonly #line: ProgressLine;
  readonly #block: RedrawnBlock | undefined;
  readonly #start = performance.now();
  #next = 0;

  constructor(fold: TournamentFold, { stream, redraws }: Output) {
    this.#fold = fold;
    this.#before = fold.games;
    this.#line = new ProgressLine({ stream, redraws: false });
    this.#block = stream && redraws ? new RedrawnBlock(stream) : undefined;
  }

  show(): void {
    if (!this.#block) {
      this.#line.show((seconds) => this.#parts(seconds));
      return;
    }
    const now = performance.now();
    if (now < this.#next) return;
    this.#block.show((width) => this.#lines(width));
    const took = performance.now() - now;
    this.#next = now + Math.max(REDRAWN_EVERY_MS, took * MOST_OF_TIME);
  }

  /** Removes what is shown, so that something else can be printed. */
  clear(): void {
    this.#block?.clear();
    this.#line.clear();
    this.#next = 0;
  }

  #lines(width: number): string[] {
    const seconds = (performance.now() - this.#start) / 1000;
    return [lineOfParts(this.#parts(seconds), width), '', ...standingsLines(this.#fold.report(), width)];
  }

  #parts(seconds: number): LinePart[] {
    const { games, schedule } = this.#fold;
    const done = games - this.#before;
    const planned = Math.max(games, schedule.planned);
    const rate = rateOf({ done, seconds });
    const left = secondsLeft({ done, seconds }, planned - games);
    return [
      { text: `${games} of ${planned} games`, rank: 0 },
      { text: rate === undefined ? '' : rateWords(rate), rank: 2 },
      { text: left === undefined || planned === games ? '' : remainingWords(left), rank: 1 },
    ];
  }
}

interface NotesToTell {
  readonly quiet: boolean;
  readonly paint: Paint;
  /** It knows the games that were played before. */
  readonly files: ChangedFiles;
}

/** What people must know of a game while others go on. Of each player the first bad game is shown; the report has all. */
class BadGameNotes {
  readonly #reports: PlayerReports;
  readonly #quiet: boolean;
  readonly #paint: Paint;
  readonly #first = new FirstBadGames();
  readonly #files: ChangedFiles;

  constructor(request: TournamentRequest, { quiet, paint, files }: NotesToTell) {
    this.#reports = new PlayerReports(request);
    this.#quiet = quiet;
    this.#paint = paint;
    this.#files = files;
  }

  *of(played: RunGame): Generator<readonly string[]> {
    if ('failure' in played) {
      yield [
        `wordhost: game ${played.game} is void because of a failure of the host, and no player is at fault: ${played.failure.message}`,
      ];
      return;
    }
    const { report, game } = played;
    const isNew = this.#first.takes(report.result);
    const look = { paint: this.#paint, width: terminalWidth(process.stderr) };
    if (isNew && !this.#quiet)
      for (const lines of this.#reports.ofOffenders(report, look)) yield ['', `game ${game}:`, ...lines];
    if (!this.#quiet) yield this.#files.in(report.result);
    for (const player of report.result.players) {
      const survivorPids = report.endings[player.seat - 1]!.processes?.survivorPids;
      if (survivorPids) yield [`wordhost: ${survivorsNote(player, survivorPids)}`];
    }
    if (report.recordFailure !== undefined)
      yield [`wordhost: the record is incomplete: ${report.recordFailure}`];
  }
}

const MEASURED = 3;

/** How many games there are, and about how long they take. */
export async function dryRun(asked: TournamentRun): Promise<number> {
  const { ready, read, store: path } = asked;
  await using store = existsSync(path) || isPostgresAddress(path) ? await storeToRead(path) : undefined;
  const versions = store ? await resumeVersions(store, asked) : [ready.kept];
  let kept = 0;
  const fold = await foldOf(versions, store, ({ ms }) => {
    kept += ms;
  });
  const planned = Math.max(fold.games, fold.schedule.planned);
  const left = planned - fold.games;
  const before = fold.games;
  using interruption = new Interruption();
  const places = { file: read.path, store: path, due: mostAtOnce(fold) };
  const hosting = await setUpExecutor(ready, places);
  let seconds = before === 0 ? undefined : kept / before / 1000;
  if (before === 0 && left > 0) {
    const alone = { ...hosting, jobs: { jobs: 1, workers: 0, overlap: false } };
    await using tools = await seriesTools(
      { ...alone, settings: ready.settings, interruption },
      { game: ready.game.name, lexicon: ready.request.lexicon },
    );
    const start = performance.now();
    let count = 0;
    for await (const _ of playGames(
      tournamentExperiment(fold.schedule, requestOf(ready, versions.at(-1)!)),
      tools,
    )) {
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
