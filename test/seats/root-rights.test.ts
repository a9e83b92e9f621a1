import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { seatOne } from './sitting.ts';

// Node hands it to every process that it starts, whatever environment that shall have.
delete process.env.NODE_V8_COVERAGE;

const notRoot = process.getuid!() !== 0 && 'only root has rights to lose';
const folder = t.testdir({ file: 'text\n' });
const file = join(folder, 'file');
chmodSync(file, 0o600);

/** By number, as in the docs. */
const lost = [2, 16, 17, 19, 20, 21, 22, 25, 27, 30, 32, 33, 34, 37, 38, 39, 40];
const LOOK = 'grep CapEff /proc/self/status | cut -f 2';
const rightsIn = (text: string) => BigInt(`0x${/[0-9a-f]{16}/.exec(text)![0]}`);
const own = rightsIn(execFileSync('/bin/sh', ['-c', LOOK], { encoding: 'utf8' }));

for (const level of ['bubblewrap', 'unshare'] as const) {
  const sandbox = await probeSandbox(level);
  const skip = notRoot || ('problem' in sandbox && sandbox.problem);

  const run = async (command: string): Promise<string> => {
    await using sitting = await seatOne(level, `exec 2>&1\n${command}`);
    await sitting.player.gone();
    return sitting.player.text;
  };

  t.test(`root on the level ${level}`, { skip }, async (t) => {
    t.test('has none of the rights with which it would get out, and all others', async (t) => {
      const mask = lost.reduce((all, right) => all | (1n << BigInt(right)), 0n);
      t.equal(rightsIn(await run(LOOK)), own & ~mask);
      t.not(own & mask, 0n, 'there was something to lose');
    });

    t.test('does not get them back with another program, or as another user', async (t) => {
      const again = `unshare -m true && echo mounts; setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '${LOOK}'`;
      t.match(await run(again), /^[^\n]*not permitted\n0+\n$/);
    });

    t.test('reads, writes and gives away the files of others, and becomes others', async (t) => {
      writeFileSync(file, 'text\n');
      const honest = `chown 65534:65534 '${file}' && cat '${file}' && echo more >>'${file}' && stat -c %u '${file}'`;
      t.equal(await run(honest), 'text\n65534\n');
      t.equal(await run('setpriv --reuid=65534 --regid=65534 --clear-groups id -u'), '65534\n');
    });

    t.test('changes no setting of the kernel', async (t) => {
      const change = 'cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern || echo refused';
      t.match(await run(change), /Read-only file system\nrefused\n$/);
    });
  });
}
