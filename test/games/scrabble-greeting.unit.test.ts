import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import type { Board } from '../../host/games/scrabble/board/board.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { namedBoard } from '../../host/games/scrabble/board/named-board.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/built-in-tiles.ts';
import { namedTileSet } from '../../host/games/scrabble/tiles/named-tiles.ts';
import { tileSetFromFile } from '../../host/games/scrabble/tiles/tile-file.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { readTiles } from '../../host/games/scrabble/tiles-choice.ts';
import { greetingText, type Introduction } from '../../host/games/scrabble/wire/greeting.ts';
import { readGreeting } from '../../host/games/scrabble/wire/read-greeting.ts';

const said = (board: Board, tiles: TileSet, more: Partial<Introduction> = {}): Introduction => ({
  rules: 'course',
  player: 2,
  names: ['Ada', 'a  name of words'],
  first: 2,
  handSize: 7,
  timeoutMs: 30_000,
  dictionary: '/a folder/with  words.txt',
  board,
  tiles,
  hand: [
    { id: 0, count: 1 },
    { id: 5, count: 6 },
  ],
  ...more,
});

/** Read and said again, it is the same text. */
function again(text: string): string {
  const read = readGreeting(text.split('\n'));
  if (!read.ok) throw new Error(read.problem);
  return greetingText(read.told);
}

const file = (more: object): Board => {
  const made = boardFromFile(
    'file',
    JSON.stringify({
      prog: 'if (_x_ < 1000) then { _result_ := 40 } else { skip }',
      squares: { 40: { 7: '_result_ := _acc_ / 1', '-3': 'if (true) then { skip }' }, 5: {} },
      usedSquare: 5,
      center: [-3, 4],
      isInfinite: false,
      ...more,
    }),
  );
  if (!made.ok) throw new Error(made.problem);
  return made.board;
};

t.test('What a player reads of its set-up is what it was told', async (t) => {
  const english = builtInTileSet('english')!;
  for (const name of ['official', 'standard', 'hole', 'infinite', 'infinite-hole', 'plain']) {
    const text = greetingText(said(builtInBoard(name)!, english));
    t.equal(again(text), text, name);
    t.match(
      again(greetingText(said(builtInBoard(name)!, english, { leftover: 'twice' }))),
      '\nleftover twice\nhand ',
    );
    t.equal(again(text.replaceAll('\n', '\r\n')), text, `${name}, with carriage returns`);
  }
  const none = greetingText(
    said(builtInBoard('plain')!, english, { timeoutMs: undefined, dictionary: undefined, hand: [] }),
  );
  t.equal(again(none), none, 'no word list, no limit of time, no tiles');
});

t.test(
  'What squares multiply, how many tiles there are and what is built in, each in its place',
  async (t) => {
    const text = greetingText(said(builtInBoard('official')!, builtInTileSet('english')!));
    t.equal(text.slice(text.indexOf('square 0'), text.indexOf('used')), premiumsOfOfficial);
    t.match(
      text,
      /\ntile 26 Z10\ncount 0 2\ncount 1 9\n(count .*\n){24}count 26 1\nboardname official\ntilesname /,
    );
    t.ok(text.endsWith('\nboardname official\ntilesname english\nhand 0x1 5x6\nend\n'));
  },
);

const premiumsOfOfficial = `square 0 0 _result_ := pointValue(_pos_) + _acc_
premium 0 letter 1
square 1 0 _result_ := (pointValue(_pos_) * 2) + _acc_
premium 1 letter 2
square 2 0 _result_ := (pointValue(_pos_) * 3) + _acc_
premium 2 letter 3
square 3 0 _result_ := pointValue(_pos_) + _acc_
square 3 1 _result_ := _acc_ * 2
premium 3 letter 1
premium 3 word 2
square 4 0 _result_ := pointValue(_pos_) + _acc_
square 4 1 _result_ := _acc_ * 3
premium 4 letter 1
premium 4 word 3
`;

t.test('Names are said of what is built in and unchanged, and of nothing else', async (t) => {
  const names = (board: Board, tiles: string) =>
    greetingText(said(board, tilesNamed(tiles)))
      .split('\n')
      .filter((line) => /^(board|tiles)name/.test(line));
  const key = keyOf('1');
  for (const board of ['official', 'standard', 'hole', 'infinite', 'infinite-hole', 'plain'])
    t.same(names(builtInBoard(board)!, 'course'), [`boardname ${board}`, 'tilesname course'], board);
  for (const board of ['random', 'random:7', 'infinite-random'])
    t.same(names(namedBoard(board, keyOf, key)!, 'english:1'), ['tilesname english'], board);
  t.same(names(file({}), 'simple'), ['tilesname simple']);
  t.same(names(file({}), 'english:2'), []);
  const again = JSON.stringify({ tiles: [{ count: 100, letters: { A: 1 } }] });
  const set = readTiles(again);
  if (!set.ok) throw new Error(set.problem);
  t.notMatch(greetingText(said(file({}), set.value)), 'tilesname');
});

function tilesNamed(name: string): TileSet {
  const reading = namedTileSet(name);
  if (!reading?.ok) throw new Error(`there are no tiles ${name}`);
  return reading.value;
}

t.test('Another version, and a board that is not there, are said', async (t) => {
  t.match(readGreeting(['scrabble 2', 'end']), {
    ok: false,
    problem: 'scrabble: expected version 1 of its wire; got 2',
  });
  for (const lines of [[], ['scrabble 1', 'end']])
    t.match(readGreeting(lines), {
      ok: false,
      problem: /^board: expected a line that begins so.*there is none/,
    });
});

t.test('Before edition 3 it was shorter, and is read as well', async (t) => {
  const [board, tiles] = [builtInBoard('official')!, builtInTileSet('english')!];
  const whole = greetingText(said(board, tiles));
  const brief = greetingText(said(board, tiles, { brief: true }));
  t.equal(brief, whole.replaceAll(/^(premium|count|boardname|tilesname) .*\n/gm, ''));
  t.equal(again(brief), brief);
});

t.test('Tiles of many faces, and of other letters', async (t) => {
  const tiles = {
    tiles: [
      { count: 2, letters: { A: [0, 2], Ж: -7 } },
      { count: 1, letters: { 𐐀: 3 } },
    ],
  };
  const set = tileSetFromFile('odd', JSON.stringify(tiles));
  if (!set.ok) throw new Error(set.problem);
  const text = greetingText(said(builtInBoard('plain')!, set.value));
  t.equal(again(text), text);
  t.match(text, 'tile 0 A0,A2,Ж-7\n');
});

t.test('An infinite board of kinds without functions', async (t) => {
  const text = greetingText(said(file({ isInfinite: true }), builtInTileSet('simple')!));
  t.match(
    text,
    /\nsquare 5\nsquare 40 -3 if \(true\) then \{ skip \}\nsquare 40 7 _result_ := _acc_ \/ 1\nused 5\ninfinite 1\nlayout none\ntile/,
  );
  t.equal(again(text), text);
});

t.test('What a player does not know it skips; what is no program is told', async (t) => {
  const text = greetingText(said(builtInBoard('plain')!, builtInTileSet('simple')!));
  t.equal(again(text.replace('used', 'weather fine\nused')), text);
  t.match(readGreeting(text.replace(/board .*/, 'board no program').split('\n')), {
    ok: false,
    problem: /prog: line 1/,
  });
});
