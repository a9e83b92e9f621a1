import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseRecord } from '../../host/events/read-record.ts';
import { edition } from '../../host/games/game.ts';
import { games } from '../../host/games/registry.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { textOf } from '../../host/lexicon/word-list.ts';
import { planFromRecord } from '../../host/match/plan/plan-from-request.ts';
import { verifyRecord } from '../../host/match/replay/verify.ts';
import { lexiconWith } from '../games/table.ts';

// Made when a line after `done` was still judged.
const recordOf = (name: string) => readFileSync(join(import.meta.dirname, 'records', name), 'utf8');
const old = recordOf('boggle-of-the-first-edition.jsonl');

const list = ['CATS', 'DOG'];
const sha256 = createHash('sha256').update(textOf(list)).digest('hex');
const words: Lexicon = { ...lexiconWith(list), path: 'words.txt', sha256 };

function verified(text: string, lexicon: Lexicon | 'none' = words) {
  const record = parseRecord(text, 'old.jsonl', games);
  if (!record.ok) throw new Error(record.problem);
  const reading = planFromRecord(record, lexicon === 'none' ? undefined : lexicon);
  if (!reading.ok) throw new Error(reading.problem);
  return verifyRecord(reading.plan, record.events, record.lines);
}

t.test('A record is judged as it was, by the edition that it names, or the first', async (t) => {
  t.match(verified(old), { ok: true, complete: true, verdict: { winner: 2, reason: 'last-player' } });
});

t.test('By the edition of today the line after done would have been dropped', async (t) => {
  t.match(verified(old.replace('"version":', '"edition":2,"version":')), {
    ok: false,
    disagreement: { recorded: /"type":"offence"/, expected: /"type":"late","seat":1,"line":"that is all"/ },
  });
});

t.test('By the edition of today its players would have been told more', async (t) => {
  const record = recordOf('scrabble-before-limits-of-processor-time.jsonl');
  const expected = (edition: number) =>
    verified(record.replace('"version":', `"edition":${edition},"version":`), 'none');
  t.match(expected(2), { ok: true, complete: true });
  t.match(expected(3), {
    ok: false,
    disagreement: {
      line: 4,
      expected: /premium 0 letter 1.*count 0 2.*boardname official.*tilesname english/,
    },
  });
});

t.test('A record of a later edition than the host knows is not judged by another one', async (t) => {
  const later = old.replace('"version":', `"edition":${edition + 1},"version":`);
  const problem = `its messages were read by edition ${edition + 1}, and this host knows editions 1 to ${edition}`;
  t.throws(() => verified(later), { message: `${problem}: verify it with a newer wordhost` });
});

t.test('A record is not judged with other words than it was played with', async (t) => {
  const other = lexiconWith(['CATS', 'DOG', 'GOD']);
  t.throws(() => verified(old, other), {
    message: `its word list "words.txt" has the SHA-256 ${sha256}, and the one given, "small", has ${other.sha256}`,
  });
});

t.test('turns that ran out are judged as they were before there were limits of processor time', async (t) => {
  const record = recordOf('scrabble-before-limits-of-processor-time.jsonl');
  t.match(record, /"type":"timeout".*"type":"late"/s);
  t.match(verified(record, 'none'), { ok: true, complete: true, verdict: { reason: 'scoreless' } });
});

t.test(
  'the sentence of an offence may have other words than today; its rule, place and message may not',
  async (t) => {
    const sentence = /"detail":"line 4: [^}]*?forfeit"/g;
    t.match(verified(old.replaceAll(sentence, '"detail":"this is no word of the wire"')), { ok: true });
    for (const [was, is] of [
      ['"rule":"word"', '"rule":"form"'],
      ['"at":4', '"at":3'],
      ['"message":"that is all"', '"message":"that"'],
    ] as const)
      t.match(verified(old.replaceAll(was, is)), { ok: false, disagreement: { line: 16 } }, is);
  },
);
