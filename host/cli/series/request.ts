import { UsageError } from '../../core/errors.ts';
import { drawSeed, isGuessable, playerSeedOfRun } from '../../core/seed.ts';
import type { Nanos } from '../../core/units.ts';
import type { AnyGame } from '../../games/game.ts';
import { type OptionTable, type OptionValues, perPlayer } from '../../games/kit/option.ts';
import { type Requirement, readRequirement } from '../../runs/report/requirement.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import { hasProc } from '../../seats/process/processes/proc.ts';
import { checkStdoutTakers, printNotes } from '../output.ts';
import { NO_CPU_TIME } from '../process/process-request.ts';
import { wordsFor } from '../read-lexicon.ts';
import { reportsOnStdout } from '../reports/report-files.ts';
import { entryOf, type GameSettings, type Player } from './players.ts';

interface Wanted {
  readonly game: AnyGame;
  /** The values of the game's options for all players. */
  readonly options: OptionValues<OptionTable>;
  readonly settings: GameSettings;
  /** The number of players at one table. */
  readonly seats: number;
  readonly players: readonly Pick<Player, 'options' | 'where'>[];
}

/** Checks that such a game can be played, and shown as the user wants. */
export function checkPlayable({ game, options, settings, seats, players }: Wanted): void {
  checkNumber(game, seats);
  checkStdout(settings);
  const { mirrored, games } = settings.series;
  if (mirrored && games > 1 && games % seats !== 0)
    throw new UsageError(
      `--mirrored: expected a multiple of ${seats}, the number of players, such as --games ${seats * Math.ceil(games / seats)}; got ${games}`,
    );
  checkTurnCpu(options, '--turn-cpu');
  for (const player of players) checkOwn(game, options, player);
  const unplayable = game.unplayable(options, seats);
  if (unplayable !== undefined) throw new UsageError(unplayable);
}

function checkTurnCpu(options: OptionValues<OptionTable>, where: string): void {
  const { 'turn-cpu': limit = Number.POSITIVE_INFINITY } = options;
  if (Number.isFinite(limit) && !hasProc) throw new UsageError(`${where}: ${NO_CPU_TIME}`);
}

/** Checks that a player's own options have an effect in such a game. */
function checkOwn(
  game: AnyGame,
  options: OptionValues<OptionTable>,
  { options: own = {}, where }: Pick<Player, 'options' | 'where'>,
): void {
  const table = perPlayer(game.options, game.pace(options));
  const useless = Object.keys(own).find((name) => !Object.hasOwn(table, name));
  if (useless !== undefined)
    throw new UsageError(
      `${where(useless)}: it limits turns, but ${game.name} has no turns with these options: leave it out`,
    );
  checkTurnCpu(own, where('turn-cpu'));
}

/** Reads the platform's options into the fields of a request. */
export function seriesRequest(
  game: AnyGame,
  settings: GameSettings,
  players: readonly Player[],
): Omit<SeriesRequest, 'options'> {
  const {
    seed,
    playerSeed,
    names,
    copies,
    seats,
    dictionary,
    skipsNonWords,
    pin,
    oneProcessor,
    jobs,
    ...direct
  } = settings.series;
  const fields: Pick<SeriesRequest, keyof typeof direct> = direct;
  return {
    ...fields,
    game,
    lexicon: wordsFor(game, { dictionary, skipsNonWords }, settings.output.quiet),
    limits: settings.limits,
    entries: players.map(entryOf),
    seed: seed ?? drawSeed(),
    playerSeed: playerSeedOfRun(playerSeed, settings.hosting.sandbox),
  };
}

function checkNumber({ name, seats: { min, max } }: AnyGame, players: number): void {
  if (players >= min && players <= max) return;
  throw new UsageError(
    `${name} is for ${min} to ${max} players; got ${players}. For help: wordhost ${name} --help`,
  );
}

function checkStdout({ output }: GameSettings): void {
  const ofEvents = output.events === '-' ? ['--events -'] : [];
  checkStdoutTakers([...ofEvents, ...(output.json ? ['--json'] : []), ...reportsOnStdout(output)]);
}

/** A secret for players' own seeds does not help if their tiles reveal the seed. */
export function noteGuessable(
  { playerSeed }: Pick<SeriesRequest, 'playerSeed'>,
  { series, output }: GameSettings,
): void {
  const { seed } = series;
  if (playerSeed === undefined || seed === undefined || output.quiet || !isGuessable(seed)) return;
  const how = 'a player can find it, by trying seeds until one gives its tiles';
  printNotes([
    `note: the seed ${seed} is short: ${how}. Leave --seed out when you play against bots of other people`,
  ]);
}

/** The game would be over first, without a winner. */
export function noteShortGame(
  { options, limits, entries }: Pick<SeriesRequest, 'options' | 'limits' | 'entries'>,
  { output }: GameSettings,
): void {
  const { 'time-bank': bank = Number.POSITIVE_INFINITY } = options as { readonly 'time-bank'?: Nanos };
  const banks = bank * entries.length;
  const { gameTimeout } = limits;
  if (output.quiet || !Number.isFinite(banks) || gameTimeout === 0 || banks <= gameTimeout) return;
  const end = `--game-timeout ends a game after ${minutes(gameTimeout)}, without a winner`;
  printNotes([`note: the time banks of ${entries.length} players add up to ${minutes(banks)}, but ${end}`]);
}

function minutes(time: Nanos): string {
  return `${Math.round(time / 6e9) / 10} min`;
}

export function readRequirements(
  texts: readonly string[],
  game: AnyGame,
  names: readonly string[],
): Requirement[] {
  return texts.map((text) => {
    const reading = readRequirement(text, game, names);
    if (!reading.ok) throw new UsageError(reading.problem);
    return reading.requirement;
  });
}
