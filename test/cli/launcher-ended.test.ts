import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { carriers, until } from '../seats/sitting.ts';
import { readTap } from '../views/reports/consumers.ts';
import { letterAOptions } from './letter-a.ts';
import { resultsOf, run, start } from './wordhost.ts';

const cwd = t.testdir({ 'words.txt': 'AA\nAAA\n', bunch: 'A 60\n' });
/** Waits in its first game, and goes in its second. */
const patient = `: waits-${process.pid}; echo >>"begun-$WORDHOST_SEAT"; printf n; head -c 4 >/dev/null; [ $(wc -l <"begun-$WORDHOST_SEAT") -lt 2 ] || exit 0; cat >/dev/null`;
const words = [
  ...letterAOptions,
  '--stall',
  '60s',
  '--no-rotate',
  '--record-bad',
  'bad',
  '--tap',
  'report.tap',
];

/** The small process that starts players is the only shell that its host started itself. */
function launcherOf(host: number): number | undefined {
  const below = readFileSync(`/proc/${host}/task/${host}/children`, 'latin1')
    .trim()
    .split(' ')
    .filter(Boolean);
  return below.map(Number).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1') === '/bin/sh\0');
}

const isOfGame = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(patient);
  } catch {
    return false;
  }
};
const players = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOfGame(name))
    .map(Number);

t.test('a launcher that is killed is no fault of a player', { skip: !hasProc && 'no /proc' }, async (t) => {
  const running = start([...words, '--games', '2', '--json', '--trace', patient, patient], { cwd });
  const host = running.child.pid!;
  let launcher: number | undefined;
  await until(
    () => running.stderr.match(/< AAA/g)?.length === 2 && (launcher = launcherOf(host)) !== undefined,
    () => `a game of ${host}: ${running.stderr}`,
  );
  process.kill(launcher!, 'SIGKILL');
  const outcome = await running.ended;
  t.equal(outcome.status, 3, outcome.stderr);
  t.match(
    outcome.stderr,
    'game 1 is void because of a failure of the host; no player is at fault: the process that starts players (/bin/sh) was ended',
  );
  const [, replay = 'none'] =
    outcome.stderr.match(/^ {2}to show it as far as it came: (wordhost replay bad\/.*)$/m) ?? [];
  const [ofVoid, ofNext, ...more] = readTap(readFileSync(join(cwd, 'report.tap'), 'utf8'));
  t.match(ofVoid, {
    ok: false,
    name: 'game 1',
    diag: { severity: 'error', command: replay, message: /^void because/ },
  });
  t.match(ofNext, { name: /^game 2: / });
  t.same(more, []);
  t.match(await run(replay.split(' ').slice(1), { cwd }), { status: 0 }, 'its record can be shown');
  const results = resultsOf(outcome);
  t.match(
    results,
    [{ players: [{ outcome: /left|won/ }, { outcome: /left|won/ }] }],
    'the next game is played, with another launcher',
  );
  t.equal(results.length, 1);
  t.same(carriers(results[0]!.id), []);
  t.same(players(), []);
});
