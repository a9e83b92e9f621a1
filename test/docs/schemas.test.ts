import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { eventLine } from '../../host/records/event-line.ts';
import type { Noted } from '../../host/records/event-log.ts';
import { dealt, planOf, scriptPlayed } from '../match/hand-played.ts';
import { randomScript } from '../match/random-script.ts';
import { blocksOf, page, root } from './pages.ts';
import { Reader } from './reader.ts';

type Json = Readonly<Record<string, unknown>>;

const read = (name: string): Json => JSON.parse(readFileSync(join(root, 'docs/reference', name), 'utf8'));
const resultSchema = read('result.schema.json');
const eventSchema = read('event.schema.json');
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
ajv.addSchema(resultSchema);
const isResult = ajv.getSchema('result.schema.json')!;
const isConfig = ajv.compile(read('config.schema.json'));
const types = Object.keys(eventSchema.$defs as Json).filter((name) => name !== 'range');
ajv.addSchema(eventSchema);
const isEvent = new Map(types.map((type) => [type, ajv.getSchema(`event.schema.json#/$defs/${type}`)!]));
const isAnyEvent = ajv.getSchema('event.schema.json')!;

const notBuilt = existsSync(join(root, 'dist/wordhost.js')) ? false : 'dist/ is not built';
const coming = 'wordhost player bananagrams';

function fits(t: Test, validate: ValidateFunction, value: unknown, what: string): void {
  const right = validate(value);
  t.ok(right, what, right ? {} : { errors: validate.errors, value });
}

/** All fields that an object has are described: a new one must be written down. */
function isDescribed(t: Test, value: Json, schema: Json, what: string): void {
  const known = Object.keys(schema.properties as Json);
  t.same(
    Object.keys(value).filter((field) => !known.includes(field)),
    [],
    `${what}: fields that are not described`,
  );
}

/** The word list of matches without processes has no file, and so no hash. */
function lineOf(event: Noted): string {
  return eventLine(event).replace('"sha256":""', `"sha256":"${'0'.repeat(64)}"`);
}

function checkEvents(t: Test, lines: readonly string[], what: string): readonly string[] {
  return lines.map((line, index) => {
    const event = JSON.parse(line) as Noted;
    const validate = isEvent.get(event.type);
    t.ok(validate, `${event.type} is described`);
    if (validate) fits(t, validate, event, `${what}, line ${index + 1}: ${event.type}`);
    if (validate) isDescribed(t, event, (eventSchema.$defs as Record<string, Json>)[event.type]!, event.type);
    return event.type;
  });
}

const games = [
  { name: 'a game to its end', options: '', players: [coming, `${coming} --dialect plain`] },
  { name: 'an offender', options: '', players: ["printf 'n\\n'; cat > /dev/null", coming] },
  { name: 'bytes that are no text', options: '', players: ["printf 'n\\001'", coming] },
  {
    name: 'one that leaves',
    options: '',
    players: ['printf r; sleep 0.3; exit 3', 'printf n; cat > /dev/null'],
  },
  { name: 'one that cannot be started', options: '', players: ['no_such_bot', coming] },
  { name: 'a game that stalls', options: '--stall 50ms', players: ['printf r; cat > /dev/null'] },
];

t.test('Records and results of real games are as the schemas say', { skip: notBuilt }, async (t) => {
  using reader = new Reader();
  const playerSchema = (resultSchema.$defs as Record<string, Json>).player!;
  for (const { name, options, players } of games) {
    const words = players.map((player) => `'${player.replaceAll("'", "'\\''")}'`).join(' ');
    const command = `wordhost bananagrams --json --seed 9 --events game.jsonl ${options} ${words} 2> /dev/null`;
    const { output } = reader.run(`${command} || true\ncat game.jsonl`);
    const [result, ...events] = output.trimEnd().split('\n');
    const value = JSON.parse(result!) as Json;
    fits(t, isResult, value, name);
    isDescribed(t, value, resultSchema, name);
    for (const player of value.players as Json[]) isDescribed(t, player, playerSchema, name);
    checkEvents(t, events, name);
    fits(t, isAnyEvent, JSON.parse(events.at(-1)!), `${name}: the end is an event`);
  }
});

t.test('Every type of event in the schema happens, and every one that happens is in it', async (t) => {
  const seen = new Set(['spawn', 'exit', 'signal', 'load', 'end']);
  for (let chance = 1; chance <= 20; chance++) {
    const scripts = [1, 2, 3].map((player) => randomScript(10 * chance + player));
    const { events } = await scriptPlayed(planOf({ players: 3, seed: String(chance) }), () => scripts);
    for (const type of checkEvents(t, events.map(lineOf), `match ${chance}`)) seen.add(type);
  }
  const match = await dealt('nrr');
  match.listeners[0]!.unread(2_000_000, match.dealtAt + 1);
  await match.clock.quiet();
  match.interrupt.abort();
  await match.clock.run(match.played);
  for (const type of checkEvents(t, match.events.map(lineOf), 'an interrupted match')) seen.add(type);
  t.same([...seen].sort(), [...types].sort());
});

t.test('What is wrong does not fit', async (t) => {
  t.notOk(isResult({ wordhost: 1, outcome: 'won' }));
  t.notOk(isAnyEvent({ n: 1, t: 0, type: 'teleport' }));
  t.notOk(isAnyEvent({ n: 0, t: 0, type: 'interrupt' }));
  for (const wrong of [
    { gamez: 3 },
    { games: '3' },
    { stall: 3 },
    { stall: '3' },
    { hand: 0 },
    { memory: 1 },
  ])
    t.notOk(isConfig(wrong), JSON.stringify(wrong));
});

t.test('Config files that the host takes fit the schema', async (t) => {
  const yaml = blocksOf(page('docs/how-to/several-games-and-ci.md')).filter(
    ({ language }) => language === 'yaml',
  );
  t.ok(yaml.length > 0);
  for (const { text } of yaml) fits(t, isConfig, parse(text), text);
  const all = {
    ...{ seed: 42, games: 3, rotate: false, name: 'one', dictionary: 'english', stderr: 'logs', grace: 0 },
    ...{ memory: '512M', 'max-unread': '64k', require: ['offences=0'], 'photo-finish': '50us', hand: 5 },
  };
  fits(t, isConfig, all, 'many options');
});
