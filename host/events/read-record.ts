import { statSync } from 'node:fs';
import { Misfit } from '../core/read-shape.ts';
import { counted } from '../core/text/plural.ts';
import { visibleJson } from '../core/text/visible.ts';
import { readStart } from '../files/read-start.ts';
import type { OwnEvent } from '../games/event.ts';
import { type AnyGame, type Games, gameNamed } from '../games/game.ts';
import { RECORD_BEGINNING } from './event-line.ts';
import type { Noted, SharedEvent } from './noted.ts';
import { EventReader, type HeaderEvent, readHeader } from './read-event.ts';
import type { Result } from './result.ts';
import { MOST_BYTES, TOO_LARGE, unreadableBytes, unreadableLine, unreadFile } from './unreadable.ts';

export interface GameRecord<Event extends OwnEvent = SharedEvent> {
  readonly game: AnyGame;
  readonly header: HeaderEvent;
  /** All, with the header. */
  readonly events: readonly Noted<Event>[];
  /** The lines as they are in the file, one for each event. */
  readonly lines: readonly string[];
  /** None where the host was killed before the end. */
  readonly result: Result | undefined;
  /** The last line is not whole: the host was killed while it wrote. */
  readonly torn: boolean;
}

export type RecordReading<Event extends OwnEvent = SharedEvent> =
  | ({ readonly ok: true } & GameRecord<Event>)
  | { readonly ok: false; readonly problem: string };

/** Reads a record or an event log, which may be from another program. */
export function readRecord(path: string, games: Games): RecordReading {
  const bytes = bytesAt(path);
  return typeof bytes === 'string' ? problem(path, bytes) : parseRecordBytes(bytes, path, games);
}

/** The file may be anything: no more of it is read than a record may have. */
function bytesAt(path: string): Buffer | string {
  try {
    return statSync(path).size > MOST_BYTES ? TOO_LARGE : readStart(path, MOST_BYTES + 1);
  } catch (error) {
    return unreadFile(error as NodeJS.ErrnoException);
  }
}

export function parseRecordBytes(bytes: Buffer, path: string, games: Games): RecordReading {
  const unreadable = unreadableBytes(bytes);
  return unreadable === undefined
    ? parseRecord(bytes.toString('utf8'), path, games)
    : problem(path, unreadable);
}

const MOST_EVENTS = 3_000_000;

const NOTHING_YET =
  'expected a record of wordhost; got no whole line: the host was killed before it had written one, so there is nothing to read';

export function parseRecord(text: string, path: string, games: Games): RecordReading {
  const lines = text.split('\n', MOST_EVENTS + 1);
  if (lines.length > MOST_EVENTS)
    return problem(path, `expected at most ${MOST_EVENTS} lines; there are more`);
  const last = lines.at(-1)!;
  const torn = last !== '' && !parseLine(last).ok;
  if (torn || last === '') lines.pop();
  if (lines.length === 0 && RECORD_BEGINNING.startsWith(last.slice(0, RECORD_BEGINNING.length)))
    return problem(path, NOTHING_YET);
  const opened = readFirst(lines[0] ?? '', games);
  if (typeof opened === 'string') return problem(path, opened);
  const { game, header } = opened;
  const reader = new EventReader(game, header.players.length);
  const events: Noted[] = [header];
  for (let index = 1; index < lines.length; index++) {
    const event = readLine(reader, lines[index]!);
    if (typeof event === 'string') return problem(path, `line ${index + 1}: ${event}`);
    if (event.type === 'end' && index + 1 < lines.length)
      return problem(
        path,
        `line ${index + 1}: expected \`end\` in the last line only; ${rest(lines, index + 1)}`,
      );
    events.push(event);
  }
  const end = events.at(-1)!;
  return { ok: true, game, header, events, lines, torn, result: end.type === 'end' ? end.result : undefined };
}

interface Opened {
  readonly game: AnyGame;
  readonly header: HeaderEvent;
}

function readFirst(line: string, games: Games): Opened | string {
  const noRecord = 'expected a record of wordhost, whose first line is a `game` event with "wordhost":1';
  const parsed = parseLine(line);
  if (!parsed.ok || !isOurs(parsed.value)) return noRecord;
  const header = readHeader(parsed.value);
  if (header instanceof Misfit) return `line 1: ${explain('game', header)}`;
  const game = gameNamed(games, header.game);
  if (!game) return `line 1: this version of wordhost has no game ${visibleJson(header.game)}`;
  const { players } = header;
  const { min, max } = game.seats;
  if (players.length < min || players.length > max)
    return `line 1: game.players: expected ${min} to ${max} players; got ${players.length}`;
  const odd = players.findIndex(({ seat }, index) => seat !== index + 1);
  if (odd !== -1) return `line 1: game.players[${odd}].seat: expected ${odd + 1}; got ${players[odd]!.seat}`;
  return { game, header };
}

function isOurs(value: unknown): boolean {
  const { type, wordhost } = (value ?? {}) as { type?: unknown; wordhost?: unknown };
  return type === 'game' && wordhost === 1;
}

/** For messages: what comes after that line. */
function rest(lines: readonly string[], from: number): string {
  const isEmpty = lines.slice(from).every((line) => line.trim() === '');
  return `got ${counted(lines.length - from, 'more line')}${isEmpty ? ', all empty,' : ''} after it`;
}

function readLine(reader: EventReader, line: string): Noted | string {
  const parsed = parseLine(line);
  if (!parsed.ok) return parsed.problem;
  const event = reader.read(parsed.value);
  if (event instanceof Misfit) return explain((parsed.value as { type?: unknown } | null)?.type, event);
  if (event.type === 'game') return 'a second `game` event: expected the events of one game';
  return event;
}

function explain(type: unknown, { path, expected, came }: Misfit): string {
  const where = typeof type === 'string' && path !== 'type' ? `${type}.${path}`.replace('.[', '[') : path;
  return `${where === '' ? 'the event' : where}: expected ${expected}; got ${came}`;
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const NO_OBJECT = 'expected an event, a JSON object with n, t and type';

function parseLine(line: string): Parsed {
  const unreadable = unreadableLine(line);
  if (unreadable !== undefined) return { ok: false, problem: unreadable };
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ok: true, value } : { ok: false, problem: NO_OBJECT };
  } catch {
    return { ok: false, problem: NO_OBJECT };
  }
}

function problem(path: string, sentence: string): RecordReading & { ok: false } {
  return { ok: false, problem: `${path}: ${sentence}` };
}
