import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type GameRecord, parseRecord } from '../../host/events/read-record.ts';
import { decisions, facts } from '../../host/games/events.ts';
import { games } from '../../host/games/registry.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { lists, oldRecords } from '../old-records/old-records.ts';
import { expectOk } from '../support/expect-ok.ts';

const cache = [{ path: t.testdir(), exposed: false }];
const lexica = ['english', ...lists].map((name): Lexicon => {
  return expectOk(loadLexicon(name, cache)).lexicon;
});

function recordOf(text: string): GameRecord {
  const record = expectOk(parseRecord(text, 'old.jsonl', games));
  return record;
}

function verified(text: string) {
  const record = recordOf(text);
  const { dictionary } = record.header;
  const lexicon = lexica.find(({ sha256 }) => 'sha256' in dictionary && sha256 === dictionary.sha256);
  const planned = expectOk(planFromRecord(record, lexicon));
  return verifyRecord(planned.plan, record.events, record.lines);
}

const textOf = (wanted: string) => oldRecords.find(({ name }) => name === wanted)!.text;

t.test('a record of any earlier version verifies to the byte, wherever its word list lies now', async (t) => {
  for (const { name, text } of oldRecords)
    t.match(verified(text), { ok: true, complete: !name.endsWith('host-killed') }, name);
});

t.test('a result that was changed in it does not', async (t) => {
  for (const { name, text } of oldRecords.filter(({ name }) => !name.endsWith('host-killed'))) {
    const changed = text.replace(/"ms":([\d.]+),(?=[^\n]*\n$)/, (_, ms: string) => `"ms":${Number(ms) + 1},`);
    t.match(verified(changed), { ok: false, disagreement: { problem: 'the result is different' } }, name);
  }
});

type Line = Readonly<Record<string, unknown>>;

/** The lines with other numbers, as many as there are. */
function changed(text: string, change: (lines: readonly Line[]) => readonly Line[]): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return change(lines)
    .map((line, index) => `${JSON.stringify({ ...line, n: index + 1 })}\n`)
    .join('');
}

t.test('impossible facts are found: twice, of another seat, left out or misplaced', async (t) => {
  const played = (game: string) =>
    oldRecords.filter(
      ({ text }) => text.includes(`"game":"${game}"`) && /"type":"exit".*"type":"end"/s.test(text),
    );
  const whole = Object.keys(games).flatMap((game) => played(game).slice(0, 2));
  t.equal(whole.length, 6);
  const far = 1e15;
  const is = (type: string) => (line: Line) => line.type === type;
  const twice = (type: string) => (lines: readonly Line[]) =>
    lines.flatMap((line) => (is(type)(line) ? [line, line] : [line]));
  const forgeries: Readonly<Record<string, (lines: readonly Line[]) => readonly Line[]>> = {
    'a start twice': twice('spawn'),
    'an exit twice': twice('exit'),
    'a start left out': (lines) => lines.toSpliced(lines.findIndex(is('spawn')), 1),
    'the start of a seat that is not there': (lines) =>
      lines.map((line) => (is('spawn')(line) ? { ...line, seat: 99 } : line)),
    'an exit that is earlier': (lines) =>
      lines.map((line) => (is('exit')(line) ? { ...line, t: -far } : line)),
    'an exit that is later': (lines) => lines.map((line) => (is('exit')(line) ? { ...line, t: far } : line)),
    'a start that is earlier': (lines) =>
      lines.map((line) => (is('spawn')(line) ? { ...line, t: -far } : line)),
    'what was told later': (lines) => lines.map((line) => (is('out')(line) ? { ...line, t: far } : line)),
    'what was told earlier': (lines) => lines.map((line) => (is('out')(line) ? { ...line, t: -far } : line)),
    'an end that is earlier': (lines) => lines.map((line) => (is('end')(line) ? { ...line, t: -far } : line)),
  };
  for (const { name, text } of whole) {
    const same = changed(text, (lines) => lines);
    t.match(verified(same), { ok: true }, `${name}, as it was`);
    for (const [what, forge] of Object.entries(forgeries)) {
      const forged = changed(text, forge);
      // Where nobody was ready, nothing was told.
      if (forged !== same) t.match(refusedOf(forged), { ok: false }, `${name}: ${what}`);
    }
  }
});

/** What cannot be read at all is found, too. */
function refusedOf(text: string) {
  const record = parseRecord(text, 'old.jsonl', games);
  return record.ok ? verified(text) : { ok: false };
}

t.test('every game was played, on every sandbox level, with all that can happen', async (t) => {
  const records = oldRecords.map(({ text }) => recordOf(text));
  const played = new Set(records.map(({ game }) => game.name));
  t.same([...played].sort(), Object.keys(games).sort());
  const events = records.flatMap(({ game, events }) => events.map((event) => ({ game: game.name, event })));
  const levels = new Set(events.flatMap(({ event }) => (event.type === 'spawn' ? [event.sandbox] : [])));
  t.same([...levels].sort(), ['bubblewrap', 'off', 'process', 'strict', 'unshare']);
  const seen = new Set(events.flatMap(({ game, event }) => [event.type, `${game}: ${event.type}`]));
  const own = Object.values(games).flatMap(({ name, events }) =>
    Object.keys(events).map((type) => `${name}: ${type}`),
  );
  for (const type of [...Object.keys(facts), ...Object.keys(decisions), ...own]) t.ok(seen.has(type), type);
});

t.test('all players were told the same path, or the record is not right', async (t) => {
  const text = textOf('53477d5/boggle-turns');
  const path = /dictionary ([^\\]+)/.exec(text)![1]!;
  t.match(verified(text.replaceAll(path, '/another/english.txt')), { ok: true }, 'a list elsewhere');
  t.match(verified(text.replace(path, '/another/english.txt')), { ok: false }, 'for one player only');
  t.match(verified(text.replaceAll(path, `${path}\\nboard 9 9`)), { ok: false }, 'a line more');
});

t.test('the command line of each record is kept', async (t) => {
  const lines = readFileSync(join(import.meta.dirname, '../old-records', 'command-lines.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  const named = lines.map((line) => /^([\w/-]+): \S/.exec(line)?.[1]);
  t.same(named.sort(), oldRecords.map(({ name }) => name).sort());
  t.ok(oldRecords.length >= 30, `${oldRecords.length} records`);
});

t.test('no record names a folder of the machine that played', async (t) => {
  for (const { name, text } of oldRecords)
    for (const [, path] of text.matchAll(/dictionary (\/[^\\]*)/g)) t.match(path, /^\/tmp\/wordhost-/, name);
});
