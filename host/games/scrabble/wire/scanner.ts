import type { Scanner } from '../../game.ts';
import {
  integer,
  type LineRules,
  leftOver,
  moveScanner,
  noMessage,
  type LineReading as Reading,
  shown,
  tokensOf,
  wrong,
} from '../../line-game/wire/scanner.ts';
import type { Message, Move, Placement } from './messages.ts';

/** `letters` are those of the tiles besides A to Z. */
export function scrabbleScanner(rules: LineRules, letters: ReadonlySet<string>): Scanner<Message> {
  return moveScanner({ rules, readLine: lineReader(letters), otherWire });
}

function otherWire(first: string): string | undefined {
  if (first !== 'n' && first !== 'r') return undefined;
  return 'that is Bananagrams; this is Scrabble, whose first answer is the line `ready`';
}

type LineReading = Reading<Move>;

const commands = 'ready, play, pass, change or forfeit';

/** `letters` are those of the tiles besides A to Z. */
export function lineReader(letters: ReadonlySet<string>): (text: string) => LineReading {
  return (text) => readLine(text, letters);
}

function readLine(text: string, letters: ReadonlySet<string>): LineReading {
  const tokens = tokensOf(text);
  const [first, command] = tokens;
  if (first === undefined) return wrong('empty', `it is empty: expected ${commands}`);
  if (!first.startsWith('@')) return readCommand(first, tokens.slice(1), undefined, letters);
  const tag = integer(first.slice(1));
  if (tag === undefined)
    return wrong('form', `${first} is not a valid tag: expected the number of a turn, such as @2 pass`);
  if (command === undefined)
    return wrong('form', `no message after ${first}: expected play, pass, change or forfeit`);
  if (command === 'ready') return wrong('form', 'ready does not answer a turn, so it has no tag');
  return readCommand(command, tokens.slice(2), tag, letters);
}

function readCommand(
  command: string,
  rest: readonly string[],
  tag: number | undefined,
  letters: ReadonlySet<string>,
): LineReading {
  switch (command) {
    case 'ready':
      return rest.length > 0 ? leftOver(command, rest) : { says: 'ready' };
    case 'pass':
    case 'forfeit':
      return rest.length > 0 ? leftOver(command, rest) : { says: 'move', tag, move: { type: command } };
    case 'change':
      return readChange(rest, tag);
    case 'play':
      return readPlay(rest, tag, letters);
    default:
      return noMessage(command, rest, commands);
  }
}

function readChange(rest: readonly string[], tag: number | undefined): LineReading {
  const ids: number[] = [];
  for (const token of rest) {
    const id = integer(token);
    if (id === undefined)
      return wrong('form', `${shown(token)} is not a tile number; expected numbers, such as change 4 5 5`);
    ids.push(id);
  }
  return { says: 'move', tag, move: { type: 'change', ids } };
}

function readPlay(
  rest: readonly string[],
  tag: number | undefined,
  letters: ReadonlySet<string>,
): LineReading {
  if (rest.length % 3 !== 0)
    return wrong('form', `play has ${rest.length} words: expected three for each tile, X Y IDcPOINTS`);
  const placements: Placement[] = [];
  for (let index = 0; index < rest.length; index += 3) {
    const x = integer(rest[index]!);
    const y = integer(rest[index + 1]!);
    if (x === undefined || y === undefined)
      return wrong(
        'form',
        `${shown(rest[x === undefined ? index : index + 1]!)} is not a valid coordinate: expected a 32-bit whole number`,
      );
    const token = rest[index + 2]!;
    const placement = readTile(token, letters, x, y);
    if (!placement) return wrongTile(token, readTile(token.toUpperCase(), letters, x, y) !== undefined);
    placements.push(placement);
  }
  return { says: 'move', tag, move: { type: 'play', placements } };
}

function wrongTile(token: string, isSmall: boolean): LineReading {
  const reading = wrong('form', `${shown(token)} is not a valid tile: expected IDcPOINTS, such as 4D2`);
  return isSmall ? { ...reading, hint: `write the letter as a capital: ${token.toUpperCase()}` } : reading;
}

function readTile(token: string, letters: ReadonlySet<string>, x: number, y: number): Placement | undefined {
  const idEnd = endOfInteger(token, 0);
  const letter = letterAt(token, idEnd);
  if (idEnd <= 0 || !(isCapital(letter) || letters.has(letter))) return undefined;
  const id = integer(token.slice(0, idEnd));
  const points = integer(token.slice(idEnd + letter.length));
  return id === undefined || points === undefined ? undefined : { x, y, id, letter, points };
}

/** Returns one code point, or an empty string at the end. A hot path of reading tiles. */
function letterAt(token: string, place: number): string {
  const code = place < 0 ? undefined : token.codePointAt(place);
  if (code === undefined) return '';
  return code > LAST_OF_ONE_UNIT ? String.fromCodePoint(code) : token[place]!;
}

const LAST_OF_ONE_UNIT = 0xffff;

const isCapital = (letter: string) => letter.length === 1 && letter >= 'A' && letter <= 'Z';

const [ZERO, NINE, MINUS] = [0x30, 0x39, 0x2d];
const MOST_DIGITS = 10;

/** The end of a whole number, or -1. */
function endOfInteger(text: string, start: number): number {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let end = first;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end++;
  return end > first && end - first <= MOST_DIGITS ? end : -1;
}
