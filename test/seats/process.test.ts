import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { specialFilesBelow } from '../../host/seats/process/sandbox/strict-request.ts';
import { seatContract } from '../contracts/seat-contract.ts';
import type { Behaviour } from '../contracts/seat-kind.ts';
import { leaving, starting, stopping } from './lives-of-players.ts';
import { triedLevels } from './sitting.ts';

// Each suite on the level that differs most in it; `levels.slow.test.ts` tries all suites on all levels.
t.test('starting', async (t) => await starting(t, ['bubblewrap']));
t.test('leaving', async (t) => await leaving(t, ['unshare']));
t.test('stopping', async (t) => await stopping(t, ['bubblewrap', 'process']));

t.test('special files', async (t) => {
  /** The path of a socket has at most 107 bytes. */
  function shortFolder(...below: readonly string[]): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wordhost-')));
    t.teardown(() => rmSync(folder, { recursive: true }));
    for (const name of below) mkdirSync(join(folder, name), { recursive: true });
    return folder;
  }

  const skip = findProgram('mkfifo') === undefined && 'no mkfifo here';

  t.test('sockets and named pipes are found in readable folders', { skip }, async (t) => {
    const folder = shortFolder('deep/er', 'out');
    const pipe = (name: string) => {
      spawnSync('mkfifo', [join(folder, name)]);
      return join(folder, name);
    };
    const [above, below, written] = [pipe('a'), pipe('deep/er/b'), pipe('out/c')];
    const server = createServer();
    t.teardown(() => server.close());
    await once(server.listen({ path: join(folder, 'deep', 's') }), 'listening');
    const own = (folders: string[], but: string[] = []) =>
      specialFilesBelow(folders, but)
        .filter((path) => path.startsWith(folder))
        .toSorted();
    t.same(own([folder]), [above, below, join(folder, 'deep/s'), written]);
    t.same(
      own([folder], [join(folder, 'out')]),
      [above, below, join(folder, 'deep/s')],
      'where they may write',
    );
    t.notOk(
      own([folder, join(folder, 'deep/s')]).includes(join(folder, 'deep/s')),
      'what is named itself is meant',
    );
    symlinkSync(folder, join(folder, 'deep', 'again'));
    t.equal(own([folder]).length, 4, 'links are not followed');
  });

  t.test('a distant socket is found through the kernel', { skip: !hasProc }, async (t) => {
    const [near, far] = ['near', 'far'].map((name) => join(shortFolder(name), name));
    const server = createServer();
    t.teardown(() => server.close());
    await once(server.listen({ path: join(far!, 's') }), 'listening');
    t.ok(specialFilesBelow([near!], []).includes(join(far!, 's')));
  });
});

t.test('process seats', async (t) => {
  const commands: Readonly<Record<Behaviour, string>> = {
    echo: 'echo on; exec cat',
    'moves-and-exits': 'echo on; read line; echo moved',
    'writes-much': `echo on; read line; head -c 200000 /dev/zero | tr '\\000' x; read line`,
    'waits-for-the-end': 'echo on; cat >/dev/null; echo end; sleep 1000',
    deaf: 'echo on; exec sleep 1000',
  };

  const strict = await probeSandbox('strict');
  const levels = [
    ...triedLevels,
    { level: 'strict', skip: 'problem' in strict ? strict.problem : false },
  ] as const;

  for (const { level, skip } of levels)
    t.test(`seats of processes on the level ${level}`, { skip }, async (t) => {
      seatContract(t, {
        name: level,
        open: (behaviours) => (requests, listenerOf) =>
          processSeats({
            sandbox: level,
            shell: '/bin/sh',
            cwd: undefined,
            graceNs: seconds(20),
            unreadCap: 2 ** 20,
            stderr: 'discard',
            commandFolder: undefined,
          })(
            requests.map((request) => ({ ...request, command: commands[behaviours[request.seat - 1]!] })),
            listenerOf,
          ),
        hasProcesses: true,
      });
    });
});
