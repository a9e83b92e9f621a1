import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { leavesFile } from '../leaves/klv-of.ts';
import { jsonLines } from '../support/json-lines.ts';
import { ask } from './in-process.ts';
import { usageError } from './wordhost.ts';

const LAST_POSITION =
  '5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0';

const cwd = t.testdir({
  'words.txt': 'CAT\nCATS\nSAT\nAT\nTEA\nSEA\nSEAT\n',
  'leaves.klv2': leavesFile(),
  'german.csv': readFileSync(join(import.meta.dirname, '../games/german-tiles.csv')),
});
const rows = (across: string) => [...Array(7).fill('15'), across, ...Array(7).fill('15')].join('/');
const cat = rows('6CAT6');
const moves = (args: readonly string[], input?: string) =>
  ask(['moves', ...args], { cwd, ...(input !== undefined && { input }) });
const small = ['--dictionary', 'words.txt'];

t.test('the plays with the most points, with place, points and words', async (t) => {
  t.match(await moves([...small, '--top', '3', `${cat} AES?/ 0/10 0`]), {
    status: 0,
    stdout: [
      '   play     points  words',
      '1  J8 SEA       11  SEA, CATS',
      '2  J8 SEAt      11  SEAT, CATS',
      '3  J8 SeA       10  SEA, CATS',
      '',
    ].join('\n'),
    stderr: '',
  });
  t.match(await moves([...small, `${cat} QVV/ 0/10 0`]), { status: 0, stdout: 'no play\n' });
});

t.test('as JSON, each play can be judged as it stands', async (t) => {
  const position = `${cat} AES?/ 0/10 0`;
  const { stdout, status } = await moves([...small, '--json', position]);
  t.equal(status, 0);
  const { plays } = JSON.parse(stdout);
  t.ok(plays.length > 3 && plays.length <= 20, `${plays.length} plays`);
  const lines = plays.map(({ move }: { move: string }) => JSON.stringify({ move, cgp: position }));
  const judged = await ask(['judge', 'scrabble', ...small, '-'], { cwd, input: lines.join('\n') });
  t.equal(judged.status, 0);
  const verdicts = jsonLines(judged.stdout);
  for (const [index, { points, words }] of plays.entries())
    t.match(verdicts[index], { legal: true, points, words }, plays[index].move);
});

t.test('by the leave values of a file: by equity, with the best change of tiles', async (t) => {
  const byEquity = ['--leave', 'leaves.klv2'];
  t.match(await moves([...small, ...byEquity, '--top', '4', `${cat} AES?/ 0/10 0`]), {
    status: 0,
    stdout: [
      '   play       points  equity  words',
      '1  I8 .EA          4   37.13  TEA',
      '2  J8 SEA         11   36.00  SEA, CATS',
      '3  I7 A.           3   35.13  AT',
      '4  change AE       0   33.13',
      '',
    ].join('\n'),
    stderr: '',
  });
  const best = async (position: string, ...options: readonly string[]) => {
    const { stdout } = await moves([...options, ...byEquity, '--json', position]);
    return JSON.parse(stdout).plays.map(({ move, equity }: Record<string, unknown>) => `${move} ${equity}`);
  };
  const opening = await best(`${rows('15')} AESTXZ?/ 0/0 0`, ...small);
  t.equal(opening[0], 'change AETXZ 33.125');
  t.equal(opening[1], '8G SEAT 30.3', 'the A is beside two double letters');
  const last = await best(LAST_POSITION);
  t.equal(last[0], '8M .IM -20', 'twice KLTZ and ten more are taken off, since the bag is empty');
  for (const [path, problem] of [
    ['none.klv2', /^wordhost: --leave none\.klv2: expected a KLV2 file: no such file/],
    ['words.txt', /^wordhost: --leave words\.txt: expected a KLV2 file: its numbers of nodes/],
  ] as const)
    t.match(await moves([...small, '--leave', path, `${cat} AES?/ 0/10 0`]), usageError(problem));
  t.match(await moves(['--tiles', 'german.csv', ...small, ...byEquity, `${cat} AES/ 0/10 0`]), {
    status: 2,
    stderr: /^wordhost: moves: --leave: expected the leaves of 29 letters, .*; the file has 26$/m,
  });
});

t.test('many positions: one a line in, one JSON object a line out', async (t) => {
  const { stdout, status } = await moves([...small, '--top', '1', '-'], `${cat} S/ 0/0 0\n3 A/ 0/0 0\n`);
  t.equal(status, 2, 'that of the worst line');
  t.match(jsonLines(stdout), [
    { plays: [{ move: '8G ...S', points: 6, placements: '2 0 19S1' }] },
    { problem: 'invalid position: expected 15 rows for the board official; got 1' },
  ]);
});

t.test('a position names a word list of others: a note says which one it is', async (t) => {
  const named = `${cat} S/ 0/0 0 lex NWL18;`;
  t.match(await moves([named]), {
    status: 0,
    stderr:
      'the position names the word list NWL18; these plays use english: use --dictionary FILE for another list\n',
  });
  t.match(await moves([...small, named]), { status: 0, stderr: '' });
  t.match(
    await moves([`${cat} S/ 0/0 0 lex ;`]),
    { status: 0, stderr: '' },
    'a name that is empty says nothing',
  );
});

t.test('what is wrong is said', async (t) => {
  const wrong: readonly (readonly [args: readonly string[], stderr: RegExp])[] = [
    [['3 A/ 0/0 0'], /moves: invalid position: expected 15 rows for the board official; got 1/],
    [[`${cat} /ABC 0/0 0`], /rack 1: expected.*tiles.*turn.*; got none/],
    [['--dictionary', 'none', `${cat} A/ 0/0 0`], /--dictionary none: expected.*moves/],
    [['--board', 'random', `${cat} A/ 0/0 0`], /--board random: expected.*seed/],
    [['--board', 'infinite', `${cat} A/ 0/0 0`], /the board infinite has no edges/],
    [[cat, 'A/', '0/0', '0'], /expected.*quotes.* "15\/15\//],
    [[], /expected one position in quotes/],
  ];
  for (const [args, stderr] of wrong) t.match(await moves(args), { status: 2, stdout: '', stderr });
});

t.test('a move is judged on a position as text, with its hand and its bag', async (t) => {
  const judge = (...args: string[]) => ask(['judge', 'scrabble', ...small, ...args], { cwd });
  const position = `${cat} AES?/ 0/10 0`;
  t.match(await judge('--cgp', position, '8G ...S'), { status: 0, stdout: /^legal: 6 points/ });
  t.match(await judge('--cgp', position, '8G ...T'), { status: 1, stdout: /playerdoesnothavepiece 1 20/ });
  t.match(await judge('--cgp', `${cat} / 0/10 0`, '8G ...S'), { status: 0 }, 'a hand that is not known');
  t.match(await judge('--cgp', position, '--hand', 'AE', '8G ...S'), { status: 1 }, 'another hand');
  t.match(await judge('--cgp', position, 'change AE'), { status: 0 });
  t.match(await judge('--cgp', position, '--bag', '6', 'change AE'), {
    status: 1,
    stdout: /notenoughpieces/,
  });
  t.match(await judge('--cgp', `${position} bb 9;`, '--handsize', '1', '8G ...S'), {
    status: 2,
    stderr: /rack 1: expected at most 1 tile; got 4/,
  });
  t.match(await judge('--cgp', position, '--laid', '0,0 across CAT', '8G ...S'), {
    status: 2,
    stderr: /expected.*moves.*position; got both/,
  });
  t.match(await judge('--cgp', '15', '8G CAT'), { status: 2, stderr: /character 3: expected four parts/ });
});
