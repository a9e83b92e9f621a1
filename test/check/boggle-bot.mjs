// A small, slow and right player of Boggle, and one mistake if it is named: node boggle-bot.mjs MISTAKE
import { readFileSync } from 'node:fs';
import { die, is, listen, say } from './line-bot.mjs';

let me = 1;
let players = 1;
let rules = '';
let size = [4, 4];
let words = [];
let turns = 0;
const rows = [];
const taken = new Set();

function readWords(path) {
  if (is('own-word-list')) return ['CAT', 'CATS', 'COAT', 'DOG', 'DOGS'];
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

function spells(word, place, cells, path) {
  if (place === word.length) return true;
  return cells.some(([x, y]) => {
    const letters = is('one-letter-a-cell') ? rows[y]?.[x]?.[0] : rows[y]?.[x];
    if (letters === undefined || !word.startsWith(letters, place)) return false;
    if (path.some(([px, py]) => px === x && py === y)) return false;
    const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy]));
    const beside = around.filter(([ox, oy]) => ox !== x || oy !== y);
    return spells(word, place + letters.length, beside, [...path, [x, y]]);
  });
}

function isOnBoard(word) {
  if (is('any-word')) return true;
  const all = rows.flatMap((row, y) => row.map((_, x) => [x, y]));
  return spells(word, 0, all, []);
}

function guessAll() {
  if (is('garbage')) return say('word CAT');
  if (is('never-flushes')) return;
  const found = is('nothing-but-nonsense') ? ['XYZZY'] : words.filter(isOnBoard);
  if (is('cannot-be-without-words') && found.length === 0) die();
  for (const word of found) say(`guess ${is('in-brackets') ? `<${word}>` : word}`);
  say('done');
  if (is('goes-on-after-done')) say('guess CAT');
}

let isOut = false;

function answer(ms, k, left) {
  turns++;
  if (is('limit-is-a-number') && Number.isNaN(Number(ms))) die();
  if (is('stops-after-six-turns') && turns > 6) return;
  if (isOut) return;
  if (is('garbage')) return say('done');
  const word = words.find((each) => !taken.has(each) && isOnBoard(each));
  if (is('silent-when-all-is-found') && word === undefined) return;
  if (is('guesses-what-is-found') && word === undefined) return say(`guess ${[...taken][0]}`);
  const text = word === undefined ? 'pass' : `guess ${word}`;
  if (is('two-guesses') && left > 1) say(text);
  if (is('no-tags')) return say(text);
  say(`@${is('tags-with-left') ? left : k} ${text}`);
}

function hear(line) {
  const [first, ...rest] = line.split(' ').filter((word) => word !== '');
  const player = Number(rest[0]);
  switch (first) {
    case 'start':
      if (is('cannot-play-alone') && players === 1) die();
      if (is('moves-on-start') && rules === 'turns') say('pass');
      if (rules === 'classic') guessAll();
      break;
    case 'turn':
      answer(rest[0], rest[1], rest[2]);
      break;
    case 'scored':
      if (is('moves-on-scored') && player !== me) say('pass');
      if (is('remembers-nothing')) break;
      if (is('remembers-its-own') && player !== me) break;
      taken.add(rest[1]);
      break;
    case 'missed':
      if (is('misses-are-the-end') && player === me) die();
      if (is('others-never-miss') && player !== me) die();
      if (!is('tries-again')) taken.add(rest[1]);
      break;
    case 'passed':
      break;
    case 'bank':
      if (is('is-never-in-overtime') && line.includes('-')) die();
      break;
    case 'timeout':
      if (is('out-of-time-is-out') && player === me) isOut = true;
      break;
    case 'forfeited':
      if (is('others-stay')) die();
      if (is('forfeit-is-the-end')) process.exit(0);
      break;
    case 'found':
      if (is('nothing-is-found')) die();
      break;
    case 'gameover':
      if (!is('never-ends')) process.exit(0);
      break;
    default:
      if (is('knows-all-lines')) die();
  }
}

/** One line of the set-up; the answer is whether it was the last. */
function setUp(line) {
  const [first, ...rest] = line.split(' ').filter((word) => word !== '');
  if (is('finds-start-in-a-name') && / start/.test(line)) say('done');
  switch (first) {
    case 'rules':
      rules = rest[0];
      break;
    case 'player':
      me = Number(rest[0]);
      if (is('one-digit') && me > 9) die();
      break;
    case 'players':
      players = Number(rest[0]);
      break;
    case 'dictionary':
      words = readWords(rest.join(' '));
      break;
    case 'board':
      size = rest.map(Number);
      if (is('square-boards') && size[0] !== size[1]) die();
      if (is('small-boards') && size[0] > 8) die();
      break;
    case 'row':
      rows.push(rest);
      break;
    case 'end':
      return true;
    case 'boggle':
    case 'name':
    case 'turns':
    case 'time':
    case 'timeout':
      break;
    default:
      if (is('knows-all-of-the-set-up')) die();
  }
  return false;
}

listen(setUp, hear, () => {
  if (is('guesses-at-once')) say('guess CAT');
});
