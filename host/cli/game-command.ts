import { delimiter } from 'node:path';
import { drawSeed, isGuessable, playerSeedOfRun } from '../core/seed.ts';
import { UsageError } from '../core/usage-error.ts';
import type { Noted } from '../events/event-log.ts';
import { Trace } from '../events/trace.ts';
import { commandFolder } from '../files/command-folder.ts';
import { entryFile } from '../files/package-root.ts';
import type { AnyGame } from '../games/game.ts';
import type { OptionTable, OptionValues } from '../games/kit/option.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { loadLexicon } from '../lexicon/load.ts';
import type { GameTools } from '../runs/play-game.ts';
import { playSeries, type SeriesRequest } from '../runs/play-series.ts';
import { type Requirement, readRequirement } from '../runs/requirement.ts';
import { readHeadroom, shortage } from '../seats/process/limits/headroom.ts';
import { type HostingRequest, liveSeats } from '../seats/process/live-seats.ts';
import { prepareStarts } from '../seats/process/open-seats.ts';
import { hasProc } from '../seats/process/processes/proc.ts';
import { commonOptions } from '../settings/common-options.ts';
import {
  fromConfigFile,
  fromEnvironment,
  type OptionSource,
  settleOptions,
} from '../settings/settle-options.ts';
import type { Call, Command } from './command.ts';
import type { GameWords } from './game-words.ts';
import { Interruption } from './interrupt.ts';
import { pinned } from './pinned.ts';
import { checkPlaces, stderrPlace } from './places.ts';
import { printError, printNotes, terminalWidth } from './print.ts';
import { type HeldRequest, NO_CPU_TIME, readHeldRequest } from './sandbox-request.ts';
import { SeriesReport } from './series-report.ts';

type Common = OptionValues<typeof commonOptions>;

/** The command that plays a game: the same for every game. */
export function gameCommand(game: AnyGame, words: GameWords['help']): Command {
  const options: OptionTable = { ...commonOptions, ...game.options };
  return {
    ...words,
    operands: '[options] PLAYER…',
    options,
    run: async (call) => await play(game, options, call),
  };
}

async function play(game: AnyGame, table: OptionTable, call: Call): Promise<number> {
  const options = settleOptions(table, await sourcesOf(table, call));
  const common = options as unknown as Common;
  // It takes a while, and runs beside what follows. A control group must be made before anything is started.
  if (common.memory === undefined) prepareStarts(common.sandbox);
  const request = planSeries(game, options, common, call.operands);
  noteGuessable(request, common);
  const requirements = readRequirements(common.require, game, call.operands.length);
  checkPlaces(common);
  checkRoom(call.operands.length);
  const held = await readHeldRequest(common, request.lexicon?.path);
  using interruption = new Interruption();
  const report = new SeriesReport(game, request, requirements, { ...common, coloured: call.coloured });
  const seen = report.picture ?? (common.view ? game.picture(call.operands.length) : undefined);
  const names = request.entries.map(({ name }) => name);
  const view =
    seen && common.view ? (await import('./view.ts')).viewOf(process.stderr, game, seen, names) : undefined;
  const watch = (event: Noted) => {
    // That of a game that is played again is another.
    (report.picture ?? seen)?.take(event);
    view?.take(event);
  };
  const processors = pinned(common.pin, call.operands.length);
  const tools = { ...gameTools(common, held, interruption.signal), ...(seen && { watch }) };
  for await (const played of playSeries({ ...request, processors }, tools)) {
    view?.end();
    if ('failure' in played) report.void(played);
    else if (played.again) report.setAside(played.game, played.report);
    else report.add(played.game, played.report);
  }
  return report.finish(interruption.status);
}

/** Where options may stand: the line, the environment, a file. */
export async function sourcesOf(table: OptionTable, call: Call): Promise<OptionSource[]> {
  const line: OptionSource = { where: (name) => `--${name}`, said: call.said };
  const environment = fromEnvironment(table, process.env);
  const file = [line, environment].map(({ said }) => said.config).find((path) => path !== undefined);
  const sources = [line, environment];
  if (file !== undefined)
    sources.push(await fromConfigFile(table, typeof file === 'string' ? file : file.at(-1)!));
  return sources;
}

function planSeries(
  game: AnyGame,
  options: OptionValues<OptionTable>,
  common: Common,
  players: readonly string[],
): SeriesRequest {
  checkPlayers(game, options, common, players);
  const own = Object.fromEntries(Object.keys(game.options).map((name) => [name, options[name]]));
  const limits = { readyTimeout: common['ready-timeout'], gameTimeout: common['game-timeout'] };
  const entries = players.map((command, index) => ({ name: common.name[index] ?? command, command }));
  const { games, rotate } = common;
  const seed = common.seed ?? drawSeed();
  return {
    game,
    options: own,
    lexicon: wordsFor(game, common.dictionary),
    limits,
    entries,
    games,
    rotate,
    rejudges: common['rejudge-overloaded'] ? common['rejudge-limit'] : 0,
    seed,
    playerSeed: playerSeedOfRun(common['player-seed'], common.sandbox),
  };
}

/** A secret for players' own seeds is of little use where their tiles tell the seed as well. */
function noteGuessable({ playerSeed }: SeriesRequest, { seed, quiet }: Common): void {
  if (playerSeed === undefined || seed === undefined || quiet || !isGuessable(seed)) return;
  const how = 'a player can find it: it tries seeds until one gives the tiles that it sees';
  printNotes([`note: the seed ${seed} is short: ${how}. Against bots of other people leave --seed out`]);
}

function checkPlayers(
  game: AnyGame,
  options: OptionValues<OptionTable>,
  common: Common,
  players: readonly string[],
): void {
  const { min, max } = game.seats;
  if (players.length < min || players.length > max)
    throw new UsageError(
      `${game.name} is for ${min} to ${max} players; ${players.length} named. wordhost ${game.name} --help shows how`,
    );
  if (common.name.length > players.length)
    throw new UsageError(
      `--name is given ${common.name.length} times, and there are ${players.length} players`,
    );
  const empty = players.findIndex((command) => command.trim() === '');
  if (empty !== -1) throw new UsageError(`player ${empty + 1} is an empty command`);
  if (common.events !== undefined && common.games > 1)
    throw new UsageError(
      '--events is for one game; for several use --record DIR, which writes a file for each',
    );
  if (common.view && common.games > 1)
    throw new UsageError('--view is for one game; for several use --record and wordhost replay --grids');
  if (common.view && common['rejudge-overloaded'])
    throw new UsageError('--view is for one game; with --rejudge-overloaded there may be more');
  if (Number.isFinite(options['turn-cpu'] ?? Number.POSITIVE_INFINITY) && !hasProc)
    throw new UsageError(`--turn-cpu: ${NO_CPU_TIME}`);
  const unplayable = game.unplayable(options, players.length);
  if (unplayable !== undefined) throw new UsageError(unplayable);
}

/** `none` is no word list, where the game allows it. */
export function wordsFor(game: AnyGame, nameOrFile: string): Lexicon | undefined {
  if (nameOrFile !== 'none') return lexiconOf(nameOrFile);
  if (game.wordless) return undefined;
  throw new UsageError(`--dictionary none: ${game.name} cannot be played without a word list`);
}

export function lexiconOf(nameOrFile: string): Lexicon {
  const reading = loadLexicon(nameOrFile);
  if (!reading.ok) throw new UsageError(reading.problem);
  return reading.lexicon;
}

function readRequirements(texts: readonly string[], game: AnyGame, players: number): Requirement[] {
  return texts.map((text) => {
    const reading = readRequirement(text, game, players);
    if (!reading.ok) throw new UsageError(reading.problem);
    return reading.requirement;
  });
}

/** With too little room some players would be gone before the game begins. */
export function checkRoom(players: number): void {
  const problem = shortage(players, readHeadroom());
  if (problem !== undefined) throw new UsageError(problem);
}

function gameTools(common: Common, held: HeldRequest, interrupt: AbortSignal): GameTools {
  const width = terminalWidth(process.stderr);
  const openSeats = liveSeats(hostingOf(common, held));
  const { events, record } = common;
  const longest = process.stderr.isTTY ? width : Number.POSITIVE_INFINITY;
  const trace = common.trace ? () => new Trace((line) => printNotes([line]), longest) : undefined;
  return { openSeats, interrupt, events, record, trace };
}

type Hosted =
  | 'sandbox'
  | 'shell'
  | 'cwd'
  | 'grace'
  | 'max-unread'
  | 'max-stderr'
  | 'memory'
  | 'max-processes'
  | 'player-cpu'
  | 'stderr';

/** How players are run. */
export function hostingOf(common: Pick<Common, Hosted>, held: HeldRequest): HostingRequest {
  return {
    sandbox: common.sandbox,
    shell: common.shell,
    cwd: common.cwd,
    graceNs: common.grace,
    unreadCap: common['max-unread'],
    stderrCap: common['max-stderr'],
    memoryCap: common.memory,
    processCap: common['max-processes'],
    cpuCap: common['player-cpu'],
    stderr: stderrPlace(common.stderr),
    ...held,
    commandFolder: ownCommandFolder(),
  };
}

/** This very host, for players that are commands of it, unless it is on the PATH already. */
export function ownCommandFolder(): string | undefined {
  const folder = commandFolder(entryFile('wordhost'));
  const path = (process.env.PATH ?? '').split(delimiter);
  if (folder === undefined)
    printError('its own command is not on the PATH of players: the cache folder cannot be written\n');
  return folder === undefined || path.includes(folder) ? undefined : folder;
}
