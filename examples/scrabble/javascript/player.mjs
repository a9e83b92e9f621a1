// A small Scrabble player in JavaScript. Node 18 or later; nothing to install.
//
//     wordhost scrabble "node player.mjs" "node player.mjs"
//
// How it plays: it reads the board from the `layout` lines, tries each word of the list at each position of each row
// and column, and lays the word whose tiles are worth the most, including the premium squares of the `premium` lines.
// On a board without `layout`, or without a word list, it passes.
//
// What to change first: `playOf` does not count the tiles that are already on the board, or the crossing words.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const THINKING_MS = 1000; // or a quarter of the turn, if that is less
const TURNS_TO_COME = 30; // the number of turns for which the time of the whole game must suffice, if there is such a limit
let me = ''; // our number
let msLeft = Number.POSITIVE_INFINITY; // for the whole game; below 0 in overtime
let words = []; // each with the set of its letters, as bits
let isWord = new Set();
let center = [0, 0];
let layout; // { x, y, width, height }
const rows = [];
const premiums = new Map(); // as in the rows -> { letter, word }: what a square multiplies
const faces = new Map(); // tile -> [letter, points]: all that it can stand for
const hand = new Map(); // tile -> how many
const grid = new Map(); // "x y" -> letter

const say = (line) => process.stdout.write(`${line}\n`);
const at = (x, y) => grid.get(`${x} ${y}`);
const bit = (letter) => 1 << (letter.codePointAt(0) & 31);
const bitsOf = (letters) => [...letters].reduce((bits, letter) => bits | bit(letter), 0);

function isSquare(x, y) {
  return (rows[y - layout.y]?.[x - layout.x] ?? '#') !== '#';
}

function premiumAt(x, y) {
  return premiums.get(rows[y - layout.y][x - layout.x]) ?? { letter: 1, word: 1 };
}

/** The letters that lie in a line from here on, without this cell. */
function lying(x, y, dx, dy) {
  const letter = at(x + dx, y + dy);
  return letter === undefined ? '' : letter + lying(x + dx, y + dy, dx, dy);
}

/** A tile that can stand for a letter: [tile, points]. One that can stand for nothing else is best. */
function tileFor(letter, held) {
  let best;
  for (const [tile, count] of held) {
    const face = count > 0 && faces.get(tile).find((each) => each[0] === letter);
    if (face && (!best || faces.get(tile).length < faces.get(best[0]).length)) best = [tile, face[1]];
  }
  return best;
}

/** The play of a word from (x, y) on, if it is one: { worth, placements }. */
function playOf(word, x, y, dx, dy) {
  if (at(x - dx, y - dy) || at(x + dx * word.length, y + dy * word.length)) return undefined;
  const held = new Map(hand);
  const placements = [];
  let worth = 0;
  let times = 1;
  let touches = false;
  for (const [place, letter] of [...word].entries()) {
    const [cx, cy] = [x + dx * place, y + dy * place];
    const there = at(cx, cy);
    if (there !== undefined) {
      if (there !== letter) return undefined;
      touches = true;
      continue;
    }
    const tile = isSquare(cx, cy) && tileFor(letter, held);
    if (!tile) return undefined;
    held.set(tile[0], held.get(tile[0]) - 1);
    const before = [...lying(cx, cy, -dy, -dx)].reverse().join('');
    const crossing = before + letter + lying(cx, cy, dy, dx);
    if (crossing.length > 1 && !isWord.has(crossing)) return undefined;
    if (crossing.length > 1 || (grid.size === 0 && cx === center[0] && cy === center[1])) touches = true;
    placements.push(`${cx} ${cy} ${tile[0]}${letter}${tile[1]}`);
    const premium = premiumAt(cx, cy);
    worth += 1 + tile[1] * premium.letter;
    times *= premium.word;
  }
  return touches && placements.length > 0 ? { worth: worth * times, placements } : undefined;
}

function bestPlay(until) {
  let best = { worth: 0, placements: [] };
  if (!layout) return best;
  const held = [...hand]
    .filter(([, count]) => count > 0)
    .flatMap(([tile]) => faces.get(tile).map(([letter]) => letter));
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
  ]) {
    const [lines, length] = dx === 1 ? [layout.height, layout.width] : [layout.width, layout.height];
    for (let line = 0; line < lines; line++) {
      const cell = (place) =>
        dx === 1 ? [layout.x + place, layout.y + line] : [layout.x + line, layout.y + place];
      const isNear = (x, y) =>
        Math.abs(dx === 1 ? y - layout.y - line : x - layout.x - line) <= Math.min(1, grid.size);
      const tiles = grid.size > 0 ? [...grid.keys()].map((key) => key.split(' ').map(Number)) : [center];
      if (!tiles.some(([x, y]) => isNear(x, y))) continue;
      const lies = Array.from({ length }, (_, place) => at(...cell(place)) ?? '').join('');
      const available = bitsOf(held.join('') + lies);
      for (const { word, bits } of words) {
        if ((bits & ~available) !== 0) continue;
        if (Date.now() > until) return best;
        for (let place = 0; place + word.length <= length; place++) {
          const play = playOf(word, ...cell(place), dx, dy);
          if (play && play.worth > best.worth) best = play;
        }
      }
    }
  }
  return best;
}

function draw(counts) {
  for (const count of counts) {
    const [tile, number] = count.split('x').map(Number);
    hand.set(tile, (hand.get(tile) ?? 0) + number);
  }
}

function lay(placements, isMine) {
  for (let index = 0; index + 2 < placements.length; index += 3) {
    const [, tile, letter] = /^(\d+)(\D)/u.exec(placements[index + 2]);
    grid.set(`${placements[index]} ${placements[index + 1]}`, letter);
    if (isMine) hand.set(Number(tile), hand.get(Number(tile)) - 1);
  }
}

function hear(line) {
  const [keyword, ...rest] = line.split(' ').filter((word) => word !== '');
  if (keyword === 'dictionary' && rest[0] !== 'none') {
    const list = readFileSync(line.slice('dictionary '.length), 'utf8').trimEnd().split('\n');
    isWord = new Set(list);
    words = list.filter((word) => word.length > 1).map((word) => ({ word, bits: bitsOf(word) }));
  }
  if (keyword === 'player') me = rest[0];
  if (keyword === 'bank')
    msLeft = Number(rest[rest.findIndex((word, index) => index % 2 === 0 && word === me) + 1]);
  if (keyword === 'center') center = rest.map(Number);
  if (keyword === 'layout' && rest[0] !== 'none') {
    const [x, y, width, height] = rest.map(Number);
    layout = { x, y, width, height };
  }
  if (keyword === 'row') rows.push(rest[0]);
  if (keyword === 'premium') {
    const square = Number(rest[0]).toString(36);
    const before = premiums.get(square) ?? { letter: 1, word: 1 };
    premiums.set(square, { ...before, [rest[1]]: before[rest[1]] * Number(rest[2]) });
  }
  if (keyword === 'tile')
    faces.set(
      Number(rest[0]),
      rest[1].split(',').map((face) => [[...face][0], Number([...face].slice(1).join(''))]),
    );
  if (keyword === 'hand') draw(rest);
  if (keyword === 'end') say('ready');
  if (keyword === 'played') lay(rest.slice(2), false);
  if (keyword === 'playsuccess') {
    lay(rest.slice(1, rest.indexOf('new')), true);
    draw(rest.slice(rest.indexOf('new') + 1));
  }
  if (keyword === 'turn') {
    const ofTurn = rest[0] === 'none' ? THINKING_MS : Math.min(THINKING_MS, Number(rest[0]) / 4);
    const ofGame = Math.max(20, msLeft / TURNS_TO_COME);
    const { placements } = bestPlay(Date.now() + Math.min(ofTurn, ofGame));
    say(placements.length > 0 ? `@${rest[1]} play ${placements.join(' ')}` : `@${rest[1]} pass`);
  }
  if (keyword === 'gameover') process.exit(0);
}

createInterface({ input: process.stdin }).on('line', hear);
