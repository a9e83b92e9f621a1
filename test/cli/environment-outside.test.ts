import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { run } from './wordhost.ts';

/* What --env sets is the player's alone: no program of the host's, outside of the sandbox, is found or loaded by it. */

const skip = !hasProc ? 'namespaces can only be told apart where there is a /proc' : noCompiler;
const tools = 'awk bwrap cat chrt env head mktemp mkfifo prlimit setpriv setsid sh unshare'.split(' ');

t.test('PATH and LD_PRELOAD of a player do nothing outside of its sandbox', { skip }, async (t) => {
  const arena = arenaFor(whoTests);
  t.teardown(() => arena[Symbol.dispose]());
  const source = join(import.meta.dirname, 'says-where-it-is-loaded.c');
  const made = spawnSync('cc', ['-shared', '-fPIC', '-o', join(arena.bots, 'loaded.so'), source]);
  t.equal(made.status, 0, String(made.stderr));
  for (const held of await levelsHere(arena))
    if (held.level !== 'process')
      t.test(`on the level ${held.level}`, { skip: held.skip }, async (t) => checkLevel(t, held, arena));
});

async function checkLevel(t: Test, held: TriedLevel, arena: Arena): Promise<void> {
  const report = fileFor(`loaded-${held.level}`, arena);
  const found = fileFor(`found-${held.level}`, arena);
  const bin = join(arena.bots, `bin-${held.level}`);
  mkdirSync(bin);
  for (const tool of tools) {
    const script = `#!/bin/sh\nreadlink /proc/self/ns/pid >>'${found}'\nPATH=/usr/bin:/bin exec ${tool} "$@"\n`;
    writeFileSync(join(bin, tool), script, { mode: 0o755 });
  }
  const variables = [`PATH=${bin}`, `LD_PRELOAD=${join(arena.bots, 'loaded.so')}`, `LOADED_INTO=${report}`];
  const told = variables.flatMap((each) => ['--env', each]);
  const player = 'echo "path $PATH, preload $LD_PRELOAD" >&2; /usr/bin/sleep 0; exit 3';
  const args = ['--dictionary', 'words.txt', ...held.options, ...told, '--json', '--', player, player];
  const { bots: cwd, host, env } = arena;
  const { stderr } = await run(args, { cwd, host, env: { ...env, ...held.env } });
  t.match(stderr, `path ${bin}`, 'the player has what it was given');
  t.match(stderr, `preload ${join(arena.bots, 'loaded.so')}`);
  const outside = readlinkSync('/proc/self/ns/pid');
  for (const file of [report, found])
    t.notMatch(readFileSync(file, 'utf8'), outside, 'nothing of it ran beside the host');
  if (held.level !== 'strict') t.match(readFileSync(report, 'utf8'), /^sleep pid:/m, 'inside it is loaded');
}

/** All may write to it. */
function fileFor(name: string, { bots, user }: Arena): string {
  const path = join(bots, name);
  writeFileSync(path, '');
  chmodSync(path, 0o666);
  chownSync(path, user.uid, user.uid);
  return path;
}
