import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { folderOf, league } from './letters-league.ts';
import { run, usageError } from './wordhost.ts';

const loops = 'echo ready; exec sleep 60';

const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';

const strictHere = !('problem' in (await probeSandbox('strict')));

t.test('a tournament is played, kept, and not played again; players and rounds can be added', async (t) => {
  const { cwd, write, play } = folderOf(t, league(['quick', 'patient']));
  const first = await play('--json', '--jobs', '1');
  t.equal(first.status, 0, first.stderr);
  t.match(jsonLines(first.stdout), [{ number: 1, game: 'bananagrams', outcome: 'won' }]);
  t.match(first.stderr, /^Letters: 1 game, seed letters, saved in league\.db$/m);
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
  t.match(refused, usageError(/not.*tournament.* 6 games in league\.db: format\.rounds was 2 and is 1/));
});

t.test('conditions of CI, and an offender that ends it all', async (t) => {
  const { cwd, write, play } = folderOf(t, league(['quick', 'patient'], '', 'kind: round-robin, rounds: 2'));
  const { status, stderr } = await play('--require', 'games.patient>=1', '--no-records', '--quiet');
  t.equal(status, 1);
  t.equal(stderr, 'wordhost: --require games.patient>=1 failed: it was 0 of 2 games\n');
  write(league(['crashes', 'patient'], 'offender: stop', 'kind: round-robin, rounds: 5'));
  const stopped = await run(['tournament', '--store', 'other.db', 'league.yml', '--jobs', '1'], { cwd });
  t.equal(stopped.status, 1, stopped.stderr);
  t.match(stopped.stdout, /^1 game between 2 players, .*stopped: .* in game 1$/m);
});

t.test('a player that never answers is out after three turns, or after as many as are set', async (t) => {
  const file = (options: string) => `game: scrabble
options: { dictionary: words.txt, timeout: 10s, margin: 10ms${options} }
players:
  - { name: loops, command: ${JSON.stringify(loops)}, options: { timeout: 20ms } }
  - { name: passes, command: ${JSON.stringify(passes)} }
format: { kind: round-robin }
seed: letters
`;
  const { cwd, write, play } = folderOf(t, '');
  const cases = [
    ['', [], 3],
    [', max-timeouts: 2', [], 2],
    [', max-timeouts: 2', ['--max-timeouts', '1'], 1],
  ] as const;
  for (const [index, [options, words, timeouts]] of cases.entries()) {
    write(file(options));
    const { stdout, stderr } = await play('--json', '--store', `${index}.db`, ...words);
    const looping = jsonLines(stdout)[0].players.find(({ name }: { name: string }) => name === 'loops');
    t.match(looping, { outcome: 'offender', timeouts, offence: { kind: 'time', rule: 'timeouts' } }, stderr);
    t.match(stderr, /turns? (in a row )?ran out of time \(--max-timeouts\)$/m);
    t.match(stderr, /^ {2}.*turns.*timed.* \S+ s of processor time/m);
    const verified = await say(['replay', '--verify', '--dictionary', 'words.txt', `${index}.db#1`], { cwd });
    t.equal(verified.status, 0, verified.stderr);
  }
  const endless = await play('--json', '--store', 'endless.db', '--max-timeouts', 'none');
  t.match(jsonLines(endless.stdout)[0], { reason: 'scoreless', players: [{ outcome: String }, {}] });
  const other = await play('--store', 'endless.db');
  t.match(other, { status: 2, stderr: /options\.max-timeouts was "none" and is "2"/ });
  write(league(['quick', 'patient']));
  const race = await say(['tournament', '--max-timeouts', '2', 'league.yml'], { cwd });
  t.match(race, { status: 2, stderr: /--max-timeouts: bananagrams has no such option: leave out --max-t/ });
});

t.test('a dry run starts each player once, says who is broken or slow, and keeps no game', async (t) => {
  const { cwd, play } = folderOf(
    t,
    `game: scrabble
options: { dictionary: words.txt, timeout: 10s, margin: 10ms }
players:
  - { name: crashes, command: "echo boo >&2; echo >>started; exit 3" }
  - { name: loops, command: ${JSON.stringify(loops)}, options: { timeout: 20ms } }
  - { name: random, command: wordhost player random }
  - { name: wrong, command: ${JSON.stringify(passes.replace('echo pass', 'echo play 0 0 1A1'))} }
format: { kind: round-robin, rounds: 13, mirrored: true }
`,
  );
  const { status, stdout, stderr } = await play('--dry-run', '--jobs', '1');
  t.equal(status, 0, stderr);
  const lines = stdout.split('\n');
  t.equal(lines[0], 'league: round-robin, 4 players, 156 games');
  t.match(lines[1], /^about \d+ (s|min) for all of them, 1 game at once: \S+ m?s a game, from the times of/);
  t.same(lines.slice(2, 4), ['1 slow: loops', '2 broken: crashes, wrong']);
  for (const row of [
    /^ {2}player +state +a turn +a game$/m,
    /^ {2}crashes +broken$/m,
    /^ {2}loops +slow +\d+ ms +\d+ ms$/m,
    /^ {2}random +ok +[\d.]+ ms +[\d.]+ m?s$/m,
  ])
    t.match(stdout, row);
  for (const told of [
    /^4 players: .*short.*against.*random$/m,
    /^player 1 \(crashes\): could not be started \(exited\): exited with status 3 .*\n(.*\n)* {2}\| boo$/m,
    /^player 2 \(loops\): time \(timeouts\): 3 turns.*ran.* \(--max-timeouts\)$/m,
    /^player 4 \(wrong\) made \d+ moves, and each was refused(?:, most often \(\d+ times\))? by the rule \w+; for example move \d+: /m,
  ])
    t.match(stderr, told);
  t.equal(readFileSync(join(cwd, 'started'), 'utf8'), '\n', 'it was started once');
  t.notOk(existsSync(join(cwd, 'league.db')));
});

t.test('a roster is a tournament file with a player for each folder', async (t) => {
  const { cwd } = folderOf(t, league(['quick', 'patient']));
  const { status, stdout } = await say(['tournament', '--roster', 'bots', '--game', 'boggle'], { cwd });
  t.equal(status, 0);
  t.equal(
    stdout,
    [
      '# Save it next to bots, and play it: wordhost tournament FILE',
      '# For bots of other people, add: options: { sandbox: strict, memory: 512M }',
      '# 2 of 3 folders are not players: the comments below say why.',
      'name: bots',
      'game: boggle',
      'players:',
      '  # one: its file run is not executable: use chmod +x',
      '  # three: it has no executable program',
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
    '/proc/self/root/../../etc/none': /no such file or folder/,
    '/proc/self/root/../../etc': /\/proc\/self\/root\/\.\.\/\.\.\/etc cannot be used: no such file or folder/,
    'link/../one': /no such file or folder/,
    file: /part.*not.*folder/,
    pipe: /part.*not.*folder/,
    none: /none cannot be used: no such file or folder/,
    back: /symbolic links.*loop/,
    'a\0b': /a\\x00b cannot be used: its name has a NUL character/,
    'a\nb': /cwd a\\nb cannot be used/,
    ['x'.repeat(5_000)]: /cwd x{255}… cannot be used: its name is too long/,
    ['x/'.repeat(2_500)]: /… cannot be used: (its name is too long|no such file or folder)/,
    ' ': /expected a folder; got " "/,
    ...(strictHere && {
      closed:
        /permission denied|players run as the user nobody, who cannot read \S+\. Change its permissions/,
      '/proc/self/fd': /is private to each player/,
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
    t.match(await say(['tournament', ...words], { cwd }), usageError(said));
    t.notOk(existsSync(join(cwd, 'league.db')));
  };
  await refused([], /expected.*tournament/);
  await refused(['none.yml'], /none\.yml/);
  writeFileSync(join(cwd, 'a.db'), 'SQLite format 3\0…');
  await refused(
    ['a.db'],
    /a\.db: expected a tournament file; got a store\. To show its standings: wordhost report a\.db; to resume, use/,
  );
  await refused(['--game', 'boggle', 'league.yml'], /--game requires --roster FOLDER/);
  await refused(['--roster', 'bots'], /--game: expected a game, .*; got nothing/);
  await refused(['--roster', 'none', '--game', 'boggle'], /--roster none cannot be read/);
  await refused(['--roster', 'bots/three', '--game', 'boggle'], /expected.*folder.*folder/);
  for (const more of [[], ['--dry-run']])
    await refused(
      ['--store', 'postgres://ann:secret@127.0.0.1:1/farm', 'league.yml', ...more],
      /^wordhost: postgres:\/\/ann:…@127\.0\.0\.1:1\/farm#league: cannot connect to PostgreSQL at 127\.0\.0\.1:1\. Start it, or correct the address/,
    );
  await refused(['--require', 'games.nobody>=1', 'league.yml'], /unknown player nobody/);
  const text = league(['quick', 'patient']);
  const inFile = async (old: string, now: string, said: RegExp) => {
    write(text.replace(old, now));
    await refused(['league.yml'], said);
  };
  await inFile('game: bananagrams', 'game: chess', /league\.yml:2:1: game: expected a game, .*; got "chess"/);
  await inFile('hand: 3', 'hand: none', /league\.yml:3:\d+: options\.hand: expected a whole number/);
  await inFile('hand: 3', 'games: 3', /league\.yml:3:\d+: options\.games: .*not.*option.*; .* by `rounds`/);
  const misplaced = {
    rounds: /options\.rounds: .*not.*option.*: set it in `format`/,
    seed: /options\.seed: .*: set it next to `options`/,
    jobs: /options\.jobs: .*: set.*command.* --jobs/,
    hnad: /options\.hnad: .*; did you mean hand\?/,
    copies: /options\.copies: .*; .*tournament.*no.*option/,
  };
  for (const [name, said] of Object.entries(misplaced)) await inFile('hand: 3', `${name}: 3`, said);
  write(text.replace(/command: "[^\n]*" \}/, 'command: python3 }'));
  await refused(
    ['league.yml'],
    /league\.yml:5:\d+: players\[0\]\.command: python3 alone would read .* add.*bot/,
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
    /league\.yml:5:\d+: players\[0\]\.options\.hand: .*players/,
  );
  await inFile('name: quick,', 'name: quick, env: [1=2],', /players\[0\]\.env 1=2: expected NAME/);
  await inFile('words.txt', 'nothing.txt', /nothing\.txt/);
});
