import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [, section = ''] = page.split('## What a change touches');
const rows = section
  .split('\n## ')[0]!
  .match(/^\| (?!---).*$/gm)!
  .slice(1);

t.test('each change names the files that it touches, and all of them are there', async (t) => {
  t.ok(rows.length >= 10, `${rows.length} changes`);
  for (const row of rows) {
    const [, change, files] = row.split(' | ').join('|').split('|');
    const paths = [...files!.matchAll(/`((?:host|test|docs|examples)\/[^`]*|package\.json)`/g)];
    t.ok(paths.length > 0, change!);
    for (const [, path] of paths) {
      // What is new is not there yet, but its folder is.
      const there = path!.includes('NAME') ? dirname(path!.slice(0, path!.indexOf('NAME') + 1)) : path!;
      t.ok(existsSync(join(root, there)), `${change}: ${path}`);
    }
  }
});

t.test('the files of the four walks are there, and as many as their table says', async (t) => {
  const explained = readFileSync(join(root, 'docs/explanation/how-it-works.md'), 'utf8');
  const walks = explained.split('## Four walks')[1]!.split('\n## ')[0]!;
  const counts = [...walks.matchAll(/^\| (.*?) \| (\d+) \| (\d+) \|/gm)];
  t.equal(counts.length, 6);
  for (const [, name, before, now] of counts) {
    const [, chain = ''] = walks.split(`**${name}**`);
    const files = [...chain.split('\n\n')[0]!.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!);
    for (const file of files) t.ok(existsSync(join(root, 'host', file)), file);
    t.equal(new Set(files).size, files.length, `${name}: each file once`);
    t.equal(files.length, Number(now), name!);
    const [, old = ''] = walks.split(`\n${name!.replaceAll('`', '')}: `);
    t.equal(old.split(/\n(?! )/)[0]!.split(',').length, Number(before), `${name}, before`);
  }
});
