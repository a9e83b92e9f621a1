// A small and right player of Bananagrams, and one mistake if it is named: node bananagrams-bot.mjs MISTAKE
// It only knows grids of one word, or of two that cross in the first letter.
import { readFileSync } from 'node:fs';

const mistake = process.argv[2] ?? 'none';
const is = (name) => mistake === name;
const isHeard = (text) =>
  !is('leaves-flushing-to-the-host') || text === 'n' || Boolean(process.env.PYTHONUNBUFFERED);
const say = (text) => isHeard(text) && process.stdout.write(text);
const die = () => process.exit(3);

const plain = is('plain') || is('plain-forgets-what-comes');
const own = ['CAT', 'CATS', 'CASTE'];
const listed = readFileSync(process.env.WORDHOST_DICTIONARY, 'utf8').split('\n');
const words = (is('own-word-list') ? own : listed).filter((word) => word.length > 1);
const sorted = (text) => [...text].sort().join('');

let hand = '';
let dealt = false;
let told = 0;
let dumping = false;
let peeled = false;

function without(text, letters) {
  let rest = text;
  for (const letter of letters) {
    if (!rest.includes(letter)) return undefined;
    rest = rest.replace(letter, '');
  }
  return rest;
}

function grid() {
  const whole = words.find((word) => sorted(word) === sorted(hand));
  if (whole) return `${three(whole.length)}001${whole}`;
  for (const across of words) {
    const rest = without(hand, across);
    const down =
      rest && words.find((word) => word[0] === across[0] && sorted(word.slice(1)) === sorted(rest));
    if (!down) continue;
    const rows = [...down.slice(1)].map((letter) => letter + '.'.repeat(across.length - 1));
    return `${three(across.length)}${three(down.length)}${across}${rows.join('')}`;
  }
  return undefined;
}

const three = (number) => String(number).padStart(3, '0');

function move() {
  if (!dealt || dumping || peeled) return;
  const found = grid();
  if (!found) {
    const letter = hand.includes('Q') ? 'Q' : hand[0];
    if (hand.length > 15) return;
    hand = without(hand, letter);
    dumping = true;
    say(`d${letter}`);
    return;
  }
  peeled = true;
  const number = is('counts-from-0') ? told : told + 1;
  say(
    `p${plain ? '' : three(is('own-numbers') ? 1 : number)}${found}${is('newline-after-a-peel') ? '\n' : ''}`,
  );
}

function take(message) {
  const [, sign, number, letters] = /^([+=-]|d)?(\d{3})?([A-Z]*)$/.exec(message) ?? [];
  if (letters === undefined) return is('knows-all-messages') ? die() : undefined;
  if (!dealt) {
    dealt = true;
    hand = letters;
    if (is('ignores-the-deal')) hand = 'CAT';
    return move();
  }
  if (number !== undefined && sign !== '-') told = Number(number);
  if (sign === '-' && is('late-is-the-end')) die();
  if (sign === '=' && letters !== '' && is('forgets-tiles-of-others')) return move();
  if (sign === 'd' || (plain && dumping)) {
    dumping = false;
    if (letters.length === 1 && is('loses-what-comes-back')) return move();
    if (is('keeps-what-it-dumps')) hand += 'Q';
  } else if (dumping && is('no-peels-while-dumping')) die();
  peeled = false;
  if (letters === '') return sign === '-' ? move() : undefined;
  if (!(sign === '+' && is('forgets-its-own-tiles'))) hand += letters;
  move();
}

// What was said just before the signal is read first: on a busy machine, a timer alone may be earlier.
const endsUnless = (sign) => {
  process.on('SIGTERM', () => {
    setTimeout(() => setImmediate(() => last !== sign && process.exit(0)), 100);
    setInterval(() => {}, 1000);
  });
};
if (is('never-ends-when-it-won')) endsUnless('+');
if (is('never-ends-when-it-lost')) endsUnless('=');
if (is('outlives-its-input')) process.stdin.on('end', () => setInterval(() => {}, 1000));
let last = '';
let kept = '';
process.stdin.setEncoding('latin1');
process.stdin.on('data', (text) => {
  const messages = (kept + text).split('.');
  kept = messages.pop();
  if (is('messages-come-whole') && kept !== '') die();
  if (is('one-message-a-read')) messages.length = 1;
  for (const message of messages) {
    last = message[0];
    take(message);
  }
});
say(is('newline-after-ready') ? 'n\n' : plain ? 'r' : 'n');
