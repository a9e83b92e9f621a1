import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { oldRecords } from '../old-records/old-records.ts';
import { openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { addressOf, events } from './pages.ts';
import { carriers, run, start, until } from './wordhost.ts';

t.test('stores', async (t) => {
  /* One comparison of two pairs, kept in a store, and what can be done with it. */

  const cwd = t.testdir({ ...letterA, 'notes.txt': 'dear diary' });
  const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
  const players = ['--name', 'Ada', '--name', 'Ben', quick, patient];
  const compare = (...words: string[]) => run([...game, ...words, ...players], { cwd });
  const at = (name: string) => join(cwd, name);
  /** Peels with a word that is none. */
  const offender = 'printf r; head -c 4 >/dev/null; printf p003001BBB; exec sleep 60';

  const first = await compare('--games', '4', '--store', 'all.db');
  t.equal(first.status, 0, first.stderr);
  t.match(first.stdout, /^NEW has 100\.0 % of 4 games\.$/m);

  t.test('of one pair more games can be asked for, and of several only one', async (t) => {
    const seeds = async (name: string) => {
      const { stdout } = await say(['store', 'export', '--results', '-', name], { cwd });
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).seed as string);
    };
    for (const games of ['2', '6', '2', '4'])
      t.match(await compare('--games', games, '--seed', 'x', '--store', 'grown.db'), {
        status: 0,
        stdout: `NEW has 100.0 % of ${games} games.`,
      });
    const [first, second, ...more] = await seeds('grown.db');
    t.same([first, second], ['x', 'x']);
    t.equal(new Set([first, ...more]).size, 3, 'each pair has another');
  });

  t.test('another version of a player is refused', async (t) => {
    writeFileSync(at('bot.sh'), quick);
    const words = [...game, '--games', '2', '--store', 'bot.db', 'sh bot.sh', patient];
    t.equal((await run(words, { cwd })).status, 0);
    writeFileSync(at('bot.sh'), `# better\n${quick}`);
    const { status, stderr } = await run(words, { cwd });
    t.equal(status, 2);
    t.match(
      stderr,
      'has games of another version of sh bot.sh: bot.sh has changed. Use another store for this version',
    );
  });

  t.test('records need not be kept', async (t) => {
    const { status } = await compare('--games', '2', '--store', 'small.db', '--no-records');
    t.equal(status, 0);
    const { stdout } = await say(['store', 'check', 'small.db'], { cwd });
    t.match(stdout, /^small\.db: ok\. 2 games, 0 records of 0 KiB, in \d+ KiB$/m);
    const replayed = await say(['replay', 'small.db#2'], { cwd });
    t.match(replayed, {
      status: 2,
      stderr: 'small.db#2: it has the result of game 2, but no record',
    });
  });

  t.test('how offences are counted may change from run to run, and the store keeps it', async (t) => {
    const words = [...game, '--games', '4', '--store', 'counted.db'];
    t.equal((await run([...words, offender, patient], { cwd })).status, 1);
    const again = await run([...words, '--offences', 'count', offender, patient], { cwd });
    t.match(again, { status: 0, stdout: /^NEW has 0\.0 % of 4 games\.$/m });
    await using store = await openedToRead(at('counted.db'));
    t.same(
      (await store.files()).map(({ canonical }) => JSON.parse(canonical).offences),
      [undefined, 'count'],
    );
  });

  t.test(
    'reports of a comparison that went on have the games of all runs, told as they were then',
    async (t) => {
      const compared = async (games: string, ...words: string[]) =>
        await run(
          [
            ...game,
            '--games',
            games,
            '--offences',
            'count',
            '--store',
            'two.db',
            ...words,
            patient,
            offender,
          ],
          { cwd },
        );
      t.equal((await compared('4', '--tap', 'first.tap')).status, 0);
      const reports = ['--tap', 'all.tap', '--junit', 'all.xml', '--markdown', 'all.md'];
      const again = await compared('6', ...reports);
      t.equal(again.status, 0, again.stderr);
      const [before, now] = ['first.tap', 'all.tap'].map((name) => readFileSync(at(name), 'utf8'));
      /** Of the first four games; how long a game took is the same, too. */
      const cases = (text = '') => /^not ok 1 [\s\S]*?(?=^(not )?ok 5 )/m.exec(text)?.[0];
      t.match(cases(before), /BBB[\s\S]*command: "wordhost replay 'two\.db#1'"/);
      t.equal(cases(now), cases(before));
      t.match(now, /^1\.\.7$/m, 'six games, and the figures');
      t.match(now, '# 6 of 6 games went wrong.');
      const xml = readFileSync(at('all.xml'), 'utf8');
      t.equal(xml.match(/<testcase name="game /g)?.length, 6);
      const [, whole = 0, ...each] = [...xml.matchAll(/ time="([\d.]+)"/g)].map(([, time]) => Number(time));
      t.ok(whole >= each.reduce((sum, time) => sum + time, 0) - 0.01, 'the run took as long as its games');
      t.match(readFileSync(at('all.md'), 'utf8'), '6 of 6 games went wrong.');
    },
  );

  t.test('a game without a record is told with the command that plays it again', async (t) => {
    const words = [...game, '--games', '2', '--offences', 'count', '--store', 'bare.db', '--no-records'];
    await run([...words, patient, offender], { cwd });
    t.equal((await run([...words, '--tap', 'bare.tap', patient, offender], { cwd })).status, 0);
    const text = readFileSync(at('bare.tap'), 'utf8');
    t.match(text, /^not ok 2 - game 2: /m);
    t.match(text, /command: "wordhost bananagrams .* --seed \w+ .*--record games/);
  });

  t.test(
    'records of games that were not kept are gone with the run, and those that a kill has left with the next',
    async (t) => {
      mkdirSync(at('clean.db-running'));
      writeFileSync(at('clean.db-running/left.jsonl'), '{"n":1,');
      writeFileSync(at('file.db-running'), '');
      t.match(await compare('--games', '2', '--store', 'file.db'), {
        status: 3,
        stderr: 'file.db-running: ',
      });
      const { status } = await compare('--elo1', '400', '--jobs', '2', '--store', 'clean.db');
      t.equal(status, 0);
      t.same(
        readdirSync(cwd).filter((name) => name.startsWith('clean.db')),
        ['clean.db'],
      );
    },
  );
});

t.test('tournament', async (t) => {
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
    t.match(held.stdout, /^3 games between 3 players, seed letters; 3 more not counted/m);
    const broken = await play('--store', 'drop.db', '--quiet', '--require', 'offences>1');
    t.match(broken, { status: 1, stderr: /offences>1 failed: it was 1 in 3 games/ });
    const report = (form: string) => say(['report', '--as', form, 'drop.db'], { cwd });
    t.match(JSON.parse((await report('json')).stdout), { games: 3, planned: 3, uncounted: 3, bad: [{}] });
    t.match((await report('junit')).stdout, /tests="3" failures="1"/);
  });

  async function copyAsDrop(from: string, to: string): Promise<void> {
    await using old = await openedToRead(from);
    await using store = await openedToWrite(to);
    const { text, canonical } = (await old.file())!;
    await store.saveFile({ text, canonical: canonical.replace('"offender":"lose"', '"offender":"drop"') });
    for await (const game of old.games()) await store.save(game);
  }

  t.test(
    'players that the file lists in another order, and of another version, are told apart',
    async (t) => {
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
      t.match(again.stderr, /^note: the order of the players stays as before: quick, patient$/m);
      t.match(
        again.stderr,
        /^note: player 1 \(quick\): quick\.sh has changed since the first game: the results come from more than one version$/m,
      );
    },
  );

  t.test('Ctrl-C finishes what runs, two end it, and a second command has to wait', async (t) => {
    const { cwd, play } = folderOf(t, league(['patient', 'patient2'], '', 'kind: round-robin, rounds: 3'));
    const running = start(['tournament', '--jobs', '1', 'league.yml'], { cwd });
    await until(
      () => /saved in/.test(running.stderr),
      () => 'the beginning',
    );
    const second = await play();
    t.equal(second.status, 2, second.stderr);
    t.match(second.stderr, /league\.db/);
    running.child.kill('SIGINT');
    await until(
      () => /finishing the running games/.test(running.stderr),
      () => 'the note',
    );
    running.child.kill('SIGINT');
    const { status, stdout, stderr } = await running.ended;
    t.equal(status, 130);
    t.match(stdout, /^Report of Letters/);
    t.match(stderr, 'the finished games are saved in league.db; run the same command to resume\n');
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
        /cannot write to standard output: its disk is full.*\. No result is lost: the games are saved in league\.db$/m,
      );
    },
  );
});

t.test('compare', async (t) => {
  const cwd = t.testdir({ ...letterA, 'notes.txt': 'nothing to lose\n' });
  const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
  const compare = (...words: string[]) => run([...game, '--seed', '1', ...words], { cwd });

  t.test('is it worse? Both tests have hypotheses for this question', async (t) => {
    const bets = await compare('--not-worse', '--max-games', '2', quick, patient);
    t.equal(bets.status, 4, 'two games say nothing');
    t.match(bets.stdout, /^bet: not worse +capital 1\.26, decides at 20$/m);
    const sequential = ['--test', 'sprt', '--not-worse', '--max-games', '2'];
    const { status, stdout } = await compare(...sequential, quick, patient);
    t.equal(status, 4, 'two games say nothing');
    t.match(stdout, /^hypotheses +-10 against 0 Elo \(normalized\)$/m);
    t.match(
      stdout,
      /^NEW is better so far \(2 of 2 points\); the test has not decided: more games are needed\.$/m,
    );
  });

  const offender = `printf r; ${dealt}; printf p003001BBB; exec sleep 60`;

  t.test('an offence of NEW ends it, and is shown; or it is a game lost', async (t) => {
    const ended = await compare('--max-games', '10', offender, patient);
    t.match(ended, {
      status: 1,
      stdout:
        /^NEW committed an offense: the comparison ended after 1 game\.\n\ngames +1: won 0[\s\S]*^offenses +NEW 1, OLD 0$/m,
    });
    t.match(ended.stderr, /player 1 .*illegal/);
    t.match(
      ended.stderr,
      /^ {2}to record and replay the game: wordhost bananagrams .*--mirrored --seed [0-9a-f]+ --record games /m,
    );
    const counted = await compare('--offences', 'count', '--games', '4', '--json', offender, patient);
    t.match(JSON.parse(counted.stdout), { games: 4, lost: 4, offences: [4, 0], verdict: 'counted' });
    t.equal(
      counted.stderr.match(/^player 1 .*illegal/gm)?.length,
      1,
      'the first is shown, the others counted',
    );
    t.equal(counted.stderr.match(/to record and replay the game/g)?.length, 1);
    const old = await compare('--games', '2', '--json', patient, offender);
    t.match(
      JSON.parse(old.stdout),
      { won: 2, offences: [0, 2], verdict: 'counted' },
      'an offence of OLD is a game won',
    );
  });

  t.test(
    'interrupted, it says what it knows, and leaves nobody',
    { skip: !existsSync('/proc/self/environ') && 'there is no /proc' },
    async (t) => {
      for (const [signal, status] of [
        ['SIGINT', 130],
        ['SIGTERM', 143],
      ] as const) {
        const results = `${signal}.jsonl`;
        const store = signal === 'SIGINT' ? ['--store', 'compared.db'] : [];
        const host = start(
          [...game, ...store, '--results', results, '--max-games', '100000', '--elo1', '0.1', quick, patient],
          { cwd },
        );
        const lines = () =>
          existsSync(join(cwd, results)) && readFileSync(join(cwd, results), 'utf8').split('\n').length > 4;
        await until(lines, () => `four games: ${host.stderr}`);
        host.child.kill(signal);
        const outcome = await host.ended;
        t.equal(outcome.status, status, outcome.stderr);
        t.match(outcome.stdout, /^games +\d+: won \d+/m);
        const resumes = /saved in compared\.db; run the same command to resume\n/.test(outcome.stderr);
        t.equal(resumes, store.length > 0, outcome.stderr);
        t.same(carriers(host.marker), []);
      }
    },
  );
});

t.test('watch', async (t) => {
  const cwd = t.testdir({});
  const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
  const made = { names: ['ada', 'ben', 'cyd'], rounds: 2, badEvery: 2, recordOf: () => record };
  const store = join(cwd, 'league.db');
  await keepMadeUp(store, { ...made, games: 2 });

  t.test('a store that is replaced or removed is not shown as if it went on', async (t) => {
    for (const replace of [
      (name: string) => renameSync(join(cwd, 'other.db'), name),
      (name: string) => rmSync(name),
    ]) {
      const name = join(cwd, 'gone.db');
      await keepMadeUp(name, { ...made, games: 2 });
      await keepMadeUp(join(cwd, 'other.db'), { ...made, games: 1 });
      const running = start(['watch', 'gone.db'], { cwd });
      const url = await addressOf(t, running);
      const told = events(url);
      await until(
        () => told.text.includes('event: everything'),
        () => told.text,
      );
      replace(name);
      t.match(await running.ended, {
        status: 3,
        stderr:
          /^wordhost: gone\.db has been removed, renamed or replaced, and the page has ended\. .* again$/m,
      });
      t.match(told.text, 'The store has been removed, renamed or replaced. This page no longer changes.');
      for (const left of ['gone.db', 'other.db']) rmSync(join(cwd, left), { force: true });
    }
  });
});
