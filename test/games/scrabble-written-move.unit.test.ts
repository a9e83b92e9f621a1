import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { explain } from '../../host/games/scrabble/judge/explain.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { readWrittenMove } from '../../host/games/scrabble/written-move.ts';
import { english } from './scrabble-table.ts';

const official = { board: builtInBoard('official')!, tiles: english };
const infinite = { board: builtInBoard('infinite')!, tiles: english };
const face = (letter: string) => ({ letter, points: 1 });

t.test('A row and a column from 1, with h or v, are the same as their names', async (t) => {
  t.same(readWrittenMove('8,6 HELLO h', official), readWrittenMove('8F HELLO', official));
  t.same(readWrittenMove(' 8 , 6 HELLO V ', official), readWrittenMove('F8 HELLO', official));
  t.match(readWrittenMove('8,6 HELLO h', infinite), {
    ok: false,
    problem: /a board without edges has no first row: expected X,Y across WORD/,
  });
});

t.test('What a text lacks to be a move is told of what was written', async (t) => {
  const problem = (text: string, on: Parameters<typeof readWrittenMove>[1] = official) => {
    const read = readWrittenMove(text, on);
    return read.ok ? 'fine' : read.problem;
  };
  t.equal(
    problem('0,0 accross CAT'),
    '"0,0 accross CAT" is no move: "accross" is no direction: expected across or down',
  );
  for (const [text, why] of [
    ['0,0 Across CAT', /"Across" is no direction: expected across or down$/],
    ['0,0 acros S', /"acros" is no direction: expected across or down$/],
    ['8,6 HELLO x', /"x" is no direction: expected h or v$/],
    ['CAT', /\(it has no place: 8H CAT\)$/],
    ['CAT 8H', /\(the place comes first: 8H CAT\)$/],
    ['0,0 CAT', /\(it has no direction: 0,0 across CAT\)$/],
    ['0 0 8H4 1', /\(it has 4 words: expected three for each tile, X Y IDcPOINTS\)$/],
    ['0 0 8', /\("8" is no tile: expected IDcPOINTS, as in 4D2\)$/],
    ['play 0 0', /\(play has 2 words after it: expected three for each tile, X Y IDcPOINTS\)$/],
    ['put the cat', /placements as in "0 0 8H4 1 0 5E1"$/],
    ['0,0 across CAT DOG', /placements as in "0 0 8H4 1 0 5E1"$/],
  ] as const)
    t.match(problem(text), why, text);
  t.match(problem('CAT', infinite), /\(it has no place: 0,0 across CAT\)$/);
});

t.test('Each error of a move is a sentence', async (t) => {
  const terms = { ...official, rules: ruleSets.tournament, lexicon: undefined, handSize: 7 };
  for (const [error, sentence] of [
    [{ rule: 'emptymove' }, 'the move has no new tile'],
    [{ rule: 'piecedoesnotexist', id: 99 }, 'there is no tile 99 in this game'],
    [{ rule: 'playerdoesnothavepiece', id: 0 }, 'you do not have a blank, or not so often'],
    [{ rule: 'invalidpieceinst', id: 1, face: face('B') }, 'A cannot stand for B'],
    [{ rule: 'emptytile', x: 9, y: 0 }, 'there is no square at Q8'],
    [
      { rule: 'occupiedtile', placed: face('B'), x: 0, y: 0, there: face('A') },
      'A is on H8 already, so B cannot be placed there',
    ],
    [{ rule: 'wordnotonroworcolumn', placements: [] }, 'the tiles must be in one row or in one column'],
    [{ rule: 'wordoutsideboard' }, 'the word crosses a place where the board has no square'],
    [{ rule: 'wordnotconnected' }, 'there is an empty square between the tiles'],
    [{ rule: 'firstwordtooshort' }, 'the first word must have two letters or more'],
    [{ rule: 'firstwordnotovercenter', center: [0, 0] }, 'the first word must cover H8, the centre'],
    [{ rule: 'wordnotadjacent' }, 'the tiles must touch a tile that is on the board'],
    [{ rule: 'wordnotindictionary', word: 'XQ' }, 'XQ is not in the word list'],
    [
      { rule: 'notenoughpieces', wanted: 3, left: 2 },
      'the bag does not have enough tiles for this change: it has 2, and must have 7',
    ],
  ] as const)
    t.equal(explain(error, terms), sentence);
  const never = { ...terms, rules: ruleSets.simple };
  t.equal(
    explain({ rule: 'notenoughpieces', wanted: 3, left: 50 }, never),
    'these rules do not allow a change',
  );
  t.equal(
    explain({ rule: 'emptytile', x: 3, y: -7 }, { ...terms, ...infinite }),
    'there is no square at 3,-7',
  );
});
