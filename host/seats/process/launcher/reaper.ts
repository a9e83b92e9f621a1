import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { drawId } from '../../../core/seed.ts';
import { quotedWords } from '../../../files/shell.ts';
import { findProgram } from '../processes/find-program.ts';
import { isStill, nameOf, type ProcessName } from '../processes/player-processes.ts';
import type { Launcher } from './launcher.ts';
import { orders } from './launcher-script.ts';

// Waits for the host's end, then kills what carries the host's mark. With it goes its process group: that reaches what
// forks faster than it can be listed. And its children: from within a namespace a player can wipe the mark off the first
// process of it, by a debugger's means, but not off the wrapper outside. Five looks that find nothing more are the end.
const SWEEP = `mark=WORDHOST_RUN=$1
marked() {
  if [ -r /proc/self/environ ]; then grep -lsaF "$mark" /proc/[0-9]*/environ | tr -dc '0-9\\n'
  else ps -axwwE -o pid=,command= | grep -F "$mark" | grep -v reaper | awk '{ print $1 }'; fi
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

interface Reaper {
  readonly mark: Readonly<Record<string, string>>;
  readonly process: ProcessName;
}

let reaper: Promise<Reaper> | undefined;

/**
 * Where no namespace ends players with the host, one process of this run does, in a session of its own. Answers
 * with the mark by which it knows them.
 */
export async function markOfReaper(launcher: Launcher): Promise<Readonly<Record<string, string>>> {
  const known = await reaper?.catch(() => undefined);
  if (known && isStill(known.process)) return known.mark;
  reaper = startReaper(launcher);
  return (await reaper).mark;
}

async function startReaper(launcher: Launcher): Promise<Reaper> {
  const run = drawId();
  const slot = await launcher.slot();
  launcher.spare(slot.pid);
  // It waits for the end of its lifeline, which the host keeps for as long as it lives.
  const lifeline = new Lifeline(slot.lifeline);
  const session = [findProgram('setsid')].filter((path) => path !== undefined);
  const argv = [...session, '/bin/sh', '-c', SWEEP, 'reaper', run];
  lifeline.write(orders([`exec ${quotedWords(argv)} <&3 3<&- 4<&- 5<&- 6<&- 7<&- 8>&-`], slot));
  for (const end of [slot.input, slot.output, slot.errors, slot.reports]) closeSync(end);
  slot.release();
  return { mark: { WORDHOST_RUN: run }, process: nameOf(slot.pid) };
}

/** The host's end of the pipe that a slot is told its orders on. When it is closed, however that comes, the slot ends. */
export class Lifeline {
  readonly #descriptor: number;
  /** Only for orders that are larger than a pipe. */
  #socket: Socket | undefined;
  #closed = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(orders: string): void {
    const bytes = Buffer.from(orders);
    const written = this.#writeNow(bytes);
    if (written === bytes.length) return;
    this.#socket = new Socket({ fd: this.#descriptor, readable: false, writable: true });
    this.#socket.on('error', () => {}).write(bytes.subarray(written));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#socket) this.#socket.destroy();
    else closeSync(this.#descriptor);
  }

  #writeNow(bytes: Buffer): number {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      // The slot is gone already, or ends without orders: its reports say so.
      this.close();
      return bytes.length;
    }
  }
}
