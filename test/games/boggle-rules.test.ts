import t from 'tap';
import { micros, seconds } from '../../host/core/units.ts';
import { namedBoard } from '../../host/games/boggle/board.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { BoggleEvent } from '../../host/games/boggle/events.ts';
import type { State } from '../../host/games/boggle/rules/state.ts';
import { resumeTurns } from '../../host/games/boggle/rules/state.ts';
import { allOf } from '../support/all-of.ts';
import { inTurns, laidBoggle, openedBoggle, setupOf, words } from './boggle-table.ts';

t.test('boggle table', async (t) => {
  t.test('A player that is not ready has forfeited', async (t) => {
    t.same(inTurns({}, [1]).opening, [
      '1 is out',
      '2< start',
      '2< forfeited 1',
      '2< gameover 2 0',
      '2 has won: last-player',
    ]);
    const alone = inTurns({ options: { 'last-player': 'continue' } }, [1]);
    t.equal(alone.opening.at(-1), '2< turn 30000 1 20');
  });

  const rulesOf = { classic: openedBoggle, turns: inTurns } as const;

  t.test('A guess is checked in this order: in the dictionary, not yet found, on the board', async (t) => {
    const table = openedBoggle();
    table.says(
      1,
      'guess XQ',
      'guess cat',
      'guess CaT',
      'guess SCAT',
      'guess cats',
      'guess C4T',
      "guess CAT'S",
    );
    t.same(table.noted(1), [
      'ready',
      'guess XQ notindictionary',
      'guess CAT 1',
      'guess CAT alreadyfound',
      'guess SCAT notonboard',
      'guess CATS 1',
      'guess C4T notindictionary',
      "guess CAT'S notindictionary",
    ]);
    t.match(
      table.events.find(({ word }) => word === 'CAT'),
      { path: [0, 1, 2], bytes: [15, 25] },
    );
  });

  t.test('A word is worth by its letters, of which Qu are two', async (t) => {
    const line = 'ABCDEFGHIJ';
    const words = Array.from(line, (_, index) => line.slice(0, index + 1));
    const table = openedBoggle({ players: 1, board: line, words });
    table.says(1, ...words.map((word) => `guess ${word}`), 'done');
    t.same(
      table.events.flatMap(({ type, points }) => (type === 'found' ? [points] : [])),
      [[0, 0, 1, 1, 2, 3, 5, 11, 11, 11]],
    );
  });

  t.test('Classic: a word of one player brings its points; one that two found brings none', async (t) => {
    const table = openedBoggle({ players: 3 });
    t.same(table.says(1, 'guess CATS', 'guess A', 'guess cat', 'guess CAT', 'guess DOG'), []);
    t.same(table.says(2, 'guess cat', 'guess tax', 'guess qua', 'guess cats'), []);
    t.same(table.says(3, 'guess A', 'guess sat'), []);
    t.equal(table.wait(seconds(180)).at(-1), '2 has won: time-up');
    t.match(table.events.slice(-4), [
      { type: 'found', seat: 1, words: ['A', 'CAT', 'CATS'], points: [0, 0, 0] },
      { type: 'found', seat: 2, words: ['CAT', 'CATS', 'QUA', 'TAX'], points: [0, 0, 1, 1] },
      { type: 'found', seat: 3, words: ['A', 'SAT'], points: [0, 1] },
      { type: 'scores', seats: [1, 2, 3], scores: [0, 2, 1] },
    ]);
    t.equal(table.outcomes(), 'lost, won, lost');
  });

  t.test('Classic: equal tops are a draw, also of nothing', async (t) => {
    const table = openedBoggle({ players: 3 });
    table.says(1, 'guess CAT');
    table.says(3, 'guess SAT');
    t.equal(table.wait(seconds(180)).at(-1), 'nobody has won: time-up');
    t.equal(table.outcomes(), 'draw, lost, draw');
    t.equal(table.verdict!.outcome, 'draw');
  });

  t.test('Classic: what arrives by the end of the time counts; later is too late', async (t) => {
    const table = openedBoggle({ options: { time: seconds(1) } });
    // A microsecond passes before each word of a player, and the game began with the last `ready`.
    table.wait(seconds(1) - micros(2));
    t.same(table.says(1, 'guess CAT'), []);
    t.match(table.says(2, 'guess SAT').at(-1), '1 has won: time-up');
    t.notOk(
      table.events.some(({ word }) => word === 'SAT'),
      'what comes after the end is not heard',
    );
  });

  t.test('Classic: what comes after done is dropped, and without end it is a flood', async (t) => {
    const table = openedBoggle({ players: 3, options: { 'max-late': 256 } });
    t.same(table.says(1, 'guess CAT', 'done', 'guess CATS', 'done', 'forfeit'), []);
    t.same(table.noted(1).slice(1), ['guess CAT 1', 'done', 'late guess CATS', 'late done', 'late forfeit']);
    const flood = table.says(1, ...new Array<string>(30).fill('guess SAT'));
    t.same(flood, ['2< forfeited 1', '3< forfeited 1', '1 is out']);
    table.wait(seconds(180));
    t.equal(table.outcomes(), 'offender flood/late, draw, draw');
  });

  t.test('Classic: any line after done is dropped, and no word before it is void', async (t) => {
    const lines = [
      'hello',
      '',
      'ready',
      'guess',
      'guess CAT CATS',
      'pass',
      '@1 guess CAT',
      'done now',
      'café',
      '\0\t\x7f',
    ];
    for (const line of lines) {
      const table = openedBoggle();
      t.same(table.says(1, 'guess CATS', 'done', line, 'guess CAT'), [], line);
      t.equal(table.noted(1).length, 5, line);
      table.says(2, 'guess CAT', 'done');
      t.equal(table.outcomes(), 'draw, draw', line);
    }
    const table = openedBoggle();
    table.says(1, 'done', 'caf\u00e9 \0');
    t.equal(table.noted(1).at(-1), 'late caf\\xc3\\xa9 \\x00', 'what is no text can be read');
  });

  t.test('Classic: the caps hold after done, too', async (t) => {
    const long = openedBoggle({ players: 3, options: { 'max-line': 256 } });
    long.says(1, 'done', 'x'.repeat(257));
    t.equal(long.events.findLast(({ type }) => type === 'offence')?.rule, 'line');
    const much = openedBoggle({ players: 3, options: { 'max-late': 256 } });
    much.says(1, 'done', ...new Array<string>(80).fill('\u00e9\0'));
    t.equal(much.events.findLast(({ type }) => type === 'offence')?.rule, 'late');
  });

  t.test('Classic: the game is over when the only one who was not done has left', async (t) => {
    const left = openedBoggle({ players: 3 });
    left.says(1, 'done');
    left.says(2, 'done');
    t.equal(left.leaves(3).at(-1), 'nobody has won: played-out');
  });

  t.test('A player that says forfeit is removed, and the only one left has won', async (t) => {
    const table = openedBoggle();
    table.says(1, 'guess CAT');
    t.same(table.says(1, 'forfeit'), [
      '1< forfeited 1',
      '2< forfeited 1',
      '1 is out',
      '2< found 1 CAT 1',
      '2< gameover 1 1 2 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'forfeited, won');
  });

  t.test('With --last-player continue the game goes on alone', async (t) => {
    const options = { 'last-player': 'continue' } as const;
    const turns = inTurns({ options: { ...options, turns: 3 } });
    t.same(turns.leaves(1), ['2< forfeited 1', '1 is out', '2< turn 30000 1 3'], 'its turn is not used up');
    turns.says(2, 'guess CAT');
    t.equal(turns.says(2, 'pass').at(-1), '2< turn 30000 3 1');
    t.equal(turns.says(2, 'pass').at(-1), '2 has won: turns-used');
  });

  t.test('Nobody is left: nobody has won, and the record says what was found', async (t) => {
    const table = openedBoggle({ options: { 'last-player': 'continue' } });
    table.says(1, 'guess CAT');
    table.leaves(1);
    t.same(table.leaves(2, 'closed'), ['2 is out', 'nobody has won: nobody-left']);
    t.equal(table.outcomes(), 'left exited, left closed');
    t.equal(table.verdict!.outcome, 'aborted');
    t.match(table.events.slice(-2), [
      { type: 'found', seat: 1, words: ['CAT'] },
      { type: 'scores', seats: [1, 2], scores: [1, 0] },
    ]);
  });

  t.test('Turns are for two players', async (t) => {
    const { options } = boggle;
    const turns = {
      ...Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, spec.default])),
      rules: 'turns',
    };
    t.equal(boggle.unplayable(turns as never, 2), undefined);
    t.match(
      boggle.unplayable(turns as never, 3),
      /^--rules turns is for 2 players, and there are 3: .*--rules classic$/,
    );
    t.match(boggle.unplayable(turns as never, 1), /and there is 1:/);
    for (const seats of [1, 2, 16])
      t.equal(boggle.unplayable({ ...turns, rules: 'classic' } as never, seats), undefined);
    const banked = { ...turns, rules: 'classic', 'time-bank': seconds(60) };
    t.match(boggle.unplayable(banked as never, 2), /^--time-bank is for --rules turns: .*for --time/);
  });

  t.test('The host ends a game: what was found is told, and nobody has won', async (t) => {
    const time = openedBoggle({ gameTimeout: seconds(10) });
    time.says(1, 'guess CAT');
    t.same(time.wait(seconds(10)), [
      '1< found 1 CAT 1',
      '1< gameover 1 1 2 0',
      '2< found 1 CAT 1',
      '2< gameover 1 1 2 0',
      'nobody has won: game-timeout',
    ]);
    t.match(time.verdict, { outcome: 'timeout', winner: null });
    t.equal(time.outcomes(), 'lost, lost');
    for (const opened of Object.values(rulesOf)) {
      const cut = opened();
      t.same(cut.interrupt(), ['1< gameover 1 0 2 0', '2< gameover 1 0 2 0', 'nobody has won: interrupted']);
      t.match(cut.verdict, { outcome: 'aborted' });
      t.equal(cut.outcomes(), 'unfinished, unfinished');
    }
  });

  t.test('Sixteen players', async (t) => {
    const table = openedBoggle({ players: 16 });
    for (let seat = 1; seat <= 16; seat++)
      t.same(table.says(seat, 'guess CAT', ...(seat === 7 ? ['guess TAX'] : [])), []);
    const told = table.wait(seconds(180));
    t.equal(told.length, 16 * 18 + 1);
    t.equal(told.at(-1), '7 has won: time-up');
    t.match(told.at(-2), '16< gameover 1 0 2 0 3 0 4 0 5 0 6 0 7 1 8 0');
  });

  t.test('One seed, one board; it may be up to 16 by 16', async (t) => {
    const rolled = (key: number, options = {}) =>
      laidBoggle({ board: '', key, options })
        .greeting(1)
        .filter((line) => /^(board|row)/.test(line));
    t.same(rolled(1), rolled(1));
    t.notSame(rolled(1), rolled(2));
    t.equal(rolled(1)[0], 'board 4 4');
    const large = rolled(1, { width: 16, height: 16 });
    t.equal(large[0], 'board 16 16');
    t.ok(large.length === 17 && allOf(large.slice(1), (row) => row.split(' ').length === 17));
    t.same(rolled(1, { width: 1, height: 3 })[0], 'board 1 3');
  });

  t.test('The order in which start goes out is drawn from the seed', async (t) => {
    const orders = [0, 1, 2, 3, 4, 5].map((key) => {
      const setup = setupOf({ players: 4, key });
      const present = [1, 2, 3, 4].map((seat) => ({ seat, dialect: undefined }));
      const order = () =>
        boggle
          .open(boggle.prepare(setup as never), present, 0)
          .effects.flatMap((effect) => (effect.do === 'gate' ? effect.tells.map(({ seat }) => seat) : []))
          .join('');
      t.equal(order(), order());
      return order();
    });
    t.ok(new Set(orders).size > 3, orders.join(' '));
  });

  t.test('The result counts right words, wrong guesses, timeouts and, in turns, the turns', async (t) => {
    const tallied = (table: ReturnType<typeof inTurns>) => {
      const tally = boggle.tally(2);
      for (const event of table.events) tally.take(event as BoggleEvent);
      return [tally.game(), tally.player(1), tally.player(2)];
    };
    const best = { seat: 1, word: 'CAT', points: 1 };
    const turns = inTurns({ options: { turns: 4 } });
    turns.says(1, 'guess CAT');
    turns.says(2, 'guess CAT');
    turns.wait(seconds(31));
    t.same(tallied(turns), [
      { turns: 4, best },
      { score: 1, moves: 1, errors: 0, timeouts: 1 },
      { score: 0, moves: 0, errors: 1, timeouts: 0 },
    ]);
    const classic = openedBoggle();
    classic.says(1, 'guess CAT', 'guess TAX', 'guess CAT', 'done');
    classic.says(2, 'guess CAT', 'done');
    t.same(tallied(classic), [
      { best },
      { score: 1, moves: 2, errors: 1, timeouts: 0 },
      { score: 0, moves: 1, errors: 0, timeouts: 0 },
    ]);
  });

  t.test('Other options are as they are for the other games', async (t) => {
    t.same(boggle.seats, { min: 1, max: 16 });
    t.match(namedBoard('RSPL/EIBT/ULZA/ESTI'), { ok: true, value: { width: 4, height: 4 } });
    t.match(namedBoard('QuA/BC'), { ok: true, value: { cells: ['QU', 'A', 'B', 'C'] } });
    t.match(namedBoard('AB/C'), { ok: false });
    for (const file of ['board.txt', './Board', 'boards/four', 'four', ''])
      t.equal(namedBoard(file), undefined, file);
  });

  t.test('A flood is cut off by what a player may write in a game', async (t) => {
    const table = openedBoggle({ players: 3, options: { 'max-output': 1024 } });
    table.says(1, 'guess TAX');
    for (let count = 0; count < 102; count++) table.says(1, 'guess CAT');
    t.equal(table.state.players[0]!.status.is, 'offender');
    table.says(2, 'guess CAT');
    t.same(table.wait(seconds(180)).slice(0, 2), ['2< found 2 CAT 1', '2< gameover 1 0 2 1 3 0']);
    t.equal(table.outcomes(), 'offender flood/output, won, lost');
    const turns = inTurns();
    turns.says(1, ...new Array<string>(1000).fill('guess CAT'));
    t.equal(turns.outcomes(), 'offender protocol/order, won', 'in turns its second word is one too many');
  });
});

t.test('boggle resume', async (t) => {
  const said = (word: string) =>
    ({ type: 'guess', word, tag: undefined, line: word, lineNumber: 1 }) as const;

  const inShort = ({ players, turn, turnsLeft, over }: State) => ({
    ...{ turn, turnsLeft, over },
    players: players.map(({ found, ...rest }) => ({ ...rest, found: found.inOrder() })),
  });

  t.test('a game that is put away after each turn goes on as one that is not', async (t) => {
    const setup = setupOf({ options: { rules: 'turns', turns: words.length } });
    const present = [1, 2].map((seat) => ({ seat, dialect: undefined }));
    const terms = boggle.prepare(setup as Parameters<typeof boggle.prepare>[0]);
    let kept = boggle.clockStarts(boggle.open(terms, present, 0).state, 1, 0);
    let whole = kept;
    for (const word of words) {
      const heard = { seat: whole.turn!.seat, message: said(word), at: 1, bytes: [0, 1] } as const;
      const step = boggle.hear(whole, heard);
      t.same(boggle.hear(kept, heard).effects, step.effects, word);
      whole = step.state.turn ? boggle.clockStarts(step.state, step.state.turn.seat, 0) : step.state;
      kept = putAway(whole);
      t.same(inShort(kept), inShort(whole));
    }
    t.ok(whole.over);
  });

  function putAway({ terms, turnsLeft, turn, players }: State): State {
    const soFar = players.map(({ score, found }) => ({ score, found: found.inOrder() }));
    return resumeTurns(terms, { turnsLeft, next: turn?.seat, players: soFar });
  }
});
