import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { peopleAt } from './human-desks.ts';

const anyLetter = Object.fromEntries(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => [letter, 0]));
const faces = Object.keys(anyLetter).map((letter) => ({ letter, points: 0 }));
/** Every tile can stand for every letter, so that any move of the rules' text can be made. */
const anyTiles = { name: 'any', tiles: [{ id: 0, count: 40, faces }] };
const words = ['AT', 'CAT', 'PUT', 'STAR', 'TAIL'];

const simpleGame = () =>
  peopleAt({
    request: {
      hands: ['???????', '???????'],
      words,
      options: { rules: 'simple', tiles: anyTiles, handsize: 7 } as never,
    },
  });

t.test('Two people play the moves of the simplified game, with its words and points', async (t) => {
  const game = simpleGame();
  const moves: readonly (readonly [move: string, word: string, points: number])[] = [
    ['2,2 cat h', 'CAT', 3],
    ['2,4 tail v', 'TAIL', 4],
    ['8,1 star v', 'STAR', 4],
    ['8,3 put h', 'PUT', 3],
    ['14,2 at h', 'AT', 2],
    ['14,1 cat h', 'CAT', 3],
  ];
  for (const [index, [move, word, points]] of moves.entries()) {
    const seat = (index % 2) + 1;
    if (word === 'PUT') {
      game.presses(seat, '8,2 put h\n');
      t.match(game.screen(seat), /Not legal, so not sent:\nSPUT .*not.*list/);
    }
    game.presses(seat, `${move}\n`);
    t.match(game.screen(seat), new RegExp(`${word} for ${points}\n`, 'i'), 'before it is sent');
    game.presses(seat, '\n');
    const { watched } = game.desks[2 - seat]!;
    t.match(watched.moves.at(-1), { player: seat, text: new RegExp(`${word} ${points}$`, 'i') });
  }
  t.same(game.desks[0]!.watched.scores, [9, 10]);
  for (const seat of [1, 2]) game.presses(seat, 'pass\n\n');
  t.match(game.table.verdict, { winner: 2, reason: 'scoreless' });
});

t.test('Help lists what the rules and the tiles allow', async (t) => {
  const size = { columns: 120, rows: 40, isPlain: false };
  const shown = (rules: string, hand: string) => {
    const game = peopleAt({ request: { hands: [hand, 'AAAA'], words, options: { rules } as never } });
    game.presses(1, 'help\n');
    const help = game.screen(1, size);
    game.presses(1, 'hint\n');
    return { help, hint: game.screen(1, size) };
  };
  const usual = shown('tournament', 'QQQQ');
  t.notMatch(usual.help, /blank/);
  t.match(usual.help, /change ABC +change tiles\n/);
  t.match(usual.hint, /You have no legal play: change tiles or pass\./);
  const withBlank = shown('tournament', 'QQQ?').help;
  t.match(withBlank, /change ABC +change tiles \(\? is a blank\)/);
  t.match(withBlank, /lowercase.*blank;/);
  const simple = shown('simple', 'QQQQ');
  t.notMatch(simple.help, /change|blank/);
  t.match(simple.help, /pass +forfeit/);
  t.match(simple.hint, /You have no legal play: pass\./);
});

const tournament = (request = {}) =>
  peopleAt({
    request: {
      hands: ['ACT?', 'AEST'],
      others: 'AAAA',
      words: ['AT', 'CAT', 'CATS', 'TEA'],
      ...request,
    },
  });

t.test('A move is shown on the board before it is sent, and can be taken back', async (t) => {
  const game = tournament();
  game.presses(1, '8h cat\n');
  t.match(game.screen(1), /^ 8 = \. \. ' \. \. \. C A T \. ' \. \. =/m);
  t.match(game.screen(1), /8H CAT for 10\nPress Enter to send it, Escape to undo\./);
  game.presses(1, '\x1b');
  t.match(game.screen(1), /Undone: 8H CAT for 10/);
  t.match(game.screen(1), /^ 8 = \. \. ' \. \. \. - \. \. \. ' \. \. =/m);
  game.presses(1, '8h cat\n');
  game.presses(1, 'undo\n\n');
  t.match(game.screen(1), /Type a move/, 'nothing is sent');
  t.equal(game.desks[0]!.watched.moves.length, 0);
});

t.test('Each way of writing a move is understood; small letters are blanks that are held', async (t) => {
  for (const [typed, shown] of [
    ['8H CAT', '8H CAT for 10'],
    ['8h cat', '8H CAT for 10'],
    ['H8 CAT', 'H8 CAT for 10'],
    ['8,8 CAT h', '8H CAT for 10'],
    ['8,8 CAT v', 'H8 CAT for 10'],
    ['0,0 across CAT', '8H CAT for 10'],
    ['8H cAT', '8H cAT for 4'],
    ['hint', '8G CATs for 60'],
    ['PASS', 'pass'],
    ['Change ac?', 'change AC?'],
    ['forfeit', 'forfeit: you leave the game'],
  ] as const) {
    const game = tournament();
    game.presses(1, `${typed}\n`);
    t.match(game.screen(1), `\n${shown}\nPress Enter to send it`, typed);
  }
});

t.test('A move that is wrong is explained and asked for again', async (t) => {
  for (const [typed, why] of [
    ['8H XI', 'you do not have X, or not enough of it'],
    ['8H ACT', 'ACT is not in the word list'],
    ['1A CAT', 'the first word must cover H8, the center'],
    ['8H A', 'the first word must have two letters or more'],
    ['8N CAT', 'there is no square at P8'],
    ['8H A..T', 'there is an empty square between the tiles'],
    ['change ACT?', undefined],
    ['change X', 'you do not have X, or not enough of it'],
    ['gibberish', 'is not a valid move: expected a move such as'],
    ['0,0 accross CAT', '"accross" is not a direction'],
    ['quit', 'Type forfeit to leave the game, or press Ctrl-C to end it.'],
    ['Exit', 'Type forfeit to leave the game, or press Ctrl-C to end it.'],
  ] as const) {
    const game = tournament();
    game.presses(1, `${typed}\n`);
    if (why === undefined) t.match(game.screen(1), 'change ACT?\nPress Enter to send it');
    else t.match(game.screen(1), why, typed);
    game.presses(1, '\n');
    if (why !== undefined) t.equal(game.desks[0]!.watched.moves.length, 0, 'nothing is sent');
  }
});

t.test('A word may name letters that are on the board', async (t) => {
  const game = tournament();
  game.presses(1, '8H CAT\n\n');
  game.presses(2, 'I7 TEA\n');
  t.match(game.screen(2), 'I8 already has A, so E cannot go there');
  game.presses(2, 'J8 TEA\n');
  t.match(game.screen(2), 'J8 TEA for 5\n');
  game.presses(2, '\n');
  t.match(game.screen(2), /p1: 8H CAT 10[\s\S]*Ben: J8 TEA 5/);
});

t.test('With --blunt a wrong move is sent, and the host says what is wrong', async (t) => {
  const game = peopleAt({
    request: { hands: ['ACT?', 'AEST'], others: 'AAAA', words: ['CAT'] },
    isBlunt: true,
  });
  game.presses(1, '8H ACT\n');
  t.match(game.screen(1), 'Illegal move; your turn is over:\nwordnotindictionary ACT');
  t.match(game.screen(1), /Your .*hidden until.*\./);
  t.match(game.desks[1]!.watched.moves, [{ player: 1, text: 'illegal play' }]);
  t.ok(game.desks[1]!.desk.inTurn);
});

t.test('With --illegal retry=N a person reads what is wrong and is asked again', async (t) => {
  const options = { illegal: 'retry=1' } as const;
  const game = peopleAt({
    request: { hands: ['ACT?', 'AEST'], others: 'AAAA', words: ['CAT'], options },
    isBlunt: true,
  });
  game.presses(1, '8H ACT\n');
  t.match(game.screen(1), 'Illegal move; it is still your turn:\nwordnotindictionary ACT');
  t.strictSame(
    game.desks.map(({ watched }) => watched.moves),
    [[], []],
  );
  t.equal(game.desks[0]!.watched.game.scoreless, 0);
  game.presses(1, '8H CAT\n');
  t.match(game.screen(1), 'You scored 8H CAT 10 points.');
  t.notOk(game.desks[0]!.desk.inTurn);
});

t.test('What a person does out of turn changes nothing', async (t) => {
  const game = tournament();
  game.presses(2, '8H TEA\n\n');
  t.match(game.screen(2), 'Type a move');
  t.match(game.screen(2), 'Wait for your turn: ');
  game.presses(2, 'help\n');
  t.match(game.screen(2), '8,8 WORD h   row, column; h across, v down');
  game.presses(2, '\x1b');
  t.notMatch(game.screen(2), 'row, column');
});

t.test('Shuffling keeps the tiles', async (t) => {
  const rackOf = (screen: string) => /Your tiles: (.*)/.exec(screen)![1]!.trim().split(/ +/);
  const game = tournament();
  const before = rackOf(game.screen(1));
  const orders = new Set<string>();
  for (let times = 0; times < 20; times++) {
    game.presses(1, 'shuffle\n');
    orders.add(rackOf(game.screen(1)).join());
    t.same(rackOf(game.screen(1)).sort(), before.toSorted());
  }
  t.ok(orders.size > 1);
});

t.test('A person is told what comes to pass: time that is up, changes, who leaves', async (t) => {
  const game = tournament();
  for (const line of ['timeout 1', 'changed 2 3', 'changesuccess 1x2', 'forfeited 2', 'bag 5'])
    game.hear(1, line);
  const texts = game.desks[0]!.watched.moves.map(({ player, text }) => `${player} ${text}`);
  t.same(texts, ['1 out of time', '2 changed 3', '1 changed 2', '2 left the game']);
  t.match(game.screen(1), /p2 +0 \(left\)/);
  t.match(game.screen(1), '5 tiles in the bag');
});

t.test('A board without edges is seen around the last move, and moves with the arrows', async (t) => {
  const game = tournament({
    options: { board: { text: 'infinite-hole', board: builtInBoard('infinite-hole') } } as never,
  });
  game.presses(1, '0,0 across CAT\n\n');
  t.match(game.screen(1), /^ *0 .*C A T/m);
  t.match(game.screen(1), '# # #');
  game.presses(1, '\x1b[B\x1b[B\x1b[B\x1b[B');
  t.notMatch(game.screen(1), 'C A T');
  game.presses(1, '\x1b[H');
  t.match(game.screen(1), 'C A T');
});

t.test('The screen fits the terminal, whatever its size', async (t) => {
  const game = tournament();
  game.presses(1, '8H CAT\n');
  for (const [columns, rows] of [
    [80, 24],
    [160, 50],
    [60, 20],
    [40, 15],
  ] as const) {
    const { lines } = game.desks[0]!.desk.screen({ columns, rows, isPlain: false }, true);
    t.ok(lines.length < rows, `${lines.length} lines of ${rows}`);
    t.ok(Math.max(...lines.map(({ length }) => length)) <= columns);
    t.match(lines.join('\n'), 'C A T');
  }
});

t.test('A narrow terminal has the whole board, and messages on as many lines as they need', async (t) => {
  for (const columns of [60, 40]) {
    const game = tournament();
    const screen = () => game.screen(1, { columns, rows: 24, isPlain: false });
    t.match(screen(), /^ +A B C D E F G H I J K L M N O( |$)/m);
    t.match(screen(), /double letter[\s\S]*triple word/);
    t.match(screen(), /p2 +0/, 'beside the board or below it');
    t.notMatch(screen(), /more board/);
    game.presses(1, 'foo bar\n');
    t.match(screen().replace(/\s+/g, ' '), /"foo bar" is not a valid move: .*"0 0 8H4 1 0 5E1"/);
    t.ok(
      Math.max(
        ...screen()
          .split('\n')
          .map(({ length }) => length),
      ) <= columns,
    );
    game.presses(1, 'help\n');
    t.match(screen().replace(/\s+/g, ' '), /a lowercase letter is a blank; a dot, or .* Ctrl-L redraws/);
    game.presses(1, '\x1b');
  }
  t.match(tournament().screen(1, { columns: 28, rows: 24, isPlain: false }), 'more board: left, right');
});

t.test('Ctrl-D says how to leave; in the middle of a text it does nothing', async (t) => {
  const game = tournament();
  game.presses(1, '8H\x04');
  t.match(game.screen(1), /Type a move[\s\S]*Your move: 8H$/);
  game.presses(1, '\x15\x04');
  t.match(game.screen(1), /Type forfeit.*press Ctrl-C to end it\./);
});
