import { spawn } from 'node:child_process';
import t from 'tap';
import { leaving, starting, stopping } from './lives-of-players.ts';
import { readingAndWriting } from './reading-and-writing.ts';
import { carriersOfGame, levelsNamed, seatOne } from './sitting.ts';

t.test('starting', async (t) => await starting(t));
t.test('leaving', async (t) => await leaving(t));
t.test('stopping', async (t) => await stopping(t));
t.test('reading and writing', async (t) => await readingAndWriting(t));

// In an exec a process shows no environment for a moment: about one game in a hundred ends then, beside others that compute.
const skip = levelsNamed(['process'])[0]?.skip ?? 'there is no such level';
t.test('a child that is in an exec while its player ends is ended, too', { skip }, async (t) => {
  const others = [1, 2].map(() => spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  t.teardown(() => others.forEach((child) => void child.kill('SIGKILL')));
  const left: number[] = [];
  for (let game = 0; game < 150; game++) {
    await using sitting = await seatOne('process', '(setsid sleep 1000 &); echo on; read x');
    await sitting.player.says('on\n');
    await sitting.player.ending();
    left.push(...carriersOfGame(sitting.game));
  }
  for (const pid of left) process.kill(pid, 'SIGKILL');
  t.strictSame(left, []);
});
