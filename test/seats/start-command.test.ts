import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { playerEnvironment, programAlone } from '../../host/seats/process/start-command.ts';
import { hostingFor } from './sitting.ts';

const cwd = t.testdir({
  bot: '#!/bin/sh\n',
  text: 'a list\n',
  bin: { bot: '#!/bin/sh\n', 'a=b': '', '-x': '' },
});
for (const name of ['bot', 'bin/bot', 'bin/a=b', 'bin/-x']) chmodSync(join(cwd, name), 0o755);
const place = { shell: '/bin/sh', cwd, isHidden: false };

t.test('a program by its path, with plain words, needs no shell', async (t) => {
  t.same(programAlone('./bot', place), ['./bot']);
  t.same(programAlone(`${cwd}/bot`, { ...place, cwd: undefined }), [`${cwd}/bot`]);
  t.same(
    programAlone(' bin/bot  --depth=3 -v a:b,c@d+e%f ', place),
    'bin/bot --depth=3 -v a:b,c@d+e%f'.split(' '),
  );
});

t.test('all else is for the shell', async (t) => {
  const commands = [
    ['a name', 'bot'],
    ['a name of the shell itself', 'echo ./bot'],
    ['a variable', 'A=b/c ./bot'],
    ['a file that looks like one', 'bin/a=b'],
    ['an option of env', '-x/../bot'],
    ...[
      ';',
      '&',
      '|',
      '<',
      '>',
      '(',
      ')',
      '$',
      '`',
      '\\',
      '"',
      "'",
      '\n',
      '\t',
      '*',
      '?',
      '[',
      ']',
      '#',
      '~',
      '{',
      '}',
      '!',
      '^',
      'é',
      '\0',
    ].map((character) => ['a character that may mean something', `./bot a${character}b`]),
    ['nothing', ''],
    ['spaces', '  '],
    ['a file that may not be executed', './text'],
    ['a file that is not there', './nothing'],
    ['a folder', './bin'],
  ] as const;
  for (const [what, command] of commands)
    t.equal(programAlone(command!, place), undefined, `${what}: ${command}`);
});

t.test('another shell is asked, and so is any where the program may be hidden from the player', async (t) => {
  t.equal(programAlone('./bot', { ...place, shell: '/bin/bash' }), undefined);
  t.equal(programAlone('./bot', { ...place, isHidden: true }), undefined);
});

t.test('what a player is told goes before what the host has', async (t) => {
  const hosting = hostingFor('off', {
    game: 'g',
    environment: (seat) => ({ A: `for ${seat}`, WORDHOST_SEAT: 'no' }),
  });
  const host = {
    A: 'host',
    B: 'host',
    WORDHOST_OPT_SEED: '1',
    WORDHOST_GAME: 'outer',
    PYTHONUNBUFFERED: '0',
  };
  const lines = playerEnvironment(host, hosting, 2).exports().split('\n');
  t.same(Object.fromEntries(lines.map((line) => /^export (\w+)='(.*)'$/.exec(line)!.slice(1))), {
    A: 'for 2',
    B: 'host',
    PYTHONUNBUFFERED: '0',
    WORDHOST_GAME: 'g',
    WORDHOST_SEAT: '2',
  });
});

t.test('what one player has of its own is not in the environment of the next', async (t) => {
  const host = { A: 'host', PWD: '/there' };
  const of = (seat: number, variables: Record<string, string>) =>
    playerEnvironment(host, hostingFor('off', { game: 'g', variables }), seat);
  const [first, second] = [of(1, { A: 'first', B: 'b\0b', PWD: '/here' }), of(2, {})];
  t.same(
    [first, second].map((each) => ['A', 'PWD', 'WORDHOST_SEAT'].map((name) => each.get(name))),
    [
      ['first', '/here', '1'],
      ['host', '/there', '2'],
    ],
  );
  t.same([first.broken, second.broken], ['B', undefined]);
  t.notMatch(first.exports('PWD'), 'PWD');
  t.notMatch(second.exports('PWD'), /PWD|first/);
  t.match(second.exports(), /^export PWD='\/there'$/m);
});
