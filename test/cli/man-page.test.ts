import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { gameWords } from '../../host/cli/games/registry.ts';
import { manPage } from '../../host/package/man-page.ts';
import { allCommands } from '../docs/option-tables.ts';

const root = join(import.meta.dirname, '..', '..');
const page = await manPage(gameWords);

t.test('the manual page has every command and every option', async (t) => {
  const shown = page.replaceAll('\\-', '-');
  const parts = new Map(
    shown.split(/^\.SH "wordhost /m).map((part) => [part.slice(0, part.indexOf('"')), part]),
  );
  for (const [name, { options }] of await allCommands()) {
    const part = parts.get(name) ?? '';
    t.not(part, '', name);
    for (const option of Object.keys(options))
      t.match(part, new RegExp(`^\\.BI? "?--(no-)?${option}( |\\[|$)`, 'm'), option);
  }
});

t.test('the manual page is ASCII, which every reader of such pages shows', async (t) => {
  t.notMatch(page, /[^\n -~]/);
});

t.test('the package says where it is, and the build makes the same', async (t) => {
  const { man, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.same(man, ['./dist/man/wordhost.1']);
  t.ok(files.includes('dist'));
  t.equal(readFileSync(join(root, man[0]), 'utf8'), page);
});

const groff = spawnSync('groff', ['--version']).status === 0;

t.test('groff reads it without a warning', { skip: !groff && 'no groff here' }, async (t) => {
  const words = ['-man', '-Tascii', '-ww', '-P-c', '-P-b', '-P-u'];
  const { stdout, stderr, status } = spawnSync('groff', words, { input: page, encoding: 'utf8' });
  // Not every machine has a macro file of its own.
  const warnings = stderr.split('\n').filter((line) => line !== '' && !line.includes('man.local'));
  t.equal(status, 0, stderr);
  t.same(warnings, []);
  t.match(stdout, /--games N/);
  t.match(stdout, /wordhost\s+judge\s+scrabble\s+--laid\s+"0,0\s+across\s+CAT"\s+"3,-1\s+down\s+SeA"/);
});
