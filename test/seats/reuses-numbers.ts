import { closeSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Launcher } from '../../host/seats/process/launcher/launcher.ts';
import type { Slot } from '../../host/seats/process/launcher/launcher-script.ts';
import { childrenOf, processFacts, readProc } from '../../host/seats/process/processes/proc.ts';
import { until } from './sitting.ts';

/*
 * A host in a namespace of processes of its own, where it says which number comes next: a new slot gets that of one that has
 * ended, and is not waited for in its place. It prints a line for each case.
 */
/** After it the launcher is told to wait for what was forgotten before. */
const LATER_MS = 20;

const launcher = await Launcher.start([]);
const shell = childrenOf(process.pid).find(
  (pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1') === '/bin/sh\0',
)!;

const first = await endedAndWaitedFor();
const second = await withNumberOf(first, () => launcher.slot());
launcher.forget(first);
// Both are told at once; where the launcher waits for the first, it does not come to the other.
await forgotten(await ended(await launcher.slot()));
const startsNext = (await launcher.slot()).pid !== second.pid;
console.log(`a number that another slot has by now: the next one starts ${startsNext}`);
console.log(`its status is not known ${await launcher.statusOf(first)}`);

const third = await endedAndWaitedFor();
let status: Promise<number | undefined> | undefined;
const fourth = await withNumberOf(third, async () => {
  await launcher.makePipes();
  process.kill(shell, 'SIGSTOP');
  await until(() => / T /.test(readProc(`${shell}/stat`)!), 'the launcher to stop');
  const starting = launcher.slot();
  // The order to start it is on its way.
  await new Promise(setImmediate);
  status = launcher.statusOf(third);
  launcher.forget(third);
  await sleep(LATER_MS);
  setLastNumber(third.pid - 1);
  process.kill(shell, 'SIGCONT');
  return await starting;
});
const startsAnother = (await launcher.slot()).pid !== fourth.pid;
console.log(
  `a number that a slot gets meanwhile: not known ${await status}, the next one starts ${startsAnother}`,
);

await forgotten(await ended(second));
await forgotten(await ended(fourth));
console.log('the new ones are waited for');
launcher.end();

async function ended(slot: Slot): Promise<Slot> {
  closeSync(slot.lifeline);
  await until(() => processFacts(slot.pid)?.living !== true, 'a slot to end');
  return slot;
}

async function forgotten(slot: Slot): Promise<void> {
  launcher.forget(slot);
  await until(() => processFacts(slot.pid) === undefined, 'a slot to be waited for');
}

/** Because another was: the launcher's shell waits for all that have ended. */
async function endedAndWaitedFor(): Promise<Slot> {
  const [slot, other] = [await launcher.slot(), await launcher.slot()];
  await ended(slot);
  await forgotten(await ended(other));
  await until(() => processFacts(slot.pid) === undefined, 'a slot to be waited for with another');
  return slot;
}

/** A thread of this process may take it before. */
async function withNumberOf({ pid }: Slot, start: () => Promise<Slot>): Promise<Slot> {
  for (;;) {
    setLastNumber(pid - 1);
    const slot = await start();
    if (slot.pid === pid) return slot;
    await forgotten(await ended(slot));
  }
}

function setLastNumber(number: number): void {
  writeFileSync('/proc/sys/kernel/ns_last_pid', String(number));
}
