import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { say } from './in-process.ts';
import { quick } from './letter-a.ts';
import { folderOf, league } from './letters-league.ts';
import { run, start, until } from './wordhost.ts';

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
  t.match(again.stderr, /^note: .*order.*stays.*: quick, patient$/m);
  t.match(again.stderr, /^note: player 1 \(quick\): quick\..*changed since.*: .*results come/m);
});

t.test('Ctrl-C finishes what runs, two end it, and a second command has to wait', async (t) => {
  const { cwd, play } = folderOf(t, league(['patient', 'patient2'], '', 'kind: round-robin, rounds: 3'));
  const running = start(['tournament', '--jobs', '1', 'league.yml'], { cwd });
  await until(() => /saved in/.test(running.stderr), 'the beginning');
  const second = await play();
  t.equal(second.status, 2, second.stderr);
  t.match(second.stderr, /league\.db/);
  running.child.kill('SIGINT');
  await until(() => /finishing the running games/.test(running.stderr), 'the note');
  running.child.kill('SIGINT');
  const { status, stdout, stderr } = await running.ended;
  t.equal(status, 130);
  t.match(stdout, /^Report of Letters/);
  t.match(stderr, 'the finished games are saved in league.db; run the same command to resume\n');
});

t.test(
  'unwritable standings are reported',
  { skip: existsSync('/dev/full') ? false : 'no /dev/full' },
  async (t) => {
    const { cwd } = folderOf(t, league(['quick', 'patient']));
    const before = ['sh', '-c', '"$@" >/dev/full', 'sh'];
    const { status, stderr } = await run(['tournament', '--quiet', 'league.yml'], { cwd, before });
    t.equal(status, 3);
    t.match(
      stderr,
      /cannot write to standard output: its disk is full.*\. No result is lost: .*saved.*league\.db$/m,
    );
  },
);
