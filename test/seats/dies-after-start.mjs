// Loaded into the command line with `--import`: DIES_AFTER milliseconds after it begins to start its first player, the
// host is killed. A thread of its own does it, so that it may hit the host anywhere, in the middle of a call too.
import { ChildProcess } from 'node:child_process';
import { Worker } from 'node:worker_threads';

const begun = new Int32Array(new SharedArrayBuffer(8));
const killer = `const { begun, after } = require('node:worker_threads').workerData;
Atomics.wait(begun, 0, 0);
Atomics.wait(begun, 1, 0, after);
process.kill(process.pid, 'SIGKILL');`;
new Worker(killer, { eval: true, workerData: { begun, after: Number(process.env.DIES_AFTER) } }).unref();

const spawn = ChildProcess.prototype.spawn;
ChildProcess.prototype.spawn = function (start) {
  if (start.args?.some((word) => word.includes('I am a player'))) {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
  }
  return spawn.call(this, start);
};
