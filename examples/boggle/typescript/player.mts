// A small Boggle player in TypeScript, for both sets of rules. Runs on Node 22.18 or later without a build.
//
//     wordhost boggle "node player.mts" "node player.mts"
//
// How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
// words that it finds; with turns, the longest word that nobody has found yet.
//
// What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
// trie) finds all words faster, which matters if the time is short or the board is large.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Cell {
  readonly letters: string;
  readonly x: number;
  readonly y: number;
  isUsed: boolean;
}

let rules = 'classic';
let words: readonly string[] = [];
const cells: Cell[] = [];
let guesses: string[] = [];
let rows = 0;

const say = (line: string) => process.stdout.write(`${line}\n`);

function isNear(cell: Cell, from: Cell | undefined): boolean {
  return from === undefined || (Math.abs(cell.x - from.x) <= 1 && Math.abs(cell.y - from.y) <= 1);
}

/** Whether the rest of a word goes on from this cell, or from any, without one that is used. */
function goesOn(rest: string, from?: Cell): boolean {
  if (rest === '') return true;
  return cells.some((cell) => {
    if (cell.isUsed || !rest.startsWith(cell.letters) || !isNear(cell, from)) return false;
    cell.isUsed = true;
    const found = goesOn(rest.slice(cell.letters.length), cell);
    cell.isUsed = false;
    return found;
  });
}

function findWords(): void {
  const letters = new Set(cells.map((cell) => cell.letters).join(''));
  const isPossible = (word: string) => word.length > 2 && [...word].every((letter) => letters.has(letter));
  guesses = words.filter((word) => isPossible(word) && goesOn(word));
  guesses.sort((one, other) => other.length - one.length);
}

function hear(line: string): void {
  const [keyword, ...rest] = line.trim().split(/ +/);
  const [first = '', second = ''] = rest;
  if (keyword === 'rules') rules = first;
  if (keyword === 'dictionary')
    words = readFileSync(line.slice('dictionary '.length), 'utf8').trimEnd().split('\n');
  if (keyword === 'row') {
    for (const [x, letters] of rest.entries()) cells.push({ letters, x, y: rows, isUsed: false });
    rows++;
  }
  if (keyword === 'end') {
    findWords();
    say('ready');
  }
  if (keyword === 'start' && rules === 'classic')
    say([...guesses.map((word) => `guess ${word}`), 'done'].join('\n'));
  if (keyword === 'turn') {
    const word = guesses.shift();
    say(word === undefined ? `@${second} pass` : `@${second} guess ${word}`);
  }
  if (keyword === 'scored' || keyword === 'missed') guesses = guesses.filter((word) => word !== second);
  if (keyword === 'gameover') process.exit(0);
}

createInterface({ input: process.stdin }).on('line', hear);
