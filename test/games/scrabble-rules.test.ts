import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { millis, seconds } from '../../host/core/units.ts';
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

  t.test('A play that stands is recorded with its words, what was drawn and the new rack', async (t) => {
    const table = dealtScrabble(two);
    table.says(1, word('CAT', 0, 0));
    t.match(table.events.at(-2), {
      type: 'play',
      seat: 1,
      points: 60,
      words: ['CAT'],
      drew: '5x3',
      rack: 'EEE',
    });
  });

  t.test('Who plays alone has its next turn after one that took too much', async (t) => {
    const options = { 'turn-cpu': seconds(1), 'last-player': 'continue' } as const;
    const table = dealtScrabble({ hands: ['AB'], others: 'DDDD', options });
    t.same(table.spends(1, seconds(2), 'pass', 'pass'), ['1< timeout 1', '1< bag 4', '1< turn 30000 2']);
    t.same(table.says(1, '@1 pass'), []);
    t.match(
      table.says(1, 'pass', 'pass').join(),
      /1< passed 1,1< bag 4,1< turn 30000 3,1 is out/,
      'no turn to answer',
    );
  });

  t.test('Of the attempts at one turn spectators see the last one', async (t) => {
    const table = dealtScrabble({ ...two, options: { illegal: 'retry=2' } });
    table.says(1, word('TA', 0, 0));
    table.says(1, 'change');
    table.says(1, 'change');
    t.strictSame(
      table.events.flatMap(({ type, retry }) => (retry === undefined ? [] : [type, retry])),
      ['play', 1, 'turn', 1, 'change', 2, 'turn', 2],
    );
    const seen = table.events.flatMap((event) => scrabble.publicEvent!(event as never, {}) ?? []);
    t.strictSame(
      seen.map(({ type }) => type).filter((type) => ['turn', 'play', 'change'].includes(type)),
      ['turn', 'change', 'turn'],
    );
  });

  t.test('With --illegal retry=N a move at the end of the time is the last one', async (t) => {
    const table = dealtScrabble({ ...two, options: { illegal: 'retry=2', timeout: seconds(10) } });
    table.wait(seconds(10) + millis(10));
    t.equal(table.says(1, 'change').at(-1), '2< turn 10000 1');
    table.says(2, 'change');
    t.strictSame(
      table.says(2, 'pass', 'pass').filter((line) => line.startsWith('2')),
      ['2< passed 2', '2 is out'],
      'a second answer to one attempt breaks the wire',
    );
    t.equal(table.outcomes(), 'won, offender protocol/order');
  });

  t.test('Attempts that end no turn are not turns without a score', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CQ'], others: 'DDDD', options: { illegal: 'retry=100' } });
    for (let attempt = 0; attempt < 20; attempt++) table.says(1, 'change');
    for (const seat of [1, 2, 1, 2, 1]) table.says(seat, 'pass');
    t.equal(table.verdict, undefined);
    t.equal(table.says(2, 'pass').at(-1), '1 has won: scoreless');
  });

  t.test('--max-turns and --game-timeout end a game without a winner', async (t) => {
    const turns = dealtScrabble({ ...two, options: { 'max-turns': 2 } });
    turns.says(1, 'pass');
    turns.says(2, 'pass');
    t.match(turns.verdict, { outcome: 'timeout', reason: 'max-turns' });
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

  t.test('what is wished for is taken first, by whoever takes it, if it is there', async (t) => {
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
  });

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

  t.test('with --leftover twice who goes out gains double, and the others lose nothing', async (t) => {
    const play = (leftover: 'rules' | 'twice') => {
      const table = laidScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'], options: { leftover } });
      for (const seat of [1, 2]) table.says(seat, 'ready');
      table.says(1, word('CAT', 0, 0));
      return table.events.find((event) => (event as { type: string }).type === 'scores');
    };
    t.match(play('rules'), { scores: [65, -5] });
    t.match(play('twice'), { scores: [70, 0] });
  });
});
