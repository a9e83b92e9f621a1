import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { blocksOf, page, root } from '../docs/pages.ts';
import { lists } from '../old-records/old-records.ts';
import { expectOk } from '../support/expect-ok.ts';
import { without } from '../support/without.ts';
import { writeChanceRecords, writeLimitedRecords, writeScrabbleRecord } from './chance-records.ts';
import { changedRecords } from './changed-records.ts';
import { judgeRecords, python } from './python.ts';

const skip = without('python3');
const { lexicon } = expectOk(loadLexicon('english', [{ path: t.testdir(), exposed: false }]));

t.test('a second judge, made from the docs alone, finds every decision right', { skip }, async (t) => {
  const { lists, records } = await writeChanceRecords(t.testdir(), 14);
  const seats = ['longest', 'random'] as const;
  const whole = join(t.testdirName, 'whole.jsonl');
  const all = [...records, await writeScrabbleRecord(whole, { seats, lexicon, seed: 'judge' })];
  const out = records.filter((file) => readFileSync(file, 'utf8').includes('"rule":"timeouts"'));
  t.ok(out.length > 1, `in ${out.length} records a player is out for its timeouts`);
  const { status, lines } = judgeRecords([...lists, lexicon.path], all);
  t.match(lines, [/^43 records, \d{3,} decisions: all right$/]);
  t.equal(status, 0);
});

t.test('each turn by the limit that its player has of its own', { skip }, async (t) => {
  const { lists } = await writeChanceRecords(t.testdir(), 1);
  const records = await writeLimitedRecords(t.testdirName);
  for (const file of records) {
    const timeouts = readFileSync(file, 'utf8').match(/"type":"timeout","seat":\d/g) ?? [];
    t.ok(timeouts.length >= 3, `${timeouts.length} timeouts`);
    t.strictSame([...new Set(timeouts)], ['"type":"timeout","seat":1'], 'the shorter one runs out');
  }
  t.match(judgeRecords(lists, records).lines, [/^3 records, \d{2,} decisions: all right$/]);
  const others = records.map((file, index) => {
    const path = join(t.testdirName, `other-${index}.jsonl`);
    writeFileSync(path, readFileSync(file, 'utf8').replace('"timeout":"300ms"', '"timeout":"301ms"'));
    return path;
  });
  t.equal(judgeRecords(lists, others).lines.length, 4, 'nobody was told of other limits');
});

t.test('and in the records of earlier versions', { skip }, async (t) => {
  const old = globSync('test/old-records/*/*.jsonl{,.gz}', { cwd: root }).map((file) => join(root, file));
  const { lines } = judgeRecords([...lists, lexicon.path], old);
  t.match(lines, [new RegExp(`^${old.length} records, \\d{4,} decisions: all right$`)]);
});

t.test('it finds whatever was changed in a decision', { skip }, async (t) => {
  const { lists, records } = await writeChanceRecords(t.testdir(), 4);
  mkdirSync(join(t.testdirName, 'changed'));
  const texts = records.map((file) => readFileSync(file, 'utf8'));
  const changed = changedRecords(texts).map(({ what, text }, index) => {
    const file = join(t.testdirName, 'changed', `${index}-${what}.jsonl`);
    writeFileSync(file, text);
    return file;
  });
  t.ok(changed.length > 100, `${changed.length} changes`);
  const { status, lines } = judgeRecords(lists, changed);
  t.equal(status, 1);
  const found = new Set(lines.map((line) => line.slice(0, line.indexOf(': '))));
  t.same(
    changed.filter((file) => !found.has(file)),
    [],
    'records in which nothing was found',
  );
});

t.test('it runs the programs of the test vectors to the same results', { skip }, async (t) => {
  const { lines } = python('vectors.py', join(root, 'docs', 'vectors', 'board-programs.json'));
  t.match(lines, [/^\d\d+ programs: all right$/]);
});

t.test('the program of the page of vectors finds the words of the boards', { skip }, async (t) => {
  const { text } = blocksOf(page('docs/vectors/README.md')).find(({ language }) => language === 'python')!;
  const vectors = join(root, 'docs', 'vectors', 'boggle-boards.json');
  const { stdout } = spawnSync('python3', ['-c', text, vectors], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  t.ok(lines.length > 10);
  for (const line of lines) t.match(line, / words all right$/);
});

t.test('a second judge finds every decision right in two hundred games of chance', { skip }, async (t) => {
  const { lists, records } = await writeChanceRecords(t.testdir(), 70, 12_345);
  t.match(judgeRecords(lists, records).lines, [/^210 records, \d{4,} decisions: all right$/]);
});

t.test('and in whole games of the built-in players on all boards', { skip }, async (t) => {
  const directory = t.testdir();
  const records: string[] = [];
  for (const rules of ['tournament', 'course', 'simple'])
    for (const board of ['official', 'hole', 'infinite', 'infinite-hole', 'random:1', 'plain']) {
      const path = join(directory, `${rules}-${records.length}.jsonl`);
      const seats = ['longest', 'random', 'longest'] as const;
      records.push(
        await writeScrabbleRecord(path, {
          seats,
          lexicon,
          options: { rules, board },
          seed: path.slice(-20),
        }),
      );
    }
  t.match(judgeRecords([lexicon.path], records).lines, [/^18 records, \d{3,} decisions: all right$/]);
});
