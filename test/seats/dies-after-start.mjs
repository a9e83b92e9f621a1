// Loaded into the command line with `--import`: DIES_AFTER milliseconds after it begins to start its first player, the
// host is killed. A thread of its own does it, so that it may hit the host anywhere, in the middle of a call too.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';

const begun = new Int32Array(new SharedArrayBuffer(8));
const killer = `const { begun, after } = require('node:worker_threads').workerData;
Atomics.wait(begun, 0, 0);
Atomics.wait(begun, 1, 0, after);
process.kill(process.pid, 'SIGKILL');`;
new Worker(killer, { eval: true, workerData: { begun, after: Number(process.env.DIES_AFTER) } }).unref();

// The launcher is told what a player is by a write.
const { writeSync } = fs;
fs.writeSync = function (descriptor, what, ...rest) {
  if (Buffer.isBuffer(what) && what.includes('I am a player')) {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
  }
  return writeSync.call(this, descriptor, what, ...rest);
};
syncBuiltinESMExports();
