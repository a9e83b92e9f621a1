import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { seconds } from '../../host/core/units.ts';
import { filledPool, putBack, takeFrom } from '../../host/games/kit/pool.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { optionsOf } from './gcg-again.ts';
import { dealtScrabble, laidScrabble, word } from './scrabble-table.ts';

t.test('scrabble table', async (t) => {
  const two = {
    hands: ['ACT', 'DOG'],
    draws: 'EEES',
    words: ['ACT', 'CAT', 'DOG', 'CATS', 'DO', 'GO', 'TEE', 'AT'],
  };

  t.test('A player is told the whole table before it is ready', async (t) => {
    const table = laidScrabble(two);
    const lines = table.greeting(2);
    t.same(lines.slice(0, 9), [
      'scrabble 1',
      'rules tournament',
      'player 2',
      'players 2',
      'first 1',
      'name 1 p1',
      'name 2 p2',
      'handsize 3',
      'timeout 30000',
    ]);
    t.same(
      lines.filter((line) => /^(center|used|infinite|layout|hand |end|square 1)/.test(line)),
      [
        'center 0 0',
        'square 1 0 _result_ := (pointValue(_pos_) * 2) + _acc_',
        'used 0',
        'infinite 0',
        'layout -7 -7 15 15',
        'hand 4x1 7x1 15x1',
        'end',
      ],
    );
    t.equal(
      lines.find((line) => line.startsWith('row')),
      'row 400100040001004',
    );
    t.equal(
      lines.find((line) => line.startsWith('tile 4 ')),
      'tile 4 D2',
    );
    t.match(
      lines.find((line) => line.startsWith('tile 0 ')),
      /^tile 0 A0,B0,.*,Z0$/,
    );
  });

  t.test('All are ready: start, then the first turn', async (t) => {
    t.same(dealtScrabble(two).opening, ['1< start', '2< start', '1< bag 4', '1< turn 30000 1']);
    t.same(dealtScrabble({ ...two, first: 2 }).opening, [
      '1< start',
      '2< start',
      '2< bag 4',
      '2< turn 30000 1',
    ]);
  });

  t.test('Who is not ready has forfeited', async (t) => {
    const three = dealtScrabble({ hands: ['A', 'B', 'C'], others: 'DD' }, [1]);
    t.same(three.opening, [
      '1 is out',
      '2< start',
      '2< forfeited 1',
      '3< start',
      '3< forfeited 1',
      '2< bag 2',
      '2< turn 30000 1',
    ]);
  });

  t.test('A play that stands: the mover is told first, then the others, then whose turn it is', async (t) => {
    const table = dealtScrabble(two);
    t.same(table.says(1, word('CAT', 0, 0)), [
      '1< playsuccess 60 0 0 3C3 1 0 1A1 2 0 20T1 new 5x3',
      '2< played 1 60 0 0 3C3 1 0 1A1 2 0 20T1',
      '2< bag 1',
      '2< turn 30000 1',
    ]);
    t.match(table.events.at(-2), {
      type: 'play',
      seat: 1,
      points: 60,
      words: ['CAT'],
      drew: '5x3',
      rack: 'EEE',
    });
  });

  t.test(
    'A play that fails ends the turn: all errors, failed, and the others see what was tried',
    async (t) => {
      const table = dealtScrabble(two);
      t.same(table.says(1, word('TAC', 1, 0)), [
        '1< error firstwordnotovercenter 0 0',
        '1< failed',
        '2< playfailed 1 1 0 20T1 2 0 1A1 3 0 3C3',
        '2< bag 4',
        '2< turn 30000 1',
      ]);
      t.same(table.says(2, word('DX', 0, 0)), [
        '2< error playerdoesnothavepiece 2 24',
        '2< failed',
        '1< playfailed 2 0 0 4D2 1 0 24X8',
        '1< bag 4',
        '1< turn 30000 2',
      ]);
    },
  );

  t.test('A pass is told to all', async (t) => {
    t.same(dealtScrabble(two).says(1, 'pass'), ['1< passed 1', '2< passed 1', '2< bag 4', '2< turn 30000 1']);
  });

  t.test('A change draws first and puts back afterwards; the others see how many', async (t) => {
    const table = dealtScrabble(two);
    t.same(table.says(1, 'change 1 3'), [
      '1< changesuccess 5x2',
      '2< changed 1 2',
      '2< bag 4',
      '2< turn 30000 1',
    ]);
    t.same(table.says(2, 'change 26'), [
      '2< error playerdoesnothavepiece 2 26',
      '2< failed',
      '1< passed 2',
      '1< bag 4',
      '1< turn 30000 2',
    ]);
    const poor = dealtScrabble({ ...two, others: '' });
    poor.says(1, word('CAT', 0, 0));
    t.same(poor.says(2, 'change 4').slice(0, 2), ['2< error notenoughpieces 1 1', '2< failed']);
  });

  t.test('A player that says forfeit is removed, and the only one left has won', async (t) => {
    const table = dealtScrabble(two);
    t.same(table.says(1, '@1 forfeit'), [
      '1< forfeited 1',
      '2< forfeited 1',
      '1 is out',
      '2< gameover 1 0 2 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'forfeited, won');
  });

  t.test('With --last-player continue the game goes on alone', async (t) => {
    const table = dealtScrabble({ ...two, options: { 'last-player': 'continue' } });
    t.same(table.leaves(1), ['2< forfeited 1', '1 is out', '2< bag 4', '2< turn 30000 1']);
    t.same(table.leaves(2), ['2 is out', 'nobody has won: nobody-left']);
    t.equal(table.outcomes(), 'left exited, left exited');
  });

  t.test('Somebody leaves while another has the turn: that goes on', async (t) => {
    const table = dealtScrabble({ hands: ['A', 'B', 'C'], others: 'DD' });
    t.same(table.leaves(3, 'crashed'), ['1< forfeited 3', '2< forfeited 3', '3 is out']);
    t.same(table.says(1, 'pass'), ['1< passed 1', '2< passed 1', '2< bag 2', '2< turn 30000 1']);
    t.same(table.says(2, 'pass').at(-1), '1< turn 30000 2');
  });

  t.test('A protocol error makes an offender; the others go on', async (t) => {
    const table = dealtScrabble({ hands: ['A', 'B', 'C'], others: 'DD' });
    t.same(table.says(1, 'help'), [
      '2< forfeited 1',
      '3< forfeited 1',
      '1 is out',
      '2< bag 2',
      '2< turn 30000 1',
    ]);
    t.same(table.says(3, 'pass'), [
      '2< forfeited 3',
      '3 is out',
      '2< gameover 1 0 2 0 3 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'offender protocol/word, won, offender protocol/order');
  });

  t.test('A turn that runs out counts as a pass; its answer is dropped when it comes', async (t) => {
    const table = dealtScrabble({ hands: ['A', 'B'], others: 'DDDD', options: { timeout: seconds(2) } });
    t.same(table.wait(seconds(2)), [], 'the margin is allowed on top');
    t.same(table.wait(seconds(0.06)), ['1< timeout 1', '2< timeout 1', '2< bag 4', '2< turn 2000 1']);
    t.same(table.says(1, 'pass'), [], 'before its next turn');
    t.same(table.says(2, 'pass').at(-1), '1< turn 2000 2');
    t.same(table.says(1, '@1 pass'), [], 'tagged as an old one');
    t.same(table.says(1, 'pass').at(-1), '2< turn 2000 2', 'untagged it is the answer');
    t.match(
      table.events.filter(({ type }) => type === 'late'),
      [
        { seat: 1, line: 'pass' },
        { seat: 1, line: '@1 pass' },
      ],
    );
  });

  t.test('A turn that took more processor time than its limit and the margin counts as a pass', async (t) => {
    const options = { 'turn-cpu': seconds(1), margin: seconds(0.05) };
    const table = dealtScrabble({ ...two, options });
    t.same(table.spends(1, seconds(1.05)), [], 'the margin is allowed on top');
    t.same(table.spends(2, seconds(3)), [], 'not in the turn of another');
    const late = ['1< timeout 1', '2< timeout 1', '2< bag 4', '2< turn 30000 1'];
    t.same(table.spends(1, seconds(1.06), 'pass'), late, 'and what it led to is dropped');
    t.match(table.events.at(-1), { type: 'late', seat: 1, line: 'pass' });
    t.match(
      table.events.find(({ type }) => type === 'timeout'),
      { seat: 1, k: 1, of: 'turn-cpu' },
    );
    t.equal(table.says(2, 'pass').at(-1), '1< turn 30000 2');
  });

  t.test(
    'Who plays alone has its next turn after one that took too much, and may be late with the last',
    async (t) => {
      const options = { 'turn-cpu': seconds(1), 'last-player': 'continue' } as const;
      const table = dealtScrabble({ hands: ['AB'], others: 'DDDD', options });
      t.same(table.spends(1, seconds(2), 'pass', 'pass'), ['1< timeout 1', '1< bag 4', '1< turn 30000 2']);
      t.same(table.says(1, '@1 pass'), []);
      t.match(
        table.says(1, 'pass', 'pass').join(),
        /1< passed 1,1< bag 4,1< turn 30000 3,1 is out/,
        'no turn to answer',
      );
    },
  );

  t.test('Without a limit nobody runs out of time', async (t) => {
    const table = dealtScrabble({ ...two, options: { timeout: Number.POSITIVE_INFINITY } });
    t.equal(table.opening.at(-1), '1< turn none 1');
    t.ok(table.greeting(1).includes('timeout none'));
    t.same(table.wait(seconds(1e6)), []);
  });

  t.test('With --illegal forfeit an illegal move is the end: errors, failed, forfeited', async (t) => {
    const table = dealtScrabble({ ...two, options: { illegal: 'forfeit' } });
    t.same(table.says(1, word('TA', 0, 0)), [
      '1< error wordnotindictionary TA',
      '1< failed',
      '2< playfailed 1 0 0 20T1 1 0 1A1',
      '1< forfeited 1',
      '2< forfeited 1',
      '1 is out',
      '2< gameover 1 0 2 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'offender illegal/wordnotindictionary, won');
  });

  t.test('Bag and a hand empty: played out, and what is held changes hands', async (t) => {
    const hands = ['ACT', 'DOG'];
    const played = dealtScrabble({ hands });
    t.same(played.says(1, word('CAT', 0, 0)).slice(-3), [
      '1< gameover 1 65 2 -5',
      '2< gameover 1 65 2 -5',
      '1 has won: played-out',
    ]);
    t.equal(played.outcomes(), 'won, lost');
    const course = dealtScrabble({ hands: ['CAT', 'EEK'], options: { rules: 'course', handsize: 3 } });
    t.same(course.says(1, word('CAT', 0, 0)).slice(-3), [
      '1< gameover 1 55 2 -6',
      '2< gameover 1 55 2 -6',
      '1 has won: played-out',
    ]);
    const simple = dealtScrabble({ hands, options: { rules: 'simple' } });
    t.same(simple.says(1, word('CAT', 5, 5)).slice(-3), [
      '1< gameover 1 3 2 0',
      '2< gameover 1 3 2 0',
      '1 has won: played-out',
    ]);
  });

  t.test('Tournament: three turns of each in a row that changed no score end the game', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CQ'], others: 'DDDD' });
    table.says(1, word('BA', 0, 0));
    for (const seat of [2, 1, 2, 1, 2]) t.notMatch(table.says(seat, 'pass').join(), /gameover/);
    t.same(table.says(1, 'change 4').slice(-4), [
      '2< changed 1 1',
      '1< gameover 1 54 2 -13',
      '2< gameover 1 54 2 -13',
      '1 has won: scoreless',
    ]);
  });

  t.test('Course: changes and failed plays count too, a play that stood does not', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CQ'], others: 'DDDD', options: { rules: 'course' } });
    for (const seat of [1, 2, 1, 2, 1]) table.says(seat, seat === 1 ? 'change 1' : 'pass');
    t.equal(table.verdict, undefined);
    t.match(table.says(2, word('X', 0, 0)).at(-1), /: passed-out$|nobody has won/);
  });

  t.test('Simple: after a turn without points the next player has one more', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CD'], others: 'EEEE', options: { rules: 'simple' } });
    table.says(1, word('BA', 0, 0));
    t.equal(table.says(2, 'pass').at(-1), '1< turn 30000 2');
    t.same(
      table.says(1, word('A', 5, 5)).slice(-1),
      ['1 has won: scoreless'].map((line) => line),
      'though it scored',
    );
  });

  t.test('Equal tops are a draw', async (t) => {
    const table = dealtScrabble({
      hands: ['AA', 'AA', 'EE'],
      others: 'AA',
      options: { rules: 'course', 'max-turns': undefined },
    });
    const passes = [1, 2, 3, 1, 2, 3, 1, 2, 3].map((seat) => table.says(seat, 'pass'));
    t.equal(passes.at(-1)!.at(-1), 'nobody has won: passed-out');
    t.equal(table.outcomes(), 'draw, draw, draw');
  });

  t.test('--max-turns and --game-timeout end a game without a winner', async (t) => {
    const turns = dealtScrabble({ ...two, options: { 'max-turns': 2 } });
    turns.says(1, word('CAT', 0, 0));
    t.same(turns.says(2, 'pass').slice(-3), [
      '1< gameover 1 60 2 0',
      '2< gameover 1 60 2 0',
      'nobody has won: max-turns',
    ]);
    t.match(turns.verdict, { outcome: 'timeout' });
    t.equal(turns.outcomes(), 'lost, lost');
    const time = dealtScrabble({ ...two, gameTimeout: seconds(10) });
    t.equal(time.wait(seconds(10)).at(-1), 'nobody has won: game-timeout');
    const cut = dealtScrabble(two);
    t.equal(cut.interrupt().at(-1), 'nobody has won: interrupted');
    t.equal(cut.outcomes(), 'unfinished, unfinished');
  });

  t.test("Who left keeps its points and its place, but can't win; its tiles leave the game", async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CD', 'EE'], others: '' });
    table.says(1, word('BA', 0, 0));
    t.match(table.verdict, { winner: 1 });
    const left = dealtScrabble({ hands: ['AB', 'CD', 'EE'], draws: 'AA' });
    left.says(1, word('BA', 0, 0));
    left.leaves(1, 'closed');
    for (const seat of [2, 3, 2, 3, 2]) left.says(seat, 'pass');
    t.same(left.says(3, 'pass').slice(-3), [
      '2< gameover 1 58 2 -5 3 -2',
      '3< gameover 1 58 2 -5 3 -2',
      '3 has won: scoreless',
    ]);
    t.equal(left.outcomes(), 'left closed, lost, won');
  });
});

t.test('scrabble draws', async (t) => {
  const chance = { key: keyOf('1'), names: ['Ada', 'Ben'] };

  t.test(
    'what is wished for is taken first, whoever takes it, and what is not there is passed over',
    async (t) => {
      for (const mirrored of [false, true]) {
        const pool = filledPool([...'ABCDEF'], { ...chance, mirrored }, [...'FAXAB']);
        const [first, rest] = takeFrom(pool, 1, 2);
        t.same(first, ['F', 'A']);
        const [second, others] = takeFrom(putBack(rest, ['A']), 2, 2);
        t.same(second, ['A', 'B'], 'A is there again');
        const [last, none] = takeFrom(others, 1, 9);
        t.same([...last].sort(), ['C', 'D', 'E']);
        t.equal(none.left, 0);
      }
    },
  );

  const options = { lexicon: undefined, options: { handsize: 3, draws: 'CAT?OGSE' } };

  t.test('tiles are drawn hand by hand as --draws has them', async (t) => {
    const setup = { ...chance, options: optionsOf(options), lexicon: undefined, keyOf };
    const { hands } = scrabble.prepare(setup);
    t.same(
      hands.map((hand) => [...hand.keys()].sort((one, other) => one - other)),
      [
        [1, 3, 20],
        [0, 7, 15],
      ],
    );
  });

  t.test('--draws of what no tile is cannot be played', async (t) => {
    const wrong = { ...options, options: { draws: 'CAT7' } };
    t.match(scrabble.unplayable(optionsOf(wrong), 2), /^--draws: expected tiles as letters, .* got "7"/);
    t.equal(scrabble.unplayable(optionsOf(options), 2), undefined);
  });

  t.test(
    'with --leftover twice who goes out gains the double of what the others hold, and they lose nothing',
    async (t) => {
      const play = (leftover: 'rules' | 'twice') => {
        const table = laidScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'], options: { leftover } });
        for (const seat of [1, 2]) table.says(seat, 'ready');
        table.says(1, word('CAT', 0, 0));
        return table.events.find((event) => (event as { type: string }).type === 'scores');
      };
      t.match(play('rules'), { scores: [65, -5] });
      t.match(play('twice'), { scores: [70, 0] });
    },
  );
});
