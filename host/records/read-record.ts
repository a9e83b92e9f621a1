import { readFileSync } from 'node:fs';
import type { Noted } from './event-log.ts';

export type RecordReading =
  | {
      readonly ok: true;
      readonly events: readonly Noted[];
      /** The lines as they stand in the file, one for each event. */
      readonly lines: readonly string[];
      /** The last line is not whole: the host was killed while it wrote. */
      readonly torn: boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** Reads a record or an event log. */
export function readRecord(path: string): RecordReading {
  try {
    return parseRecord(readFileSync(path, 'utf8'), path);
  } catch (error) {
    return { ok: false, problem: `${path}: ${reason(error as NodeJS.ErrnoException)}` };
  }
}

function reason({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'that is a folder; a record is a file in it';
  return code === 'EACCES' ? 'it may not be read' : message;
}

export function parseRecord(text: string, path: string): RecordReading {
  const lines = text.split('\n');
  const rest = lines.pop()!;
  const events: Noted[] = [];
  for (const [index, line] of lines.entries()) {
    const event = parseEvent(line);
    if (!event)
      return {
        ok: false,
        problem: `${path}: line ${index + 1} is no event: expected a JSON object with n, t and type`,
      };
    events.push(event);
  }
  const last = rest === '' ? undefined : parseEvent(rest);
  if (last) {
    events.push(last);
    lines.push(rest);
  }
  const first = events[0];
  if (first?.type !== 'game' || first.wordhost !== 1)
    return {
      ok: false,
      problem: `${path}: no record of this host: its first line is no \`game\` event with "wordhost":1`,
    };
  return { ok: true, events, lines, torn: rest !== '' && !last };
}

function parseEvent(line: string): Noted | undefined {
  try {
    const event = JSON.parse(line) as Noted | null;
    const whole =
      typeof event?.n === 'number' && typeof event.t === 'number' && typeof event.type === 'string';
    return whole ? event : undefined;
  } catch {
    return undefined;
  }
}
