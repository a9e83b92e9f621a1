// Halves what is left: node bot.mjs [right|outside|words|silent]
import { createInterface } from 'node:readline';

const manner = process.argv[2] ?? 'right';
let [low, high, highest] = [1, 1, 1];

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.split(' ');
  if (word === 'range') {
    [low, high] = rest.map(Number);
    highest = high;
    process.stdout.write('ready\n');
  } else if (word === 'turn') {
    if (manner === 'outside') process.stdout.write(`${highest + 1}\n`);
    else if (manner === 'words') process.stdout.write('fifty\n');
    else if (manner === 'right') process.stdout.write(`${(low + high) >> 1}\n`);
  } else if (word === 'guess') {
    const number = Number(rest[1]);
    if (rest[2] === 'higher') low = Math.max(low, number + 1);
    if (rest[2] === 'lower') high = Math.min(high, number - 1);
  }
}
