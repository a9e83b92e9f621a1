import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isLiving } from '../../host/seats/process/processes/proc.ts';
import { laidScrabble } from '../games/scrabble-table.ts';
import { until } from '../support/until.ts';
import { Bot, player } from './bot.ts';
import { engineGame, list } from './engine/games.ts';

t.test('an engine that ends in mid-game has left, and it is said why', async (t) => {
  const { result, stderr } = await engineGame(t.testdir(list), 'magpie', { habit: 'ends 2' });
  t.match(result?.players[0], { outcome: 'left', cause: 'crashed' });
  t.match(stderr, /wordhost player engine: the engine exited with status 3 after "generate -numplays 1"/);
});

/** An engine that answers nothing and does not end with its input, and the number of its process. */
const silentEngine = async (t: Test, script: string) => {
  const path = join(t.testdir({ 'words.txt': 'CAT\n' }), 'pid');
  const words = ['--kind', 'magpie', '--board', 'a', '--tiles', 'b', '--start-within', '2s'];
  const bot = new Bot(
    player('engine', ...words, `echo $$ > '${path}.new'; mv '${path}.new' '${path}'; ${script}`),
    {},
  );
  const own: Record<string, string> = {
    dictionary: `dictionary ${join(path, '..', 'words.txt')}`,
    handsize: 'handsize 7',
  };
  const told = laidScrabble({ hands: ['CAT', 'EEE'], others: 'AAAAAAA' }).greeting(1);
  bot.tell(...told.map((line) => own[line.split(' ')[0]!] ?? line));
  await until(
    () => existsSync(path),
    () => `the engine was not started: ${bot.stderr}`,
  );
  return { bot, pid: Number(readFileSync(path, 'utf8')) };
};

t.test('an engine that ignores SIGTERM is killed when its player has given it up', async (t) => {
  const { bot, pid } = await silentEngine(t, "trap '' TERM; while :; do sleep 0.1; done");
  t.equal(await bot.exit, 2);
  t.match(bot.stderr, /the engine wrote nothing/);
  t.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

t.test('a player that is ended by SIGTERM ends its engine', async (t) => {
  const { bot, pid } = await silentEngine(t, 'exec sleep 600');
  bot.signal('SIGTERM');
  await bot.exit;
  await until(
    () => !isLiving(pid),
    () => `the engine ${pid} lives on`,
  );
});
