import t from 'tap';
import { laidScrabble } from '../games/scrabble-table.ts';
import { Bot, player } from './bot.ts';

t.test('A person needs a terminal, and a wrong option is a usage error', async (t) => {
  for (const [args, environment, why] of [
    [
      ['--terminal', '/no/such/terminal'],
      {},
      /expected a terminal; \/no\/such\/terminal cannot be opened \(ENOENT\): start/,
    ],
    [
      [],
      { WORDHOST_TERMINAL: '/dev/null' },
      /expected a terminal; \/dev\/null is none: start the host in a terminal/,
    ],
    [['--speed'], {}, /there is no option --speed: see --help/],
    [['--name'], {}, /--name: expected a value; got none/],
  ] as const) {
    await using bot = new Bot(player('human', ...args), environment);
    bot.tell(...laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1));
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, why);
    t.equal(bot.unread, '');
  }
});
