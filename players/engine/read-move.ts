import { type Choice, type Message, readWrittenMove, withDots } from 'wordhost/scrabble';

/** Reads the first move of a printed list, or the best move of SIU. */
export function firstMoveIn(line: string): string | undefined {
  const [, rest = ''] = /^bestmove\s+(\S+)$/.exec(line) ?? /(?:^|\s)1:\s+(\S.*)$/.exec(line) ?? [];
  const [move] = PASS.exec(rest) ?? CHANGE.exec(rest) ?? PLAY.exec(rest) ?? [];
  return move;
}

const PASS = /^(?:\(pass\)|pass\b)/i;
const CHANGE = /^(?:\(exch\w*\.?\s+([^)\s]+)\s*\)|ex\.([^\s.]+))/i;
/** `8H CAT` across, `H8 CAT` down. Existing tiles are a dot, letters or letters in brackets. */
const PLAY = /^(?:(?<row>\d{1,2})(?<column>[a-z])|(?<top>[a-z])(?<first>\d{1,2}))(?: +|\.)(?<word>\S+)/iu;

export function moveWritten(text: string, choice: Pick<Choice, 'terms' | 'position'>): Message | string {
  if (PASS.test(text)) return { type: 'pass' };
  const { terms, position } = choice;
  const [, inBrackets, plain] = CHANGE.exec(text) ?? [];
  const changed = inBrackets ?? plain;
  if (changed !== undefined && /[\d-]/.test(changed)) return 'expected the letters of the tiles to change';
  const written = changed === undefined ? playOf(text, terms.board, position) : `change ${changed}`;
  if (typeof written !== 'string') return written.problem;
  const read = readWrittenMove(written, terms);
  return read.ok ? read.move : read.problem;
}

type Terms = Choice['terms'];

/** Writes dots for existing tiles, and coordinates. */
function playOf(
  text: string,
  { layout }: Terms['board'],
  position: Choice['position'],
): string | { readonly problem: string } {
  const { row, column, top, first, word = '' } = PLAY.exec(text)?.groups ?? {};
  if (!layout) return { problem: 'a board without edges has no rows and columns' };
  const direction = row === undefined ? 'down' : 'across';
  const x = layout.x + (column ?? top ?? 'A').toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
  const y = layout.y + Number(row ?? first) - 1;
  const dotted = withDots(word.replaceAll(/[()]/g, ''), { x, y, direction }, position);
  return dotted.ok ? `${x},${y} ${direction} ${dotted.word}` : dotted;
}
