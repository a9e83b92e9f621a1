import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { signal } from '../../host/seats/process/processes/player-processes.ts';
import { allPids, readProc } from '../../host/seats/process/processes/proc.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';

/*
 * Between the moment in which bubblewrap has made its namespace and the moment in which it lets its child begin, it must not be
 * killed alone: the child would wait for ever, and no lifeline reaches it. That lasts some microseconds; here it is half a
 * second, and the host is killed in it: while it tries the sandbox, and while it starts its players.
 */

const STEPS_MS = [200, 400, 600, 800, 1_000, 1_200, 1_500, 2_000];
/** Only a test that fails waits so long. */
const LONGEST_MS = 60_000;
const bubblewrap = findProgram('bwrap');
const skip = noCompiler || (bubblewrap === undefined && 'there is no program bwrap');

t.test('a host that is killed while bubblewrap makes a namespace leaves nothing', { skip }, async (t) => {
  const arena = arenaFor(whoTests);
  t.teardown(() => arena[Symbol.dispose]());
  const late = join(arena.folder, 'late.so');
  const source = join(import.meta.dirname, 'late-to-its-child.c');
  spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', late, source], { stdio: 'inherit' });
  for (const held of await levelsHere(arena))
    if (held.level === 'bubblewrap' || held.level === 'strict')
      t.test(`on the level ${held.level}`, { skip: held.skip }, async (t) => {
        await Promise.all(STEPS_MS.map((after) => killedAfter(t, after, held, arena, late)));
      });
});

async function killedAfter(
  t: Test,
  after: number,
  held: TriedLevel,
  arena: Arena,
  late: string,
): Promise<void> {
  const mark = `slow-${process.pid}-${held.level}-${after}`;
  const tools = join(arena.folder, mark);
  mkdirSync(tools);
  // The name of the folder is in the environment of all that it starts.
  symlinkSync(late, join(tools, 'late.so'));
  const script = `#!/bin/sh\nLD_PRELOAD='${join(tools, 'late.so')}' exec '${bubblewrap}' "$@"\n`;
  writeFileSync(join(tools, 'bwrap'), script, { mode: 0o755 });
  const player = `: ${mark}; printf n; exec sleep 1000`;
  const [node = '', ...host] = arena.host;
  // The sandbox inside the other one is started from there.
  const options = [...held.options, ...(held.level === 'strict' ? ['--readable', tools] : [])];
  const child = spawn(node, [...host, '--dictionary', 'words.txt', ...options, '--', player, player], {
    cwd: arena.bots,
    env: { ...arena.env, PATH: `${tools}:${process.env.PATH}` },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await sleep(after);
  child.kill('SIGKILL');
  await ended;
  t.equal(child.signalCode, 'SIGKILL', 'it was at work');
  for (const end = Date.now() + LONGEST_MS; marked(mark).length > 0 && Date.now() < end; ) await sleep(50);
  const left = marked(mark);
  for (const pid of left) signal(pid, 'SIGKILL');
  t.equal(left.length, 0, `killed after ${after} ms`);
}

function marked(mark: string): number[] {
  return allPids().filter((pid) =>
    ['cmdline', 'environ'].some((file) => readProc(`${pid}/${file}`)?.includes(mark)),
  );
}
