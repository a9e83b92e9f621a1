import type { Said } from './conversation.ts';

export interface SaidLine {
  readonly from: Said['from'];
  /** Without the end of the line; of the bot's output a character for each byte. */
  readonly text: string;
  /** The place of the fault in it. */
  readonly fault?: number;
}

const KEPT = 10;

/** The last lines of a conversation, up to the one at fault where there is one. */
export function transcriptOf(said: readonly Said[], at: number | undefined): readonly SaidLine[] {
  const lines = said.flatMap((each) => linesOf(each, at));
  const fault = lines.findIndex((line) => line.fault !== undefined);
  const end = fault === -1 ? lines.length : fault + 1;
  return lines.slice(Math.max(0, end - KEPT), end);
}

function linesOf({ from, text, offset }: Said, at: number | undefined): SaidLine[] {
  let begin = offset;
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const place = from === 'bot' && at !== undefined ? at - begin : -1;
      begin += line.length + 1;
      const isHere = place >= 0 && place <= line.length;
      return { from, text: line, ...(isHere && { fault: place }) };
    });
}

/** For programs: as text, with the place in characters. */
export function decodedLine({ from, text, fault }: SaidLine): SaidLine {
  if (from === 'host') return { from, text };
  return {
    from,
    text: decoded(text),
    ...(fault !== undefined && { fault: decoded(text.slice(0, fault)).length }),
  };
}

function decoded(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
