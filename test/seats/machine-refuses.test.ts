import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { type Outcome, resultsOf, run } from '../cli/wordhost.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { plainUser, whoTests } from '../misbehaviour/users.ts';

/*
 * What the machine refuses the host in the moment in which players are started, such as a process or memory while something
 * else takes all of it, is no fault of the players: the game is void, and the next is played.
 */

const player = 'while read x; do case $x in end) echo ready ;; turn*) echo pass ;; esac; done';
const series = '--dictionary none --games 3 --max-turns 2 --ready-timeout 5s --json'.split(' ');

async function played(arena: Arena, options: readonly string[], env: Readonly<Record<string, string>>) {
  const how = { cwd: arena.bots, host: arena.host, env: { ...arena.env, ...env }, before: arena.user.before };
  return await run(['scrabble', ...series, ...options, '--', player, player], how);
}

function isVoidOnce(t: Test, { stdout, stderr }: Outcome, why: RegExp): void {
  t.match(stderr, /^wordhost: game 1 is void because of a failure of the host; no player is at fault: /m);
  t.match(stderr, why);
  const turns = resultsOf({ stdout }).map((result) => result.turns);
  t.same(turns, [2, 2], 'the others were played');
}

t.test('a set-up that cannot be written', { skip: noCompiler }, async (t) => {
  using arena = arenaFor(whoTests);
  const refuses = join(arena.folder, 'refuses.so');
  const source = join(import.meta.dirname, 'refuses-a-write.c');
  spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', refuses, source], { stdio: 'inherit' });
  const outcome = await played(arena, ['--sandbox', 'off'], { LD_PRELOAD: refuses, REFUSED: '2' });
  isVoidOnce(t, outcome, /fault: player 1 could not be written to: .*ENOMEM/);
});

/** A folder with a setsid that does this with its first supervisor, and with all else what it is for. */
function toolsWith({ bots, user }: Arena, name: string, first: string): string {
  const tools = join(bots, name);
  const once = join(tools, 'once');
  mkdirSync(once, { recursive: true });
  chownSync(tools, user.uid, user.uid);
  // With `:` it is tried.
  const isFirst = `[ "$1" = --fork ] && [ "$4" != : ] && rmdir '${once}' 2>/dev/null`;
  const script = `#!/bin/sh\nreal='${findProgram('setsid')}'\nif ${isFirst}; then\n${first}\nfi\nexec "$real" "$@"\n`;
  writeFileSync(join(tools, 'setsid'), script, { mode: 0o755 });
  return tools;
}

const refusals = [
  {
    what: 'the process that keeps a player',
    user: whoTests,
    first: 'echo "setsid: fork: there is none" >&2; exit 1',
    why: /fault: player \d could not be started: the sandbox ended with status 1 before the command was started: setsid: fork: there is none$/m,
  },
  {
    what: 'the process of its command',
    // Root is refused none.
    user: plainUser,
    first: 'shift; exec "$real" --fork prlimit --nproc=1:1 "$@"',
    why: /fault: player \d could not be started: the system started no process for it$/m,
  },
];

for (const { what, user, first, why } of refusals)
  t.test(`${what} that cannot be started`, { skip: user.skip }, async (t) => {
    using arena = arenaFor(user);
    for (const { level, options, env, skip } of await levelsHere(arena))
      if (level === 'bubblewrap' || level === 'unshare')
        await t.test(`on the level ${level}`, { skip }, async (t) => {
          const tools = toolsWith(arena, level, first);
          const PATH = `${tools}:${'PATH' in env ? env.PATH : process.env.PATH}`;
          isVoidOnce(t, await played(arena, options, { ...env, PATH }), why);
        });
  });

t.test('a check of a bot says it', { skip: whoTests.skip }, async (t) => {
  using arena = arenaFor(whoTests);
  const held = (await levelsHere(arena)).find(({ level }) => level === 'bubblewrap')!;
  await t.test('on the level bubblewrap', { skip: held.skip }, async (t) => {
    const PATH = `${toolsWith(arena, 'check', refusals[0]!.first)}:${process.env.PATH}`;
    const how = { cwd: arena.bots, host: arena.host, env: { ...arena.env, PATH }, before: arena.user.before };
    const { stdout } = await run(['check', 'scrabble', '--', player], how);
    t.match(
      stdout,
      /came: +it could not be started: the sandbox ended with status 1 before the command was started/,
    );
  });
});
