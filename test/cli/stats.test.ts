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
    'same-seats.jsonl': [line('a', 400, 300), line('a', 310, 290), line('a', 310, 290, true)].join('\n'),
  });
  const stats = (...words: string[]) => say(['stats', ...words], { cwd });

  t.test('of counts, in words and as JSON', async (t) => {
    const { stdout, status } = await stats('--pentanomial', '34,54,63,64,75');
    t.equal(status, 0);
    t.match(stdout, /^Undecided: NEW has 57\.9 % of 580 games; more games are needed, about 110\.$/m);
    t.match(stdout, /^pairs +290: 34 with 0 points, 54 with ½, 63 with 1, 64 with 1½, 75 with 2$/m);
    t.match(stdout, /^Elo +55\.58 ± 27\.65$/m);
    t.match(stdout, /^log likelihood +2\.48, between -2\.94 and 2\.94$/m);
    const json = JSON.parse((await stats('--wdl', '136,111,96', '--json')).stdout);
    t.match(json, {
      kind: 'compare',
      games: 343,
      pairs: null,
      elo: { value: 40.7, error: 30.43 },
      los: 0.996,
    });
    t.match(json.sprt, { model: 'normalized', elo0: 0, elo1: 10, lower: -2.94, upper: 2.94, accepted: null });
  });

  t.test('what is not known is so in words and as JSON', async (t) => {
    for (const counts of [
      ['--pentanomial', '0,0,0,60,0'],
      ['--wdl', '4,0,0'],
    ]) {
      const { stdout } = await stats(...counts);
      for (const figure of ['Elo', 'normalized Elo', 'superiority'])
        t.match(stdout, new RegExp(`^${figure} +not known yet$`, 'm'));
      const json = JSON.parse((await stats(...counts, '--json')).stdout);
      t.match(json, { elo: null, normalizedElo: null, los: null });
    }
    const few = ['--wdl', '4,1,0'];
    t.match((await stats(...few)).stdout, /^Elo +not known yet\nnormalized Elo +694\.87 ± 304\.54$/m);
    const json = JSON.parse((await stats(...few, '--json')).stdout);
    t.match(json, { elo: null, normalizedElo: { value: 694.87, error: 304.54 }, los: 1 });
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
    t.match(first.stderr, /note: 1 game without the other one of its pair; the figures are of the pairs/);
    t.match(JSON.parse((await stats('pairs.jsonl', '--entry', '2', '--json')).stdout), { won: 1, lost: 2 });
  });

  t.test('two games with one seed are a pair only if the players have changed their seats', async (t) => {
    const { stdout, stderr } = await stats('same-seats.jsonl', '--json');
    t.match(JSON.parse(stdout), { games: 3, pairs: 1, pentanomial: [0, 0, 1, 0, 0], margin: { mean: 40 } });
    t.match(stderr, /note: 1 game without the other one of its pair; the figures are of the pairs/);
  });

  t.test('a file that comes from Windows is read as well', async (t) => {
    const { stdout } = await stats('windows.jsonl', '--json');
    t.match(JSON.parse(stdout), { games: 2, pairs: 1 });
  });

  t.test('a question the other way', async (t) => {
    const { stdout } = await stats('--pentanomial', '10,20,100,90,80', '--not-worse');
    t.match(stdout, /hypotheses +-10 against 0 Elo \(normalized\)/);
    t.match(
      stdout,
      /^NEW is not worse: it has 67\.5 % of 600 games\.\nIf NEW were worse by 10 Elo \(normalized\), at/,
    );
  });

  const mistakes: [words: string[], says: RegExp][] = [
    [[], /stats: expected one of --pentanomial, --wdl and files of results; got none/],
    [['--wdl', '1,2,3', 'pairs.jsonl'], /expected one of .*; got 2/],
    [['--wdl', '1,2'], /--wdl: expected 3 whole numbers with commas between them, not all 0; got "1,2"/],
    [['--pentanomial', '0,0,0,0,0'], /--pentanomial: expected 5 whole numbers/],
    [['--wdl', '1,2,3', '--elo1', 'much'], /--elo1: expected a number from -1000 to 1000; got "much"/],
    [['--wdl', '1,2,3', '--elo0', '5', '--elo1', '5'], /expected elo0 below elo1/],
    [['--wdl', '1,2,3', '--not-worse', '--elo1', '5'], /--not-worse and --elo1: expected one of them/],
    [['--wdl', '1,2,3', '--model', 'margin'], /--model margin: expected files of results/],
    [
      ['pointless.jsonl', '--model', 'margin'],
      /--model margin: expected a game with points, which bananagrams has not/,
    ],
    [['all.db'], /all\.db: expected results; got a store\. wordhost store export --results - all\.db writes/],
    [['nowhere.jsonl'], /nowhere\.jsonl: there is no such file/],
    [['empty.jsonl'], /empty\.jsonl: expected results, as --json prints them; there are none/],
    [['text.jsonl'], /text\.jsonl: line 1: expected a result, as --json prints it; got "hello"/],
    [['cut.jsonl'], /cut\.jsonl: line 2: expected a result, as --json prints it; got one that is not whole/],
    [
      ['record.jsonl'],
      /record\.jsonl: line 1: expected a result, as --json prints it; got an event of a record/,
    ],
    [['list.jsonl'], /list\.jsonl: line 1: a result: expected an object; got a list of 0/],
    [
      ['named.jsonl', 'named.jsonl'],
      /named\.jsonl: line 1: expected each game once; game a1 is also in named\.jsonl: line 1/,
    ],
    [['broken.jsonl'], /broken\.jsonl: line 2: game: expected a text; got nothing/],
    [['three.jsonl'], /three\.jsonl: line 1: expected a game between 2 players; it had 3/],
    [['two-games.jsonl'], /line 2: expected results of one game, scrabble; got one of boggle/],
    [['pairs.jsonl', '--entry', '3'], /--entry 3: pairs\.jsonl: line 1 has players 1 and 2/],
  ];
  for (const [words, says] of mistakes)
    t.test(`stats ${words.join(' ')}`, async (t) =>
      t.match(await stats(...words), { status: 2, stderr: says }),
    );
});
