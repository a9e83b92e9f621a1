import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { chanceFrom } from '../../host/bots/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import {
  commandWith,
  TuneFold,
  type TuneRequest,
  tuningExperiment,
  valueText,
} from '../../host/runs/tuning.ts';
import {
  foundValues,
  nextStep,
  sidesOf,
  startTuning,
  stepsOf,
  type TunedParameter,
  type Tuning,
  type Values,
} from '../../host/statistics/spsa.ts';
import type { ComparedResult } from '../../host/tournament/comparison.ts';
import { say } from '../cli/in-process.ts';
import { run } from '../cli/wordhost.ts';
import { givesUp, tuneScrabble } from './known-best.ts';

/** By so many Elo is a player worse whose parameter is off by the whole range. */
const ELO = 800;
const bests = [0.3, 0.7];
const parameters: readonly TunedParameter[] = [
  { name: 'a', low: 0, high: 1, start: 0.9 },
  { name: 'b', low: -10, high: 10, start: -8 },
];
const partOf = (index: number, value: number) => {
  const { low, high } = parameters[index]!;
  return (value - low) / (high - low);
};
const eloOf = (values: Values) =>
  -ELO * values.reduce((sum, value, index) => sum + (partOf(index, value) - bests[index]!) ** 2, 0);
const chanceOf = (plus: Values, minus: Values) => 1 / (1 + 10 ** ((eloOf(minus) - eloOf(plus)) / 400));

const tuningOf = (seed: string, steps: number, pairs = 8): Tuning => ({
  parameters,
  key: keyOf(seed),
  steps,
  pairs,
});

function simulate(seed: string, steps: number): Values {
  const tuning = tuningOf(seed, steps);
  const chance = chanceFrom(seed);
  let state = startTuning(tuning);
  while (stepsOf(state) < steps) {
    const { plus, minus } = sidesOf(tuning, state);
    const wins = chanceOf(plus, minus);
    const pair = () => Number(chance() < wins) + Number(chance() < wins) - 1;
    state = nextStep(tuning, state, Array.from({ length: tuning.pairs }, pair));
  }
  return foundValues(state);
}

t.test('steps', async (t) => {
  t.test('known best values are found with each of 10 seeds', async (t) => {
    const steps = 250;
    // How much the mean result of a pair changes with the distance from the best, as a part of its spread, and what so many pairs tell of that.
    const SIDE_THERE = 0.085;
    const slope = (4 * ELO * SIDE_THERE * Math.LN10) / 800 / Math.SQRT1_2;
    const error = 1 / (slope * Math.sqrt(steps * 8));
    // What is found is the mean of half of the path.
    const most = 3 * Math.SQRT2 * error;
    t.ok(most < 0.1, `${most}`);
    for (let seed = 1; seed <= 10; seed++)
      for (const [index, value] of simulate(`seed ${seed}`, steps).entries()) {
        const off = Math.abs(partOf(index, value) - bests[index]!);
        t.ok(off < most, `seed ${seed}, ${parameters[index]!.name}: off by ${off} of ${most}`);
      }
  });

  t.test('more games leave a smaller error', async (t) => {
    const squares = (steps: number) => {
      let sum = 0;
      for (let seed = 1; seed <= 20; seed++)
        for (const [index, value] of simulate(`${seed}`, steps).entries())
          sum += (partOf(index, value) - bests[index]!) ** 2;
      return sum;
    };
    const ratio = Math.sqrt(squares(40) / squares(640));
    t.ok(ratio > 2, `${ratio} times`);
  });

  t.test('values stay in their range, and games that say nothing move nothing', async (t) => {
    const tuning = tuningOf('1', 100);
    let state = startTuning(tuning);
    state = nextStep(tuning, state, Array<number>(8).fill(0));
    t.same(state.path[1], [0.9, -8]);
    while (stepsOf(state) < 100) {
      const { plus, minus } = sidesOf(tuning, state);
      for (const values of [plus, minus, state.path.at(-1)!])
        for (const [index, value] of values.entries())
          t.ok(partOf(index, value) >= 0 && partOf(index, value) <= 1);
      // The side with the larger a is always better.
      state = nextStep(tuning, state, Array<number>(8).fill(Math.sign(plus[0]! - minus[0]!)));
    }
    t.equal(state.path.at(-1)![0], 1);
  });

  t.test('results count by their own spread: points are no more than wins', async (t) => {
    const after = (scale: number) => {
      const tuning = tuningOf('1', 10, 2);
      return nextStep(tuning, startTuning(tuning), [scale, -2 * scale]).path;
    };
    t.same(after(0.5), after(500));
    t.not(String(after(1)), String(after(-1)));
  });
});

const requestOf = (seed: string, steps: number, more: Partial<TuneRequest> = {}): TuneRequest => ({
  ...tuningOf(seed, steps, 2),
  // No game is planned here.
  series: { rejudges: 0 } as TuneRequest['series'],
  ...{ command: 'bot {a} {b}', by: 'result', mostGames: 4 },
  question: {
    test: { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
    ...{ notWorse: false, countsOffences: false },
  },
  ...more,
});

/** Of a game that is due: the better side of it has more points. */
function resultOf(fold: TuneFold, game: number, scores = [20, 10]): ComparedResult {
  const [first, second] = fold.entriesOf(game).map(({ command }) => Number(command.split(' ')[1]));
  const winner = Math.abs(first! - 0.3) <= Math.abs(second! - 0.3) ? 1 : 2;
  const isTurned = game % 2 === 0;
  const seatOf = (entry: number) => (isTurned ? 3 - entry : entry);
  const player = (entry: number) => ({
    ...{ seat: seatOf(entry), entry, outcome: entry === winner ? ('won' as const) : ('lost' as const) },
    score: entry === winner ? scores[0] : scores[1],
  });
  return {
    ...{ seed: `pair ${Math.ceil(game / 2)}`, reason: 'out', winner: seatOf(winner) },
    players: [player(1), player(2)],
  };
}

t.test('games', async (t) => {
  t.test('those of a step are due at once, then those of the comparison', async (t) => {
    const request = requestOf('1', 2);
    const fold = new TuneFold(request);
    const { next } = tuningExperiment(request, fold, new Set([2]));
    const due = () => {
      const numbers = [];
      for (let number = next(); number !== undefined; number = next()) numbers.push(number);
      return numbers;
    };
    const end = (...numbers: number[]) => {
      for (const number of numbers) fold.takeResult(number, resultOf(fold, number));
    };
    t.same(due(), [1, 3, 4], 'the store had the second');
    end(2, 4, 1);
    t.same([due(), fold.steps], [[], 0], 'the step waits for all of its games');
    end(3);
    t.same([due(), fold.steps], [[5, 6, 7, 8], 1]);
    end(5, 6, 7, 8);
    t.same([due(), fold.steps, fold.isTuned], [[9, 10, 11, 12], 2, true]);
    t.same(
      fold.entriesOf(9).map(({ name }) => name),
      ['found', 'start'],
    );
    end(10, 12, 11);
    t.equal(fold.comparison.comparison.games, 0, 'games of the comparison count in their order');
    end(9);
    t.equal(next(), undefined);
    t.match(fold.comparison.comparison, { games: 4, won: 4 });
    t.equal(fold.isDone, false);
  });

  t.test('the path is the same in whatever order games end, and by points', async (t) => {
    const pathOf = (order: readonly number[], more: Partial<TuneRequest> = {}) => {
      const fold = new TuneFold(requestOf('7', 30, more));
      while (!fold.isTuned) {
        const [from] = fold.due;
        const results = order.map((index) => [from + index, resultOf(fold, from + index)] as const);
        for (const [game, result] of results) fold.takeResult(game, result);
      }
      return fold.path;
    };
    const path = pathOf([0, 1, 2, 3]);
    t.same(pathOf([3, 1, 0, 2]), path);
    t.same(pathOf([0, 1, 2, 3], { by: 'margin' }), path, 'all margins are alike');
    t.not(String(pathOf([0, 1, 2, 3], { key: keyOf('8') })), String(path));
    t.ok(Math.abs(path.at(-1)![0]! - 0.3) < Math.abs(path[0]![0]! - 0.3));
  });

  t.test('values have as many digits as their range needs, no exponents', async (t) => {
    const written = (low: number, high: number, value: number) =>
      valueText({ name: 'a', low, high, start: low }, value);
    t.same(
      [
        ...[written(0, 1, 0.123456), written(0, 1, 0.5), written(-5, 5, -0.00001), written(0, 5000, 1234.56)],
        ...[written(0, 1e6, 123456.7), written(0, 0.00001, 0.00000123456), written(0, 1, 1)],
        written(0, 1e6, 120000),
      ],
      ['0.1235', '0.5', '0', '1234.6', '123457', '0.000001235', '1', '120000'],
    );
    t.equal(commandWith(requestOf('1', 1), [0.25, -3]), 'bot 0.25 -3');
  });
});

t.test('the command', async (t) => {
  const cwd = t.testdir({ ...givesUp, 'notes.txt': 'nothing to lose\n' });
  const words = ['--seed', '3', '--pairs', '2', '--max-games', '8', '--jobs', '2'];
  const tune = async (...more: string[]) =>
    await run([...tuneScrabble, ...words, '--parameter', 'a=0..1:0.9', ...more, 'sh gives-up.sh {a}'], {
      cwd,
    });

  t.test('it says what it found, has a page, and goes on with a store', async (t) => {
    const all = await tune('--games', '16', '--json');
    const { parameters: found, comparison, ...line } = JSON.parse(all.stdout);
    t.match(line, { wordhost: 1, kind: 'tune', game: 'scrabble', seed: '3', steps: 4, games: 16 });
    t.match(found, [{ name: 'a', low: 0, high: 1, start: 0.9 }]);
    t.equal(found[0].path.length, 5);
    t.equal(
      all.status,
      { better: 0, 'not-better': 1, undecided: 4 }[comparison.verdict as string],
      all.stderr,
    );
    t.match(all.stderr, /^tuning a in 4 steps of 2 mirrored pairs, seed 3$/m);

    const stored = ['--games', '16', '--store', 't.db', '--page', 'p.html'];
    const first = await tune(...stored);
    t.match(
      first.stdout,
      /^4 of 4 steps, 16 games\n\nparameter +range +start +found\na +0\.\.1 +0\.9 +0\.\d+\n\nsh gives-up\.sh 0\.\d+\n\nNEW is/,
    );
    const page = readFileSync(join(cwd, 'p.html'), 'utf8');
    t.match(page, /^<!doctype html>[\s\S]*Path of a: 0\.\d+ after 4 steps[\s\S]*Is NEW better\?/);
    const again = await tune(...stored, '--json', '--max-games', '10');
    t.match(again.stderr, /^t\.db has 24 games from an earlier run; resuming$/m);
    t.same(JSON.parse(again.stdout).parameters, found, 'the same path');
    t.equal(JSON.parse(again.stdout).comparison.games, 10);

    const drawn = 'tune scrabble --store t.db --games 16 --pairs 2 --dictionary none'.split(' ');
    const other = async (...more: string[]) => await say([...drawn, '--sandbox', 'off', ...more], { cwd });
    t.match(await other('--parameter', 'a=0..1:0.8', 'sh gives-up.sh {a}'), {
      status: 2,
      stderr:
        /--store t\.db belongs to another tuning: parameters\[0\]\.start was 0\.9 there, and is 0\.8 now/,
    });
    t.match(await say(['compare', 'scrabble', '--store', 't.db', 'a', 'b'], { cwd }), {
      status: 2,
      stderr: /--store t\..*not.*store.*comparison/,
    });
    t.match(await run(['store', 'check', 't.db'], { cwd }), { status: 0 });
  });

  t.test('by points', async (t) => {
    const { stdout, status } = await tune('--games', '8', '--by', 'margin', '--quiet');
    t.match(stdout, /^2 of 2 steps, 8 games\n/);
    t.ok([0, 1, 4].includes(status!));
  });

  t.test('a page that cannot be written is a failure of the host', async (t) => {
    const { status, stderr, stdout } = await tune('--games', '4', '--page', '/dev/full');
    t.equal(status, 3);
    t.match(stderr, /--page: cannot write \/dev\/full/);
    t.match(stdout, /^1 of 1 steps/);
  });

  t.test('an offence ends it, and what was done is told; or it counts as a game lost', async (t) => {
    const leaves = [...tuneScrabble, ...words, '--games', '8', '--parameter', 'a=0..1', 'exit {a}'];
    const ended = await run(leaves, { cwd });
    t.match(ended, {
      status: 1,
      stdout: /^0 of 2 steps, 0 games\n/,
      stderr: /could not be started[\s\S]*committed.*offense.*tuning/,
    });
    const counted = await run([...leaves, '--offences', 'count', '--quiet'], { cwd });
    t.match(counted.stdout, /^2 of 2 steps, 8 games\n/);
  });

  const one = ['--parameter', 'a=0..1'];
  const mistakes: readonly (readonly [words: string[], says: RegExp])[] = [
    [['tune'], /tune: expected a game, .* and then a command.*; got nothing/],
    [['tune', 'chess', 'a'], /tune: expected a game, .*; got "chess"/],
    [['tune', 'boggle', ...one], /tune: expected a command; got none/],
    [['tune', 'boggle', 'a'], /expected --parameter NAME=LOW\.\.HIGH, once for each parameter; got none/],
    [
      ['tune', 'boggle', '--parameter', 'a', 'x {a}'],
      /--parameter: expected NAME=LOW\.\.HIGH or .*; got "a"/,
    ],
    [
      ['tune', 'boggle', '--parameter', 'a=1..1', 'x {a}'],
      /--parameter a: expected LOW below HIGH; got 1\.\.1/,
    ],
    [
      ['tune', 'boggle', '--parameter', 'a=1..2:3', 'x {a}'],
      /--parameter a: expected START from 1 to 2; got 3/,
    ],
    [['tune', 'boggle', ...one, ...one, 'x {a}'], /--parameter a: expected each parameter once; got a twice/],
    [['tune', 'boggle', ...one, 'x'], /--parameter a: expected \{a\} in the command.*; got "x"/],
    [
      ['tune', 'boggle', ...one, '--games', '100', 'x {a}'],
      /--games 100: expected a multiple of 16.*such as 112/,
    ],
    [
      ['tune', 'boggle', ...one, '--max-games', '3', 'x {a}'],
      /--max-games: expected an even number.*; got 3/,
    ],
    [['tune', 'bananagrams', ...one, '--by', 'margin', 'x {a}'], /--by margin: expected a game with points/],
    [
      ['tune', 'bananagrams', ...one, '--model', 'margin', 'x {a}'],
      /--model margin: expected a game with points/,
    ],
    [
      ['tune', 'boggle', ...one, '--page', 'notes.txt', 'x {a}'],
      /--page notes\.txt cannot be used: .*not.*page.*tuning/,
    ],
    [['tune', 'boggle', ...one, '--no-records', 'x {a}'], /--no-records requires --store FILE/],
    [['tune', 'boggle', ...one, '--elo0', '5', '--elo1', '5', 'x {a}'], /expected elo0 below elo1/],
  ];
  for (const [mistake, says] of mistakes)
    t.test(mistake.join(' '), async (t) => t.match(await say(mistake, { cwd }), { status: 2, stderr: says }));
});
