import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import { childrenOf, readProc } from '../../host/seats/process/processes/proc.ts';
import { momentOf } from '../support/moments.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { type DoomedHost, doomedHost, stubborn, survivorsOf, untriable } from './doomed-host.ts';
import { until } from './sitting.ts';

const AT_ONCE = 3;
/** From the first launcher on: the sandbox is tried, players are started, play, are ended, and the next game begins. */
const LATEST_MS = 700;
const PAUSE_MS = 25;
/** For busy machines: 60 s. */
const LOOKS = 2_400;

const victims = ['launcher', 'host', 'both'] as const;
type Victim = (typeof victims)[number];

const levels = ['bubblewrap', 'unshare', 'process', 'strict'] as const;

/** Kills the launcher, the host or both at so many moments of a series of short games, others on each level: nothing may be left. */
export async function randomKills(many: number): Promise<void> {
  for (const [index, level] of levels.entries())
    t.test(
      `launcher, host or both are killed ${many} times, on the level ${level}`,
      {
        skip: await untriable(level),
      },
      async (t) => {
        const killed = { launcher: 0, host: 0, both: 0 };
        const times = Array.from({ length: many }, (_, time) => time);
        await sideBySide(AT_ONCE, times, async (time) => {
          const victim = victims[time % victims.length]!;
          const after = LATEST_MS * momentOf(time * levels.length + index, many * levels.length);
          const players = (tag: string) => {
            const start = stubborn(tag, level !== 'process');
            return [
              `${start}\nprintf r; head -c 4 >/dev/null; printf p003001AAA; sleep ${tag}`,
              `${start}\nprintf r; sleep ${tag}`,
            ];
          };
          const options = ['--games', '1000', '--grace', '100ms'];
          const host = doomedHost(level, players, undefined, options);
          await killAfter(host, after, victim);
          killed[victim]++;
          await nothingIsLeft(t, host, `${victim} after ${after.toFixed(0)} ms`);
        });
        t.ok(
          Object.values(killed).every((count) => count > 0),
          'each was killed',
        );
      },
    );
}

async function killAfter(host: DoomedHost, after: number, victim: Victim): Promise<void> {
  await until(() => launchersOf(host).length > 0, host);
  await sleep(after);
  if (victim !== 'host') for (const pid of launchersOf(host)) signal(pid, 'SIGKILL');
  if (victim !== 'launcher') host.child.kill('SIGKILL');
  else {
    // It goes on, with another launcher, until it is told to end.
    await sleep(200);
    host.child.kill('SIGTERM');
  }
}

function launchersOf({ child }: DoomedHost): number[] {
  return childrenOf(child.pid!).filter((pid) => readProc(`${pid}/cmdline`) === '/bin/sh\0');
}

async function nothingIsLeft(t: Test, host: DoomedHost, when: string): Promise<void> {
  await host.exit;
  let quiet = 0;
  for (let look = 0; look < LOOKS && quiet < 2; look++) {
    await sleep(PAUSE_MS);
    quiet = survivorsOf([host]).length === 0 ? quiet + 1 : 0;
  }
  const left = survivorsOf([host]);
  for (const { pid } of left) signal(pid, 'SIGKILL');
  t.same(left, [], `${when}: ${host.output.slice(-200)}`);
}
