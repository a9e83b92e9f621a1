import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { judgeChange, judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { errorLine } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { ruleSetNames, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet, tileCount } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
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

t.test('A move without tiles is empty', async (t) => {
  t.equal(says('+... | ....'), 'emptymove');
  t.equal(says('+... | ....', { rules: 'simple' }), 'emptymove');
});

t.test('A tile that is not in the game does not exist, and is not looked for in the hand', async (t) => {
  const more = [placed(1, 0, 27, 'A', 1), placed(2, 0, -1, 'A', 1)];
  t.equal(says('+... | C...', { more }), 'piecedoesnotexist 27, piecedoesnotexist -1');
  t.equal(
    says('+... | ....', { more: [placed(0, 0, 0, 'A', 0)], rules: 'simple' }),
    'piecedoesnotexist 0',
    'simple has no blank',
  );
});

t.test('A tile that is not held is named once for each use beyond what is held', async (t) => {
  t.equal(says('+... | TOO.', { hand: 'TO' }), 'playerdoesnothavepiece 2 15');
  t.equal(
    says('+... | TOO.', { hand: 'X' }),
    'playerdoesnothavepiece 2 20, playerdoesnothavepiece 2 15, playerdoesnothavepiece 2 15',
  );
  t.equal(
    says('+... | TOO.', { hand: '?TO' }),
    'playerdoesnothavepiece 2 15',
    'a blank is a tile of its own',
  );
});

t.test('A tile stands only for what it can stand for', async (t) => {
  const first = placed(0, 0, 1, 'A', 1);
  t.equal(says('+... | ....', { more: [first, placed(1, 0, 20, 'S', 1)] }), 'invalidpieceinst 20 S1');
  t.equal(says('+... | ....', { more: [first, placed(1, 0, 20, 'T', 2)] }), 'invalidpieceinst 20 T2');
  t.equal(
    says('+... | ....', { more: [first, placed(1, 0, 0, 'T', 1)] }),
    'invalidpieceinst 0 T1',
    'a blank counts 0',
  );
  t.equal(says('+... | ....', { more: [first, placed(1, 0, 0, 'T', 0)] }), 'legal 1: AT 1');
  t.equal(says('+... | ....', { more: [placed(0, 0, 1, 'a', 1)] }), 'invalidpieceinst 1 a1');
});

t.test('A tile lies on a square', async (t) => {
  t.equal(says('+.#. | CAT.'), 'emptytile 2 0', 'a hole');
  t.equal(says('+. | CAT'), 'emptytile 2 0', 'beside the board');
  const far = [placed(1_000_000_001, 0, 1, 'A', 1), placed(0, -2_147_483_648, 20, 'T', 1)];
  t.equal(
    says('. | .', { more: far, board: boardOf('infinite') }),
    'emptytile 1000000001 0, emptytile 0 -2147483648',
  );
});

t.test('A square holds one tile: what lies there is named, from the board or from this move', async (t) => {
  t.equal(says('CAT. | ..XS'), 'occupiedtile X8 2 0 T1');
  const twice = [placed(3, 0, 19, 'S', 1), placed(3, 0, 5, 'E', 1), placed(3, 0, 24, 'X', 8)];
  t.equal(
    says('CAT. | ....', { more: twice }),
    'occupiedtile E1 3 0 S1, occupiedtile X8 3 0 S1',
    'the first has its place',
  );
});

t.test('Each placement is named with all that is wrong with it, in the order sent', async (t) => {
  const more = [placed(9, 9, 24, 'Y', 8), placed(0, 0, 99, 'A', 1), placed(9, 9, 3, 'C', 3)];
  t.equal(
    says('CAT. | ....', { hand: 'C', more }),
    'playerdoesnothavepiece 2 24, invalidpieceinst 24 Y8, emptytile 9 9, piecedoesnotexist 99, ' +
      'occupiedtile A1 0 0 C3, emptytile 9 9, occupiedtile C3 9 9 Y8',
  );
});

t.test('A word lies on one row or column, whatever else it does', async (t) => {
  t.equal(says('+... | CA..\n.... | ..T.'), 'wordnotonroworcolumn 0 0 1 0 2 1');
  const sent = [placed(1, 1, 1, 'A', 1), placed(0, 0, 20, 'T', 1)];
  t.equal(says('+.\n..', { more: sent }), 'wordnotonroworcolumn 1 1 0 0', 'as sent');
  t.equal(
    says('CAT. | ....\n.... | ...S\n.... | S...'),
    'wordnotonroworcolumn 3 1 0 2',
    'not adjacent either',
  );
});

t.test('A word has no gap: one is outside the board or a free square', async (t) => {
  t.equal(says('+.#.. | CA.TS'), 'wordoutsideboard');
  t.equal(says('+.... | CA.TS'), 'wordnotconnected');
  t.equal(says('+.#... | CA..TS'), 'wordoutsideboard, wordnotconnected', 'both');
  t.equal(says('C.T.. | .A.S.'), 'legal 6: CATS 6', 'what lies there is no gap');
  t.equal(says('C.... | ..T..\n..... | .....'), 'wordnotadjacent', 'nor is what lies beside the word');
  t.equal(says('+... | T...\n.... | ....\n.... | O...'), 'wordnotconnected', 'in a column');
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

t.test('The first word has two letters or more and lies over the centre', async (t) => {
  t.equal(says('+... | T...'), 'firstwordtooshort');
  t.equal(says('+... | .TO.'), 'firstwordnotovercenter 0 0');
  t.equal(says('.... | ...T\n.+.. | ....'), 'firstwordtooshort, firstwordnotovercenter 1 1');
  t.equal(says('.... | ....\n.+.. | TO..'), 'legal 2: TO 2');
  t.equal(says('.... | .XX.', { rules: 'course' }), 'firstwordnotovercenter 0 0', 'said before any word');
});

t.test('A later play touches what lies, edge to edge', async (t) => {
  t.equal(says('CAT. | ....\n.... | ....\n.... | TO..'), 'wordnotadjacent');
  t.equal(says('CAT.. | .....\n..... | ...SO'), 'wordnotadjacent', 'a corner is not enough');
  t.equal(says('CAT# | ....\n...# | ....\n.... | SO..'), 'wordnotadjacent');
  t.equal(says('A# | ..\n.. | TO', { words: 'AT TO' }), 'legal 4: TO 2, AT 2');
});

t.test(
  'Each run of two or more is looked up: the main word first, then the others by x, then y',
  async (t) => {
    t.equal(says('CAT. | ...X'), 'wordnotindictionary CATX');
    t.equal(says('CAT. | ...S\n.... | ...O'), 'legal 8: SO 2, CATS 6');
    t.equal(says('CAT. | ...X\n.... | ...X'), 'wordnotindictionary XX, wordnotindictionary CATX');
    t.equal(
      says('CXT.. | .....\n..... | XXXX.'),
      'wordnotindictionary XXXX, wordnotindictionary CX, wordnotindictionary XX, wordnotindictionary TX',
    );
    const column = '..X.. | .....\n..... | ..X..\nAT... | ..X..\n.A... | ..X..';
    t.equal(
      says(column),
      'wordnotindictionary XXXX, wordnotindictionary ATX, wordnotindictionary AX',
      'a word begins where its first letter lies',
    );
    const right = '..X.. | .....\n...A. | ..X..\nAT... | ..X..';
    t.equal(
      says(right),
      'wordnotindictionary XXX, wordnotindictionary ATX, wordnotindictionary XA',
      'by x before y',
    );
  },
);

t.test("A single tile's main word is the one across, if there is one", async (t) => {
  t.equal(says('CAT. | ....\n..O. | ...O', { words: 'OO' }), 'legal 2: OO 2');
  t.equal(says('..A. | ....\n.T.. | ..A.\n.... | ....', { words: 'TA AA' }), 'legal 4: TA 2, AA 2');
  t.equal(says('A... | ....\n.... | T...'), 'legal 2: AT 2', 'down where there is none across');
});

t.test('Without a word list all words are valid', async (t) => {
  t.equal(judged({ drawing: '+..... | XQZXQZ' }), 'legal 56: XQZXQZ 56');
});

t.test('A word list in another alphabet has no words of these tiles', async (t) => {
  t.equal(says('+. | TO', { words: 'ТО ÄO' }), 'wordnotindictionary TO');
});

t.test('hello and QIN score what the page of boards says', async (t) => {
  t.equal(says('a.b.c | HELLO'), 'legal 28: HELLO 28');
  t.equal(says('acbdc | HELLO'), 'legal 168: HELLO 168');
  t.equal(says('b.c | QIN'), 'legal 64: QIN 64');
});

t.test('A covered square counts as the used one, and a blank counts nothing', async (t) => {
  const board = boardOf('official');
  t.equal(says('... | TAS', { words: 'TAS', board }), 'legal 6: TAS 6', 'over the doubled centre');
  t.equal(says('TA. | ..S', { words: 'TAS', board }), 'legal 3: TAS 3', 'doubled only once');
  t.equal(says('... | tAS', { words: 'TAS', board }), 'legal 4: TAS 4');
});

t.test('A square counts for each word that is laid over it', async (t) => {
  t.equal(says('A.. | ...\n.d. | TO.', { words: 'AT TO O', rules: 'course' }), 'legal 8: TO 6, AT 2');
  t.equal(says('.A. | ...\n.d. | TO.\n... | ...', { words: 'AO TO' }), 'legal 12: TO 6, AO 6');
});

t.test('A play of as many tiles as the hand size brings 50 more', async (t) => {
  t.equal(says('+.... | STARS', { words: 'STARS', handSize: 5 }), 'legal 55: STARS 5');
  t.equal(says('S.... | .TARS', { words: 'STARS', handSize: 5 }), 'legal 5: STARS 5', 'tiles, not letters');
  t.equal(says('+.... | STARS', { words: 'STARS', handSize: 5, rules: 'course' }), 'legal 55: STARS 5');
  t.equal(
    says('+.... | STARS', { words: 'STARS', handSize: 5, rules: 'simple' }),
    'legal 5: STARS 5',
    'not with simple rules',
  );
});

t.test('Simple rules look up and count the run along the play alone, anywhere', async (t) => {
  const simple = (drawing: string) => says(drawing, { rules: 'simple', words: `${words} A I` });
  t.equal(simple('..... | .....\n..+.. | .....\n..... | CAT..'), 'legal 3: CAT 3', 'not over the centre');
  t.equal(simple('CAT.. | .....\n..... | .....\n..... | ..TO.'), 'legal 2: TO 2', 'not touching');
  t.equal(simple('CAT.. | .....\n..... | NO...'), 'legal 2: NO 2', 'CN and AO are not looked at');
  t.equal(simple('.AT.. | C....'), 'legal 3: CAT 3', 'with what lies there');
  t.equal(simple('SPUT. | ....S'), 'wordnotindictionary SPUTS', 'the whole run');
  t.equal(simple('..... | C.T..'), 'wordnotconnected');
});

t.test('With simple rules a single tile is read whichever way is a word and brings more', async (t) => {
  const simple = (drawing: string, list = `${words} A I`) => says(drawing, { rules: 'simple', words: list });
  t.equal(simple('+. | A.'), 'legal 1: A 1', 'one letter is a word where the list has it');
  t.equal(simple('+. | S.'), 'wordnotindictionary S');
  t.equal(simple('CA. | ..T\n... | ...\n... | ...'), 'legal 3: CAT 3');
  t.equal(simple('..C | ...\n..A | ...\nA.. | ..T'), 'legal 3: CAT 3', 'down');
  t.equal(simple('.A. | ...\nC.T | .A.'), 'legal 3: CAT 3', 'AA is not asked for');
  t.equal(simple('.T. | ...\nX.X | .A.'), 'legal 2: TA 2', 'the shorter one, where the longer is no word');
  t.equal(simple('X.X | .A.'), 'legal 1: A 1', 'one letter, though others stand beside it');
  t.equal(simple('.X. | ...\nX.X | .T.'), 'wordnotindictionary XTX', 'the longest where none is a word');
  t.equal(simple('.A. | ...\nA.. | .T.', 'AT'), 'legal 2: AT 2');
  t.equal(
    judged({ drawing: '.A. | ...\nX.X | .T.', rules: 'simple' }),
    'legal 3: XTX 3',
    'without a list the longer',
  );
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

t.test(
  'A square whose program fails leaves the word without points, and is named for the event log',
  async (t) => {
    const broken = brokenBoard({
      0: {
        0: '_result_ := _acc_ + 10',
        1: 'if (wordLength = 3) then { _result_ := pointValue(3) } else { _result_ := _acc_ }',
      },
    });
    if (!broken.ok) throw new Error(broken.problem);
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
  },
);

t.test('Where the board program fails is no square, and the event log is told', async (t) => {
  const broken = brokenBoard({ 0: {} });
  if (!broken.ok) throw new Error(broken.problem);
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
  const reading = boardFromFile('ordered', JSON.stringify(file));
  if (!reading.ok) throw new Error(reading.problem);
  t.equal(
    says('... | CAT', { board: reading.board }),
    'legal -702: CAT -702',
    '7, 70, 702, and turned round: points may be negative',
  );
});

t.test('Points are 32 bits and wrap, as in the programs', async (t) => {
  const file = {
    prog: 'skip',
    squares: { 0: { 0: '_result_ := 2147483647' } },
    usedSquare: 0,
    center: [0, 0],
    isInfinite: true,
  };
  const reading = boardFromFile('huge', JSON.stringify(file));
  if (!reading.ok) throw new Error(reading.problem);
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
  t.equal(
    change('tournament', [1, 2], 6, [1]),
    'error notenoughpieces 1 6',
    'tournament: a hand must be left',
  );
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
