import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { judgeChange, judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { errorLine } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { ruleSetNames, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet, tileCount } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { expectOk } from '../support/expect-ok.ts';
import { counted, type DrawnMove, judged, PLAYER, readMove } from './drawn-move.ts';

const words = 'CAT CATS AT AS SO OX TO TOO NO ON HELLO QIN STAR TA ATE CATSO';
const says = (drawing: string, request: Omit<DrawnMove, 'drawing'> = {}) =>
  judged({ drawing, words, ...request });
const placed = (x: number, y: number, id: number, letter: string, points: number): Placement => ({
  x,
  y,
  id,
  letter,
  points,
});
const boardOf = (name: string) => builtInBoard(name)!;

t.test('A tile lies on a square', async (t) => {
  t.equal(says('+.#. | CAT.'), 'emptytile 2 0', 'a hole');
  t.equal(says('+. | CAT'), 'emptytile 2 0', 'beside the board');
  const far = [placed(1_000_000_001, 0, 1, 'A', 1), placed(0, -2_147_483_648, 20, 'T', 1)];
  t.equal(
    says('. | .', { more: far, board: boardOf('infinite') }),
    'emptytile 1000000001 0, emptytile 0 -2147483648',
  );
});

t.test('Two tiles as far apart as can be are not connected, and that is found at once', async (t) => {
  const more = [placed(-1_000_000_000, 0, 1, 'A', 1), placed(1_000_000_000, 0, 20, 'T', 1)];
  const began = process.cpuUsage();
  t.equal(says('. | .', { more, board: boardOf('infinite') }), 'wordnotconnected');
  const holes = [placed(-999_999_997, 2, 1, 'A', 1), placed(999_999_997, 2, 20, 'T', 1)];
  t.equal(
    says('. | .', { more: holes, board: boardOf('infinite-hole') }),
    'wordoutsideboard, wordnotconnected',
  );
  t.ok(process.cpuUsage(began).user < 1e6);
});

t.test('Without a word list all words are valid', async (t) => {
  t.equal(judged({ drawing: '+..... | XQZXQZ' }), 'legal 56: XQZXQZ 56');
});

t.test('A word list in another alphabet has no words of these tiles', async (t) => {
  t.equal(says('+. | TO', { words: 'ТО ÄO' }), 'wordnotindictionary TO');
});

t.test('A covered square counts as the used one, and a blank counts nothing', async (t) => {
  const board = boardOf('official');
  t.equal(says('... | TAS', { words: 'TAS', board }), 'legal 6: TAS 6', 'over the doubled centre');
  t.equal(says('TA. | ..S', { words: 'TAS', board }), 'legal 3: TAS 3', 'doubled only once');
  t.equal(says('... | tAS', { words: 'TAS', board }), 'legal 4: TAS 4');
});

const brokenBoard = (squares: object) =>
  boardFromFile(
    'broken',
    JSON.stringify({
      prog: 'if (_x_ = 5) then { _result_ := (1 / (_y_ - _y_)) }',
      squares,
      usedSquare: 0,
      center: [0, 0],
      isInfinite: true,
    }),
  );

t.test('A word over a square whose program fails has no points, and the log is told', async (t) => {
  const broken = expectOk(
    brokenBoard({
      0: {
        0: '_result_ := _acc_ + 10',
        1: 'if (wordLength = 3) then { _result_ := pointValue(3) } else { _result_ := _acc_ }',
      },
    }),
  );
  const { terms, position, held, placements } = readMove({
    drawing: 'CA. | ..T\n... | ..O',
    words,
    board: broken.board,
  });
  const judgement = judgePlay(terms, position, held, placements);
  t.match(judgement, {
    legal: true,
    points: 20,
    words: [
      { letters: 'TO', points: 20 },
      { letters: 'CAT', points: 0 },
    ],
  });
  t.match(judgement.faults, [
    {
      is: 'square',
      word: 'CAT',
      position: 0,
      square: 0,
      priority: 1,
      failure: { error: 'IndexOutOfBounds', line: 1 },
    },
  ]);
  t.equal(judgement.faults.length, 1);
});

t.test('Where the board program fails is no square, and the event log is told', async (t) => {
  const broken = expectOk(brokenBoard({ 0: {} }));
  const on = readMove({ drawing: '...... | ...CAT', board: broken.board });
  t.match(judgePlay(on.terms, on.position, on.held, on.placements), {
    errors: [{ rule: 'emptytile', x: 5 }],
    faults: [{ is: 'board', x: 5, y: 0, failure: { error: 'DivisionByZero' } }],
  });
  const over = readMove({ drawing: '....... | ...CA.T', board: broken.board });
  t.match(judgePlay(over.terms, over.position, over.held, over.placements), {
    errors: [{ rule: 'wordoutsideboard' }],
    faults: [{ is: 'board', x: 5, y: 0 }],
  });
});

t.test('Functions go by priority, and within one from the first letter to the last', async (t) => {
  const file = {
    prog: 'if (_x_ = 1) then { _result_ := 1 }',
    squares: {
      0: { 1: '_result_ := (_acc_ * 10) + _pos_' },
      1: { '-5': '_result_ := _acc_ + 7', 3: '_result_ := -_acc_' },
    },
    usedSquare: 0,
    center: [0, 0],
    isInfinite: true,
  };
  const reading = expectOk(boardFromFile('ordered', JSON.stringify(file)));
  t.equal(says('... | CAT', { board: reading.board }), 'legal -702: CAT -702', '7, 70, 702, turned round');
});

t.test('Points are 32 bits and wrap, as in the programs', async (t) => {
  const file = {
    prog: 'skip',
    squares: { 0: { 0: '_result_ := 2147483647' } },
    usedSquare: 0,
    center: [0, 0],
    isInfinite: true,
  };
  const reading = expectOk(boardFromFile('huge', JSON.stringify(file)));
  t.equal(says('A. | ..\n.. | TO', { board: reading.board }), 'legal -2: TO 2147483647, AT 2147483647');
});

t.test('Nothing depends on how far from the centre a word lies', async (t) => {
  const board = { ...boardOf('infinite'), center: [999_999_997, -1_000_000_000] as const };
  const topLeft = board.center;
  t.equal(says('.... | CATS', { board, topLeft }).slice(0, 6), 'legal ');
  t.equal(says('.... | .CATS', { board, topLeft }), 'emptytile 1000000001 -1000000000', 'one step too far');
  const near = { ...boardOf('infinite'), center: [999_999_997 % 7, -1_000_000_000 % 7] as const };
  const both = 'CAT. | ...S\n.... | ...O';
  t.equal(says(both, { board, topLeft }), says(both, { board: near, topLeft: near.center }));
});

t.test('A thousand placements in one play are judged as fast as they are read', async (t) => {
  const many = (place: (index: number) => readonly [number, number]) =>
    Array.from({ length: 8000 }, (_, index) => placed(...place(index), 1, 'A', 1));
  const board = boardOf('infinite');
  const terms = {
    rules: ruleSets.tournament,
    board,
    tiles: builtInTileSet('english')!,
    lexicon: undefined,
    handSize: 7,
  };
  const began = process.cpuUsage();
  const judge = (placements: readonly Placement[], held: number) => {
    const judgement = judgePlay(terms, emptyPosition, counted(new Array<number>(held).fill(1)), placements);
    return judgement.legal ? 'legal' : `${judgement.errors.length} ${judgement.errors[0]!.rule}`;
  };
  t.equal(
    judge(
      many(() => [0, 0]),
      8000,
    ),
    '7999 occupiedtile',
  );
  t.equal(
    judge(
      many((index) => [index, 0]),
      7,
    ),
    '7993 playerdoesnothavepiece',
  );
  t.equal(
    judge(
      many((index) => [8000 - index, 0]),
      8000,
    ),
    '1 firstwordnotovercenter',
  );
  t.equal(
    judge(
      many((index) => [index * 65_536, index * 65_536]),
      8000,
    ),
    '1 wordnotonroworcolumn',
  );
  t.equal(
    judge(
      many((index) => [7999 - index, 0]),
      8000,
    ),
    'legal',
    'a word of 8000 letters',
  );
  t.ok(process.cpuUsage(began).user < 3e6);
});

t.test('A change is refused tile by tile, then for want of tiles in the bag', async (t) => {
  const change = (
    rules: 'tournament' | 'course' | 'simple',
    hand: readonly number[],
    left: number,
    ids: readonly number[],
  ) => {
    const { tiles } = ruleSets[rules];
    const terms = {
      rules: ruleSets[rules],
      board: boardOf('plain'),
      tiles: builtInTileSet(tiles)!,
      lexicon: undefined,
      handSize: 7,
    };
    return judgeChange(terms, counted(hand), left, ids)
      .map((error) => errorLine(error, PLAYER))
      .join(', ');
  };
  t.equal(change('tournament', [1], 50, []), 'error emptymove');
  t.equal(
    change('tournament', [1, 2], 0, [1, 1, 30, 1]),
    'error playerdoesnothavepiece 2 1, error piecedoesnotexist 30, error playerdoesnothavepiece 2 1',
  );
  t.equal(change('tournament', [1, 2], 6, [1]), 'error notenoughpieces 1 6', 'a hand must be left');
  t.equal(change('tournament', [1, 2], 7, [1, 2]), '');
  t.equal(change('course', [1, 2], 1, [1, 2]), 'error notenoughpieces 2 1');
  t.equal(change('course', [1, 2], 2, [1, 2]), '');
  t.equal(change('simple', [1, 2], 80, [1]), 'error notenoughpieces 1 80', 'simple: never');
});

t.test('Each rule set names a built-in board and built-in tiles', async (t) => {
  for (const name of ruleSetNames) {
    const rules = ruleSets[name];
    t.equal(rules.name, name);
    t.ok(builtInBoard(rules.board));
    t.ok(tileCount(builtInTileSet(rules.tiles)!) >= 100);
  }
});

t.test('A position is a value: what is laid on it makes another', async (t) => {
  const one = emptyPosition.with([placed(0, 0, 1, 'A', 1)]);
  const two = one.with([placed(1, 0, 0, 'Ä', 0)]);
  const other = one.with([placed(1, 0, 20, 'T', 1)]);
  t.equal(emptyPosition.count, 0);
  t.equal(one.tileAt(1, 0), undefined);
  t.same(two.tileAt(1, 0), placed(1, 0, 0, 'Ä', 0));
  t.same(other.tileAt(1, 0), placed(1, 0, 20, 'T', 1));
  t.same(two.tiles(), [placed(0, 0, 1, 'A', 1), placed(1, 0, 0, 'Ä', 0)]);
});
