import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasWord } from '../../host/lexicon/automaton.ts';
import { loadBuiltIn } from '../../host/lexicon/cache.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { explain } from '../../host/lexicon/problem.ts';
import { makeEnglish } from '../../host/package/english.ts';
import { allOf } from '../support/all-of.ts';
import { expectOk } from '../support/expect-ok.ts';

const root = join(import.meta.dirname, '..', '..');
const licence = 'LICENSE-english.txt';
makeEnglish(join(root, 'dist'));

t.test('english is the list that comes with the package', async (t) => {
  const reading = expectOk(loadLexicon('english', []));
  const { lexicon } = reading;
  t.equal(lexicon.name, 'english');
  t.equal(lexicon.path, join(root, 'dist', 'lexicon', 'english.txt'));
  t.equal(reading.compiledFile, join(root, 'dist', 'lexicon', 'english.lex'));
  const lines = readFileSync(lexicon.path, 'latin1').split('\n');
  t.equal(lines.pop(), '', 'the last word has its LF too');
  t.equal(lines.length, lexicon.words);
  t.ok(allOf(lines, (word, place) => /^[A-Z]+$/.test(word) && (place === 0 || lines[place - 1]! < word)));
  t.ok(allOf(lines, (word) => hasWord(lexicon, word)));
  t.ok(lexicon.words > 100_000);
});

t.test('english holds words in every spelling, and what is no word is left out', async (t) => {
  const reading = loadLexicon('english', []);
  const lexicon = reading.ok && (reading.lexicon as Lexicon);
  const has = (word: string) => lexicon && hasWord(lexicon, word);
  for (const word of 'A I QI CWM NTH HMM CAT COLOR COLOUR CENTER CENTRE PEEL'.split(' '))
    t.ok(has(word), word);
  for (const word of 'B KHZ DKL KCAL CSC LN SS OK CAFÉ PARIS'.split(' ')) t.notOk(has(word), word);
});

t.test('the list comes with the notices of those who made it', async (t) => {
  const notice = readFileSync(join(root, 'dist', 'lexicon', licence), 'utf8');
  t.match(notice, 'Copyright 2000-2016 by Kevin Atkinson');
  t.match(notice, 'both that copyright notice and this permission notice appear in');
  t.match(notice, 'WordNet 1.6 Copyright 1997 by Princeton University');
  t.match(notice, 'Copyright 1993, Geoff Kuenning, Granada Hills, CA');
  t.match(notice, 'modified version', 'as one of them asks, it says that it was changed');
});

t.test('the list is made only where something is newer than it', async (t) => {
  const dist = t.testdir();
  t.ok(makeEnglish(dist));
  const made = readFileSync(join(dist, 'lexicon', 'english.lex'));
  t.ok(made.equals(readFileSync(join(root, 'dist', 'lexicon', 'english.lex'))), 'the same each time');
  t.notOk(makeEnglish(dist), 'all is there');
  utimesSync(join(dist, 'lexicon', licence), 0, 0);
  t.ok(makeEnglish(dist), 'older than its sources');
  t.equal(statSync(join(dist, 'lexicon', 'english.txt')).mode & 0o444, 0o444, 'everybody may read it');
});

t.test('a package without its list, or with half of it, says how to fix it', async (t) => {
  const sentence = (from: string) => {
    const keeping = loadBuiltIn(from);
    return keeping.ok ? 'fine' : explain('english', keeping.fault);
  };
  const folder = t.testdir({
    'package.json': '{"name":"wordhost"}',
    host: { 'package.json': '{"type":"module"}' },
  });
  t.match(sentence(join(folder, 'host')), /english\.lex: no such file.*Reinstall/);
  const lists = join(folder, 'dist', 'lexicon');
  mkdirSync(lists, { recursive: true });
  const whole = readFileSync(join(root, 'dist', 'lexicon', 'english.lex'));
  writeFileSync(join(lists, 'english.lex'), whole.subarray(0, 1000));
  t.match(sentence(folder), /english\.lex.*damaged/);
  writeFileSync(join(lists, 'english.lex'), whole);
  writeFileSync(join(lists, 'english.txt'), 'CAT\n');
  t.match(sentence(folder), /english\.txt is not \d+ bytes long/);
  writeFileSync(join(lists, 'english.txt'), readFileSync(join(root, 'dist', 'lexicon', 'english.txt')));
  t.equal(sentence(join(folder, 'host')), 'fine', 'found from any depth');
  t.match(sentence('/'), 'no package.json of wordhost above /');
});
