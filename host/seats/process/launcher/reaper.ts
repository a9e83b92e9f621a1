import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { drawId } from '../../../core/seed.ts';
import { quotedWords } from '../../../files/shell.ts';
import { findProgram } from '../processes/find-program.ts';
import { isStill, nameOf, type ProcessName } from '../processes/player-processes.ts';
import type { Launcher } from './launcher.ts';
import { orders } from './launcher-script.ts';

// Waits for the host's end, then kills processes with the host's mark and its process group, which reaches
// what forks faster than it can be listed. Their children die too: a debugger inside a namespace can remove
// the mark of its first process, but not of the wrapper outside. Five looks without a result end the search.
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

/** Starts a reaper in a session of its own, for players without a namespace. Returns its mark. */
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
  // The reaper waits for the end of its lifeline, which the host holds as long as it lives.
  const lifeline = new Lifeline(slot.lifeline);
  const session = [findProgram('setsid')].filter((path) => path !== undefined);
  const argv = [...session, '/bin/sh', '-c', SWEEP, 'reaper', run];
  lifeline.write(orders([`exec ${quotedWords(argv)} <&3 3<&- 4<&- 5<&- 6<&- 7<&- 8>&-`], slot));
  for (const end of [slot.input, slot.output, slot.errors, slot.reports]) closeSync(end);
  slot.release();
  return { mark: { WORDHOST_RUN: run }, process: nameOf(slot.pid) };
}

/** The host's end of the pipe with a slot's orders. The slot ends when it is closed for any reason. */
export class Lifeline {
  readonly #descriptor: number;
  /** Only for orders larger than a pipe. */
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
      // The slot has ended. Its reports say why.
      this.close();
      return bytes.length;
    }
  }
}
