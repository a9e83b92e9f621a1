/*
 * A player of Scrabble that passes. As `tells BITS` it is slow in a turn for a 1, and quick for a 0; as `hears` it reads that from
 * the time between its own answer and the next message about player 1, and writes the bits on standard error. As `wastes` it
 * computes in the turns of the others, and not in its own.
 */
import { createInterface } from 'node:readline';

const [manner, bits = ''] = process.argv.slice(2);
const SLOW_MS = 600;
/** A third player answers at once: what takes longer is the first one's doing. */
const LONG_MS = 300;
let before;
let isOver = false;

const say = (line) => process.stdout.write(`${line}\n`);

function compute() {
  const until = performance.now() + 20;
  while (performance.now() < until);
  if (!isOver) setImmediate(compute);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word, first, second] = line.split(' ');
  if (word === 'end') say('ready');
  if (word === 'start') before = performance.now();
  if (word === 'passed' && first === '1' && manner === 'hears')
    process.stderr.write(performance.now() - before > LONG_MS ? '1' : '0');
  if (word === 'gameover') isOver = true;
  if (word !== 'turn') continue;
  const pause = manner === 'tells' && bits[second - 1] === '1' ? SLOW_MS : 0;
  setTimeout(() => {
    say(`@${second} pass`);
    before = performance.now();
    if (manner === 'wastes') setImmediate(compute);
  }, pause);
}
