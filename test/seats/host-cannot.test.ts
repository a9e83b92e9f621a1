import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import t from 'tap';
import { HostFailure, VoidMatch } from '../../host/core/host-failure.ts';
import { hostingFor, seatOne, sit } from './sitting.ts';

const skip = spawnSync('prlimit', ['--version']).error !== undefined && 'no prlimit here';

const limitFiles = (files: string) =>
  execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${files}:`]);

/** What comes of this with so many descriptors left. */
async function withDescriptors(left: number, act: () => Promise<unknown>): Promise<unknown> {
  const before = execFileSync('ulimit -Sn', { shell: '/bin/sh', encoding: 'utf8' }).trim();
  // Others may be free below them: all are taken.
  const held = Array.from({ length: 40 }, () => openSync('/dev/null', 'r'));
  limitFiles(String(Math.max(...held) + 1));
  for (const descriptor of held.splice(0, left)) closeSync(descriptor);
  const outcome = await act().catch((error: unknown) => error);
  for (const descriptor of held) closeSync(descriptor);
  limitFiles(before);
  return outcome;
}

t.test('what the host cannot do is a failure of its own, and charges no player', { skip }, async (t) => {
  // What is loaded once is loaded, and the launcher is there.
  await using first = await seatOne('off', 'echo on; cat');
  await first.player.says('on');
  const open = () => sit(hostingFor('off'), 'echo one', 'echo two');
  const pipes = await withDescriptors(3, open);
  t.type(pipes, VoidMatch);
  t.match(
    (pipes as Error).message,
    /^player \d could not be started: this process has too many files open \(EMFILE\)$/,
  );
  const launcher = await withDescriptors(0, open);
  t.type(launcher, HostFailure);
  t.match(
    (launcher as Error).message,
    /^no player can be started: .*this process has too many files open \(EMFILE\)$/,
  );
  await using again = await seatOne('off', 'echo on');
  await again.player.says('on');
});
