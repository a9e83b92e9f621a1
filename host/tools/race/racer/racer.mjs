/* Replaces racer.c where there is no compiler; slower. node racer.mjs [THINK] */
import { writeSync } from 'node:fs';

const [think = '0'] = process.argv.slice(2);
const thinks = BigInt(think);
const now = () => process.hrtime.bigint();
/** @param {number} value */
const three = (value) => String(value % 1000).padStart(3, '0');

/** @type {string[]} */
const stamps = [];
let tiles = 0;
let gates = 0;
let answered = 0;
let unfinished = '';

process.on('SIGTERM', finish);
process.stdin.on('end', finish);
process.stdin.on('data', (bytes) => {
  const readAt = now();
  const messages = (unfinished + bytes.toString('latin1')).split('.');
  unfinished = messages.pop() ?? '';
  for (const message of messages) {
    const letters = message.split('A').length - 1;
    tiles += letters;
    if (letters > 0) gates++;
  }
  if (gates > answered) answer(readAt);
});
writeSync(1, 'n');

/** @param {bigint} readAt */
function answer(readAt) {
  answered = gates;
  const peel = `p${three(gates)}${three(tiles)}001${'A'.repeat(tiles)}`;
  let written = now();
  while (written - readAt < thinks) written = now();
  writeSync(1, peel);
  stamps.push(`${gates - 1} ${readAt} ${written} ${now()}\n`);
}

function finish() {
  writeSync(2, stamps.join(''));
  process.exit(0);
}
