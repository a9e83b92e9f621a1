import t from 'tap';
import { say } from './in-process.ts';

const cwd = t.testdir({ 'words.txt': 'CAT\nCATS\nSEA\nCATE\nHELLO\nHO\n' });
const judge = (...args: readonly string[]) =>
  say(['judge', 'scrabble', '--dictionary', 'words.txt', ...args], { cwd });
const said = async (...args: readonly string[]) => (await judge(...args)).stdout;

t.test('a move whose column is below zero is a move, and no option', async (t) => {
  t.match(await judge('-3,0 across HELLO'), { status: 0, stdout: /HELLO across from \(-3, 0\): / });
  t.match(await judge('--laid', '-2,0 across CAT', '-2,0 across ...S'), { status: 0, stdout: /CATS across/ });
});

t.test('8H is across and H8 down, from the top left corner as boards are drawn', async (t) => {
  for (const [named, coordinates] of [
    ['8H HELLO', '0,0 across HELLO'],
    ['h8 HeLLO', '0,0 down HeLLO'],
    ['8D HELLO', '-4,0 across HELLO'],
  ] as const)
    t.equal(await said(named), await said(coordinates), named);
  t.equal(await said('8H', 'HELLO'), await said('8H HELLO'), 'quotes may be missing');
  t.match(await judge('--laid', '8H CAT', '8H ...S'), { status: 0, stdout: /CATS across from \(0, 0\)/ });
  t.match(await judge('1A HELLO'), { status: 1, stdout: /firstwordnotovercenter 0 0/ });
  t.match(await judge('16A HELLO'), { status: 1, stdout: /emptytile -7 8/ }, 'beyond the board');
  t.match(await judge('--board', 'infinite', '8H HELLO'), {
    status: 2,
    stderr: /"8H HELLO": the columns of this board have no letters: expected X,Y across WORD/,
  });
});

t.test('changes and passes are judged: by letters or ids, with a hand and a bag', async (t) => {
  t.match(await judge('pass'), { status: 0, stdout: 'legal: 0 points\n' });
  t.match(await judge('--json', 'change', 'AB?'), {
    status: 0,
    stdout: '{"legal":true,"points":0,"words":[]}\n',
  });
  for (const [args, error] of [
    [['change'], 'emptymove'],
    [['change 99'], 'piecedoesnotexist 99'],
    [['--hand', 'AEINOSY', 'change QA'], 'playerdoesnothavepiece 1 17'],
    [['--hand', 'AEINOSY', '--bag', '6', 'change AE'], 'notenoughpieces 2 6'],
    [['--rules', 'course', '--bag', '1', 'change 1 5'], 'notenoughpieces 2 1'],
    [['--rules', 'simple', 'change A'], 'notenoughpieces 1 93'],
  ] as const)
    t.match(await judge(...args), { status: 1, stdout: `not legal\n  ${error}\n` }, error);
  t.match(
    await judge('--hand', 'AEINOSY', '--bag', '7', '@3 change AE'),
    { status: 2 },
    'letters are no wire',
  );
  t.match(await judge('@3 change 1 5'), { status: 0 });
});

t.test('what is no move is refused with the forms there are', async (t) => {
  t.match(await judge('change A1'), { status: 2, stderr: /"change A1": no tile of this set is 1/ });
  t.match(await judge('change ÄÖ'), { status: 2, stderr: /no tile of this set is Ä/ });
  t.match(await judge('--laid', 'pass', '8H CAT'), { status: 2, stderr: /"pass" lays no tiles/ });
  t.match(await judge('8H CAT', '8H HO'), {
    status: 2,
    stderr: /expected one move, .*; got "8H CAT" "8H HO"/,
  });
  t.match(await judge('HELLO'), {
    status: 2,
    stderr:
      /no move: expected one such as "8H HELLO" or "0,0 across HELLO", "change AB", "pass", or placements/,
  });
});

t.test('a grid of Bananagrams is judged with the p of its peel, and its number', async (t) => {
  const grid = (text: string) => say(['judge', 'bananagrams', '--dictionary', 'words.txt', text], { cwd });
  for (const text of ['003001CAT', 'p003001CAT', 'p017003001CAT', ' p003001CAT\n'])
    t.match(await grid(text), { status: 0, stdout: 'legal\n' }, text);
  t.match(await grid('p17003001CAT'), { status: 2, stderr: /is no grid/ });
  t.match(await grid('pp003001CAT'), { status: 2, stderr: /"pp003001CAT" is no grid/ });
});
