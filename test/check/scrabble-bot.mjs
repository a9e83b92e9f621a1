// A small, slow and right player of Scrabble, and one mistake if it is named: node scrabble-bot.mjs MISTAKE
import { readFileSync } from 'node:fs';
import { die, is, listen, say } from './line-bot.mjs';

let me = 1;
let players = 1;
let center = [0, 0];
let infinite = false;
let rules = '';
let words = [];
let rows;
let corner = [0, 0];
let bag = 60;
let hand = [];
let turns = 0;
const tiles = new Map();
const board = new Map();
const dropped = new Set();

const at = (x, y) => board.get(`${x} ${y}`);

function hasSquare(x, y) {
  if (rows) {
    const cell = rows[y - corner[1]]?.[x - corner[0]];
    return cell !== undefined && (cell !== '#' || is('ignores-holes'));
  }
  return true;
}

function readWords(path) {
  if (is('own-word-list')) return ['CAT', 'DOG', 'CATS', 'DOGS', 'COAT', 'COATS'];
  if (path === 'none' && !is('opens-none')) return undefined;
  const longest = 7;
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((word) => word.length > 1 && word.length <= longest);
}

const counts = (texts) =>
  texts.flatMap((text) => {
    const [id, count] = text.split('x').map(Number);
    return new Array(count).fill(id);
  });

function takeOff(ids) {
  for (const id of ids) hand.splice(hand.indexOf(id), 1);
}

function placed(words) {
  const tiles = [];
  for (let index = 0; index + 2 < words.length; index += 3) {
    const [, id, letter] = /^(\d+)(\D)(-?\d+)$/u.exec(words[index + 2]);
    tiles.push({ x: Number(words[index]), y: Number(words[index + 1]), id: Number(id), letter });
  }
  return tiles;
}

const lay = (placements) => {
  for (const { x, y, letter } of placements) board.set(`${x} ${y}`, letter);
};

/** The run through a place, were this letter laid there. */
function run(x, y, dx, dy, letter) {
  let text = letter;
  for (let k = 1; at(x - k * dx, y - k * dy); k++) text = at(x - k * dx, y - k * dy) + text;
  for (let k = 1; at(x + k * dx, y + k * dy); k++) text += at(x + k * dx, y + k * dy);
  return text;
}

/** The tiles that this word needs here, or none where it cannot lie. */
function fit(word, x, y, dx, dy) {
  if (at(x - dx, y - dy) || at(x + word.length * dx, y + word.length * dy)) return undefined;
  const left = [...hand];
  const placements = [];
  let touches = false;
  for (const [k, letter] of [...word].entries()) {
    const [px, py] = [x + k * dx, y + k * dy];
    const lying = at(px, py);
    if (lying) {
      if (lying !== letter) return undefined;
      touches = true;
      continue;
    }
    if (!hasSquare(px, py)) return undefined;
    const index = left.findIndex((id) => tiles.get(id).some((face) => face.letter === letter));
    if (index === -1) return undefined;
    const [id] = left.splice(index, 1);
    const crossing = run(px, py, dy, dx, letter);
    if (crossing.length > 1) {
      touches = true;
      if (!known.has(crossing)) return undefined;
    }
    const face = tiles.get(id).find((each) => each.letter === letter);
    const points = is('blank-with-points') && tiles.get(id).length > 1 ? 1 : face.points;
    placements.push({ x: px, y: py, id, letter, points });
  }
  if (placements.length === 0) return undefined;
  const [cx, cy] = is('centre-at-0-0') ? [0, 0] : is('off-the-centre') ? [center[0], center[1] + 1] : center;
  const covers = placements.some((tile) => tile.x === cx && tile.y === cy);
  return (board.size === 0 ? covers : touches) ? placements : undefined;
}

let known = new Set();

function bestPlay() {
  const places = board.size === 0 ? [center] : [...board.keys()].map((key) => key.split(' ').map(Number));
  if (is('centre-at-0-0') && board.size === 0) places[0] = [0, 0];
  if (is('off-the-centre') && board.size === 0) places[0] = [center[0], center[1] + 1];
  for (const word of words) {
    if (dropped.has(word)) continue;
    for (const [px, py] of places)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ])
        for (let k = 0; k < word.length; k++)
          for (const aside of board.size === 0 ? [0] : [0, 1, -1]) {
            const found = fit(word, px - k * dx + aside * dy, py - k * dy + aside * dx, dx, dy);
            if (found) return found;
          }
  }
  return undefined;
}

let last;

function move() {
  if (!words) return 'pass';
  const play = bestPlay();
  last = play;
  if (play)
    return `play ${play.map(({ x, y, id, letter, points }) => `${x} ${y} ${id}${letter}${points}`).join(' ')}`;
  return rules !== 'simple' && bag >= 7 && hand.length > 0 ? `change ${hand.join(' ')}` : 'pass';
}

let given = [];
let isOut = false;

function answer(ms, k) {
  if (is('limit-is-a-number') && Number.isNaN(Number(ms))) die();
  turns++;
  if (isOut) return;
  if (is('stops-after-six-turns') && turns > 6) return;
  if (is('cannot-play-alone') && players === 1) die();
  if (is('garbage')) return say('pas');
  const text = move();
  if (text.startsWith('change')) given = text.split(' ').slice(1).map(Number);
  if (is('no-tags')) return say(text);
  say(`@${is('tags-with-1') ? 1 : k} ${text}`);
}

/** One line once the game has begun. */
function hear(line) {
  const [first, ...rest] = line.split(' ').filter((word) => word !== '');
  const player = Number(rest[0]);
  switch (first) {
    case 'start':
      break;
    case 'turn':
      answer(rest[0], rest[1]);
      break;
    case 'playsuccess': {
      const end = rest.indexOf('new');
      const placements = placed(rest.slice(1, end));
      if (is('new-is-never-empty') && rest.length === end + 1) die();
      if (is('debug-print')) say(`drew ${rest.length - end - 1} tiles`);
      lay(placements);
      if (!is('keeps-used-tiles')) takeOff(placements.map(({ id }) => id));
      hand.push(...counts(rest.slice(end + 1)));
      bag -= Math.min(bag, placements.length);
      break;
    }
    case 'played': {
      if (is('moves-on-played')) say('pass');
      if (is('only-one-other') && player !== 2) break;
      if (is('one-digit') && player > 9) die();
      const placements = placed(rest.slice(2));
      if (!is('ignores-played')) lay(placements);
      bag -= Math.min(bag, placements.length);
      break;
    }
    case 'playfailed':
      if (is('lays-what-failed')) lay(placed(rest.slice(1)));
      break;
    case 'passed':
      break;
    case 'bank':
      if (is('is-never-in-overtime') && line.includes('-')) die();
      break;
    case 'changed':
      if (is('no-changes')) die();
      break;
    case 'changesuccess':
      if (!is('keeps-changed-tiles')) takeOff(given);
      if (!is('forgets-what-it-got')) hand.push(...counts(rest));
      break;
    case 'timeout':
      if (is('others-have-no-timeouts') && player !== me) die();
      if (is('out-of-time-is-out') && player === me) isOut = true;
      break;
    case 'forfeited':
      if (is('forfeit-is-the-end') && turns > 0) die();
      if (is('everybody-is-ready') && turns === 0) die();
      break;
    case 'error':
      hearError(rest);
      break;
    case 'failed':
      if (last) dropped.add(last.map(({ letter }) => letter).join(''));
      break;
    case 'gameover':
      if (!is('never-ends')) process.exit(0);
      break;
    default:
      if (is('knows-all-lines')) die();
  }
}

function hearError([rule]) {
  if (is('no-tile-errors') && rule === 'piecedoesnotexist') die();
  if (is('no-place-errors') && rule === 'occupiedtile') die();
  if (is('no-change-errors') && rule === 'notenoughpieces') die();
  if (is('tries-again-at-once') && rule === 'wordnotadjacent') say(move());
  if (is('no-word-errors') && rule === 'wordnotindictionary') die();
  if (is('knows-all-errors') && rule === 'moonisfull') die();
}

/** One line of the set-up; the answer is whether it was the last. */
function setUp(line) {
  const [first, ...rest] = line.split(' ').filter((word) => word !== '');
  const numbers = rest.map(Number);
  if (is('finds-turn-in-a-name') && / turn /.test(line)) say('pass');
  switch (first) {
    case 'rules':
      rules = rest[0];
      if (is('tournaments-only') && rules === 'course') die();
      break;
    case 'player':
      me = numbers[0];
      break;
    case 'players':
      players = numbers[0];
      break;
    case 'dictionary':
      words = readWords(rest.join(' '));
      known = new Set(words);
      break;
    case 'handsize':
      if (is('seven-tiles') && numbers[0] !== 7) die();
      break;
    case 'center':
      center = numbers;
      break;
    case 'infinite':
      infinite = rest[0] === '1';
      break;
    case 'layout':
      if (rest[0] === 'none') {
        if (is('wants-a-layout') && infinite) die();
        if (is('layout-of-all-finite') && !infinite) die();
        break;
      }
      corner = numbers;
      rows = [];
      break;
    case 'row':
      rows.push(rest[0]);
      break;
    case 'board':
      if (is('no-holes-without-edges') && line.includes('% 6')) die();
      break;
    case 'tile':
      tiles.set(
        numbers[0],
        rest[1].split(',').map((text) => {
          const [letter] = text;
          if (is('ascii-only') && letter > '~') die();
          return { letter, points: Number(text.slice(letter.length)) };
        }),
      );
      break;
    case 'hand':
      hand = counts(rest);
      if (is('tile-0-is-there') && !tiles.has(0)) die();
      break;
    case 'end':
      return true;
    case 'scrabble':
    case 'first':
    case 'name':
    case 'timeout':
    case 'square':
    case 'used':
      break;
    default:
      if (is('knows-all-of-the-set-up')) die();
  }
  return false;
}

listen(setUp, hear);
