import { UsageError } from '../../../core/usage-error.ts';
import type { Call } from '../../command.ts';
import type { raceOptions } from './options.ts';

type Name = keyof typeof raceOptions;

/** What each of the three kinds of race has no use for: said all the same, it would be a mistake that nobody notices. */
const forRacers: readonly Name[] = ['players', 'dialect', 'rest', 'advantages'];
const forPlayers: readonly Name[] = ['name', 'dictionary'];
const notForRecords: readonly Name[] = [
  ...(['gates', 'load', 'photo-finish', 'naive', 'shuffle', 'flush', 'batch', 'pin', 'seed'] as const),
  ...forRacers,
  ...forPlayers,
];

export function checkSaid({ said, operands }: Call, fromRecords: boolean): void {
  if (fromRecords)
    refuse(said, notForRecords, 'with --from no game is played: the report is made from records');
  else if (operands.length === 0) refuse(said, forPlayers, 'it needs PLAYERs, and none is named');
  else {
    checkNumber(said.players, operands.length);
    refuse(said, ['dialect', 'rest', 'advantages'], 'it is for the built-in racers, without PLAYERs');
  }
}

function refuse(said: Call['said'], names: readonly Name[], why: string): void {
  const name = names.find((each) => said[each] !== undefined);
  if (name !== undefined) throw new UsageError(`--${said[name] === 'false' ? 'no-' : ''}${name}: ${why}`);
}

function checkNumber(said: Call['said'][string], named: number): void {
  const number = typeof said === 'string' ? said : said?.at(-1);
  if (number !== undefined && number !== String(named))
    throw new UsageError(`--players ${number}: ${named} PLAYERs are named; --players can be left out`);
}
