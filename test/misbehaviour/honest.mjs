// The player that every misbehaving one meets. It lays its letters in one row and peels every 15 ms until the bunch is
// empty. It writes on standard error how long it ever waited for an answer, and how long for a processor in all: at the end,
// and whenever an answer took longer than all before it, because a busy machine may leave it no time at the end; first when it
// begins, so that one that has told nothing was ended before it had begun. With the argument `waits` it begins when the other has peeled, and has a secret: in its memory, in a temporary file
// and on its standard error.
import { readFileSync, write, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACE_MS = 15;
let tiles = 0;
let number = 1;
let asked = 0;
let slowest = 0;
let rest = '';
let waits = process.argv.includes('waits');
const secret = `secret-of-seat-${process.env.WORDHOST_SEAT}`;
if (waits) {
  writeFileSync(join(tmpdir(), secret), `${secret}\n`);
  writeSync(2, `${secret}\n`);
}

function peel() {
  asked = performance.now();
  const three = (count) => String(count).padStart(3, '0');
  write(1, `p${three(number)}${three(tiles)}001${'A'.repeat(tiles)}`, () => {});
}

function hear(message) {
  const [sign = '', peeled = '', letters = ''] = /^([+=-]?)(\d*)([A-Z]*)$/.exec(message)?.slice(1) ?? [];
  tiles += letters.length;
  if (sign === '+' || sign === '=') number = Number(peeled) + 1;
  if (waits ? sign !== '=' : sign === '=') return;
  const took = asked > 0 ? performance.now() - asked : 0;
  if (took > slowest) {
    slowest = took;
    tell();
  }
  waits = false;
  setTimeout(peel, PACE_MS);
}

function waited() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0; // not counted here
  }
}

process.stdin.setEncoding('latin1').on('data', (text) => {
  const messages = (rest + text).split('.');
  rest = messages.pop() ?? '';
  for (const message of messages) hear(message);
});
function tell() {
  const figures = [
    `slowest answer: ${slowest.toFixed(1)} ms`,
    `waited for a processor: ${waited().toFixed(1)} ms`,
  ];
  writeSync(2, `${figures.join('\n')}\n`);
}

process.on('SIGTERM', () => {
  tell();
  process.exit(0);
});
tell();
writeSync(1, 'n');
