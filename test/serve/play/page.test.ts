import { join } from 'node:path';
import t from 'tap';
import type { Panel } from '../../../host/games/presentation.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { tablePages } from '../../../host/serve/play/page/table-pages.ts';
import {
  AWAY_MS,
  cardsOf,
  claimable,
  endSummary,
  newsBetween,
  seatsAgain,
  timeText,
  turnSentence,
  viewAfter,
} from '../../../host/serve/play/page/table-state.ts';
import {
  cellsOfWords,
  chooseSquare,
  eraseLast,
  ghostsOf,
  type HandTile,
  type Laying,
  layingWithHand,
  layTile,
  moveCursor,
  moveInRack,
  nothingLaid,
  playOf,
  recallAll,
  shuffleRack,
  squareInWords,
  squaresOf,
  turnCursor,
  typeLetter,
  withoutLaid,
} from '../../../host/serve/scrabble/page/laying.ts';
import { restoredLaying, savedText } from '../../../host/serve/scrabble/page/saved-laying.ts';
import fc from '../../support/laws.ts';

const KEY = 'V1StGXR8_Z5jdHi6B-myT';

t.test('the page of a table loads files of its own server, and nothing else', async (t) => {
  const page = tablePages(['scrabble', 'chess']);
  const answer = await page.request(`/scrabble/games/${KEY}`);
  const [text, policy] = [await answer.text(), answer.headers.get('content-security-policy') ?? ''];
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  t.notMatch(policy, /unsafe|\*|https?:/);
  t.notMatch(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)|javascript:/i, 'nothing is inline');
  const named = [...text.matchAll(/(?:src|href)="([^"#:]*\/files\/[^":]*)"/g)].map(([, path]) => path!);
  t.equal(named.length, 2);
  for (const path of named) {
    const file = await page.request(join('/scrabble/games/', path));
    t.equal(file.status, 200, path);
    t.notMatch(await file.text(), /https?:\/\/(?!www\.w3\.org)/);
  }
  const watched = await (await page.request(`/chess/games/${KEY}`)).text();
  const [script = ''] = watched.match(/files\/[^"]*\.js/) ?? [];
  t.equal((await page.request(`/${script}`)).status, 200, 'a game without a script of its own');
  for (const path of [`/go/games/${KEY}`, '/scrabble/games/12', '/scrabble/games/'])
    t.equal((await page.request(path)).status, 404, path);
});

const view: GameView = {
  key: 'k',
  game: 'any',
  state: 'running',
  pace: 'turns',
  options: {},
  seats: [
    { seat: 1, name: 'Ann', is: 'person', clock: { leftMs: 65_000, runs: true }, roundTripMs: 12.4 },
    { seat: 2, name: 'Ben', is: 'person', clock: { leftMs: 7_340, runs: false }, awayMs: 20_000 },
  ],
  you: 1,
  due: [1],
  panels: [
    { seat: undefined, caption: '', rows: ['..', '..'] },
    { seat: 1, caption: '3 points', rows: [], score: 3 },
    { seat: 2, caption: '0 points', rows: [], score: 0 },
  ],
  moves: [],
  version: 4,
};

t.test('a table', async (t) => {
  t.test('a change has new fields, new moves, and parts of panels', async (t) => {
    const move = {
      seat: 1,
      words: 'plays AT for 4 points',
      lines: [{ seat: 1, word: 'AT', points: 4, total: 7 }],
    };
    const next = viewAfter(view, {
      version: 5,
      due: [2],
      newMoves: [move],
      changes: [
        [0, { rows: [0, 1, 'AT'] }],
        [1, { score: 7, clock: '1:00' }],
      ],
    });
    t.strictSame(
      next.panels.map(({ rows, score }) => ({ rows, score })),
      [
        { rows: ['AT', '..'], score: undefined },
        { rows: [], score: 7 },
        { rows: [], score: 0 },
      ],
    );
    t.strictSame([next.due, next.moves, next.version, next.seats], [[2], [move], 5, view.seats]);
    t.equal(newsBetween(view, next), 'You: plays AT for 4 points. Ben to move.');
    t.equal(newsBetween(next, next), '', 'nothing is told twice');
    const race = { ...next, pace: 'race', you: 2 } as const;
    t.equal(newsBetween({ ...race, due: [1] }, { ...race, due: [1, 2] }), 'The race is on.');
    const round = { ...next, pace: 'round', you: 2, due: [2] } as const;
    t.equal(newsBetween(next, round), 'All play at once.');
    t.equal(newsBetween(round, { ...round, due: [] }), 'Wait for the others.');
  });

  t.test('cards have names, times and who moves', async (t) => {
    const cards = cardsOf(view, 1_000);
    t.strictSame(
      cards.map(({ name, isActive, hasWon, panel }) => [
        name,
        isActive,
        hasWon,
        panel?.caption,
        panel?.clock,
        panel?.score,
      ]),
      [
        ['Ann', true, false, 'you, 12 ms', '1:04', 3],
        ['Ben', false, false, 'guest, away 0:21', '0:07.3', 0],
      ],
    );
    t.strictSame([0, 999, 10_000, 61_000, 3_600_000, -5].map(timeText), [
      '0:00.0',
      '0:00.9',
      '0:10',
      '1:01',
      '60:00',
      '0:00.0',
    ]);
  });

  t.test('the win is claimed against a person who has been away for five minutes', async (t) => {
    t.equal(claimable(view, 0), undefined);
    t.equal(claimable(view, AWAY_MS - 20_000)?.seat, 2);
    t.equal(claimable({ ...view, you: 2 }, AWAY_MS), undefined);
    const { you: _, ...watched } = view;
    t.equal(claimable(watched, AWAY_MS), undefined, 'a watcher claims nothing');
  });

  t.test('the end says who, by what, and the best word', async (t) => {
    const line = (seat: number, word: string, points: number) => ({
      seat,
      words: '',
      lines: [{ seat, word, points }],
    });
    const over = (winners: readonly number[]): GameView => ({
      ...view,
      state: 'over',
      moves: [
        line(1, 'AT', 4),
        line(2, 'QUIZ', 48),
        { words: 'the end', lines: [{ seat: 1, word: 'leftover', points: 90 }] },
      ],
      end: { reason: 'tiles', sentence: 'Ben has no tiles.', winners, scores: [4, 48] },
    });
    t.strictSame(endSummary(over([2])), {
      title: 'Ben won by 44',
      best: { seat: 2, word: 'QUIZ', points: 48, name: 'Ben' },
    });
    t.equal(endSummary({ ...over([2]), you: 2 }).title, 'You won by 44');
    t.equal(endSummary(over([1])).title, 'You won', 'a winner with fewer points has no margin');
    t.equal(endSummary(over([1, 2])).title, 'A draw');
    const interrupted = { ...over([]).end!, reason: 'interrupted' };
    t.equal(endSummary({ ...over([]), end: interrupted }).title, 'No winner');
    t.equal(turnSentence(over([2])), 'Ben has no tiles.');
  });

  t.test('sides change in the next game', async (t) => {
    t.strictSame(seatsAgain(view), [{ is: 'open' }, { is: 'person', name: 'Ann' }]);
    const seats = [{ seat: 1, name: 'greedy', is: 'bot' as const }, view.seats[0]!];
    t.strictSame(seatsAgain({ ...view, seats: [seats[0]!, { ...seats[1]!, seat: 2 }], you: 2 }), [
      { is: 'person', name: 'Ann' },
      { is: 'bot', name: 'greedy' },
    ]);
  });
});

const tile = (letter: string, id = letter.charCodeAt(0)): HandTile => ({
  id,
  letter,
  points: letter === '?' ? 0 : 1,
});
const hand = (letters: string) => [...letters].map((letter) => tile(letter));

const panel: Panel = {
  seat: undefined,
  caption: '',
  rows: ['.....', '.-E..', '..q..'],
  legend: [{ sign: '-', meaning: 'double word', label: '2W', weight: 3 }],
  columnNames: [...'ABCDE'],
  rowNames: ['1', '2', '3'],
};
const squares = squaresOf(panel);

function typed(laying: Laying, letters: string): Laying {
  return [...letters].reduce((each, letter) => {
    const next = typeLetter(each, squares, letter.toLowerCase(), letter !== letter.toUpperCase());
    if (typeof next === 'string') throw new Error(next);
    return next;
  }, laying);
}

const drawn = (laying: Laying) =>
  panel.rows.map((row, y) =>
    [...row]
      .map((sign, x) => ghostsOf(laying).find(({ cell }) => cell === y * squares.columns + x)?.letter ?? sign)
      .join(''),
  );
const rackOf = ({ rack }: Laying) => rack.map(({ letter }) => letter).join('');

t.test('laying a word', async (t) => {
  const begin = layingWithHand(nothingLaid, hand('TOES?AT'), squares);

  t.test('typed letters go around tiles, in the chosen direction', async (t) => {
    const across = typed(chooseSquare(begin, 6), 'TO');
    t.strictSame(drawn(across), ['.....', '.TEO.', '..q..']);
    t.strictSame(across.cursor, { cell: 9, isDown: false });
    const down = typed(turnCursor(chooseSquare(begin, 1), squares, true), 'TOE');
    t.strictSame(drawn(down), ['.T...', '.OE..', '.Eq..']);
    t.strictSame(down.cursor, { cell: 11, isDown: true }, 'the cursor stays on the board');
    t.equal(typeLetter(down, squares, 's', false), 'There is no free square here.');
    t.strictSame(drawn(recallAll(down)), panel.rows);
    t.strictSame(
      recallAll(down).cursor,
      { cell: 1, isDown: true },
      'the next word begins at the same square',
    );
  });

  t.test('without a chosen square a word begins in the middle', async (t) => {
    t.strictSame(drawn(typed(begin, 'T')), ['.....', '.-ET.', '..q..']);
  });

  t.test('a blank stands for a letter that is missing, or that is typed with Shift', async (t) => {
    t.strictSame(drawn(typed(chooseSquare(begin, 0), 'TX'))[0], 'Tx...');
    t.strictSame(drawn(typed(chooseSquare(begin, 0), 'Te'))[0], 'Te...');
    t.equal(typeLetter(typed(begin, 'e'), squares, 'x', false), 'You have no X.');
    t.equal(typeLetter(typed(begin, 'e'), squares, 't', true), 'You have no blank.');
    t.strictSame(playOf(typed(chooseSquare(begin, 0), 'Tx'), squares), {
      play: [
        { row: 0, col: 0, tile: tile('T').id, letter: 'T' },
        { row: 0, col: 1, tile: tile('?').id, letter: 'X' },
      ],
    });
  });

  t.test('the last tile goes back, and the cursor with it', async (t) => {
    const word = eraseLast(typed(chooseSquare(begin, 6), 'TO'));
    t.strictSame(drawn(word), ['.....', '.TE..', '..q..']);
    t.strictSame(word.cursor, { cell: 8, isDown: false });
    t.equal(eraseLast(begin), begin);
  });

  t.test('a tile is moved on the board; one that lay there goes back', async (t) => {
    const one = layTile(begin, squares, { slot: 0, cell: 0, letter: 'T' });
    const moved = layTile(one, squares, { slot: 0, cell: 1, letter: 'T' });
    t.strictSame(drawn(moved)[0], '.T...');
    t.strictSame(drawn(layTile(moved, squares, { slot: 1, cell: 1, letter: 'O' }))[0], '.O...');
    t.equal(layTile(begin, squares, { slot: 0, cell: 7, letter: 'T' }), begin, 'a tile of the board stays');
  });

  t.test('arrows move the cursor and stay on the board; another choice turns it', async (t) => {
    const at = (cell: number) => chooseSquare(begin, cell);
    t.equal(moveCursor(at(0), squares, 'ArrowLeft').cursor?.cell, 0);
    t.equal(moveCursor(at(4), squares, 'ArrowRight').cursor?.cell, 4);
    t.equal(moveCursor(at(4), squares, 'ArrowDown').cursor?.cell, 9);
    t.equal(moveCursor(at(9), squares, 'ArrowUp').cursor?.cell, 4);
    t.strictSame(moveCursor(begin, squares, 'ArrowUp').cursor, { cell: 7, isDown: false });
    t.strictSame(chooseSquare(at(3), 3).cursor, { cell: 3, isDown: true });
  });

  t.test('the order of the rack is kept when tiles are played and drawn', async (t) => {
    const order = moveInRack(begin, 6, 0);
    t.equal(rackOf(order), 'TTOES?A');
    const word = typed(chooseSquare(order, 0), 'OE');
    t.equal(
      rackOf(layingWithHand(withoutLaid(word), hand('EIOTTS?A'.replace('O', 'U')), squares)),
      'TTS?AEIU',
    );
    t.strictSame(
      ghostsOf(layingWithHand(word, hand('TTOES?A'), squares)),
      ghostsOf(word),
      'they may lie in the turn of the other',
    );
    const taken = squaresOf({ ...panel, rows: ['Z....', ...panel.rows.slice(1)] });
    t.strictSame(ghostsOf(layingWithHand(word, hand('TTOES?A'), taken)), [{ cell: 1, letter: 'E' }]);
  });

  t.test('a page that is loaded again has the order of the rack and the laid tiles', async (t) => {
    const word = typed(chooseSquare(moveInRack(begin, 6, 0), 0), 'TOx');
    const text = savedText(word);
    const again = (saved: string | undefined, letters = 'AEOST?T', on = squares) =>
      restoredLaying(saved, hand(letters), on);
    t.strictSame(drawn(again(text)), drawn(word));
    t.equal(rackOf(again(text)), rackOf(word));
    t.strictSame(playOf(again(text), squares), playOf(word, squares));
    const taken = squaresOf({ ...panel, rows: ['.Z...', ...panel.rows.slice(1)] });
    t.strictSame(
      ghostsOf(again(text, 'AEOST?T', taken)).map(({ letter }) => letter),
      ['T', 'x'],
      'a square that another move has taken stays as it is',
    );
    const other = again(text, 'AEOST?U');
    t.strictSame([ghostsOf(other), rackOf(other)], [[], 'TOES?AU'], 'other tiles are not laid');
    t.strictSame(ghostsOf(again(text, 'AEOST?')), [], 'fewer tiles are not laid');
    const ids = savedText(word).split(';')[0]!;
    for (const wrong of [
      ...[undefined, '', ';', 'null', '{}', ids, `${ids};0.0`, `${ids};0.0.TO`, `${ids};-1.0.T`],
      ...[`${ids};99.0.T`, `${ids};0.7.T`, `${ids};0.999.T`, `${ids};0.0.Q`, `${ids};0.0.T;`],
      ...[`${ids};${'0.0.T,'.repeat(50)}`, `1${'0'.repeat(30)};`, `${'1,'.repeat(100)}1;`],
    ]) {
      t.strictSame(ghostsOf(again(wrong)), [], `not ours: ${wrong}`);
      t.equal([...rackOf(again(wrong))].sort().join(''), '?AEOSTT');
    }
    t.strictSame(
      ghostsOf(again(`${ids};0.0.T,0.1.T,1.1.T`)),
      [{ cell: 1, letter: 'T' }],
      'no tile is doubled',
    );
  });

  t.test('squares have names in words', async (t) => {
    const words = (cell: number, laying = begin) =>
      squareInWords(
        squares.cells[cell]!,
        laying.laid.find((each) => each.cell === cell),
      );
    t.strictSame(
      [0, 6, 7, 12].map((cell) => words(cell)),
      ['A1, free', 'B2, double word', 'C2, E', 'C3, Q, blank'],
    );
    const laid = typed(chooseSquare(begin, 0), 'T');
    t.equal(words(0, laid), 'A1, T, laid by you');
    t.equal(squareInWords(squares.cells[0]!, laid.laid[0], true), 'A1, T, laid by you, not a word');
    t.equal(squareInWords(squares.cells[12]!, undefined, true), 'C3, Q, blank, not a word');
  });

  t.test('a wrong word is all its tiles, also those of the board, and no other word', async (t) => {
    const wrongIn = (laying: Laying, ...words: readonly string[]) => {
      const wrong = cellsOfWords(laying, squares, words);
      return drawn(laying).map((row, y) =>
        [...row].map((sign, x) => (wrong.has(y * squares.columns + x) ? sign : '.')).join(''),
      );
    };
    const across = typed(chooseSquare(begin, 0), 'TOa');
    t.strictSame(drawn(across), ['TOa..', '.-E..', '..q..']);
    t.strictSame(wrongIn(across, 'AEQ'), ['..a..', '..E..', '..q..']);
    t.strictSame(wrongIn(across, 'TOA'), ['TOa..', '.....', '.....']);
    t.strictSame(wrongIn(across, 'TOA', 'AEQ'), ['TOa..', '..E..', '..q..']);
    t.strictSame(wrongIn(across, 'EQ'), ['.....', '.....', '.....'], 'a part is no word');
    const ends = layTile(layTile(begin, squares, { slot: 0, cell: 4, letter: 'T' }), squares, {
      ...{ slot: 1, cell: 5, letter: 'O' },
    });
    t.strictSame(drawn(ends), ['....T', 'O-E..', '..q..']);
    t.strictSame(wrongIn(ends, 'TO', 'OT'), ['.....', '.....', '.....'], 'rows do not touch');
  });

  t.test('no tile is lost or doubled, whatever a player does', async () => {
    const step = fc.oneof(
      fc.tuple(fc.constant('type'), fc.constantFrom(...'TOESXA'), fc.boolean()),
      fc.tuple(fc.constant('choose'), fc.nat(14), fc.boolean()),
      fc.tuple(fc.constant('erase'), fc.constant(0), fc.boolean()),
      fc.tuple(fc.constant('shuffle'), fc.nat(6), fc.boolean()),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let laying = begin;
        for (const [what, value, isOther] of steps) {
          if (what === 'choose') laying = chooseSquare(laying, value as number);
          else if (what === 'erase') laying = eraseLast(laying);
          else if (what === 'shuffle') laying = shuffleRack(laying, () => (value as number) / 7);
          else {
            const next = typeLetter(laying, squares, value as string, isOther);
            laying = typeof next === 'string' ? laying : next;
          }
          const { play } = playOf(laying, squares);
          const free = play.every(({ row, col }) => squares.cells[row * squares.columns + col]!.isFree);
          const slots = new Set(laying.laid.map(({ slot }) => slot)).size;
          const cells = new Set(laying.laid.map(({ cell }) => cell)).size;
          const same = [...rackOf(laying)].sort().join('') === [...'TOES?AT'].sort().join('');
          if (!free || !same || slots !== play.length || cells !== play.length) return false;
        }
        return true;
      }),
    );
  });
});
