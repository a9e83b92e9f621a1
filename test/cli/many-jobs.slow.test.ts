import { readdirSync } from 'node:fs';
import t from 'tap';
import { hasProc, readProc } from '../../host/seats/process/processes/proc.ts';
import { letterA } from './letter-a.ts';
import { carriers, resultsOf, start, until } from './wordhost.ts';

const GAMES = 200;

/** Thinks for a while in each turn, without a processor. */
const sleeps = 'echo ready; while read -r line; do case $line in turn*) sleep 5; echo pass;; esac; done';

t.test(
  '200 turn games at once of players that sleep, on as many hosts as there are processors',
  {
    skip: !hasProc && 'what is open and running is read from /proc',
  },
  async (t) => {
    const cwd = t.testdir(letterA);
    const words = ['--games', String(GAMES), '--jobs', String(GAMES), '--timeout', '2m', '--json', '--quiet'];
    const host = start(
      ['scrabble', '--dictionary', 'words.txt', '--ready-timeout', '2m', ...words, sleeps, sleeps],
      { cwd },
    );
    t.teardown(() => host.child.kill('SIGKILL'));
    const players = () => carriers(host.marker).filter((pid) => readProc(`${pid}/comm`) === 'sleep\n').length;
    await until(
      () => players() >= GAMES / 2,
      () => `players: ${players()} sleep, ${host.stderr}`,
    );
    const workers = carriers(host.marker).filter(
      (pid) => readProc(`${pid}/cmdline`)?.split('\0')[2] === '--play-games',
    );
    t.ok(workers.length <= 2 * navigator.hardwareConcurrency, `${workers.length} processes play`);
    for (const pid of workers) t.ok(readdirSync(`/proc/${pid}/fd`).length > 100, 'each plays many');
    const outcome = await host.ended;
    t.equal(outcome.status, 0, outcome.stderr);
    const results = resultsOf(outcome);
    t.equal(results.length, GAMES);
    t.same([...new Set(results.map(({ reason }) => reason))], ['scoreless']);
    t.same(carriers(host.marker), []);
  },
);
