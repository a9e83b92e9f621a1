import t from 'tap';
import { laidScrabble } from '../games/scrabble-table.ts';
import { Bot, player } from './bot.ts';
import { tryMisuses } from './misuses.ts';

t.test('human', async (t) => {
  t.test('A person needs a terminal, and a wrong option is a usage error', async (t) => {
    for (const [args, environment, why] of [
      [['--terminal', '/no/such/terminal'], {}, /terminal \/no\/such\/terminal \(ENOENT\)/],
      [[], { WORDHOST_TERMINAL: '/dev/null' }, /\/dev\/null is not a terminal/],
      [['--speed'], {}, /unknown option --speed. See wordhost player human --help/],
      [['--name'], {}, /--name requires a value/],
    ] as const) {
      await using bot = new Bot(player('human', ...args), environment);
      bot.tell(...laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1));
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, why);
      t.equal(bot.unread, '');
    }
  });
});

t.test('misuse', async (t) => await tryMisuses(t, { all: false }));
