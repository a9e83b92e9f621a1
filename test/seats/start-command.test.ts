import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { programAlone } from '../../host/seats/process/start-command.ts';

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
