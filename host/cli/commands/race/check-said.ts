import { UsageError } from '../../../core/usage-error.ts';
import type { RaceCall, raceOptions } from './options.ts';

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

export function checkSaid(call: RaceCall, fromRecords: boolean): void {
  const { operands } = call;
  if (fromRecords)
    refuse(call, notForRecords, 'with --from no game is played: the report is made from records');
  else if (operands.length === 0) refuse(call, forPlayers, 'it needs PLAYERs, and none is named');
  else {
    checkNumber(call);
    refuse(call, ['dialect', 'rest', 'advantages'], 'it is for the built-in racers, without PLAYERs');
  }
}

function refuse({ saidHere }: RaceCall, names: readonly Name[], why: string): void {
  const where = names.map(saidHere).find((place) => place !== undefined);
  if (where !== undefined) throw new UsageError(`${where}: ${why}`);
}

function checkNumber({ options: { players }, operands, saidHere }: RaceCall): void {
  const where = saidHere('players');
  if (where !== undefined && players !== operands.length)
    throw new UsageError(
      `${where} ${players}: ${operands.length} PLAYERs are named; --players can be left out`,
    );
}
