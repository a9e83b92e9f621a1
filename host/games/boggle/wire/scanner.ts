import type { Scanner } from '../../game.ts';
import {
  integer,
  type LastMove,
  type LineReading,
  leftOver,
  moveScanner,
  noMessage,
  shown,
  tokensOf,
  wrong,
} from '../../line-game/wire/scanner.ts';
import type { Rules } from '../options.ts';
import type { Message, Move } from './messages.ts';

/** Records from this edition on ignore everything after `done`. */
const DROPS_ALL_AFTER_DONE = 2;

const done: LastMove<Move> = { is: ({ type }) => type === 'done', unread: { type: 'unread' } };

export function boggleScanner(
  longest: number,
  rules: Rules,
  edition = DROPS_ALL_AFTER_DONE,
): Scanner<Message> {
  const last = edition >= DROPS_ALL_AFTER_DONE ? done : undefined;
  return moveScanner({
    rules: { longest, beyondAscii: false },
    readLine: (text) => readLine(text, rules),
    last,
    otherWire,
  });
}

function otherWire(first: string): string | undefined {
  if (first !== 'n' && first !== 'r') return undefined;
  return 'that is Bananagrams; this is Boggle, whose first answer is the line `ready`';
}

type Reading = LineReading<Move>;

/** Messages of players, mostly for one set of rules. */
const commands = {
  classic: 'ready, guess, done or forfeit',
  turns: 'ready, guess, pass or forfeit',
} as const satisfies Record<Rules, string>;

function readLine(text: string, rules: Rules): Reading {
  const [first, ...others] = tokensOf(text);
  if (first === undefined) return wrong('empty', `it is empty: expected ${commands[rules]}`);
  return first.startsWith('@')
    ? readTagged(first, others, rules)
    : readCommand(first, others, undefined, rules);
}

function readTagged(first: string, [command, ...rest]: readonly string[], rules: Rules): Reading {
  if (rules === 'classic')
    return wrong('form', `${shown(first)} names a turn, and only --rules turns has turns`);
  const tag = integer(first.slice(1));
  if (tag === undefined)
    return wrong(
      'form',
      `${shown(first)} is not a valid tag: expected the number of a turn, such as @2 pass`,
    );
  if (command === undefined)
    return wrong('form', `no message after ${first}: expected guess, pass or forfeit`);
  if (command === 'ready') return wrong('form', 'ready does not answer a turn, so it has no tag');
  return readCommand(command, rest, tag, rules);
}

function readCommand(
  command: string,
  rest: readonly string[],
  tag: number | undefined,
  rules: Rules,
): Reading {
  switch (command) {
    case 'guess':
      return readGuess(rest, tag);
    case 'ready':
      return rest.length > 0 ? leftOver(command, rest) : { says: 'ready' };
    case 'pass':
      if (rules === 'classic') return wrong('word', 'pass is for --rules turns: write done at the end');
      return alone(command, rest, tag);
    case 'done':
      if (rules === 'turns') return wrong('word', 'done is for --rules classic: write pass or forfeit');
      return alone(command, rest, tag);
    case 'forfeit':
      return alone(command, rest, tag);
    default:
      return noMessage(command, rest, commands[rules]);
  }
}

function readGuess([word, ...rest]: readonly string[], tag: number | undefined): Reading {
  if (word === undefined) return wrong('form', 'guess has no word: expected one word, such as guess LEAST');
  if (rest.length > 0)
    return wrong('form', `guess has ${rest.length + 1} words: expected one word, such as guess LEAST`);
  return { says: 'move', tag, move: { type: 'guess', word: word.toUpperCase() } };
}

function alone(
  command: 'pass' | 'done' | 'forfeit',
  rest: readonly string[],
  tag: number | undefined,
): Reading {
  return rest.length > 0 ? leftOver(command, rest) : { says: 'move', tag, move: { type: command } };
}
