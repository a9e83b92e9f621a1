import { UsageError } from '../../../core/errors.ts';
import { limitOptions, type OptionTable } from '../../../games/kit/option.ts';
import { dictionaryOptions, hostingOptions } from '../../../settings/options.ts';
import { seriesOptions } from '../../../settings/series-options.ts';
import type { Call } from '../../command.ts';

const SECOND = 1e9;

export const raceOptions = {
  gates: {
    kind: 'count',
    default: 2000,
    min: 1,
    max: 10_000_000,
    help: 'number of contested gates to measure; a gate is one letter to every player, and the race for the next peel',
  },
  players: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 2,
    max: 8,
    help: 'number of racers (default 2); with PLAYERs, their number',
  },
  dialect: {
    kind: 'choice',
    choices: ['numbered', 'plain', 'mixed'] as const,
    default: 'numbered',
    help: 'dialect of the racers; `mixed`: every other one plain',
  },
  load: {
    kind: 'choice',
    choices: ['idle', 'busy'] as const,
    default: 'idle',
    help: 'load beside the race; `busy`: another game in another process',
  },
  jobs: {
    ...seriesOptions.jobs,
    help: 'games at once, each played by a process of its own, and all measured; `auto`: as many as have a processor for each player',
  },
  'photo-finish': {
    kind: 'duration',
    default: 0,
    min: 0,
    max: 10 * SECOND,
    help: 'as in a game: time to wait after a legal peel before a coin decides among all legal ones',
  },
  rest: {
    kind: 'duration',
    default: 2e6,
    min: 0,
    max: SECOND,
    help: 'for racers: pause before each gate, as in a game in which players think; 0 shows how long a racer keeps the better processor; not used for the curve',
  },
  advantages: {
    kind: 'text',
    default: '5us,10us,20us,50us,100us',
    value: 'TIME,TIME…|none',
    help: 'advantages in thinking time for which to measure how often the faster racer wins; each takes a fifth of the gates',
  },
  naive: {
    kind: 'flag',
    default: false,
    help: 'race without the measures that make it fair: --no-shuffle, --no-flush and --no-batch together',
  },
  shuffle: {
    kind: 'flag',
    default: true,
    help: 'drawn order of writing for each gate; --no-shuffle writes in the order of seats, to show the effect of the draw',
  },
  flush: {
    kind: 'flag',
    default: true,
    help: 'poll for other input before a gate opens; --no-flush opens it without, to show the effect of the poll',
  },
  batch: {
    kind: 'flag',
    default: true,
    help: 'players as batch work, so that none preempts the host while it writes a letter to all; --no-batch starts them like any program, to show the effect',
  },
  pin: {
    kind: 'flag',
    default: false,
    help: 'one processor for each player, drawn for each game, so that the number of threads does not matter',
  },
  from: {
    kind: 'list',
    default: [],
    value: 'FILE…',
    help: 'records of games to measure instead of playing: files, or folders of them; all words that follow are records too',
  },
  html: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for the report as one page with plots',
  },
  json: { kind: 'flag', default: false, help: 'report as one JSON object on standard output' },
  seed: {
    kind: 'text',
    default: undefined,
    value: 'TEXT',
    help: 'seed of the orders of starting and writing, the coin and the bunches (default: drawn, and printed)',
  },
  name: seriesOptions.name,
  ...dictionaryOptions,
  ...limitOptions,
  ...hostingOptions,
  quiet: { kind: 'flag', default: false, help: 'no progress, and only the verdict of the report' },
} as const satisfies OptionTable;

export type RaceCall = Call<typeof raceOptions>;
export type RaceOptions = RaceCall['options'];

type Name = keyof typeof raceOptions;

/** The options that a kind of race does not use. Giving one is a mistake, which would otherwise go unnoticed. */
const forRacers: readonly Name[] = ['players', 'dialect', 'rest', 'advantages'];
const forPlayers: readonly Name[] = ['name', 'dictionary', 'skip-non-words'];
const notForRecords: readonly Name[] = [
  ...([
    'gates',
    'load',
    'jobs',
    'photo-finish',
    'naive',
    'shuffle',
    'flush',
    'batch',
    'pin',
    'seed',
  ] as const),
  ...forRacers,
  ...forPlayers,
];

export function checkRaceOptions(call: RaceCall, fromRecords: boolean): void {
  const { operands } = call;
  if (fromRecords)
    refuse(call, notForRecords, 'with --from no game is played: the report is made from records');
  else if (operands.length === 0) refuse(call, forPlayers, 'it needs PLAYERs, and none is named');
  else {
    checkNumber(call);
    refuse(call, ['dialect', 'rest', 'advantages'], 'it is for the built-in racers, without PLAYERs');
  }
}

function refuse({ placeHere }: RaceCall, names: readonly Name[], why: string): void {
  const where = names.map(placeHere).find((place) => place !== undefined);
  if (where !== undefined) throw new UsageError(`${where}: ${why}`);
}

function checkNumber({ options: { players }, operands, placeHere }: RaceCall): void {
  const where = placeHere('players');
  if (where !== undefined && players !== operands.length)
    throw new UsageError(
      `${where} ${players}: ${operands.length} PLAYERs are named; --players can be left out`,
    );
}
