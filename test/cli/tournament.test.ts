import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { say } from './in-process.ts';
import { dealt, letterA, patient, quick } from './letter-a.ts';
import { run, start, until } from './wordhost.ts';

const strictHere = !('problem' in (await probeSandbox('strict')));
const bots = { quick, patient, crashes: `printf r; ${dealt}; exit 3`, offends: 'printf x' };

const league = (players: readonly string[], more = '', format = 'kind: round-robin') =>
  [
    'name: Letters',
    'game: bananagrams',
    'options: { dictionary: words.txt, bunch: last-bunch, hand: 3 }',
    'players:',
    ...players.map(
      (player) =>
        `  - { name: ${player}, command: ${JSON.stringify(bots[player.replace(/\d/, '') as 'quick'])} }`,
    ),
    `format: { ${format} }`,
    'seed: letters',
    more,
    '',
  ].join('\n');

function folderOf(t: Test, text: string) {
  const cwd = t.testdir({
    'league.yml': text,
    ...letterA,
    bots: { one: { run: '' }, 'two words': { 'bot.py': '' }, three: {} },
  });
  const write = (now: string) => writeFileSync(join(cwd, 'league.yml'), now);
  const play = (...words: string[]) => run(['tournament', ...words, 'league.yml'], { cwd });
  return { cwd, write, play };
}

const jsonLines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

t.test('a tournament is played, kept, and not played again; players and rounds can be added', async (t) => {
  const { cwd, write, play } = folderOf(t, league(['quick', 'patient']));
  const first = await play('--json', '--jobs', '1');
  t.equal(first.status, 0, first.stderr);
  t.match(jsonLines(first.stdout), [{ number: 1, game: 'bananagrams', outcome: 'won' }]);
  t.match(first.stderr, /^Letters: 1 game, seed letters, kept in league\.db$/m);
  t.ok(existsSync(join(cwd, 'league.db')));
  const again = await play();
  t.equal(again.status, 0, again.stderr);
  t.match(again.stderr, /^Letters: 1 of 1 games are played/m);
  t.match(again.stdout, /^ {2}1 +quick +1 +1 +0 +1 .*\n {2}2 +patient/m);
  write(league(['patient', 'crashes', 'quick'], '', 'kind: round-robin, rounds: 2'));
  const more = await play('--json', '--jobs', '2');
  t.equal(more.status, 0, `a player that crashes has lost: ${more.stderr}`);
  t.match(more.stderr, /^Letters: 1 of 6 games are played/m);
  t.match(more.stderr, /^player 3 \(crashes\): /m);
  const numbers = jsonLines(more.stdout).map(({ number }) => number);
  t.same(numbers.sort(), [2, 3, 4, 5, 6]);
  write(league(['patient', 'quick']));
  const refused = await play();
  t.match(refused, {
    status: 2,
    stderr: /is another tournament than that of the 6 games in league\.db: format\.rounds was 2 and is 1/,
  });
});

t.test('conditions of CI, and an offender that ends it all', async (t) => {
  const { cwd, write, play } = folderOf(t, league(['quick', 'patient'], '', 'kind: round-robin, rounds: 2'));
  const { status, stderr } = await play('--require', 'games.patient>=1', '--no-records', '--quiet');
  t.equal(status, 1);
  t.equal(stderr, 'wordhost: --require games.patient>=1 does not hold: it was 0 of 2 games\n');
  write(league(['crashes', 'patient'], 'offender: stop', 'kind: round-robin, rounds: 5'));
  const stopped = await run(['tournament', '--store', 'other.db', 'league.yml', '--jobs', '1'], { cwd });
  t.equal(stopped.status, 1, stopped.stderr);
  t.match(stopped.stdout, /^1 game between 2 players, .*stopped: .* in game 1$/m);
});

t.test('games that ran when a player was dropped count nowhere', async (t) => {
  const players = ['offends', 'quick', 'patient'];
  const { cwd, write, play } = folderOf(t, league(players, '', 'kind: round-robin, rounds: 2'));
  t.equal((await play('--quiet', '--no-records', '--store', 'lose.db')).status, 0);
  // As if all six had been running at once.
  await copyAsDrop(join(cwd, 'lose.db'), join(cwd, 'drop.db'));
  write(league(players, 'offender: drop', 'kind: round-robin, rounds: 2'));
  const conditions = ['offences.offends=1', 'offences=1', 'games.offends=0%'];
  const held = await play('--store', 'drop.db', ...conditions.flatMap((each) => ['--require', each]));
  t.equal(held.status, 0, held.stderr);
  t.match(held.stderr, /^Letters: 3 of 3 games are played/m);
  t.match(held.stdout, /^3 games between 3 players, seed letters; 3 more that ran when a player in them/m);
  const broken = await play('--store', 'drop.db', '--quiet', '--require', 'offences>1');
  t.match(broken, { status: 1, stderr: /offences>1 does not hold: it was 1 of 3 games/ });
  const report = (form: string) => run(['report', '--as', form, 'drop.db'], { cwd });
  t.match(JSON.parse((await report('json')).stdout), { games: 3, planned: 3, uncounted: 3, bad: [{}] });
  t.match((await report('junit')).stdout, /tests="3" failures="1"/);
});

async function copyAsDrop(from: string, to: string): Promise<void> {
  await using old = await openedToRead(from);
  await using store = await openedToWrite(to);
  const { text, canonical } = (await old.file())!;
  await store.keepFile({ text, canonical: canonical.replace('"offender":"lose"', '"offender":"drop"') });
  for await (const game of old.games()) await store.keep(game);
}

t.test('players that the file lists in another order, and of another version, are told apart', async (t) => {
  const format = 'kind: ladder, rounds: 1';
  const { cwd, write, play } = folderOf(t, '');
  const inFile = (text: string) => text.replace(JSON.stringify(quick), 'sh quick.sh');
  writeFileSync(join(cwd, 'quick.sh'), quick);
  write(inFile(league(['quick', 'patient'], '', format)));
  t.equal((await play('--jobs', '1')).status, 0);
  writeFileSync(join(cwd, 'quick.sh'), `# fixed\n${quick}`);
  write(inFile(league(['patient', 'quick'], '', 'kind: ladder, rounds: 2')));
  const conditions = ['games.quick>=100%', 'games.2>=100%', 'games.patient=0', 'winner=quick'];
  const again = await play('--jobs', '1', ...conditions.flatMap((each) => ['--require', each]));
  t.equal(again.status, 0, again.stderr);
  t.match(again.stderr, /^note: players keep the places that they had: quick, patient$/m);
  t.match(
    again.stderr,
    /^note: player 1 \(quick\): quick\.sh has changed since the first game: the results are of more than one version$/m,
  );
});

t.test('Ctrl-C finishes what runs, two end it, and a second command has to wait', async (t) => {
  const { cwd, play } = folderOf(t, league(['patient', 'patient2'], '', 'kind: round-robin, rounds: 3'));
  const running = start(['tournament', '--jobs', '1', 'league.yml'], { cwd });
  await until(
    () => /kept in/.test(running.stderr),
    () => 'the beginning',
  );
  const second = await play();
  t.equal(second.status, 2, second.stderr);
  t.match(second.stderr, /league\.db/);
  running.child.kill('SIGINT');
  await until(
    () => /no more games begin/.test(running.stderr),
    () => 'the note',
  );
  running.child.kill('SIGINT');
  const { status, stdout } = await running.ended;
  t.equal(status, 130);
  t.match(stdout, /^Report of Letters/);
});

t.test(
  'standings that cannot be written are not lost, and where the games are is said',
  { skip: existsSync('/dev/full') ? false : 'no /dev/full' },
  async (t) => {
    const { cwd } = folderOf(t, league(['quick', 'patient']));
    const before = ['sh', '-c', '"$@" >/dev/full', 'sh'];
    const { status, stderr } = await run(['tournament', '--quiet', 'league.yml'], { cwd, before });
    t.equal(status, 3);
    t.match(
      stderr,
      /could not be written: its disk is full.*\. No result is lost: the games are kept in league\.db$/m,
    );
  },
);

t.test('a dry run says how many games there are, and keeps none', async (t) => {
  const { cwd, play } = folderOf(t, league(['quick', 'patient', 'quick2'], '', 'kind: swiss, rounds: 3'));
  const { status, stdout, stderr } = await play('--dry-run', '--jobs', '1');
  t.equal(status, 0, stderr);
  t.match(
    stdout,
    /^Letters: swiss, 3 players, 3 games\nabout \d+ s for all of them, 1 game at once: [\d.]+ m?s a game, measured on 3 games/,
  );
  t.notOk(existsSync(join(cwd, 'league.db')));
});

t.test('a roster is a tournament file with a player for each folder', async (t) => {
  const { cwd } = folderOf(t, league(['quick', 'patient']));
  const { status, stdout } = await say(['tournament', '--roster', 'bots', '--game', 'boggle'], { cwd });
  t.equal(status, 0);
  t.equal(
    stdout,
    [
      '# Save it beside bots, and play it: wordhost tournament FILE',
      '# 2 of 3 folders are comments, which say why they are no players.',
      'name: bots',
      'game: boggle',
      'players:',
      '  # one: its file run cannot be executed: chmod +x makes it so',
      '  # three: nothing in it can be run',
      '  - { name: two words, command: python3 ./bot.py, cwd: bots/two words }',
      'format: { kind: round-robin, rounds: 1, seats: 2, mirrored: true }',
      'offender: lose',
      '',
    ].join('\n'),
  );
});

t.test('the folder of a player that it cannot be started in is a mistake of its line', async (t) => {
  const { cwd, write } = folderOf(t, league(['quick', 'patient']));
  const beside = (name: string) => join(cwd, name);
  writeFileSync(beside('file'), '');
  execFileSync('mkfifo', [beside('pipe')]);
  symlinkSync('there', beside('back'));
  symlinkSync('back', beside('there'));
  symlinkSync('bots/one', beside('link'));
  mkdirSync(beside('closed'), { mode: 0o000 });
  const folders: Record<string, RegExp> = {
    '/proc/self/root/../../etc/none': /there is no such file or folder/,
    '/proc/self/root/../../etc':
      /\/proc\/self\/root\/\.\.\/\.\.\/etc cannot be used: there is no such file or folder/,
    'link/../one': /there is no such file or folder/,
    file: /a part of its path is no folder/,
    pipe: /a part of its path is no folder/,
    none: /none cannot be used: there is no such file or folder/,
    back: /its links lead in a circle/,
    'a\0b': /a\\x00b cannot be used: there is a NUL in its name/,
    'a\nb': /cwd a\\nb cannot be used/,
    ['x'.repeat(5_000)]: /cwd x{255}… cannot be used: its name is too long/,
    ['x/'.repeat(2_500)]: /… cannot be used: (its name is too long|there is no such file or folder)/,
    ' ': /expected a folder; got " "/,
    ...(strictHere && {
      closed: /its rights do not allow it|players are nobody there, who cannot read \S+: change the rights/,
      '/proc/self/fd': /is a place of which each player has its own/,
    }),
  };
  const text = league(['quick', 'patient']).replace(
    'hand: 3',
    `hand: 3, sandbox: ${strictHere ? 'strict' : 'auto'}`,
  );
  for (const [folder, why] of Object.entries(folders)) {
    write(text.replace('name: patient,', `name: patient, cwd: ${JSON.stringify(folder)},`));
    const { status, stderr } = await say(['tournament', '--quiet', 'league.yml'], { cwd });
    t.equal(status, 2, stderr);
    t.match(stderr, /^wordhost: league\.yml:6:22: players\[1\]\.cwd/, folder.slice(0, 99));
    t.match(stderr, why);
  }
});

t.test('mistakes are refused before anything is started', async (t) => {
  const { cwd, write } = folderOf(t, league(['quick', 'patient']));
  const refused = async (words: readonly string[], said: RegExp) => {
    const { status, stderr } = await say(['tournament', ...words], { cwd });
    t.equal(status, 2, stderr);
    t.match(stderr, said);
    t.notOk(existsSync(join(cwd, 'league.db')));
  };
  await refused([], /expected a tournament file, as in/);
  await refused(['none.yml'], /none\.yml/);
  writeFileSync(join(cwd, 'a.db'), 'SQLite format 3\0…');
  await refused(
    ['a.db'],
    /a\.db: expected a tournament file; got a store\. wordhost report a\.db says how its games stand; a tournament goes on with/,
  );
  await refused(['--game', 'boggle', 'league.yml'], /--game is for --roster/);
  await refused(['--roster', 'bots'], /--game: expected a game, .*; got nothing/);
  await refused(['--roster', 'none', '--game', 'boggle'], /--roster none cannot be read/);
  await refused(
    ['--roster', 'bots/three', '--game', 'boggle'],
    /expected a folder with a folder for each player/,
  );
  for (const more of [[], ['--dry-run']])
    await refused(
      ['--store', 'postgres://ann:secret@db/league', 'league.yml', ...more],
      /^wordhost: postgres:\/\/ann:…@db\/league: games are not kept in PostgreSQL yet\. Expected a file .*`--store league\.db`/,
    );
  await refused(['--require', 'games.nobody>=1', 'league.yml'], /there is no player nobody/);
  const text = league(['quick', 'patient']);
  const inFile = async (old: string, now: string, said: RegExp) => {
    write(text.replace(old, now));
    await refused(['league.yml'], said);
  };
  await inFile('game: bananagrams', 'game: chess', /league\.yml:2:1: game: expected a game, .*; got "chess"/);
  await inFile('hand: 3', 'hand: none', /league\.yml:3:\d+: options\.hand: expected a whole number/);
  await inFile(
    'hand: 3',
    'games: 3',
    /league\.yml:3:\d+: options\.games: it is no option of a game; .* by `rounds`/,
  );
  const misplaced = {
    rounds: /options\.rounds: it is no option of a game: expected it in `format`/,
    seed: /options\.seed: .*: expected it beside `options`/,
    jobs: /options\.jobs: .*: expected it on the command line, as --jobs/,
    hnad: /options\.hnad: .*; did you mean hand\?/,
    copies: /options\.copies: .*; a tournament has none of that name/,
  };
  for (const [name, said] of Object.entries(misplaced)) await inFile('hand: 3', `${name}: 3`, said);
  write(text.replace(/command: "[^\n]*" \}/, 'command: python3 }'));
  await refused(
    ['league.yml'],
    /league\.yml:5:\d+: players\[0\]\.command: python3 alone would take what .* name the bot's file too/,
  );
  await inFile('hand: 3', 'hand: [3, 4]', /options\.hand: expected one value/);
  await inFile(
    'kind: round-robin',
    'kind: swiss, seats: 2, ronds: 3',
    /league\.yml:7:\d+: format\.ronds: .*did you mean rounds/,
  );
  await inFile('name: quick,', 'name: quick, cwd: nowhere,', /players\[0\]\.cwd nowhere cannot be used/);
  await inFile(
    'name: quick,',
    'name: quick, options: { memory: much },',
    /league\.yml:5:\d+: players\[0\]\.options\.memory: expected a size/,
  );
  await inFile(
    'name: quick,',
    'name: quick, options: { hand: 4 },',
    /league\.yml:5:\d+: players\[0\]\.options\.hand: it is the same for all players/,
  );
  await inFile('name: quick,', 'name: quick, env: [1=2],', /players\[0\]\.env 1=2: expected NAME/);
  await inFile('words.txt', 'nothing.txt', /nothing\.txt/);
});
