import { UsageError } from '../../../core/errors.ts';
import { SECOND } from '../../../core/units.ts';
import { limitOptions, type OptionTable } from '../../../games/kit/option.ts';
import { dictionaryOptions, hostingOptions } from '../../../settings/options.ts';
import { seriesOptions } from '../../../settings/series-options.ts';
import type { Call } from '../../command.ts';

export const raceOptions = {
  gates: {
    kind: 'count',
    default: 2000,
    min: 1,
    max: 10_000_000,
    help: 'number of gates to measure',
    everyday: true,
  },
  players: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 2,
    max: 8,
    help: 'number of racers (default 2; with PLAYERs, one for each)',
    everyday: true,
  },
  jobs: {
    ...seriesOptions.jobs,
    help: 'number of games in parallel; `auto`: as many as the processors allow',
    everyday: true,
  },
  'photo-finish': {
    kind: 'duration',
    default: 0,
    min: 0,
    max: 10 * SECOND,
    help: 'time after a legal peel in which others count as well, as in a game',
  },
  naive: {
    kind: 'flag',
    default: false,
    help: 'turn off what makes the race fair',
  },
  pin: {
    kind: 'flag',
    default: false,
    help: 'give each player its own processor, chosen at random for each game',
  },
  from: {
    kind: 'list',
    default: [],
    value: 'FILE…',
    help: 'record or folder of records to measure instead of playing; all operands are then records too',
    everyday: true,
  },
  as: {
    kind: 'choice',
    choices: ['terminal', 'json', 'html'] as const,
    default: 'terminal',
    relations: [{ when: 'html', requires: 'output', from: 'anywhere' }],
    help: 'output form; `html`: a page with plots; `json`: one JSON object',
    everyday: true,
  },
  output: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    relations: [{ requires: 'as', is: ['html', 'json'], from: 'anywhere' }],
    help: 'with --as html or json: output file; `-` for standard output',
    everyday: true,
  },
  json: { kind: 'flag', default: false, help: 'print the report as one JSON object on standard output' },
  seed: {
    kind: 'text',
    default: undefined,
    value: 'TEXT',
    help: 'random seed of starting order, writing order, coin tosses and bunches (default: random, and printed)',
  },
  name: seriesOptions.name,
  ...dictionaryOptions,
  ...limitOptions,
  ...hostingOptions,
  quiet: { kind: 'flag', default: false, help: 'print only the verdict of the report, and no progress' },
} as const satisfies OptionTable;

export type RaceCall = Call<typeof raceOptions>;
export type RaceOptions = RaceCall['options'];

type Name = keyof typeof raceOptions;

/** Unused options are errors, because they would go unnoticed. */
const forPlayers: readonly Name[] = ['name', 'dictionary', 'skip-non-words'];
const notForRecords: readonly Name[] = [
  'gates',
  'players',
  'jobs',
  'photo-finish',
  'naive',
  'pin',
  'seed',
  ...forPlayers,
];

/** The paths to which the report of a race is written. `-` is standard output. */
export interface RaceOutput {
  readonly json: string | undefined;
  readonly page: string | undefined;
}

export function raceOutput({ options }: RaceCall): RaceOutput {
  const { as, output, json } = options;
  const ownJson = json ? '-' : undefined;
  return {
    json: as === 'json' ? (output ?? '-') : ownJson,
    page: as === 'html' ? output : undefined,
  };
}

export function checkRaceOptions(call: RaceCall, fromRecords: boolean): void {
  const { operands } = call;
  if (fromRecords) refuse(call, notForRecords, '--from reads records and plays no games');
  else if (operands.length === 0) refuse(call, forPlayers, 'it requires PLAYERs');
  else checkNumber(call);
}

function refuse({ placeHere }: RaceCall, names: readonly Name[], why: string): void {
  const where = names.map(placeHere).find((place) => place !== undefined);
  if (where !== undefined) throw new UsageError(`${where}: ${why}`);
}

function checkNumber({ options: { players }, operands, placeHere }: RaceCall): void {
  const where = placeHere('players');
  if (where !== undefined && players !== operands.length)
    throw new UsageError(
      `${where} ${players}: expected the number of PLAYERs, ${operands.length}. You can leave out --players`,
    );
}
