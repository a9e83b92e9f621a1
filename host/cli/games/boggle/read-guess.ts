import type { Board } from '../../../games/boggle/board/board.ts';
import { boggleOptions } from '../../../games/boggle/options.ts';
import { readOption } from '../../../games/kit/option-text.ts';
import { jsonIn } from '../judge-lines.ts';

interface Guess {
  readonly word: string;
  readonly board: Board;
  readonly found: readonly string[];
}

/** A guess, or an error. */
export function readGuess(line: string, given: Board | undefined, found: readonly string[]): Guess | string {
  const read = line.trimStart().startsWith('{') ? fieldsOf(line) : { word: line.trim() };
  if (typeof read === 'string') return read;
  const own = read.board === undefined ? given : boardIn(read.board);
  if (own === undefined) return 'expected "board", such as "RSPL/EIBT/ULZA/ESTI", or --board for all';
  if (typeof own === 'string') return own;
  return { word: read.word, board: own, found: capitals(read.found ?? found) };
}

interface Fields {
  readonly word: string;
  readonly board?: string;
  readonly found?: readonly string[];
}

const keys = ['word', 'board', 'found'] as const satisfies (keyof Fields)[];

function fieldsOf(line: string): Fields | string {
  const json = jsonIn(line, 'expected a word, or a JSON object such as {"word": "SIZABLE"}', keys);
  if (typeof json === 'string') return json;
  const fields = json.value as Partial<Fields>;
  const { word, board, found = [] } = fields;
  if (typeof word !== 'string') return 'expected "word", such as "SIZABLE"';
  if (board !== undefined && typeof board !== 'string')
    return 'expected "board" to be a text, such as "RSPL/EIBT/ULZA/ESTI"';
  if (!Array.isArray(found) || found.some((each) => typeof each !== 'string'))
    return 'expected "found" to be a list of words';
  return fields as Fields;
}

function boardIn(text: string): Board | string {
  const reading = readOption(boggleOptions.board, text);
  return reading.ok ? (reading.value as Board) : `board: ${reading.problem}`;
}

export function capitals(words: readonly string[]): string[] {
  return words.map((word) => word.toUpperCase());
}
