import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { filledPool, putBack, takeFrom } from '../../host/games/kit/pool.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { optionsOf } from './gcg-again.ts';
import { laidScrabble, word } from './scrabble-table.ts';

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
