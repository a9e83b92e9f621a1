// A small Boggle player in JavaScript, for both sets of rules. Node 18 or later; nothing to install.
//
//     wordhost boggle "node player.mjs" "node player.mjs"
//
// How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
// words that it finds; with turns, the longest word that nobody has found yet.
//
// What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
// trie) finds all words faster, which matters if the time is short or the board is large.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

let rules = 'classic';
let words = [];
const rows = [];
const cells = []; // the letters of each cell, row by row
const near = []; // the cells beside each cell
let guesses = [];

const say = (line) => process.stdout.write(`${line}\n`);

function findNeighbors() {
  const width = rows[0].length;
  cells.push(...rows.flat());
  for (const at of cells.keys())
    near.push(
      [...cells.keys()].filter((other) => {
        const across = Math.abs((other % width) - (at % width));
        const down = Math.abs(Math.floor(other / width) - Math.floor(at / width));
        return other !== at && across <= 1 && down <= 1;
      }),
    );
}

/** Whether the rest of a word goes on from these cells, without one that is used. */
function goesOn(rest, next, used) {
  if (rest === '') return true;
  return next.some((cell) => {
    if (used.has(cell) || !rest.startsWith(cells[cell])) return false;
    used.add(cell);
    const found = goesOn(rest.slice(cells[cell].length), near[cell], used);
    used.delete(cell);
    return found;
  });
}

function hear(line) {
  const [keyword, ...rest] = line.trim().split(/ +/);
  if (keyword === 'rules') rules = rest[0];
  if (keyword === 'dictionary') words = readFileSync(rest.join(' '), 'utf8').trimEnd().split('\n');
  if (keyword === 'row') rows.push(rest);
  if (keyword === 'end') {
    findNeighbors();
    const letters = new Set(cells.join(''));
    const all = [...cells.keys()];
    guesses = words.filter(
      (word) =>
        word.length > 2 && [...word].every((letter) => letters.has(letter)) && goesOn(word, all, new Set()),
    );
    guesses.sort((one, other) => other.length - one.length);
    say('ready');
  }
  if (keyword === 'start' && rules === 'classic')
    say([...guesses.map((word) => `guess ${word}`), 'done'].join('\n'));
  if (keyword === 'turn')
    say(guesses.length > 0 ? `@${rest[1]} guess ${guesses.shift()}` : `@${rest[1]} pass`);
  if (keyword === 'scored' || keyword === 'missed') guesses = guesses.filter((word) => word !== rest[1]);
  if (keyword === 'gameover') process.exit(0);
}

createInterface({ input: process.stdin }).on('line', hear);
