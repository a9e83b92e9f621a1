import { createHash } from 'node:crypto';
import t from 'tap';
import type { Greeting } from '../../../host/api/scrabble.ts';
import { builtInBoard, finiteSquares } from '../../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../../host/games/scrabble/board/make-board.ts';
import { ruleSets } from '../../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../../host/games/scrabble/tiles/built-in-tiles.ts';
import { saidGame } from '../../../players/merknera/told/game-files.ts';
import { toldPosition } from '../../../players/merknera/told/told-position.ts';
import { choiceOf, greeting, terms, usualGame } from './said-game.ts';

t.test('the board, the word list and the letters are files, named by their hashes', async (t) => {
  const { files } = usualGame(t);
  for (const { bytes, sha1 } of Object.values(files))
    t.equal(sha1, createHash('sha1').update(bytes).digest('hex'));
  t.equal(String(files.dictionary.bytes), 'AT\nCAT\n');
  const board = JSON.parse(String(files.gameboard.bytes));
  t.equal(board.length, 15);
  t.same(
    board.map((row: unknown[]) => row.length),
    Array(15).fill(15),
  );
  t.same(board[0][0], { LS: 1, WS: 3, start: false });
  t.same(board[0][3], { LS: 2, WS: 1, start: false });
  t.same(board[1][5], { LS: 3, WS: 1, start: false });
  t.same(board[7][7], { LS: 1, WS: 2, start: true }, 'the centre of the board official doubles the word');
  const letters = JSON.parse(String(files.letters.bytes));
  t.equal(letters.points.Q, 10);
  t.equal(Object.keys(letters.points).length, 26);
  t.equal(letters.distribution.A, 9);
  t.equal(letters.distribution['*'], 2);
});

t.test('under simple rules the first word lies anywhere, and no square is the start', async (t) => {
  const simple = { board: builtInBoard('plain')!, tiles: builtInTileSet('simple')! };
  const said = saidGame(greeting(t, simple), { ...terms, ...simple, rules: ruleSets.simple });
  if (typeof said === 'string') throw new Error(said);
  t.notMatch(String(said.files.gameboard.bytes), /true/);
  t.notOk(Object.hasOwn(JSON.parse(String(said.files.letters.bytes)).distribution, '*'), 'no blanks');
});

t.test('what cannot be said in this form is refused, and why', async (t) => {
  const refused = (other: Partial<Greeting>) => saidGame(greeting(t, other), terms);
  t.match(refused({ board: builtInBoard('infinite')! }), /15 by 15; the board infinite has no edges/);
  t.match(
    refused({ board: builtInBoard('hole')! }),
    /^a web bot plays on boards (without holes|of 15 by 15)/,
  );
  const small = soundBoard('own.board', { ...finiteSquares, prog: '_result_ := 0', bounds: [-3, -3, 7, 7] });
  t.match(refused({ board: small }), /15 by 15; this board has 7 by 7/);
  const odd = soundBoard('own.board', {
    ...finiteSquares,
    prog: '_result_ := 0',
    squares: { 0: { 0: '_result_ := pointValue(_pos_) + 1' } },
  });
  t.match(refused({ board: odd }), /what squares multiply; this board has squares that do something else/);
  t.match(refused({ dictionary: undefined }), /plays with a word list; here all words go/);
  const face = (letter: string, points: number) => ({ letter, points });
  for (const faces of [
    [[face('A', 1), face('B', 1)]],
    [[face('A', 1)], [face('A', 1)]],
    [[face('A', 1)], [face('B', 0), face('C', 0)]],
    [
      [face('A', 0), face('B', 0)],
      [face('A', 0), face('B', 0)],
    ],
  ])
    t.match(
      refused({ tiles: { name: 'own', tiles: faces.map((own, id) => ({ id, count: 9, faces: own })) } }),
      /tiles of one letter each/,
      JSON.stringify(faces),
    );
});

t.test('a position is rows of letters, blanks apart, and the hand', async (t) => {
  const choice = choiceOf(
    [
      { x: 0, y: 0, id: 3, letter: 'C', points: 3 },
      { x: 0, y: 1, id: 0, letter: 'A', points: 0 },
      { x: -7, y: 7, id: 20, letter: 'T', points: 1 },
    ],
    new Map([
      [0, 1],
      [1, 2],
    ]),
  );
  const { tiles, gamestate, gameletters } = toldPosition(usualGame(t), choice);
  t.same(tiles, ['*', 'A', 'A']);
  t.equal(gamestate.length, 15);
  t.equal(gamestate[7]![7], 'C');
  t.equal(gamestate[8]![7], '*');
  t.equal(gameletters[8]![7], 'A');
  t.equal(gamestate[14]![0], 'T');
  t.equal(gamestate.flat().filter((letter) => letter === '').length, 222);
});
