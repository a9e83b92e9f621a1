import type { Scanned, Scanner } from '../../game.ts';
import { type Line, type LineRules, LineScanner } from '../../line-scanner.ts';
import type { Offence } from '../../verdict.ts';
import type { Message } from './messages.ts';
import { readLine } from './read-line.ts';

const EXCERPT = 200;

/** One player's lines to messages: ready once, and first. */
export function scrabbleScanner(rules: LineRules, letters: ReadonlySet<string>): Scanner<Message> {
  const lines = new LineScanner(rules);
  let ready = false;

  function found(line: Line): Scanned<Message> {
    const { text, number, bytes } = line;
    const reading = readLine(text, letters);
    switch (reading.says) {
      case 'ready':
        if (ready) return fault(line, 'order', 'a second ready: ready is said once');
        ready = true;
        return { kind: 'ready', dialect: undefined, bytes };
      case 'move': {
        const { tag, move } = reading;
        return { kind: 'message', message: { tag, line: text, lineNumber: number, ...move }, bytes };
      }
      case 'nothing':
        return fault(line, reading.rule, reading.problem);
      default:
        return reading satisfies never;
    }
  }

  return {
    *feed(bytes) {
      for (const scanned of lines.feed(bytes)) {
        const next = scanned.kind === 'line' ? found(scanned.line) : scanned;
        yield next;
        if (next.kind === 'fault') return;
      }
    },
  };
}

function fault(
  { text, number, bytes }: Line,
  rule: string,
  problem: string,
): Scanned<Message> & { kind: 'fault' } {
  const detail = `line ${number}: ${problem}`;
  const offence: Offence = {
    kind: 'protocol',
    rule,
    detail,
    at: number,
    unit: 'line',
    message: excerpt(text),
  };
  return { kind: 'fault', offence, bytes };
}

export function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
