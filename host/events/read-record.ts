import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { atMostSoDeep, parseJson } from '../core/json.ts';
import type { Reading } from '../core/reading.ts';
import {
  anyOf,
  type Fields,
  gotInShort,
  isObject,
  Misfit,
  misfit,
  object,
  oneOf,
  optional,
  readShape,
  type Shape,
  tuple,
  whole,
} from '../core/shape.ts';
import { counted, visibleJson } from '../core/text.ts';
import { faultInWords } from '../files/file-fault.ts';
import { readStart } from '../files/read-file.ts';
import type { EventForms, EventTable, OwnEvent } from '../games/events.ts';
import { decisions, facts } from '../games/events.ts';
import { type AnyGame, type Games, gameNamed } from '../games/game.ts';
import { playersOf, resultFields } from '../games/kit/result-fields.ts';
import { commonReasons } from '../games/kit/verdict.ts';
import { type Noted, RECORD_BEGINNING, type SharedEvent } from './noted.ts';
import type { Result } from './result.ts';

export interface GameRecord<Event extends OwnEvent = SharedEvent> {
  readonly game: AnyGame;
  readonly header: HeaderEvent;
  readonly events: readonly Noted<Event>[];
  /** The lines of the file, one for each event. */
  readonly lines: readonly string[];
  /** Undefined if the host was killed before the end. */
  readonly result: Result | undefined;
  /** The last line is incomplete, because the host was killed. */
  readonly torn: boolean;
}

export type RecordReading<Event extends OwnEvent = SharedEvent> =
  | ({ readonly ok: true } & GameRecord<Event>)
  | { readonly ok: false; readonly problem: string };

/** Reads a record or an event log, which may come from another program. */
export function readRecord(path: string, games: Games): RecordReading {
  const bytes = bytesAt(path);
  return typeof bytes === 'string' ? problem(path, bytes) : parseRecordBytes(bytes, path, games);
}

/** Reads no more of the file than a record may have. */
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
  'expected a record of wordhost; got no complete line: the host was killed before it wrote one, so there is nothing to read';

export function parseRecord(text: string, path: string, games: Games): RecordReading {
  const lines = text.split('\n', MOST_EVENTS + 1);
  if (lines.length > MOST_EVENTS) return problem(path, `expected at most ${MOST_EVENTS} lines; it has more`);
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
        `line ${index + 1}: expected \`end\` in the last line only; ${restOf(lines, index + 1)}`,
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
  if (!game) return `line 1: this version of wordhost does not know the game ${visibleJson(header.game)}`;
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

/** Quotes what follows a line, for messages. */
function restOf(lines: readonly string[], from: number): string {
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

function explain(type: unknown, { path, problem }: Misfit): string {
  const where = typeof type === 'string' && path !== 'type' ? `${type}.${path}`.replace('.[', '[') : path;
  return `${where === '' ? 'the event' : where}: ${problem(gotInShort)}`;
}

type Parsed = Reading<{ value: unknown }>;

const NO_OBJECT = 'expected an event, a JSON object with n, t and type';

function parseLine(line: string): Parsed {
  if (line.length > LONGEST_LINE)
    return { ok: false, problem: `not an event: more than ${LONGEST_LINE} characters` };
  try {
    const value = parseJson(line);
    return isObject(value) ? { ok: true, value } : { ok: false, problem: NO_OBJECT };
  } catch (error) {
    const { message } = error as SyntaxError;
    return { ok: false, problem: message === atMostSoDeep ? `expected ${message}` : NO_OBJECT };
  }
}

function problem(path: string, sentence: string): RecordReading & { ok: false } {
  return { ok: false, problem: `${path}: ${sentence}` };
}

type Lines = ReadonlyMap<string, Shape>;

export class EventReader {
  readonly #lines: Lines;
  readonly #seats: number;

  constructor(game: AnyGame, seats: number) {
    this.#lines = linesOf(eventsOf(game));
    this.#seats = seats;
  }

  read(value: unknown): Noted | Misfit {
    return readEvent(this.#lines, value, this.#seats);
  }
}

type HeaderEvent = Noted & { readonly type: 'game' };

/** Reads the first event, which names the game and its players. */
function readHeader(value: unknown): HeaderEvent | Misfit {
  const players = fieldOf(value, 'players');
  return readEvent(headers, value, Array.isArray(players) ? players.length : 0) as HeaderEvent | Misfit;
}

/** All events of a game and of the host. */
function eventsOf({ events, results, reasons, dialects }: AnyGame): EventTable {
  const own = { reason: reasonAmong(reasons), ...results.game, players: playersOf(results.player) };
  const end = { result: object({ ...resultFields, ...own }) };
  return { ...facts, ...decisions, ready: readyIn(dialects), ...events, end };
}

export function reasonAmong(own: Readonly<Record<string, string>>): Shape {
  return oneOf(...Object.keys({ ...commonReasons, ...own }));
}

export function readyIn(dialects: readonly string[]): Fields {
  if (dialects.length === 0) return decisions.ready;
  return { ...decisions.ready, dialect: optional(oneOf(...dialects)) };
}

export function formsOf(type: string, described: EventForms): readonly Fields[] {
  const forms: readonly Fields[] = isPair(described) ? described : [described];
  return forms.map((form) => ({ n: whole(1), t: whole(), type: oneOf(type), ...form, ...readsOf(form) }));
}

function isPair(described: EventForms): described is readonly [Fields, Fields] {
  return Array.isArray(described);
}

function readsOf({ bytes }: Fields): Fields {
  if (!bytes) return {};
  const reads = tuple(whole(0), whole(0));
  return { in: 'optional' in bytes ? optional(reads) : reads };
}

const headers = linesOf({ game: facts.game });

function linesOf(table: EventTable): Lines {
  return new Map(
    Object.entries(table).map(([type, described]) => {
      const [form, ...more] = formsOf(type, described).map(object);
      return [type, more.length === 0 ? form! : anyOf(form!, ...more)];
    }),
  );
}

function readEvent(lines: Lines, value: unknown, seats: number): Noted | Misfit {
  const type = fieldOf(value, 'type');
  const shape = typeof type === 'string' ? lines.get(type) : undefined;
  if (!shape) return misfit('a type of event of this game', type).inside('type');
  const read = readShape(shape, value, seats) as (Noted & Written) | Misfit;
  return read instanceof Misfit || read.type !== 'in' ? read : withBytes(read);
}

interface Written {
  readonly text?: string;
  readonly hex?: string;
}

/** Restores the bytes that a player wrote. */
function withBytes({
  n,
  t,
  seat,
  text = '',
  hex,
}: Noted & { readonly type: 'in' } & Written): Noted | Misfit {
  const data = hex === undefined ? Buffer.from(text, 'latin1') : Buffer.from(hex, 'hex');
  if (hex !== undefined && 2 * data.length !== hex.length)
    return new Misfit(() => `expected bytes of two digits each; got ${hex.length} digits`).inside('hex');
  return { n, t, type: 'in', seat, data };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The size limit of a string in Node. */
const MOST_BYTES = 512_000_000;

const TOO_LARGE = `expected at most ${MOST_BYTES / 1e6} MB; it has more`;

function unreadFile(error: NodeJS.ErrnoException): string {
  const { code } = error;
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'expected a file; got a folder. Records are files in it';
  return code === 'EACCES' ? 'permission denied' : faultInWords(error);
}

function unreadableBytes(bytes: Buffer): string | undefined {
  if (bytes.length > MOST_BYTES) return TOO_LARGE;
  if (bytes.subarray(0, MARK.length).equals(MARK)) return MARKED;
  return isUtf8(bytes) ? undefined : `line ${brokenLine(bytes)} is not UTF-8`;
}

/** Editors write this mark of UTF-8 before a text. */
const MARK = Buffer.of(0xef, 0xbb, 0xbf);
const MARKED =
  'it begins with a byte order mark, which records do not have: another program changed it. To remove it: tail -c +4 FILE > NEWFILE';

const LF = 10;

function brokenLine(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1 && isUtf8(bytes.subarray(start, end)); line++) {
    start = end + 1;
    end = bytes.indexOf(LF, start);
  }
  return line;
}

/** More than twice the longest message that any option allows. A parsed line takes many times the memory. */
const LONGEST_LINE = 40_000_000;
