/*
 * How many games a comparison needs when the two games of a pair share their tiles in one way or another:
 * `mirrored.ts [PAIRS [CONTEST…]]`. In each pair both players have each seat once. A test needs as many times more games as the
 * variance of what NEW has in a pair is larger: of its points, or of the margin by which it has won.
 */
import { type GameBetweenTwo, gameBetweenTwo } from '../../host/tournament/comparison.ts';
import {
  halfAgainstHalf,
  longestAgainstLess,
  randomAgainstItself,
  solverAgainstItself,
} from '../pairs/contests.ts';
import { type Contest, type Dealing, dealings, playPair } from '../pairs/play-pair.ts';
import { printTable } from '../support/print-table.ts';
import { type Spread, spreadOf, spreadRatio } from './spread.ts';

const contests: Readonly<Record<string, () => Contest>> = {
  'Scrabble: longest, and longest with 97 % of the words': () => longestAgainstLess(0.97),
  'Scrabble: random, and random': randomAgainstItself,
  'Boggle, classic: two that know other halves of the words': () => halfAgainstHalf('classic'),
  'Boggle in turns: two that know other halves of the words': () => halfAgainstHalf('turns'),
  'Bananagrams: the built-in player, and itself': solverAgainstItself,
};

type Pair = readonly GameBetweenTwo[];

const columns = ['contest', 'tiles of a pair', 'points', 'games needed', 'margin', 'games needed by it'];

async function measureAll(pairs: number, wanted: readonly string[]): Promise<void> {
  const rows: Record<string, string>[] = [];
  for (const [name, contestOf] of Object.entries(contests))
    if (wanted.length === 0 || wanted.some((each) => name.startsWith(each)))
      rows.push(...(await measure(name, contestOf(), pairs)));
  printTable(columns, rows);
}

async function measure(name: string, contest: Contest, count: number): Promise<Record<string, string>[]> {
  const played = new Map<Dealing, Pair[]>(dealings.map((dealing) => [dealing, []]));
  for (let pair = 0; pair < count; pair++)
    for (const dealing of dealings) {
      const results = await playPair(contest, dealing, `m${pair}`);
      played.get(dealing)!.push(results.map((result) => gameBetweenTwo(result, 1)!));
    }
  const base = played.get('an order a seat')!;
  return [...played].map(([dealing, pairs]) => ({
    contest: name,
    'tiles of a pair': dealing,
    points: shown(pointsOf(pairs)),
    'games needed': times(pointsOf(pairs), pointsOf(base)),
    margin: shown(marginsOf(pairs)),
    'games needed by it': times(marginsOf(pairs), marginsOf(base)),
  }));
}

function pointsOf(pairs: readonly Pair[]): Spread {
  return spreadOf(pairs.map(([first, second]) => first!.points + second!.points));
}

function marginsOf(pairs: readonly Pair[]): Spread {
  return spreadOf(
    pairs.flatMap(([first, second]) =>
      first!.margin === undefined || second!.margin === undefined ? [] : [first!.margin + second!.margin],
    ),
  );
}

function shown({ size, mean, variance }: Spread): string {
  return size === 0 ? '' : `${mean.toFixed(2)}, variance ${variance.toPrecision(3)}`;
}

function times(spread: Spread, base: Spread): string {
  if (spread.size === 0) return '';
  const { ratio, error } = spreadRatio(spread, base);
  return ratio === 1 ? '1' : `${ratio.toFixed(2)} ± ${error.toFixed(2)}`;
}

const [pairs = '200', ...wanted] = process.argv.slice(2);
await measureAll(Number(pairs), wanted);
