// A small Scrabble player in TypeScript. Runs on Node 22.18 or later without a build.
//
//     wordhost scrabble "node player.mts" "node player.mts"
//
// How it plays: it reads the board from the `layout` lines, tries each word that can be made from its tiles and the
// letters of a row or column, and lays the word whose tiles are worth the most, including the premium squares of the
// `premium` lines. On a board without `layout`, or without a word list, it passes.
//
// What to change first: `playOf` does not count the tiles that are already on the board, or the crossing words.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const THINKING_MS = 1000; // or a quarter of the turn, if that is less

type Faces = ReadonlyMap<string, number>; // letter -> points
type Place = readonly [x: number, y: number];
interface Play {
  readonly worth: number;
  readonly placements: string;
}

let words: readonly { readonly letters: readonly string[]; readonly bits: number }[] = [];
let isWord: ReadonlySet<string> = new Set();
let center = '';
let layout:
  | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | undefined;
const rows: string[] = [];
const premiums = new Map<string, { letter: number; word: number }>(); // as in the rows -> what a square multiplies
const faces = new Map<number, Faces>(); // tile -> all that it can stand for
const hand: number[] = []; // tiles, those of one letter first
const grid = new Map<string, string>(); // "x y" -> letter

const say = (line: string) => process.stdout.write(`${line}\n`);
const at = ([x, y]: Place) => grid.get(`${x} ${y}`);
const plus = ([x, y]: Place, [dx, dy]: Place, times: number): Place => [x + dx * times, y + dy * times];
const facesOf = (tile: number): Faces => faces.get(tile) ?? new Map();
const bitsOf = (letters: Iterable<string>) =>
  [...letters].reduce((bits, letter) => bits | (1 << ((letter.codePointAt(0) ?? 0) & 31)), 0);

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function isSquare([x, y]: Place): boolean {
  return layout !== undefined && (rows[y - layout.y]?.[x - layout.x] ?? '#') !== '#';
}

function premiumAt([x, y]: Place): { letter: number; word: number } {
  const square = layout && rows[y - layout.y]?.[x - layout.x];
  return premiums.get(square ?? '') ?? { letter: 1, word: 1 };
}

/** The run through a free cell, if this letter lay there. */
function runThrough(cell: Place, letter: string, step: Place): string {
  let run = letter;
  for (let times = -1; at(plus(cell, step, times)); times--) run = at(plus(cell, step, times)) + run;
  for (let times = 1; at(plus(cell, step, times)); times++) run += at(plus(cell, step, times));
  return run;
}

/** The play of a word from a cell on, if it is one. */
function playOf(letters: readonly string[], first: Place, step: Place): Play | undefined {
  if (at(plus(first, step, -1)) || at(plus(first, step, letters.length))) return undefined;
  const held = [...hand];
  const placements: string[] = [];
  let worth = 0;
  let times = 1;
  let touches = false;
  for (const [place, letter] of letters.entries()) {
    const cell = plus(first, step, place);
    const there = at(cell);
    if (there !== undefined) {
      if (there !== letter) return undefined;
      touches = true;
      continue;
    }
    const index = held.findIndex((tile) => facesOf(tile).has(letter));
    if (index < 0 || !isSquare(cell)) return undefined;
    const [tile = 0] = held.splice(index, 1);
    const across = runThrough(cell, letter, [step[1], step[0]]);
    const isRun = across !== letter;
    if (isRun && !isWord.has(across)) return undefined;
    touches ||= isRun || (grid.size === 0 && cell.join(' ') === center);
    const points = facesOf(tile).get(letter) ?? 0;
    placements.push(`${cell.join(' ')} ${tile}${letter}${points}`);
    const premium = premiumAt(cell);
    worth += 1 + points * premium.letter;
    times *= premium.word;
  }
  return touches && worth > 0 ? { worth: worth * times, placements: placements.join(' ') } : undefined;
}

/** The best play in the row or column that begins here. */
function bestOfLine(first: Place, step: Place, length: number, until: number, best: Play): Play {
  const cells = Array.from({ length }, (_, place) => plus(first, step, place));
  const beside = cells.flatMap((cell) => [
    plus(cell, [step[1], step[0]], 1),
    plus(cell, [step[1], step[0]], -1),
  ]);
  const isNear = [...cells, ...beside].some((cell) => at(cell) !== undefined);
  if (!isNear && !(grid.size === 0 && cells.some((cell) => cell.join(' ') === center))) return best;
  const single = hand.filter((tile) => facesOf(tile).size === 1);
  const available = bitsOf(
    [...single.flatMap((tile) => [...facesOf(tile).keys()]), ...cells.map(at)].join(''),
  );
  let found = best;
  for (const { letters, bits } of words) {
    if (countBits(bits & ~available) > hand.length - single.length) continue;
    if (Date.now() > until) break;
    for (const cell of cells.slice(0, Math.max(0, length - letters.length + 1))) {
      const play = playOf(letters, cell, step);
      if (play && play.worth > found.worth) found = play;
    }
  }
  return found;
}

function bestPlay(until: number): Play {
  let best: Play = { worth: 0, placements: '' };
  const { x, y, width, height } = layout ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let line = 0; line < Math.max(width, height); line++) {
    if (line < height) best = bestOfLine([x, y + line], [1, 0], width, until, best);
    if (line < width) best = bestOfLine([x + line, y], [0, 1], height, until, best);
  }
  return best;
}

function draw(counts: readonly string[]): void {
  for (const count of counts) {
    const [tile = 0, number = 0] = count.split('x').map(Number);
    hand.push(...Array<number>(number).fill(tile));
  }
  hand.sort((one, other) => facesOf(one).size - facesOf(other).size);
}

function lay(placements: readonly string[], isMine: boolean): void {
  for (let index = 0; index + 2 < placements.length; index += 3) {
    const [, tile, letter = ''] = /^(\d+)(\D)/u.exec(placements[index + 2] ?? '') ?? [];
    grid.set(`${placements[index]} ${placements[index + 1]}`, letter);
    if (isMine) hand.splice(hand.indexOf(Number(tile)), 1);
  }
}

function hear(line: string): void {
  const [keyword, ...rest] = line.split(' ').filter((word) => word !== '');
  const [first = '', second = ''] = rest;
  if (keyword === 'dictionary' && first !== 'none') {
    const list = readFileSync(line.slice('dictionary '.length), 'utf8').trimEnd().split('\n');
    isWord = new Set(list);
    words = list
      .map((word) => ({ letters: [...word], bits: bitsOf(word) }))
      .filter(({ letters }) => letters.length > 1);
  }
  if (keyword === 'center') center = `${first} ${second}`;
  if (keyword === 'layout' && first !== 'none') {
    const [x = 0, y = 0, width = 0, height = 0] = rest.map(Number);
    layout = { x, y, width, height };
  }
  if (keyword === 'row') rows.push(first);
  if (keyword === 'premium') {
    const square = Number(first).toString(36);
    const premium = premiums.get(square) ?? { letter: 1, word: 1 };
    if (rest[1] === 'letter') premium.letter *= Number(rest[2]);
    if (rest[1] === 'word') premium.word *= Number(rest[2]);
    premiums.set(square, premium);
  }
  if (keyword === 'tile') {
    const each = second.split(',').map((face) => [...face]);
    faces.set(
      Number(first),
      new Map(each.map(([letter = '', ...points]) => [letter, Number(points.join(''))])),
    );
  }
  if (keyword === 'hand' || keyword === 'changesuccess') draw(rest);
  if (keyword === 'end') say('ready');
  if (keyword === 'played') lay(rest.slice(2), false);
  if (keyword === 'playsuccess') {
    lay(rest.slice(1, rest.indexOf('new')), true);
    draw(rest.slice(rest.indexOf('new') + 1));
  }
  if (keyword === 'turn') {
    const milliseconds = first === 'none' ? THINKING_MS : Math.min(THINKING_MS, Number(first) / 4);
    const { placements } = bestPlay(Date.now() + milliseconds);
    say(placements === '' ? `@${second} pass` : `@${second} play ${placements}`);
  }
  if (keyword === 'gameover') process.exit(0);
}

createInterface({ input: process.stdin }).on('line', hear);
