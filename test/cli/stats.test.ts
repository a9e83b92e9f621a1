import t from 'tap';
import { say } from './in-process.ts';

const player = (seat: number, entry: number, score: number, outcome = 'lost') => ({
  seat,
  entry,
  outcome,
  score,
});
const line = (seed: string, first: number, second: number, swapped = false, more: object = {}) =>
  JSON.stringify({
    wordhost: 1,
    game: 'scrabble',
    seed,
    reason: 'out',
    winner: first > second ? 1 : 2,
    players: [player(1, swapped ? 2 : 1, first), player(2, swapped ? 1 : 2, second)],
    ...more,
  });

t.test('stats', async (t) => {
  const cwd = t.testdir({
    'pairs.jsonl': [line('a', 400, 300), line('a', 310, 290, true), line('b', 400, 300), ''].join('\n'),
    'two-games.jsonl': [line('a', 1, 2), line('b', 1, 2, false, { game: 'boggle' })].join('\n'),
    'three.jsonl': line('a', 1, 2, false, { players: [player(1, 1, 1), player(2, 2, 2), player(3, 3, 3)] }),
    'pointless.jsonl': [1, 2]
      .map((seat) =>
        line('a', 1, 2, false, {
          game: 'bananagrams',
          players: [1, 2].map((entry) => ({ seat: entry === seat ? 1 : 2, entry, outcome: 'lost' })),
        }),
      )
      .join('\n'),
    'broken.jsonl': `${line('a', 1, 2)}\n{"wordhost":1}\n`,
    'text.jsonl': 'hello\n',
    'all.db': 'SQLite format 3\0…',
    'empty.jsonl': '\n',
    'cut.jsonl': `${line('a', 1, 2)}\n${line('b', 1, 2).slice(0, 50)}`,
    'record.jsonl': '{"t":0,"type":"game","wordhost":1}\n',
    'list.jsonl': '[]\n',
    'named.jsonl': `${line('a', 1, 2, false, { id: 'a1' })}\n`,
    'windows.jsonl': `\ufeff${line('a', 400, 300)}\r\n${line('a', 310, 290, true)}\r\n\r\n`,
    'retried.jsonl': [line('a', 1, 2, false, { retry: 2 }), line('b', 1, 2)].join('\n'),
    'same-seats.jsonl': [line('a', 400, 300), line('a', 310, 290), line('a', 310, 290, true)].join('\n'),
  });
  const stats = (...words: string[]) => say(['stats', ...words], { cwd });

  t.test('the any-time test of counts, in words and as JSON', async (t) => {
    const decided = await stats('--pentanomial', '0,0,1,1,10');
    t.match(
      decided.stdout,
      /^NEW is better: it has 93\.8 % of 24 games\.\nIf NEW were no better than OLD, at most 5 % of /,
    );
    t.match(decided.stdout, /^share +93\.8 %; 56\.1 % to 99\.8 %$/m);
    t.match(decided.stdout, /^Elo +470; 42 to 1040$/m);
    t.match(decided.stdout, /^bet: better +capital 141, decides at 20$/m);
    t.match(decided.stdout, /^bet: not better +capital 0\.352, decides at 20$/m);
    t.notMatch(decided.stdout, /superiority|normalized/);
    const { stdout } = await stats('--pentanomial', '0,0,0,0,8', '--json');
    const { test, share, sprt, verdict } = JSON.parse(stdout);
    t.strictSame(test, {
      ...{ kind: 'anytime', difference: 10, alpha: 0.05, beta: 0.05 },
      ...{ better: 3.3447, notBetter: -0.9038, bound: 2.9957, accepted: 'better' },
    });
    t.strictSame(share, { value: 1, low: 0.4766, high: 0.9999 });
    t.strictSame([sprt, verdict], [null, 'better']);
    t.match((await stats('--pentanomial', '0,0,0,0,8')).stdout, /^Elo +more than -16$/m);
    t.match((await stats('--pentanomial', '8,0,0,0,0')).stdout, /^Elo +less than 16$/m);
    const careful = ['--wdl', '1,0,0', '--alpha', '0.000001'];
    t.match((await stats(...careful)).stdout, /^share +100\.0 %; 0\.0 % to 100\.0 %\nElo +not yet known$/m);
  });

  t.test('the any-time test has four answers, by its options', async (t) => {
    const verdictOf = async (...words: string[]) =>
      JSON.parse((await stats(...words, '--json')).stdout).verdict;
    const level = ['--pentanomial', '0,0,400,0,0'];
    t.equal(await verdictOf(...level), 'not-better');
    t.equal(await verdictOf(...level, '--difference', '0'), 'undecided');
    t.equal(await verdictOf(...level, '--not-worse'), 'not-worse');
    t.equal(await verdictOf(...level, '--not-worse', '--difference', '1'), 'undecided');
    for (const more of [[], ['--not-worse']]) t.equal(await verdictOf('--wdl', '2,0,38', ...more), 'worse');
    t.equal(await verdictOf('--wdl', '8,0,0', '--alpha', '0.01'), 'undecided');
    const { stdout } = await stats('--wdl', '2,0,38', '--not-worse', '--json');
    t.match(JSON.parse(stdout).test, { notWorse: Number, worse: Number, accepted: 'worse' });
    t.match(
      (await stats(...level, '--not-worse')).stdout,
      /^If NEW were worse by 10 Elo or more, at most 5 % of/m,
    );
    t.match((await stats(...level)).stdout, /^If NEW were better by 10 Elo or more, at most 5 % of/m);
  });

  t.test('the sequential test of counts, in words and as JSON', async (t) => {
    const { stdout, status } = await stats('--test', 'sprt', '--pentanomial', '34,54,63,64,75');
    t.equal(status, 0);
    t.match(
      stdout,
      /^NEW is better so far \(336 of 580 points\); the test has not decided: more games .* about 110\.$/m,
    );
    t.match(stdout, /^pairs +290: 34 with 0 points, 54 with ½, 63 with 1, 64 with 1½, 75 with 2$/m);
    t.match(stdout, /^Elo +55\.58 ± 27\.65$/m);
    t.match(stdout, /^log likelihood +2\.48, between -2\.94 and 2\.94$/m);
    const json = JSON.parse((await stats('--elo1', '10', '--wdl', '136,111,96', '--json')).stdout);
    t.notOk('test' in json || 'share' in json, 'the line is that of earlier versions');
    t.match(json, {
      kind: 'compare',
      games: 343,
      pairs: null,
      elo: { value: 40.7, error: 30.43 },
      los: 0.996,
    });
    t.match(json.sprt, {
      model: 'normalized',
      elo0: 0,
      elo1: 10,
      lower: -2.94,
      upper: 2.94,
      accepted: null,
    });
  });

  t.test('what is unknown is null as JSON; Elo is the difference of ratings', async (t) => {
    const unknown = 'not yet known';
    const tried = [
      ['--pentanomial', '0,0,0,60,0', '191 ± 72', unknown, unknown],
      ['--wdl', '4,0,0', '447 ± 577', unknown, unknown],
      ['--wdl', '4,1,0', '382 ± 508', '694.87 ± 304.54', '100.00 %'],
    ] as const;
    for (const [option, counts, ...figures] of tried) {
      const { stdout } = await stats(option, counts, '--test', 'sprt');
      const shown = ['Elo', 'normalized Elo', 'superiority'].map(
        (figure) => new RegExp(`^${figure} +(.*)$`, 'm').exec(stdout)?.[1],
      );
      t.strictSame(shown, figures, counts);
    }
    const json = async (counts: string) => JSON.parse((await stats('--wdl', counts, '--json')).stdout);
    t.match(await json('4,0,0'), { elo: null, normalizedElo: null, los: null });
    const few = await json('4,1,0');
    t.strictSame(few.elo, { value: 381.7, error: null });
    t.match(few, { normalizedElo: { value: 694.87, error: 304.54 }, los: 1 });
  });

  t.test('of results: pairs by their seed, seen by either player', async (t) => {
    const first = await stats('pairs.jsonl', '--json');
    t.match(JSON.parse(first.stdout), {
      game: 'scrabble',
      games: 3,
      pairs: 1,
      pentanomial: [0, 0, 1, 0, 0],
      won: 2,
      lost: 1,
      margin: { mean: 40, error: null },
    });
    t.match(first.stderr, /note: 1 .*without.*second.*pair; only complete pairs are counted/);
    t.match(JSON.parse((await stats('pairs.jsonl', '--entry', '2', '--json')).stdout), { won: 1, lost: 2 });
  });

  t.test('two games with one seed are a pair only if the players have changed their seats', async (t) => {
    const { stdout, stderr } = await stats('same-seats.jsonl', '--json');
    t.match(JSON.parse(stdout), { games: 3, pairs: 1, pentanomial: [0, 0, 1, 0, 0], margin: { mean: 40 } });
    t.match(stderr, /note: 1 .*without.*second.*pair; only complete pairs are counted/);
  });

  t.test('a file that comes from Windows is read as well', async (t) => {
    const { stdout } = await stats('windows.jsonl', '--json');
    t.match(JSON.parse(stdout), { games: 2, pairs: 1 });
  });

  t.test('a question the other way', async (t) => {
    const { stdout } = await stats('--pentanomial', '10,20,100,90,80', '--not-worse', '--test', 'sprt');
    t.match(stdout, /hypotheses +-10 against 0 Elo \(normalized\)/);
    t.match(
      stdout,
      /^NEW is not worse: it has 67\.5 % of 600 games\.\nIf NEW were worse by 10 Elo \(normalized\), at/,
    );
  });

  const mistakes: [words: string[], says: RegExp][] = [
    [[], /stats: expected one of --pentanomial, --wdl or files of results; got none/],
    [['--wdl', '1,2,3', 'pairs.jsonl'], /expected one of .*; got 2/],
    [['--wdl', '1,2'], /--wdl: expected 3 .*commas between.*not.* 0; got "1,2"/],
    [['--pentanomial', '0,0,0,0,0'], /--pentanomial: expected 5 whole numbers/],
    [['--wdl', '1,2,3', '--elo1', 'much'], /--elo1: expected a number from -1000 to 1000; got "much"/],
    [['--wdl', '1,2,3', '--elo0', '5', '--elo1', '5'], /expected elo0 below elo1/],
    [['--wdl', '1,2,3', '--not-worse', '--elo1', '5'], /--not-worse and --elo1: use one or the other/],
    [
      ['--wdl', '1,2,3', '--test', 'anytime', '--elo1', '5'],
      /--test anytime and --elo1: use one or the other: only --test sprt has them/,
    ],
    [
      ['--wdl', '1,2,3', '--difference', '5', '--elo1', '5'],
      /--difference and --elo1: use one or the other: only --test anytime has a --difference/,
    ],
    [['--wdl', '1,2,3', '--test', 'sprt', '--difference', '5'], /--difference and --test sprt: use one/],
    [['--wdl', '1,2,3', '--model', 'margin'], /--model margin requires files of results/],
    [
      ['pointless.jsonl', '--model', 'margin'],
      /--model margin: expected a game with points; bananagrams has none/,
    ],
    [
      ['all.db'],
      /all\.db: expected results; got a store\. To use its results: wordhost store export --results - all\.db/,
    ],
    [['nowhere.jsonl'], /nowhere\.jsonl: no such file/],
    [['empty.jsonl'], /empty\.jsonl: expected results, as printed by --json; found none/],
    [['text.jsonl'], /text\.jsonl: line 1: expected a result, as printed by --json; got "hello"/],
    [['cut.jsonl'], /cut\.jsonl: line 2: expected a result, as printed by --json; got an incomplete line/],
    [['record.jsonl'], /record\.jsonl: line 1: expected a result, as printed by --json; .*event.*record/],
    [['list.jsonl'], /list\.jsonl: line 1: a result: expected an object; got a list of 0/],
    [
      ['named.jsonl', 'named.jsonl'],
      /named\.jsonl: line 1: expected each game once; game a1 is also in named\.jsonl: line 1/,
    ],
    [['broken.jsonl'], /broken\.jsonl: line 2: game: expected a string; got nothing/],
    [['three.jsonl'], /three\.jsonl: line 1: expected a game between 2 players; it had 3/],
    [['two-games.jsonl'], /line 2: .*results.*scrabble; got one of boggle/],
    [
      ['retried.jsonl'],
      /retried\.jsonl: line 2: expected games with --illegal retry=2, as before; got one without --illegal retry\. Such games cannot be combined/,
    ],
    [
      ['pairs.jsonl', 'retried.jsonl'],
      /retried\.jsonl: line 1: expected games without --illegal retry, as before; got one with --illegal retry=2\./,
    ],
    [['pairs.jsonl', '--entry', '3'], /--entry 3: pairs\.jsonl: line 1 has players 1 and 2/],
  ];
  for (const [words, says] of mistakes)
    t.test(`stats ${words.join(' ')}`, async (t) =>
      t.match(await stats(...words), { status: 2, stderr: says }),
    );
});
