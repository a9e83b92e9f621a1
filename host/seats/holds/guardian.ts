import type { Socket } from 'node:net';
import type { Execa } from '../player-command.ts';

// Waits for the host's end, then kills what carries the host's mark. With it goes its process group: that reaches what
// forks faster than it can be listed. And its children: from within a namespace a player can wipe the mark off the first
// process of it, by a debugger's means, but not off the wrapper outside. Five looks that find nothing more are the end.
const SWEEP = `mark=WORDHOST_RUN=$1
marked() {
  if [ -r /proc/self/environ ]; then grep -lsaF "$mark" /proc/[0-9]*/environ | tr -dc '0-9\\n'
  else ps -axwwE -o pid=,command= | grep -F "$mark" | grep -v guardian | awk '{ print $1 }'; fi
}
near() {
  for pid; do
    cat "/proc/$pid/task/"*/children
    stat=$(cat "/proc/$pid/stat") && set -- \${stat##*)} && echo "-$3"
  done
}
while read line; do :; done
quiet=0
while [ $quiet -lt 5 ]; do
  found=$(marked)
  if [ -n "$found" ]; then kill -9 $found $(near $found); quiet=0; else quiet=$((quiet + 1)); sleep 0.05; fi
done 2>/dev/null`;

let guarded: Readonly<Record<string, string>> | undefined;

/**
 * Where no namespace ends players with the host, one process of this run does, in a session of its own. Answers
 * with the mark by which it knows them.
 */
export function guardThisRun(execa: Execa): Readonly<Record<string, string>> {
  guarded ??= startGuardian(execa);
  return guarded;
}

function startGuardian(execa: Execa): Readonly<Record<string, string>> {
  const run = globalThis.crypto.randomUUID();
  const { nodeChildProcess: child } = execa('/bin/sh', ['-c', SWEEP, 'guardian', run], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    extendEnv: false,
    buffer: false,
    reject: false,
    cleanup: false,
    detached: true,
    cwd: '/',
  });
  const mark = { WORDHOST_RUN: run };
  if (child.pid === undefined) return mark; // what keeps it from starting will keep players from it too
  child.once('exit', () => (guarded = undefined));
  child.once('error', () => (guarded = undefined));
  // It must not keep the host from ending.
  child.unref();
  (child.stdin as Socket).on('error', () => {}).unref();
  return mark;
}
