// A small Bananagrams player in TypeScript, in the numbered dialect. Runs on Node 22.18 or later without a build.
//
//     wordhost "node player.mts" "node player.mts"
//
// How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
// stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
//
// What to change first: `layWord` tries random words; a tree of letters (a trie) finds the words that the tiles can
// make.
import { readFileSync } from 'node:fs';

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly letter: string;
}

const TRIES = 30;
const SAMPLE = 5000;
const HARD_LETTERS_FIRST = [...'QJXZVKWYFBHMPCGUDLNTSRIOAE'];
const words = readFileSync(process.env.WORDHOST_DICTIONARY ?? '', 'utf8')
  .trimEnd()
  .split('\n');
const isWord = new Set(words);
const loose = new Map<string, number>(); // letter -> how many are not on the grid
const grid = new Map<string, Tile>(); // "x y" -> what lies there
const pile: Tile[][] = []; // the tiles of each word or letter that was laid, in order
let nextPeel = 1;
let isDumping = false; // no answer yet: until then a peel is not allowed
let isOffered = false; // our peel has no answer yet
let patience = TRIES;
let arrived = '';

const say = (message: string) => process.stdout.write(message); // without a newline
const at = (x: number, y: number) => grid.get(`${x} ${y}`)?.letter;
const random = (limit: number) => Math.floor(Math.random() * limit);
const three = (number: number) => String(number).padStart(3, '0');
const count = (letter: string) => loose.get(letter) ?? 0;
const looseCount = () => [...loose.values()].reduce((sum, each) => sum + each, 0);

function hold(letters: string): void {
  for (const letter of letters) loose.set(letter, count(letter) + 1);
}

/** Whether what lies in a row or column through a tile is a word, or this letter alone. */
function isFine({ x, y }: Tile, dx: number, dy: number): boolean {
  let [left, top, run] = [x, y, ''];
  while (at(left - dx, top - dy)) [left, top] = [left - dx, top - dy];
  for (let steps = 0; at(left + dx * steps, top + dy * steps); steps++)
    run += at(left + dx * steps, top + dy * steps);
  return run.length === 1 || isWord.has(run);
}

/** Lays a word, or a letter, if its new letters are loose and it makes only words. */
function lay(word: string, x: number, y: number, dx: number, dy: number): boolean {
  const laid: Tile[] = [];
  pile.push(laid);
  for (const [place, letter] of [...word].entries()) {
    const tile = { x: x + dx * place, y: y + dy * place, letter };
    const there = at(tile.x, tile.y);
    if (there === letter) continue;
    if (there !== undefined || count(letter) === 0) return takeBack();
    grid.set(`${tile.x} ${tile.y}`, tile);
    loose.set(letter, count(letter) - 1);
    laid.push(tile);
  }
  const isLegal = laid.length > 0 && laid.every((tile) => isFine(tile, 1, 0) && isFine(tile, 0, 1));
  return isLegal || takeBack();
}

function takeBack(): false {
  for (const { x, y, letter } of pile.pop() ?? []) {
    grid.delete(`${x} ${y}`);
    hold(letter);
  }
  return false;
}

/** Lays a word across a tile that has one of its letters. */
function cross(word: string): boolean {
  if (grid.size === 0) return lay(word, 0, 0, 1, 0);
  return [...grid.values()].some(({ x, y, letter }) =>
    [...word].some(
      (each, place) => each === letter && (lay(word, x - place, y, 1, 0) || lay(word, x, y - place, 0, 1)),
    ),
  );
}

function layWord(): boolean {
  const missing = (word: string) => [...word].filter((letter) => count(letter) === 0).length;
  const allowed = grid.size > 0 ? 1 : 0;
  return Array.from({ length: SAMPLE }, () => words[random(words.length)] ?? '')
    .filter((word) => word.length > 1 && missing(word) <= allowed)
    .sort((one, other) => other.length - one.length)
    .some(cross);
}

function layLetter(): boolean {
  const held = HARD_LETTERS_FIRST.filter((letter) => count(letter) > 0);
  if (grid.size === 0) return looseCount() === 1 && lay(held[0] ?? '', 0, 0, 1, 0); // one tile alone is legal
  const tiles = [...grid.values()];
  const isLaid = (letter: string, x: number, y: number) => !at(x, y) && lay(letter, x, y, 1, 0);
  return held.some((letter) =>
    tiles.some(
      ({ x, y }) =>
        isLaid(letter, x + 1, y) ||
        isLaid(letter, x - 1, y) ||
        isLaid(letter, x, y + 1) ||
        isLaid(letter, x, y - 1),
    ),
  );
}

/** Whether all tiles are on the grid. */
function solve(): boolean {
  for (let attempt = 0; attempt < patience; attempt++) {
    while (looseCount() > 0 && ((looseCount() > 3 && layWord()) || layLetter() || layWord()));
    if (looseCount() === 0) return true;
    for (let times = 1 + random(2 + attempt); times > 0; times--) takeBack();
  }
  return false;
}

function drawing(): string {
  const [xs, ys] = [[...grid.values()].map(({ x }) => x), [...grid.values()].map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const letters = Array.from(
    { length: width * height },
    (_, index) => at(left + (index % width), top + Math.floor(index / width)) ?? '.',
  );
  return three(width) + three(height) + letters.join('');
}

function hear(message: string): void {
  const [kind, number, letters] = [message[0] ?? '', message.slice(1, 4), message.slice(4)];
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

function act(): void {
  if (isDumping || isOffered || grid.size + looseCount() === 0) return;
  if (solve()) {
    isOffered = true;
    say(`p${three(nextPeel)}${drawing()}`);
    return;
  }
  const letter = HARD_LETTERS_FIRST.find((each) => count(each) > 0);
  if (letter === undefined) return;
  loose.set(letter, count(letter) - 1);
  isDumping = true;
  say(`d${letter}`);
}

say('n');
process.stdin.setEncoding('latin1').on('data', (text) => {
  const messages = (arrived + String(text)).split('.');
  arrived = messages.pop() ?? '';
  messages.forEach(hear);
  if (arrived === '') act();
});
