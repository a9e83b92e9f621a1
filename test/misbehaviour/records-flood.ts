import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { dealt, letterA, letterAOptions } from '../cli/letter-a.ts';
import { playMisbehaving } from './play-misbehaving.ts';

const MOST_EXTRA_KB = 40 * 1024;

/** With a cache of their own the ordinary game compiles what both need. */
const cwd = t.testdir({ ...letterA, cache: {} });
const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
const skip = !hasProc && 'the memory of the host can only be seen where there is a /proc';
const flood = (grids: number) =>
  `GRIDS=${grids} exec /bin/sh '${join(import.meta.dirname, 'flooding', 'huge-late-grids.sh')}'`;
/** Peels once, so that what the other says is late. */
const other = `printf n; ${dealt}; printf p001003001AAA; exec sleep 1000`;

// Nobody peels while all of it comes, which takes minutes on a busy machine.
const limits = ['--max-late', '2G', '--max-output', '2G', '--grace', '100ms', '--stall', '30m'];

async function play(name: string, first: string, second: string) {
  const args = [...letterAOptions, ...limits, '--record', name, '--json', '--', first, second];
  const { outcome, result, peakKb } = await playMisbehaving(args, `recorded-${process.pid}`, { cwd, env });
  const file = result && join(cwd, name, `${result.id}.jsonl`);
  const recorded = file ? statSync(file).size : 0;
  rmSync(join(cwd, name), { recursive: true });
  return { outcome, result, peakKb, recorded };
}

const CELLS = 999 * 999;

/** As many of the largest grids: each has almost a million bytes. */
export function recordsFlood(grids: number): void {
  t.test(`${grids} MB without an error are recorded in little memory`, { skip }, async (t) => {
    const ordinary = await play('ordinary', `printf n; ${dealt}; exit 0`, other);
    const flooded = await play('flooded', flood(grids), other);
    t.match(flooded.result, { players: [{ outcome: 'left', late: grids }, { outcome: 'won' }] });
    t.ok(flooded.recorded > grids * CELLS, `a record of ${flooded.recorded} bytes`);
    const extraKb = flooded.peakKb - ordinary.peakKb;
    t.ok(extraKb < MOST_EXTRA_KB, `${extraKb} kB more than in an ordinary game`);
  });
}
