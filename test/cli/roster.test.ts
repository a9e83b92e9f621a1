import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { rosterLines } from '../../host/cli/tournament/roster.ts';
import { visibleLines } from '../../host/core/text.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import { readTournament } from '../../host/tournament/tournament-file.ts';
import fc, { runs } from '../support/laws.ts';

type Folders = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a roster of these folders says, as text and as values. */
async function rosterOf(bots: string): Promise<{ readonly text: string; readonly value: unknown }> {
  const lines = await rosterLines(bots, boggle);
  const text = `${lines.join('\n')}\n`;
  const reading = await readPlaced(text);
  if (!reading.ok) throw new Error(`${reading.place}: ${reading.problem}\n${text}`);
  return { text, value: reading.file.value };
}

function madeOf(parent: string, folders: Folders): string {
  const bots = join(parent, 'bots');
  for (const [name, files] of Object.entries(folders)) {
    mkdirSync(join(bots, name, 'sub'), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(bots, name, file), text);
  }
  return bots;
}

async function roster(t: Test, folders: Folders, change = (_bots: string) => {}) {
  const bots = madeOf(t.testdir({}), folders);
  change(bots);
  const { text, value } = await rosterOf(bots);
  return {
    bots,
    text: text.replaceAll(bots, 'bots'),
    ...(value as { readonly players: readonly object[] }),
  };
}

t.test('a player.yml says a name and a command, and a folder inside of its own', async (t) => {
  const { bots, text, players } = await roster(t, {
    ada: {
      'player.yml':
        'name: Ada L.\ncommand: ./bot --deep\ncwd: ../../.ssh\nenv: [SECRET]\noptions: { memory: 64G }\nsandbox: off\n',
    },
    ben: { 'player.json': '{ "command": "./bot", "cwd": "sub" }' },
    cleo: { 'player.yml': 'command: ./bot\ncwd: /etc\n' },
    dora: { 'player.yml': 'command: ./bot\ncwd: sub/../../ben\n' },
  });
  t.same(players, [
    { name: 'Ada L.', command: './bot --deep', cwd: `${bots}/ada` },
    { name: 'ben', command: './bot', cwd: `${bots}/ben/sub` },
    { name: 'cleo', command: './bot', cwd: `${bots}/cleo` },
    { name: 'dora', command: './bot', cwd: `${bots}/dora` },
  ]);
  const remarks = text.split('\n').filter((line) => line.startsWith('  #'));
  t.same(remarks, [
    '  # ada: left out: cwd (player.yml:3:1, not a folder inside its own), env (player.yml:4:1), options (player.yml:5:1), sandbox (player.yml:6:1)',
    '  # cleo: left out: cwd (player.yml:2:1, not a folder inside its own)',
    '  # dora: left out: cwd (player.yml:2:1, not a folder inside its own)',
  ]);
});

t.test('files beside the folders are no players, and are named', async (t) => {
  const { text, players } = await roster(t, { ada: { run: '' } }, (bots) => {
    chmodSync(join(bots, 'ada', 'run'), 0o755);
    for (const name of ['ben.py', 'C D.rb', '.hidden']) writeFileSync(join(bots, name), '');
    symlinkSync('ben.py', join(bots, 'link'));
  });
  t.equal(players.length, 1);
  t.match(text, /^# Left .*since.*player.*folder.*: "C D\.rb", ben\.py$/m);
  t.match(text, /# link: a symbolic link/);
});

t.test('of many files beside the folders some are named', async (t) => {
  const { text } = await roster(t, { ada: {} }, (bots) => {
    for (let number = 1; number <= 20; number++) writeFileSync(join(bots, `${number}.py`), '');
  });
  t.match(text, /: 1\.py, 10\.py, .*, 12 more$/m);
});

t.test('a player whose player.yml prepares it brings its files', async (t) => {
  const { bots, text, players } = await roster(
    t,
    {
      ada: { 'player.yml': 'command: ./bot\nprepare: make\n', 'bot.c': '' },
      ben: { 'player.yml': 'command: ./bot\nprepare: make\ncwd: sub\nfiles: /etc\n' },
      cleo: { 'player.yml': 'command: ./bot\nprepare: [make]\n' },
      dora: { 'player.yml': 'command: ./bot\nprepare: make\n' },
    },
    (bots) => symlinkSync('/etc/passwd', join(bots, 'dora', 'link')),
  );
  t.same(players, [
    { name: 'ada', command: './bot', files: `${bots}/ada`, prepare: 'make' },
    { name: 'ben', command: './bot', files: `${bots}/ben`, prepare: 'make' },
  ]);
  t.match(text, /# ben: .*: cwd \(player\.yml:3:1, .*prepare.*plays.*\), files \(player\.yml:4:1\)$/m);
  t.match(text, /# cleo: player\.yml:2:1: prepare: expected.*shell; got \["make"\]$/m);
  t.match(text, /# dora: .*dora\/link.*symbolic.*leads.* \/etc\/passwd/);
});

t.test('a symbolic link out of a folder makes no player and is not read', async (t) => {
  const { text, players } = await roster(
    t,
    {
      ada: {},
      ben: {},
      cleo: {},
      dora: { 'player.yml': 'command: sh -c "exec ./mine --x"\n' },
      emil: { 'player.yml': 'command: ./bot\ncwd: out\n' },
      fred: { 'real.py': '' },
    },
    (bots) => {
      const secret = join(bots, '..', 'secret');
      writeFileSync(secret, 'key: "a secret that nobody sees');
      symlinkSync(secret, join(bots, 'ada', 'player.yml'));
      symlinkSync('/bin/true', join(bots, 'ben', 'run'));
      symlinkSync(secret, join(bots, 'cleo', 'bot.py'));
      symlinkSync('/bin/true', join(bots, 'dora', 'mine'));
      symlinkSync('/etc', join(bots, 'emil', 'out'));
      symlinkSync('real.py', join(bots, 'fred', 'player.py'));
      symlinkSync('/etc', join(bots, 'gina'));
      symlinkSync('hugo', join(bots, 'hugo'));
    },
  );
  t.match(players, [{ name: 'emil' }, { name: 'fred', command: 'python3 ./player.py' }]);
  t.equal(players.length, 2);
  t.match(text, /^# 6 of 8 folders are not players/m);
  t.match(text, /^ {2}# ada: its player\.yml.*symbolic.*outside/m);
  t.match(text, /^ {2}# ben: its \.\/.*symbolic link.*outside/m);
  t.match(text, /^ {2}# cleo: its \.\/bot\..*symbolic link.*outside/m);
  t.match(text, /^ {2}# dora: its \.\/mine.*symbolic.*outside/m);
  t.match(text, /^ {2}# emil: left out: cwd \(player\.yml:2:1, not.*folder inside.*\)$/m);
  t.match(text, /^ {2}# gina: a symbolic link: copy.*add.*yourself$/m);
  t.notMatch(text, /secret/);
});

t.test('what is wrong with one folder stops no other one', async (t) => {
  const { text, players } = await roster(
    t,
    {
      ada: { 'player.yml': 'command: python3\n' },
      ben: { 'player.yml': '[' },
      cleo: { 'player.yml': 'command: [1]\n' },
      dora: { 'bot.py': '' },
      emil: {},
      fred: { 'player.yml': `command: *${'x'.repeat(100_000)}\n` },
    },
    (bots) => mkdirSync(join(bots, 'emil', 'player.yml')),
  );
  t.match(players, [{ name: 'dora' }]);
  t.match(text, /# ada: player\.yml:1:1: command: python3 alone would read/);
  t.match(text, /# ben: player\.yml:1:2: /);
  t.match(text, /# cleo: player\.yml:1:1: command: expected.*shell; got \[1\]/);
  t.match(text, /# fred: player\.yml:1:\d+: .{1,500}$/m);
  t.match(text, /# emil: .*it is a folder\. Use a file/);
});

t.test('a player does not take the name of another', async (t) => {
  const { text, players } = await roster(t, {
    ada: { 'player.yml': 'command: ./bot\nname: ben\n' },
    ben: { 'player.yml': 'command: ./bot\nname: Big\n' },
    cleo: { 'player.yml': 'command: ./bot\nname: Big\n' },
  });
  t.match(players, [{ name: 'ada' }, { name: 'ben' }, { name: 'cleo' }]);
  t.match(text, /# ada: left out: name \(player\.yml:2:1, ben.*player\)/);
});

/** Pieces by which a text gets out of a value or a comment, if anything does. */
const ways = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\t', '\x1b[2J', '\u202e', '\ud800', '\u{e0001}'];
const marks = [
  '#',
  ' #',
  '\n#',
  ': ',
  '- ',
  '\n- ',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  "'",
  '\\',
  '`',
  '%',
  '&',
  '*',
];
const words = [...'null ~ yes 1e3 0x10 007 --- ... | > ! ? = <<'.split(' '), ' ', 'options:'];
const text = fc
  .array(
    fc.oneof(fc.constantFrom(...ways, ...marks, ...words), fc.string({ unit: 'binary', maxLength: 4 })),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));
const folderName = text
  .map((name) => name.toWellFormed().replaceAll(/[/\0]/g, '').slice(0, 60))
  .filter((name) => name !== '' && !name.startsWith('.'));
const said = fc.record(
  { command: text, name: text, cwd: fc.oneof(text, fc.constantFrom('sub', '..', '/', '../../..')) },
  { requiredKeys: [] },
);
const playerFile = fc.oneof(
  fc.tuple(said, fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })),
  fc.tuple(said, fc.constant({})),
);
const isText = (value: string | undefined) => value === undefined || value.trim() !== '';

t.test('the file has the right values, whatever the folders are called', async (t) => {
  const parent = t.testdir({});
  const law = fc.asyncProperty(
    fc.uniqueArray(fc.tuple(folderName, playerFile), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    }),
    async (entries) => {
      const inside = mkdtempSync(join(parent, 'x'));
      const folders = entries.map(([name, [fields, others]]) => ({
        name,
        said: { ...others, ...fields },
      }));
      const bots = madeOf(
        inside,
        Object.fromEntries(folders.map(({ name, said }) => [name, { 'player.json': JSON.stringify(said) }])),
      );
      const { text, value } = await rosterOf(bots);
      rmSync(inside, { recursive: true });
      const known = folders
        .filter(
          ({ name: folder, said: { command, name, cwd } }) =>
            folder.trim() !== '' && command !== undefined && [command, name, cwd].every(isText),
        )
        .map(({ name: folder, said }) => ({ ...said, folder, command: said.command! }))
        .sort((one, other) => (one.folder < other.folder ? -1 : 1));
      const players = known.map(({ folder, name = folder, command, cwd }) => {
        const own = join(bots, folder);
        const isTaken =
          folders.some((other) => other.name !== folder && other.name === name) ||
          known.some((other) => other.folder !== folder && other.name === name);
        return { name: isTaken ? folder : name, command, cwd: cwd === 'sub' ? join(own, 'sub') : own };
      });
      const format = { kind: 'round-robin', rounds: 1, seats: 2, mirrored: true };
      t.same(value, { name: 'bots', game: 'boggle', players, format, offender: 'lose' });
      if (players.length > 1) readTournament(value);
      return visibleLines(text) === text;
    },
  );
  await fc.assert(law, runs(150));
});

t.test('a folder whose name is blank is a comment, which says so', async (t) => {
  const { text, value } = await rosterOf(
    madeOf(t.testdir({}), { '\n': { run: '' }, ada: { 'player.yml': 'command: ./bot' } }),
  );
  t.match(text, /its name is blank: rename it/);
  t.match(value, { players: [{ name: 'ada' }] });
});

t.test('whatever is in a player.yml, a player has a name, a command and a folder', async (t) => {
  const parent = t.testdir({});
  const law = fc.asyncProperty(folderName, text, text, async (name, before, after) => {
    const inside = mkdtempSync(join(parent, 'x'));
    const file = `${before}\ncommand: ./bot\n${after}\n`;
    const { text, value } = await rosterOf(madeOf(inside, { [name]: { 'player.yml': file } }));
    rmSync(inside, { recursive: true });
    const { players, ...others } = value as { players: object[] };
    t.same(Object.keys(others), ['name', 'game', 'format', 'offender']);
    for (const player of players) t.same(Object.keys(player), ['name', 'command', 'cwd']);
    return visibleLines(text) === text;
  });
  await fc.assert(law, runs(150));
});
