import t from 'tap';
import type { Board } from '../../host/games/scrabble/board/board.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/built-in-tiles.ts';
import { tileSetFromFile } from '../../host/games/scrabble/tiles/tile-file.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
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
      squares: { 40: { 7: '_result_ := _acc_', '-3': 'skip' }, 5: {} },
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
    t.equal(again(text.replaceAll('\n', '\r\n')), text, `${name}, with carriage returns`);
  }
  const none = greetingText(
    said(builtInBoard('plain')!, english, { timeoutMs: undefined, dictionary: undefined, hand: [] }),
  );
  t.equal(again(none), none, 'no word list, no limit of time, no tiles');
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
    /\nsquare 5\nsquare 40 -3 skip\nsquare 40 7 _result_ := _acc_\nused 5\ninfinite 1\nlayout none\ntile/,
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
