import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { readWrittenMove } from '../../host/games/scrabble/formats/move-notation.ts';
import {
  errorWords,
  explain,
  explainWords,
  type MoveError,
} from '../../host/games/scrabble/judge/judgement.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { english } from './scrabble-table.ts';

const official = { board: builtInBoard('official')!, tiles: english };
const infinite = { board: builtInBoard('infinite')!, tiles: english };
const face = (letter: string) => ({ letter, points: 1 });

t.test('A row and a column from 1, with h or v, are the same as their names', async (t) => {
  t.same(readWrittenMove('8,6 HELLO h', official), readWrittenMove('8F HELLO', official));
  t.same(readWrittenMove(' 8 , 6 HELLO V ', official), readWrittenMove('F8 HELLO', official));
  t.match(readWrittenMove('8,6 HELLO h', infinite), {
    ok: false,
    problem: /infinite.*no.*row\. Use X,Y across WORD/,
  });
});

t.test('What a text lacks to be a move is told of what was written', async (t) => {
  const problem = (text: string, on: Parameters<typeof readWrittenMove>[1] = official) => {
    const read = readWrittenMove(text, on);
    return read.ok ? 'fine' : read.problem;
  };
  t.match(problem('0,0 accross CAT'), /^"0,0 accross CAT" .*"accross" is not a direction/);
  for (const [text, why] of [
    ['0,0 Across CAT', /"Across" is not a direction: expected across or down$/],
    ['0,0 acros S', /"acros" is not a direction: expected across or down$/],
    ['8,6 HELLO x', /"x" is not a direction: expected h or v$/],
    ['CAT', /\(it has no position: 8H CAT\)$/],
    ['CAT 8H', /\(the position comes first: 8H CAT\)$/],
    ['0,0 CAT', /\(it has no direction: 0,0 across CAT\)$/],
    ['0 0 8H4 1', /\(it has 4 words: expected three for each tile, X Y IDcPOINTS\)$/],
    ['0 0 8', /\("8" is not a valid tile: expected IDcPOINTS, such as 4D2\)$/],
    ['play 0 0', /\(play has 2 words: expected three for each tile, X Y IDcPOINTS\)$/],
    ['put the cat', /placements such as "0 0 8H4 1 0 5E1"$/],
    ['0,0 across CAT DOG', /placements such as "0 0 8H4 1 0 5E1"$/],
  ] as const)
    t.match(problem(text), why, text);
  t.match(problem('CAT', infinite), /\(it has no position: 0,0 across CAT\)$/);
});

t.test('Each error of a move is a sentence', async (t) => {
  const terms = { ...official, rules: ruleSets.tournament, lexicon: undefined, handSize: 7 };
  /** Without the names of squares and tiles. */
  const unnamed: Partial<Record<MoveError['rule'], string>> = {
    playerdoesnothavepiece: 'it does not have tile 0, or not enough of it',
    invalidpieceinst: 'tile 1 cannot stand for B',
    emptytile: 'there is no square at 9,0',
    occupiedtile: '0,0 already has A, so B cannot go there',
    firstwordnotovercenter: 'the first word must cover 0,0, the center',
    notenoughpieces: 'the bag does not have enough tiles for this change: it has 2',
  };
  for (const [error, sentence] of [
    [{ rule: 'emptymove' }, 'the move has no new tile'],
    [{ rule: 'piecedoesnotexist', id: 99 }, 'this game has no tile 99'],
    [{ rule: 'playerdoesnothavepiece', id: 0 }, 'you do not have a blank, or not enough of it'],
    [{ rule: 'invalidpieceinst', id: 1, face: face('B') }, 'A cannot stand for B'],
    [{ rule: 'emptytile', x: 9, y: 0 }, 'there is no square at Q8'],
    [
      { rule: 'occupiedtile', placed: face('B'), x: 0, y: 0, there: face('A') },
      'H8 already has A, so B cannot go there',
    ],
    [{ rule: 'wordnotonroworcolumn', placements: [] }, 'the tiles must be in one row or in one column'],
    [{ rule: 'wordoutsideboard' }, 'the word crosses a place where the board has no square'],
    [{ rule: 'wordnotconnected' }, 'there is an empty square between the tiles'],
    [{ rule: 'firstwordtooshort' }, 'the first word must have two letters or more'],
    [{ rule: 'firstwordnotovercenter', center: [0, 0] }, 'the first word must cover H8, the center'],
    [{ rule: 'wordnotadjacent' }, 'the tiles must touch a tile that is on the board'],
    [{ rule: 'wordnotindictionary', word: 'XQ' }, 'XQ is not in the word list'],
    [
      { rule: 'notenoughpieces', wanted: 3, left: 2 },
      'the bag does not have enough tiles for this change: it has 2, and must have 7',
    ],
  ] as const) {
    t.equal(explain(error, terms), sentence);
    const ofWire = explainWords(errorWords(error, 1).join(' '));
    t.equal(ofWire, unnamed[error.rule] ?? sentence, 'the same from the words of the wire alone');
  }
  for (const rule of ['piecedoesnotexist', 'playerdoesnothavepiece', 'notenoughpieces'])
    t.notMatch(explainWords(rule), /NaN|\d/, 'of a change, a watcher is not told what it is about');
  t.equal(explainWords('it may be of a later version'), 'it may be of a later version');
  const about = explain({ rule: 'playerdoesnothavepiece', id: 1 }, terms, 'it does not have');
  t.equal(about, 'it does not have A, or not enough of it');
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
