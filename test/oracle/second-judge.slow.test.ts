import { join } from 'node:path';
import t from 'tap';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { without } from '../support/without.ts';
import { writeChanceRecords, writeScrabbleRecord } from './chance-records.ts';
import { judgeRecords } from './python.ts';

const skip = without('python3');

t.test('a second judge finds every decision right in hundreds of games of chance', { skip }, async (t) => {
  const { lists, records } = await writeChanceRecords(t.testdir(), 200, 12_345);
  t.match(judgeRecords(lists, records).lines, [/^600 records, \d{4,} decisions: all right$/]);
});

t.test('and in whole games of the built-in players on all boards', { skip }, async (t) => {
  const english = loadLexicon('english', [{ path: join(t.testdir(), 'cache'), exposed: false }]);
  if (!english.ok) throw new Error(english.problem);
  const { lexicon } = english;
  const records: string[] = [];
  for (const rules of ['tournament', 'course', 'simple'])
    for (const board of ['official', 'hole', 'infinite', 'infinite-hole', 'random:1', 'plain']) {
      const path = join(t.testdirName, `${rules}-${records.length}.jsonl`);
      const seats = ['longest', 'random', 'longest'] as const;
      records.push(
        await writeScrabbleRecord(path, { seats, lexicon, options: { rules, board }, seed: path.slice(-20) }),
      );
    }
  t.match(judgeRecords([lexicon.path], records).lines, [/^18 records, \d{3,} decisions: all right$/]);
});
