import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import t from 'tap';
import { hasNamespace, seatOne, triedLevels } from '../seats/sitting.ts';

const node = `'${process.execPath}'`;
const counted = existsSync('/proc/self/schedstat')
  ? false
  : 'this system does not count how long threads wait';
const pinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? false : 'there is no taskset here';

/** Each of two threads has a processor for 300 ms, and then both live on. */
const twoThreads = `
const { Worker } = require('node:worker_threads');
const burn = () => {
  const { parentPort } = require('node:worker_threads');
  const burnt = () => process.threadCpuUsage().user + process.threadCpuUsage().system;
  while (burnt() < 300000) for (let i = 0; i < 1e6; i++);
  parentPort.postMessage('burnt');
  setInterval(() => {}, 1e6);
};
let left = 2;
for (const one of [1, 2])
  new Worker('(' + burn + ')()', { eval: true }).on('message', () => --left || console.log('burnt'));`;
const burn = `${node} -e 'while (process.cpuUsage().user < 300000) for (let i = 0; i < 1e6; i++);'`;

for (const { level, skip } of triedLevels)
  t.test(`the time of players on the level ${level}`, { skip: skip || counted }, async (t) => {
    t.test('two threads on one core wait as long as they run', { skip: pinned }, async (t) => {
      const quoted = twoThreads.replaceAll("'", `'\\''`);
      await using sitting = await seatOne(level, `taskset -c 0 ${node} -e '${quoted}'; :`);
      await sitting.player.says('burnt\n');
      const { cpuMs, waitMs } = await sitting.player.ending();
      t.ok(cpuMs! >= 590, `${cpuMs} ms on a processor`);
      t.ok(waitMs! >= 400, `${waitMs} ms waiting for one`);
    });

    t.test('a player that does nothing has hardly waited', async (t) => {
      await using sitting = await seatOne(level, 'echo on; exec sleep 1000');
      await sitting.player.says('on\n');
      const { cpuMs, waitMs } = await sitting.player.ending();
      t.ok(cpuMs! < 200 && typeof waitMs === 'number', `${cpuMs} ms, ${waitMs} ms`);
    });

    t.test('of a player that has exited it is not known how long it waited', async (t) => {
      await using sitting = await seatOne(level, 'exit 3');
      await sitting.player.gone();
      t.equal((await sitting.player.ending()).waitMs, null);
    });

    t.test(
      'what a command leaves running is counted beside it',
      { skip: !hasNamespace(level) && 'nobody tells of a command that has exited' },
      async (t) => {
        // The shell waits for its own child alone, and ends once the other has burnt too.
        const left = `(${burn}; echo left; exec sleep 1000) & ${burn}; read x`;
        await using sitting = await seatOne(level, left);
        await sitting.player.says('left\n');
        sitting.player.seat.send('x\n');
        await sitting.player.gone();
        const { cpuMs } = await sitting.player.ending();
        t.ok(cpuMs! >= 590, `${cpuMs} ms`);
      },
    );
  });
