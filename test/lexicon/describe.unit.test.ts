import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { buildLexicon, checkText, checkWords, describeLexicon } from '../../host/lexicon/describe.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';

const folder = t.testdir({ 'words.txt': 'a\nbat\ncat\nÄpfel\n' });
const file = join(folder, 'words.txt');
const folders = [{ path: join(folder, 'cache'), exposed: false }];

t.test('info tells what is in a list and where it lies', async (t) => {
  const described = describeLexicon(file, folders);
  if (!described.ok) throw new Error(described.problem);
  const { info } = described;
  t.match(info, { name: file, words: 4, shortest: 1, longest: 5 });
  t.same(info.byLength, [
    { letters: 1, words: 1 },
    { letters: 3, words: 2 },
    { letters: 5, words: 1 },
  ]);
  t.equal(info.alphabet.join(''), 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄ');
  t.equal(readFileSync(info.textFile, 'utf8'), 'A\nBAT\nCAT\nÄPFEL\n');
  t.equal(info.compiledFile, join(folder, 'cache', `${info.sha256}.lex`));
  t.equal(info.edges, 10, 'A, B, C, Ä from the start; A, T of BAT and CAT together; P, F, E, L');
  t.equal(info.bytes, 44);
  t.match(describeLexicon(join(folder, 'none'), folders), { ok: false, problem: /there is no such file/ });
});

t.test('build compiles into the cache, or into the file that is named', async (t) => {
  t.match(buildLexicon(file, undefined, folders), {
    ok: true,
    info: { compiledFile: join(folder, 'cache') },
  });
  const out = join(folder, 'out.lex');
  t.match(buildLexicon(file, out, folders), { ok: true, info: { compiledFile: out, words: 4 } });
  t.match(describeLexicon(out, folders), { ok: true, info: { words: 4 } });
  symlinkSync('out.lex', join(folder, 'link.lex'));
  t.match(buildLexicon(file, join(folder, 'link.lex'), folders), { ok: true }, 'a link stays one');
  t.match(buildLexicon(out, out, folders), { ok: true }, 'onto itself');
  t.match(buildLexicon(join(folder, 'none'), out, folders), { ok: false, problem: /there is no such file/ });
});

t.test('build writes over files alone', async (t) => {
  const told = (out: string) => {
    const described = buildLexicon(file, out, folders);
    return described.ok ? 'fine' : described.problem;
  };
  mkdirSync(join(folder, 'folder'));
  t.match(
    told(join(folder, 'folder')),
    `${folder}/folder is there and is no file. Give --out the name of a file`,
  );
  t.match(told('/dev/null'), '/dev/null is there and is no file');
  writeFileSync(join(folder, 'plain'), '');
  t.match(
    told(join(folder, 'plain', 'out.lex')),
    /plain\/out\.lex could not be written: (.|\n)*Give --out a file in a folder that can be written/,
  );
});

t.test('check tells of each word whether it is in the list, in any case', async (t) => {
  const reading = loadLexicon(file, folders);
  if (!reading.ok) throw new Error(reading.problem);
  t.same(checkWords(reading.lexicon, ['bat', 'BATS', 'äpfel', 'A\u0308PFEL', '']), [
    { word: 'bat', valid: true },
    { word: 'BATS', valid: false },
    { word: 'äpfel', valid: true },
    { word: 'A\u0308PFEL', valid: true },
    { word: '', valid: false },
  ]);
  t.same(checkText(reading.lexicon, '  bat dog\n\ncat\r\n'), [
    { word: 'bat', valid: true },
    { word: 'dog', valid: false },
    { word: 'cat', valid: true },
  ]);
});
