import { UsageError } from '../../core/errors.ts';
import { keysOf, omit } from '../../core/fields.ts';
import { visibleJson } from '../../core/text.ts';
import { measures, type TunedParameter } from '../../runs/tuning.ts';
import type { Call } from '../command.ts';
import { pairOptions, sequentialOptions } from '../compare/options.ts';

/** What the options of a comparison say that `tune` decides itself. */
export const fixedTuneOptions = {
  ...{ results: undefined, name: ['plus', 'minus'], copies: 1, seat: [] },
  ...{ junit: undefined, tap: undefined, markdown: undefined, watch: undefined },
} as const;

const others = omit(pairOptions, ['games', ...keysOf(fixedTuneOptions)]);

/** What `tune` takes besides the game's own options. */
export const tuneOptions = {
  parameter: {
    kind: 'list',
    default: [],
    value: 'NAME=LOW..HIGH[:START]',
    help: 'parameter to tune; {NAME} in COMMAND stands for its value (default START: the middle); repeatable',
    everyday: true,
  },
  games: {
    kind: 'count',
    default: 2000,
    min: 2,
    max: 10_000_000,
    help: 'number of games for tuning, before the comparison',
    everyday: true,
  },
  pairs: {
    kind: 'count',
    default: 8,
    min: 1,
    max: 10_000,
    help: 'pairs of games in each step; twice as many games can be played in parallel',
  },
  by: {
    kind: 'choice',
    default: 'result',
    choices: measures,
    help: 'measure to tune by: who won, or the margin in points',
  },
  page: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for a page with the path of each parameter',
  },
  ...sequentialOptions,
  ...others,
  offences: {
    ...others.offences,
    help: 'effect of an offense: it ends the tuning, or the comparison if NEW commits it; or the game counts as lost',
  },
} as const;

const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,12})?`;
const PARAMETER = new RegExp(
  `^(?<name>[A-Za-z_][\\w-]*)=(?<low>${NUMBER})\\.\\.(?<high>${NUMBER})(?::(?<start>${NUMBER}))?$`,
);

export function parametersOf(texts: readonly string[], command: string): readonly TunedParameter[] {
  if (texts.length === 0)
    throw new UsageError('tune: expected --parameter NAME=LOW..HIGH, once for each parameter; got none');
  const parameters = texts.map(parameterOf);
  const names = parameters.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index)
      throw new UsageError(`--parameter ${name}: expected each parameter once; got ${name} twice`);
    if (!command.includes(`{${name}}`))
      throw new UsageError(
        `--parameter ${name}: expected {${name}} in the command, in place of its value; got ${visibleJson(command)}`,
      );
  }
  return parameters;
}

function parameterOf(text: string): TunedParameter {
  const groups = PARAMETER.exec(text)?.groups;
  if (!groups)
    throw new UsageError(
      `--parameter: expected NAME=LOW..HIGH or NAME=LOW..HIGH:START, such as depth=1..9:4; got ${visibleJson(text)}`,
    );
  const [name, low, high] = [groups.name!, Number(groups.low), Number(groups.high)];
  const start = groups.start === undefined ? (low + high) / 2 : Number(groups.start);
  if (low >= high) throw new UsageError(`--parameter ${name}: expected LOW below HIGH; got ${low}..${high}`);
  if (start < low || start > high)
    throw new UsageError(`--parameter ${name}: expected START from ${low} to ${high}; got ${start}`);
  return { name, low, high, start };
}

/** How many steps there are; each has as many games. */
export function stepsOf({ options }: Call<typeof tuneOptions>): number {
  const { games, pairs, 'max-games': most } = options;
  const ofStep = 2 * pairs;
  if (games % ofStep !== 0)
    throw new UsageError(
      `--games ${games}: expected a multiple of ${ofStep}, since each step has ${pairs} pairs (--pairs); such as ${ofStep * Math.ceil(games / ofStep)}`,
    );
  if (most % 2 !== 0)
    throw new UsageError(`--max-games: expected an even number, since games come in pairs; got ${most}`);
  return games / ofStep;
}
