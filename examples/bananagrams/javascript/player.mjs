// A small Bananagrams player in JavaScript, in the numbered dialect. Node 18 or later; nothing to install.
//
//     wordhost "node player.mjs" "node player.mjs"
//
// How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
// stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
//
// What to change first: it lays any word that fits; a word with the letters that are hardest to use is better.
import { readFileSync } from 'node:fs';

const TRIES = 30;
const HARD_LETTERS_FIRST = 'QJXZVKWYFBHMPCGUDLNTSRIOAE';
const words = readFileSync(process.env.WORDHOST_DICTIONARY, 'utf8').trimEnd().split('\n');
const isWord = new Set(words);
const loose = new Map(); // letter -> how many are not on the grid
const grid = new Map(); // "x y" -> letter
const pile = []; // the cells of each word or letter that was laid, in order
let nextPeel = 1;
let isDumping = false; // no answer yet: until then a peel is not allowed
let isOffered = false; // our peel has no answer yet
let patience = TRIES;
let arrived = '';

const say = (message) => process.stdout.write(message); // without a newline
const at = (x, y) => grid.get(`${x} ${y}`);
const random = (limit) => Math.floor(Math.random() * limit);
function hold(letters) {
  for (const letter of letters) loose.set(letter, (loose.get(letter) ?? 0) + 1);
}
const looseCount = () => [...loose.values()].reduce((sum, count) => sum + count, 0);

function lying(x, y, dx, dy) {
  const letter = at(x + dx, y + dy);
  return letter === undefined ? '' : letter + lying(x + dx, y + dy, dx, dy);
}

/** Whether the run through a free cell would be a word, or this letter alone. */
function isFine(letter, x, y, dx, dy) {
  const run = [...lying(x, y, -dx, -dy)].reverse().join('') + letter + lying(x, y, dx, dy);
  return run.length === 1 || isWord.has(run);
}

/** Lays a word, if it makes only words and its new letters are loose. */
function tryWord(word, x, y, dx, dy) {
  if (at(x - dx, y - dy) || at(x + dx * word.length, y + dy * word.length)) return false;
  const laid = [];
  for (const [place, letter] of [...word].entries()) {
    const [cx, cy] = [x + dx * place, y + dy * place];
    const there = at(cx, cy);
    if (there === letter) continue;
    const used = laid.filter((each) => each[1] === letter).length;
    if (there || used >= (loose.get(letter) ?? 0) || !isFine(letter, cx, cy, dy, dx)) return false;
    laid.push([`${cx} ${cy}`, letter]);
  }
  return lay(laid);
}

function lay(laid) {
  for (const [cell, letter] of laid) {
    grid.set(cell, letter);
    loose.set(letter, loose.get(letter) - 1);
  }
  if (laid.length > 0) pile.push(laid.map(([cell]) => cell));
  return laid.length > 0;
}

function takeBack() {
  for (const cell of pile.pop() ?? []) {
    hold(grid.get(cell));
    grid.delete(cell);
  }
}

function layWord() {
  const most = looseCount() + 1;
  const missing = (word) => [...word].filter((letter) => !loose.get(letter)).length;
  const some = Array.from({ length: 3000 }, () => words[random(words.length)]);
  some.sort((one, other) => other.length - one.length);
  return [some, words].some((list) =>
    list.some(
      (word) =>
        word.length > 1 && word.length <= most && missing(word) <= (grid.size > 0 ? 1 : 0) && crosses(word),
    ),
  );
}

/** Lays a word across a tile that has one of its letters. */
function crosses(word) {
  if (grid.size === 0) return tryWord(word, 0, 0, 1, 0);
  for (const [cell, letter] of grid) {
    const [x, y] = cell.split(' ').map(Number);
    for (let place = word.indexOf(letter); place >= 0; place = word.indexOf(letter, place + 1))
      if (tryWord(word, x - place, y, 1, 0) || tryWord(word, x, y - place, 0, 1)) return true;
  }
  return false;
}

function layLetter() {
  for (const [letter, count] of loose) {
    if (count === 0) continue;
    if (grid.size === 0) return looseCount() === 1 && lay([['0 0', letter]]); // one tile alone is legal
    for (const cell of grid.keys()) {
      const [x, y] = cell.split(' ').map(Number);
      for (const [cx, cy] of [
        [x + 1, y],
        [x - 1, y],
        [x, y + 1],
        [x, y - 1],
      ])
        if (!at(cx, cy) && isFine(letter, cx, cy, 1, 0) && isFine(letter, cx, cy, 0, 1))
          return lay([[`${cx} ${cy}`, letter]]);
    }
  }
  return false;
}

/** Whether all tiles are on the grid. */
function solve() {
  for (let attempt = 0; attempt < patience; attempt++) {
    while (looseCount() > 0 && (looseCount() > 3 ? layWord() || layLetter() : layLetter() || layWord()));
    if (looseCount() === 0) return true;
    for (let times = 1 + random(2 + attempt); times > 0; times--) takeBack();
  }
  return false;
}

function drawing() {
  const cells = [...grid.keys()].map((cell) => cell.split(' ').map(Number));
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const letters = Array.from(
    { length: width * height },
    (_, index) => at(left + (index % width), top + Math.floor(index / width)) ?? '.',
  );
  return three(width) + three(height) + letters.join('');
}

const three = (number) => String(number).padStart(3, '0');

function hear(message) {
  const [kind, number, letters] = [message[0], message.slice(1, 4), message.slice(4)];
  if (kind === '+' || kind === '=') {
    nextPeel = (Number(number) + 1) % 1000;
    if (letters === '') process.exit(0); // that was the last peel
    hold(letters);
    if (kind === '+') isOffered = false;
  } else if (kind === '-') isOffered = false;
  else if (kind === 'd') {
    isDumping = false;
    patience = message.length === 2 ? patience * 2 : TRIES; // our own tile comes back because the bunch is nearly empty
    hold(message.slice(1));
  } else if (/^[A-Z]+$/.test(message)) hold(message);
}

function act() {
  if (isDumping || isOffered || grid.size + looseCount() === 0) return;
  if (solve()) {
    isOffered = true;
    say(`p${three(nextPeel)}${drawing()}`);
  } else if (looseCount() > 0) {
    const letter = [...HARD_LETTERS_FIRST].find((each) => loose.get(each));
    loose.set(letter, loose.get(letter) - 1);
    isDumping = true;
    say(`d${letter}`);
  }
}

say('n');
process.stdin.setEncoding('latin1').on('data', (text) => {
  const messages = (arrived + text).split('.');
  arrived = messages.pop();
  messages.forEach(hear);
  if (arrived === '') act();
});
