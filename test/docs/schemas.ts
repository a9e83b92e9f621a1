import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Test } from 'tap';
import { eventLine } from '../../host/events/noted.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { games as allGames } from '../../host/games/registry.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import { root } from './pages.ts';
import type { Reader } from './reader.ts';

export type Json = Readonly<Record<string, unknown>>;

export const read = (name: string): Json =>
  JSON.parse(readFileSync(join(root, 'docs/reference', name), 'utf8'));
export const resultSchema = read('result.schema.json');
export const eventSchema = read('event.schema.json');
export const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
ajv.addSchema(resultSchema);
export const isResult = ajv.getSchema('result.schema.json')!;
export const isConfig = ajv.compile(read('config.schema.json'));
export const types = (eventSchema.oneOf as { $ref: string }[]).map(({ $ref }) =>
  $ref.slice('#/$defs/'.length),
);
ajv.addSchema(eventSchema);
export const isEvent = new Map(
  types.map((type) => [type, ajv.getSchema(`event.schema.json#/$defs/${type}`)!]),
);
export const isAnyEvent = ajv.getSchema('event.schema.json')!;
export const raceSchema = read('race.schema.json');
export const isRace = ajv.compile(raceSchema);

export const notBuilt = existsSync(join(root, 'dist/wordhost.js')) ? false : 'dist/ is not built';
export const coming = 'wordhost player bananagrams';

export function fits(t: Test, validate: ValidateFunction, value: unknown, what: string): void {
  const right = validate(value);
  t.ok(right, what, right ? {} : { errors: validate.errors, value });
}

export function undescribed(value: Json, schema: Json): readonly string[] {
  const forms = (schema.anyOf as Json[] | undefined) ?? [schema];
  return Object.keys(value).filter((field) => !forms.some((form) => field in (form.properties as Json)));
}

/** All fields that an object has are described: a new one must be written down. */
export function isDescribed(t: Test, value: Json, schema: Json, what: string): void {
  t.same(undescribed(value, schema), [], `${what}: fields that are not described`);
}

/** Each fits its schema, and the reader of records knows all that is in it: one assertion for the thousands of them. */
export function checkEvents(t: Test, lines: readonly string[], what: string): readonly string[] {
  const reading = expectOk(parseRecord(`${lines.join('\n')}\n`, what, allGames));
  t.equal(reading.events.length, lines.length, what);
  const events = lines.map((line) => JSON.parse(line) as SeenEvent);
  const wrong = events.flatMap((event, index) => {
    const { type } = event;
    const validate = isEvent.get(type);
    if (!validate) throw new Error(`${type} is not described`);
    const errors = validate(event) ? [] : validate.errors;
    const fields = undescribed(event, (eventSchema.$defs as Record<string, Json>)[type]!);
    const read: unknown = JSON.parse(eventLine(reading.events[index]!));
    const readWhole = isDeepStrictEqual(read, event);
    const isRight = errors?.length === 0 && fields.length === 0 && readWhole;
    return isRight
      ? []
      : [{ line: index + 1, event, errors, undescribed: fields, ...(!readWhole && { read }) }];
  });
  t.same(wrong, [], `${what}: ${lines.length} events`);
  return events.map(({ type }) => type);
}

export interface RealGame {
  readonly name: string;
  readonly options: string;
  readonly players: readonly string[];
}

/** Plays it, holds its result and each line of its record against the schemas, and answers the types of events. */
export function playAndCheck(t: Test, reader: Reader, game: string, { name, options, players }: RealGame) {
  const playerSchema = (resultSchema.$defs as Record<string, Json>).player!;
  const words = players.map((player) => `'${player.replaceAll("'", "'\\''")}'`).join(' ');
  const command = `wordhost ${game} --json --seed 9 --events game.jsonl ${options} ${words} 2> /dev/null`;
  const { output } = reader.run(`${command} || true\ncat game.jsonl`);
  const [result, ...events] = output.trimEnd().split('\n');
  const value = JSON.parse(result!) as Json;
  fits(t, isResult, value, name);
  isDescribed(t, value, resultSchema, name);
  for (const player of value.players as Json[]) isDescribed(t, player, playerSchema, name);
  fits(t, isAnyEvent, JSON.parse(events.at(-1)!), `${name}: the end is an event`);
  return { value, types: checkEvents(t, events, name) };
}

export const typesOfScrabble = [
  'board',
  'position',
  'turn',
  'play',
  'pass',
  'change',
  'forfeit',
  'timeout',
  'overtime',
  'spent',
  'turn-load',
  'scores',
];

export const typesOfBoggle = ['guess', 'done', 'found', 'overtime'];
