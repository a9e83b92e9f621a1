import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { botsInFolder } from '../../host/cli/commands/check/bots-in-folder.ts';

const folder = t.testdir({
  'ada.py': 'print()\n',
  'ben.py': '#!/usr/bin/env python3\n',
  carl: '\x7fELF',
  'dora.mjs': '',
  'her bot.sh': '',
  'no.md': '',
  'source.c': '',
  '.hidden.py': '',
  emil: { 'player.py': '', 'words.py': '' },
  fred: { 'game.rb': '', notes: '' },
  gina: { 'a.py': '', 'b.py': '' },
  hugo: { 'a.c': '' },
});
for (const name of ['ben.py', 'carl']) chmodSync(join(folder, name), 0o755);

const { bots, others } = botsInFolder(folder);
const commands = new Map(bots.map(({ name, command }) => [name, command.replaceAll(folder, '.')]));

t.test('Each program and each script in a folder is a bot, and each folder with one', async (t) => {
  t.same(
    [...commands],
    [
      ['ada.py', 'python3 ./ada.py'],
      ['ben.py', './ben.py'],
      ['carl', './carl'],
      ['dora.mjs', 'node ./dora.mjs'],
      ['emil', 'cd ./emil && python3 ./player.py'],
      ['fred', 'cd ./fred && ruby ./game.rb'],
      ['her bot.sh', `sh '${folder}/her bot.sh'`.replaceAll(folder, '.')],
    ],
  );
});

t.test('What is no bot is named, with the reason where that helps', async (t) => {
  t.same(others, [
    'gina/ (a.py, b.py can be run: call one of them bot, player, main or run)',
    'hugo/ (nothing in it can be run)',
    'no.md',
    'source.c',
  ]);
});

t.test('A folder that is named without a slash is no command on the PATH', async (t) => {
  t.match(commands.get('carl'), /\//);
});
