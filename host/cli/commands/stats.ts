import { UsageError } from '../../core/errors.ts';
import {
  type Counts,
  comparisonOf,
  countsOfGames,
  countsOfPairs,
  type Pentanomial,
} from '../../tournament/comparison.ts';
import { comparisonLine, comparisonWords } from '../../views/comparison.ts';
import { modelLines } from '../../views/model-figures.ts';
import { commandOf } from '../command.ts';
import { noPoints, questionOf, testOptions } from '../compare/compare-options.ts';
import { countsOfFiles } from '../compare/results.ts';
import { printJson, printLines } from '../output.ts';
import { pricedTotals, priceOption } from '../price.ts';

const options = {
  pentanomial: {
    kind: 'text',
    default: undefined,
    value: 'A,B,C,D,E',
    help: 'number of game pairs with 0, 1/2, 1, 1 1/2 and 2 points',
    everyday: true,
  },
  wdl: {
    kind: 'text',
    default: undefined,
    value: 'W,D,L',
    help: 'number of games won, drawn and lost',
    everyday: true,
  },
  entry: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 100,
    help: 'with files: number of the player that is NEW',
  },
  'without-worker': {
    kind: 'list',
    default: [],
    value: 'NAME',
    help: 'with files: worker of a farm whose games are ignored; repeatable',
  },
  ...testOptions,
  price: priceOption,
  json: { kind: 'flag', default: false, help: 'print one JSON object' },
} as const;

/** Computes figures of many games, without playing any. */
export const stats = commandOf({
  summary: 'Computes Elo and a test from games between two players, NEW and OLD.',
  operands: {
    form: '[options] [FILE…]',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    expected: 'files of results, as --json prints them',
  },
  options,
  examples: [
    ['wordhost stats --pentanomial 34,54,63,64,75', 'compute from counts of game pairs'],
    [
      'wordhost stats --wdl 136,111,96 --elo1 20',
      'compute from counts of single games, with another hypothesis',
    ],
    ['wordhost stats results.jsonl --entry 2', 'compute from results; games with the same seed are pairs'],
  ],
  notes:
    'The test decides when a capital (--test anytime) or the log likelihood ratio (--test sprt) reaches its bound.\n' +
    'With --test sprt each figure is followed by half of its 95% interval. Superiority: the probability that NEW is better.',
  run: async (call) => {
    const { pentanomial, wdl, entry, json, 'without-worker': without } = call.options;
    const question = { ...questionOf(call), countsOffences: true };
    const ways = [pentanomial, wdl, call.operands[0]].filter((way) => way !== undefined);
    if (ways.length !== 1)
      throw new UsageError(
        `stats: expected one of --pentanomial, --wdl or files of results; got ${ways.length === 0 ? 'none' : ways.length}`,
      );
    if (call.options.model === 'margin' && call.operands.length === 0)
      throw new UsageError('--model margin requires files of results, since counts have no points');
    if (without.length > 0 && call.operands.length === 0)
      throw new UsageError('--without-worker requires files of results, since counts have no workers');
    const { counts, game, hasPoints, models } =
      call.operands.length > 0
        ? countsOfFiles(call.operands, entry, without)
        : { counts: countsOfText(pentanomial, wdl), game: null, hasPoints: false, models: [] };
    const priced = pricedTotals(models, call.options.price);
    if (call.options.model === 'margin' && game !== null && !hasPoints) throw noPoints(game);
    const comparison = comparisonOf(counts, question);
    const line = comparisonLine({ game, seed: null, seconds: null }, comparison);
    if (json) printJson(priced.length > 0 ? { ...line, models: priced } : line);
    else {
      printLines(comparisonWords(comparison));
      if (priced.length > 0) printLines(['', ...modelLines(priced)]);
    }
    return 0;
  },
});

function countsOfText(pentanomial: string | undefined, wdl: string | undefined): Counts {
  if (pentanomial !== undefined)
    return countsOfPairs(numbersIn('pentanomial', pentanomial, 5) as unknown as Pentanomial);
  const [won, drawn, lost] = numbersIn('wdl', wdl!, 3) as [number, number, number];
  return countsOfGames(won, drawn, lost);
}

function numbersIn(option: string, text: string, expected: number): readonly number[] {
  const numbers = /^\d{1,12}([ ,/]+\d{1,12})*$/.test(text.trim())
    ? text
        .trim()
        .split(/[ ,/]+/)
        .map(Number)
    : [];
  if (numbers.length === expected && numbers.some((number) => number > 0)) return numbers;
  throw new UsageError(
    `--${option}: expected ${expected} whole numbers with commas between them, not all 0; got ${JSON.stringify(text)}`,
  );
}
