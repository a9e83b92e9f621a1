import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { drawSeed, playerSeedOfRun } from '../../core/seed.ts';
import { visibleJson } from '../../core/text.ts';
import { limitOptions } from '../../games/kit/option.ts';
import { settleJobs } from '../../runs/jobs.ts';
import { type HostingRequest, processSeats } from '../../seats/process/process-seats.ts';
import { findPinning } from '../../seats/process/processes/pinning.ts';
import { probeSandbox } from '../../seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../seats/process/sandbox/sandbox.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../settings/options.ts';
import { type RaceRequest, type RaceSeats, unplayableFor } from '../../tools/race/lineup.ts';
import { measureRace, type RaceProgress, type RaceResult } from '../../tools/race/measure-race.ts';
import { raceFromRecords } from '../../tools/race/race-from-records.ts';
import type { RaceReport } from '../../tools/race/race-report.ts';
import { paintedVerdict, raceLines } from '../../tools/race/report/race-lines.ts';
import { pageHead, racePage } from '../../tools/race/report/race-page.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { Progress } from '../../views/terminal/progress.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { workerPool } from '../jobs/worker-processes.ts';
import { canRedraw, printError, printLines, printNotes, writeTo } from '../output.ts';
import { checkOutputFile, checkPaths } from '../process/paths.ts';
import { checkHeadroom, processOptions, readSandboxRequest } from '../process/process-request.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { checkCommands, entriesOf } from '../series/players.ts';
import { Interruption } from '../signals.ts';
import { recordFiles } from '../verify.ts';
import { watchMachine } from './race/machine.ts';
import {
  checkRaceOptions,
  type RaceCall,
  type RaceOptions,
  type RaceOutput,
  raceOptions,
  raceOutput,
} from './race/race-options.ts';

/** Measures whether a peel race is fair on this machine. */
export function raceWith(games: GamesWords): Command {
  return commandOf({
    summary: 'Measures how fair the peel race is on this machine, with built-in racers or your own players.',
    operands: {
      form: '[options] [PLAYER…]',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: '2 to 8 PLAYERs, or no PLAYERs for the built-in racers',
      areCommands: true,
    },
    options: raceOptions,
    examples: [
      ['wordhost race', 'measure the race with built-in racers, in a few seconds'],
      ['wordhost race --as html --output race.html --players 4', 'write a page with plots'],
      ['wordhost race --naive', 'measure the race without the measures that make it fair'],
      ['wordhost race --jobs 2', 'measure the race while another game is played'],
      ['wordhost race "./bot" "python3 bot.py"', 'measure games between your own bots, each in every seat'],
      ['wordhost race --from games', 'measure games that were recorded with --record'],
    ],
    notes: [
      'Without PLAYERs, identical racers answer every gate at once and note the time themselves.',
      'Exit status: 0 fair, 1 not fair (a seat or a position in the starting order has an advantage with p below\n0.001, or peels were read out of order), or a player was removed.',
    ].join('\n'),
    run: async (call) => await run(games, call),
  });
}

async function run(games: GamesWords, call: RaceCall): Promise<number> {
  const { options } = call;
  const fromRecords = options.from.length > 0;
  checkRaceOptions(call, fromRecords);
  const output = raceOutput(call);
  if (output.page !== undefined && output.page !== '-')
    checkOutputFile('--output', output.page, 'page of a race', [pageHead]);
  if (output.json !== undefined && output.json !== '-')
    checkOutputFile('--output', output.json, 'report of a race', ['{']);
  using interruption = new Interruption();
  const notes = new RaceNotes(options.quiet);
  const measured = fromRecords
    ? raceFromRecords(recordFiles([...options.from, ...call.operands]), await loadGames(games))
    : await measure(options, call.operands, interruption.signal, notes);
  if (!measured.ok) {
    if (fromRecords) throw new UsageError(`--from: ${measured.problem}`);
    printError(`no measurement: ${measured.problem}\n`);
    return interruption.status ?? 1;
  }
  const status = printRace(measured.report, output, call);
  return status === 3 ? status : (interruption.status ?? status);
}

/** Measures games that are played now. */
async function measure(
  options: RaceOptions,
  commands: readonly string[],
  interrupt: AbortSignal,
  notes: RaceNotes,
): Promise<RaceResult> {
  const request = await raceRequest(options, commands, interrupt);
  const who = commands.length > 0 ? `${commands.length} players` : `${request.players} racers`;
  if (!options.quiet) printNotes([`${request.gates} gates between ${who}, seed ${request.seed}`]);
  const measured = await measureRace(request, (now) => notes.show(now));
  notes.clear();
  return measured;
}

async function raceRequest(
  options: RaceOptions,
  commands: readonly string[],
  interrupt: AbortSignal,
): Promise<RaceRequest> {
  const players = playersOf(options, commands);
  const lexicon =
    commands.length > 0 ? lexiconOf(fieldsOf(dictionaryOptions, options), options.quiet) : undefined;
  const settings = fieldsOf(hostingOptions, options);
  checkPaths(settings);
  checkHeadroom(players);
  const sandbox = await readSandboxRequest(settings, { config: options.config }, lexicon?.path);
  const { jobs, note } = settleJobs({
    oneProcessor: false,
    wanted: options.jobs,
    games: Number.POSITIVE_INFINITY,
    pace: 'race',
    players,
    pin: options.pin,
    trace: false,
    mostOfOne: undefined,
  });
  if (note !== undefined && !options.quiet) printNotes([note]);
  const { gates, pin, naive, 'photo-finish': photoFinish } = options;
  return {
    jobs,
    gates,
    players,
    pin,
    naive,
    photoFinish,
    lexicon,
    interrupt,
    entries: entriesOf(commands, options.name),
    seed: options.seed ?? drawSeed(),
    playerSeed: playerSeedOfRun(undefined, options.sandbox),
    limits: fieldsOf(limitOptions, options),
    watchMachine,
    seats: raceSeats({ ...processOptions(settings, sandbox, 'discard'), batch: !naive }),
  };
}

function playersOf({ players = 2, name }: RaceOptions, commands: readonly string[]): number {
  if (commands.length === 0) return players;
  if (commands.length < 2 || commands.length > 8)
    throw new UsageError(
      `race: expected 2 to 8 PLAYERs, or no PLAYERs for the built-in racers; got ${commands.length}`,
    );
  checkCommands(commands, 'wordhost race');
  if (name.length > commands.length)
    throw new UsageError(
      `--name: expected one name for each of ${commands.length} players; got ${name.length}`,
    );
  const unplayable = unplayableFor(commands.length);
  if (unplayable !== undefined) throw new UsageError(unplayable);
  return commands.length;
}

/** Players of a race as processes. */
function raceSeats(hosting: HostingRequest): RaceSeats {
  const { sandbox } = hosting;
  return {
    sandbox,
    open: (readable) => processSeats(readableAlso(hosting, readable)),
    byOthers: async ({ game, jobs, readable, lexicon }) => {
      const folder = mkdtempSync(join(tmpdir(), 'wordhost-races-'));
      const setup = {
        game,
        lexicon,
        hosting: readableAlso(hosting, readable),
        recording: { record: folder },
      };
      const pool = workerPool({ jobs, workers: jobs }, setup);
      return {
        jobs: pool.jobs,
        play: async (plan, options) => await pool.play(plan, options),
        async [Symbol.asyncDispose]() {
          await pool[Symbol.asyncDispose]();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
    /** If the system has it and the user wants it. */
    async isBatch() {
      const found = await probeSandbox(sandbox);
      return hosting.batch !== false && 'programs' in found && found.programs.chrt !== undefined;
    },
    findPinning,
  };
}

/** Under `strict` players see nothing but what is listed. */
function readableAlso(hosting: HostingRequest, readable: readonly string[]): HostingRequest {
  if (hosting.sandbox !== 'strict') return hosting;
  const strict = hosting.strict ?? leastRequest;
  return { ...hosting, strict: { ...strict, readable: [...strict.readable, ...readable] } };
}

/** The progress of a race, and what it measures now. */
class RaceNotes {
  readonly #quiet: boolean;
  #progress: Progress | undefined;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  show(now: RaceProgress): void {
    if (this.#quiet) return;
    const output = { stream: process.stderr, redraws: canRedraw(process.stderr) };
    this.#progress ??= new Progress(output, { of: now.of, what: 'gates' });
    this.#progress.show(now.gates, stageName(now));
  }

  clear(): void {
    this.#progress?.clear();
  }
}

function stageName({ stage }: RaceProgress): string {
  return stage === 'race' ? 'the race' : `advantage ${stage.advantageUs} us`;
}

/** The report in the requested forms, and its exit status. */
function printRace(
  report: RaceReport,
  { json, page }: RaceOutput,
  { options: { quiet }, coloured }: RaceCall,
): number {
  const paint = paintFor(coloured);
  if (json === '-' || page === '-') {
    if (!quiet) printNotes([paintedVerdict(report, paintFor(coloured && process.stderr.isTTY))]);
  } else printLines(quiet ? [paintedVerdict(report, paint)] : raceLines(report, paint));
  if (json !== undefined && !writeTo(json, `${visibleJson(report)}\n`, '--output')) return 3;
  if (page !== undefined && !writeTo(page, racePage(report), '--output')) return 3;
  if (page !== undefined && page !== '-' && !quiet) printNotes([`page: ${page}`]);
  return report.verdict.fair && report.offences === 0 ? 0 : 1;
}
