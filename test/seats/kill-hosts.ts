import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import { momentOf } from '../support/moments.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { cwd, type DoomedHost, doomedHost, peels, stubborn, survivorsOf, untriable } from './doomed-host.ts';
import { until } from './sitting.ts';

const noCompiler = findProgram('cc') === undefined && 'no C compiler (cc)';
for (const program of noCompiler ? [] : ['holds-its-supervisors', 'forks-away', 'waits-for-a-vfork']) {
  const source = join(import.meta.dirname, `${program}.c`);
  spawnSync('cc', ['-o', join(cwd, program), source], { stdio: 'inherit' });
}

const AT_ONCE = 4;
/** Longer than a reaper looks. */
const QUIET_MS = 600;
const LATEST_MS = 25;
const MOST_PEELS = 60;
const LONGEST_END_MS = 5_000;

/** Where no player can stop the first process of its namespace. */
const noneToStop: Readonly<Record<string, string | undefined>> = {
  process: 'there is none',
  strict: 'no player can: the filter refuses it the means of a debugger',
};

const promising = ['bubblewrap', 'unshare', 'process', 'strict'] as const;

/**
 * Kills hosts on each level: none of their players may outlive them. The moments of a start are others on each level, for the code is
 * the same; in the middle of a game one peel is like another.
 */
export async function killHosts({
  starts,
  peels: many,
}: {
  readonly starts: number;
  readonly peels: number;
}): Promise<void> {
  for (const [index, level] of promising.entries())
    t.test(`nothing outlives a killed host, ${level}`, { skip: await untriable(level) }, async (t) => {
      const sits = (tag: string) =>
        `${stubborn(tag, level !== 'process')}\nprintf n; while :; do sleep ${tag}; done`;
      const plays = (tag: string) => `${stubborn(tag, level !== 'process')}\n${peels}`;

      t.test(`${starts} times at 0 to ${LATEST_MS} ms after the start of a player`, async (t) => {
        await sideBySide(
          AT_ONCE,
          Array.from({ length: starts }, (_, time) => time * promising.length + index),
          async (time) => {
            const after = LATEST_MS * momentOf(time, starts * promising.length);
            const host = doomedHost(level, (tag) => [sits(tag), sits(tag)], after);
            await nothingIsLeft(t, host, `${after.toFixed(2)} ms after the start`);
          },
        );
      });

      t.test(
        'a player that has stopped the first process of its namespace',
        { skip: noneToStop[level] ?? noCompiler },
        async (t) => {
          const holder = (tag: string) => `exec ./holds-its-supervisors ${tag}`;
          const host = doomedHost(level, (tag) => [holder(tag), sits(tag)]);
          await until(() => /holds [1-9]/.test(host.output), host);
          host.child.kill('SIGKILL');
          await nothingIsLeft(t, host, 'with its first process stopped');
        },
      );

      t.test('a player that forks faster than it can be listed', { skip: noCompiler }, async (t) => {
        const host = doomedHost(level, (tag) => [
          sits(tag).replace('printf n', `./forks-away ${tag} &`),
          sits(tag),
        ]);
        await until(() => host.output.includes('forks'), host);
        host.child.kill('SIGKILL');
        await nothingIsLeft(t, host, 'while a player forks');
      });

      t.test(`${many} times in the middle of a game`, async (t) => {
        await sideBySide(
          AT_ONCE,
          Array.from({ length: many }, (_, index) => index),
          async (time) => {
            const host = doomedHost(level, (tag) => [plays(tag), sits(tag)]);
            const peel = 1 + Math.floor(MOST_PEELS * momentOf(time, many));
            await until(
              () => host.output.includes(`< +${String(peel).padStart(3, '0')}`),
              () => `peel ${peel}: ${host.output}`,
            );
            host.child.kill('SIGKILL');
            await nothingIsLeft(t, host, `after peel ${peel}`);
          },
        );
      });
    });
}

/** Without a namespace that ends with the host it is the launcher alone that ends them. */
export async function killWhileOneWaitsInTheKernel(): Promise<void> {
  const skip = noCompiler || (await untriable('off'));
  t.test('a player that waits for a child of vfork does not keep others alive', { skip }, async (t) => {
    const waits = (tag: string) => `./waits-for-a-vfork ${tag} & printf n; exec sleep ${tag}`;
    const plain = (tag: string) => `printf n; exec sleep ${tag}`;
    const host = doomedHost('off', (tag) => [waits(tag), plain(tag)]);
    await until(() => host.output.includes('waits'), host);
    host.child.kill('SIGKILL');
    const began = performance.now();
    await nothingIsLeft(t, host, 'while a player waits in the kernel');
    const took = performance.now() - began;
    t.ok(took < LONGEST_END_MS, `all have ended after ${took.toFixed()} ms`);
  });
}

export async function tryWhatIsNotPromised(): Promise<void> {
  t.test('what is not promised', async (t) => {
    const hidden = (tag: string) =>
      `: I am a player; (env -i setsid sleep ${tag} &); printf n; exec sleep ${tag}`;
    const plain = (tag: string) => `: I am a player; printf n; exec sleep ${tag}`;

    const outlives = async (t: Test, level: SandboxLevel) => {
      const host = await killedMidGame(doomedHost(level, (tag) => [hidden(tag), plain(tag)]));
      await until(
        () => survivorsOf([host]).length === 1,
        () => `one survivor: ${JSON.stringify(survivorsOf([host]))}`,
      );
      await sleep(QUIET_MS);
      t.match(survivorsOf([host]), [{ words: `sleep\0${host.tag}\0` }], 'it stays');
      endAll([host]);
    };

    t.test(
      'process: what starts afresh with no environment',
      { skip: await untriable('process') },
      async (t) => outlives(t, 'process'),
    );

    t.test('off: what has left its player', { skip: await untriable('off') }, async (t) =>
      outlives(t, 'off'),
    );
  });
}

async function killedMidGame(host: DoomedHost): Promise<DoomedHost> {
  await until(() => /2 < AAA/.test(host.output) && survivorsOf([host]).length > 3, host);
  host.child.kill('SIGKILL');
  await host.exit;
  return host;
}

function endAll(hosts: readonly DoomedHost[]): void {
  for (const { pid } of survivorsOf(hosts)) signal(pid, 'SIGKILL');
}

const PAUSE_MS = 25;
/** For busy machines: 60 s. */
const LOOKS = 2_400;

/** Two looks in a row find nothing: what moves on could slip through one. */
async function nothingIsLeft(t: Test, host: DoomedHost, when: string): Promise<void> {
  const [code, signal] = await host.exit;
  if (signal !== 'SIGKILL')
    return void t.fail(`${when} it ended by itself: ${code} ${host.output.slice(-500)}`);
  let quiet = 0;
  for (let look = 0; look < LOOKS && quiet < 2; look++) {
    await sleep(PAUSE_MS);
    quiet = survivorsOf([host]).length === 0 ? quiet + 1 : 0;
  }
  t.same(survivorsOf([host]), [], `killed ${when}`);
}
