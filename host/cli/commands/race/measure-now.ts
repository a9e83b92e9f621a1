import { drawSeed, playerSeedOfRun } from '../../../core/seed.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { limitOptions } from '../../../games/kit/limit-options.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../settings/fields.ts';
import { hostingOptions } from '../../../settings/hosting-options.ts';
import { type Measured, measureRace } from '../../../tools/race/measure-race.ts';
import { unplayableFor } from '../../../tools/race/playing/lineup.ts';
import type { RaceRequest } from '../../../tools/race/race-request.ts';
import { checkHeadroom, hostingOf } from '../../hosting/hosting.ts';
import { checkPlaces } from '../../hosting/places.ts';
import { readSandboxRequest } from '../../hosting/sandbox-request.ts';
import { settleJobs } from '../../jobs/settle-jobs.ts';
import { checkCommands, entriesOf } from '../../playing/check-commands.ts';
import { printNotes } from '../../print.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { readAdvantages } from './advantages.ts';
import { watchMachine } from './machine/look-at-machine.ts';
import type { RaceOptions } from './options.ts';
import type { RaceNotes } from './race-notes.ts';
import { raceSeats } from './race-seats.ts';

/** From games that are played now. */
export async function measureNow(
  options: RaceOptions,
  commands: readonly string[],
  interrupt: AbortSignal,
  notes: RaceNotes,
): Promise<Measured> {
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
  checkPlaces(settings);
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
  const { gates, dialect, load, pin, naive, 'photo-finish': photoFinish } = options;
  return {
    ...{ jobs, gates, players, dialect, load, pin, photoFinish, lexicon, interrupt },
    entries: entriesOf(commands, options.name),
    seed: options.seed ?? drawSeed(),
    playerSeed: playerSeedOfRun(undefined, options.sandbox),
    rest: options.rest,
    shuffles: options.shuffle && !naive,
    flushes: options.flush && !naive,
    advantages: commands.length > 0 ? [] : readAdvantages(options.advantages),
    limits: fieldsOf(limitOptions, options),
    watchMachine,
    seats: raceSeats({ ...hostingOf(settings, sandbox, 'discard'), batch: options.batch && !naive }),
  };
}

function playersOf({ players = 2, name }: RaceOptions, commands: readonly string[]): number {
  if (commands.length === 0) return players;
  if (commands.length < 2 || commands.length > 8)
    throw new UsageError(
      `race: expected 2 to 8 PLAYERs, or none for the built-in racers; got ${commands.length}`,
    );
  checkCommands(commands, 'wordhost race');
  if (name.length > commands.length)
    throw new UsageError(`--name is given ${name.length} times, and there are ${commands.length} players`);
  const unplayable = unplayableFor(commands.length);
  if (unplayable !== undefined) throw new UsageError(unplayable);
  return commands.length;
}
