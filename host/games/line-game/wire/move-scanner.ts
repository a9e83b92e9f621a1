import { MARK, WITHOUT_MARK } from '../../../core/text/byte-order-mark.ts';
import type { Scanned, Scanner } from '../../game.ts';
import type { Offence } from '../../kit/verdict.ts';
import type { LineReading, Spoken } from './line-reading.ts';
import { type Line, type LineRules, LineScanner } from './line-scanner.ts';

const EXCERPT = 200;

/** After a move of this kind nothing that the player says is read: each line is `unread`, whatever it is. */
export interface LastMove<Move> {
  is(move: Move): boolean;
  readonly unread: Move;
}

export interface LineWire<Move> {
  readonly rules: LineRules;
  readonly readLine: (text: string) => LineReading<Move>;
  readonly last?: LastMove<Move> | undefined;
  /** A player shows with its first word that it speaks another game's wire: which, and what to write here. */
  readonly otherWire?: ((first: string) => string | undefined) | undefined;
}

/** One player's lines to messages: ready once, and first. */
export function moveScanner<Move>({
  rules,
  readLine,
  last,
  otherWire,
}: LineWire<Move>): Scanner<Spoken<Move>> {
  const lines = new LineScanner(rules);
  let ready = false;
  let isWrong = false;
  let hasSaidAll = false;

  function found(line: Line): Scanned<Spoken<Move>> {
    const { text, bytes } = line;
    if (last && hasSaidAll) return spoken(line, last.unread);
    const reading = readLine(text);
    switch (reading.says) {
      case 'ready':
        if (ready) return fault(line, 'order', 'a second ready: ready is said once');
        ready = true;
        return { kind: 'ready', dialect: undefined, bytes };
      case 'move': {
        if (last?.is(reading.move)) {
          hasSaidAll = true;
          lines.takeAnything();
        }
        return spoken(line, reading.move, reading.tag);
      }
      case 'nothing':
        return fault(line, reading.rule, problemOf(reading, text));
      default:
        return reading satisfies never;
    }
  }

  function problemOf({ problem, hint }: LineReading<Move> & { says: 'nothing' }, text: string): string {
    if (text.startsWith(MARK)) return `it begins with a byte order mark (U+FEFF): ${WITHOUT_MARK}`;
    const todo = (ready ? undefined : otherWire?.(text)) ?? hint;
    return todo === undefined ? problem : `${problem}: ${todo}`;
  }

  return {
    feed: (bytes) => lines.feed(bytes),
    take() {
      const scanned = isWrong ? undefined : lines.take();
      const next = scanned?.kind === 'line' ? found(scanned.line) : scanned;
      isWrong ||= next?.kind === 'fault';
      return next;
    },
    unfinished() {
      const text = isWrong ? undefined : lines.unended();
      if (text === undefined) return undefined;
      const why = (!ready && otherWire?.(text)) || 'each message ends with a newline';
      return `wrote \`${text}\` without a line end: ${why}`;
    },
  };
}

function spoken<Move>({ text, number, bytes }: Line, move: Move, tag?: number): Scanned<Spoken<Move>> {
  return { kind: 'message', message: { ...move, tag, line: text, lineNumber: number }, bytes };
}

function fault({ text, number, bytes }: Line, rule: string, problem: string) {
  const offence = lineFault({ line: text, lineNumber: number }, rule, problem);
  return { kind: 'fault', offence, bytes } as const;
}

/** A line that the wire does not allow, or not here. */
export function lineFault(
  { line, lineNumber }: { readonly line: string; readonly lineNumber: number },
  rule: string,
  problem: string,
): Offence {
  const detail = `line ${lineNumber}: ${problem}`;
  return { kind: 'protocol', rule, detail, at: lineNumber, unit: 'line', message: excerpt(line) };
}

export function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
