import t from 'tap';
import { shortPlayerNames } from '../../host/views/words.ts';

const shortNames = (...commands: readonly string[]) =>
  shortPlayerNames(commands.map((command) => ({ name: command, command })));

t.test('a player without a name is called by its program, not by the value of an option', async (t) => {
  t.strictSame(shortNames('python3 bots/old.py --depth 3', 'wordhost player greedy --pause 700ms'), [
    'old.py',
    'greedy',
  ]);
  t.strictSame(shortNames('./bot --depth 3', './bot --depth 4'), ['3', '4']);
  t.strictSame(shortNames('./bot 1 -a', './bot 1 -b'), ['./bot 1 -a', './bot 1 -b']);
  t.strictSame(shortPlayerNames([{ name: 'Ada', command: './bot' }]), ['Ada']);
  t.strictSame(
    shortPlayerNames(
      ['', ' #2'].map((number) => ({ name: `./bot --depth 3${number}`, command: './bot --depth 3' })),
    ),
    ['bot', 'bot #2'],
  );
});
