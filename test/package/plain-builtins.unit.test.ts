import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { withoutImports } from '../../host/package/bundling/plain-builtins.ts';

t.test('modules of Node are asked for, parts of the bundle are imported', async (t) => {
  const named = 'import{a as b}from"./part.js";import{readSync as r,open}from"node:fs";b(r,open);';
  t.equal(
    withoutImports(named),
    'import{a as b}from"./part.js";const {readSync:r,open}=process.getBuiltinModule("node:fs");b(r,open);',
  );
  const whole = 'import e from"path";import*as n from"node:os";import t,{on as o}from"node:events";';
  t.equal(
    withoutImports('import e from"path";import*as n from"node:os";1'),
    ['const e=process.getBuiltinModule("path"),n=process.getBuiltinModule("node:os");1'].join(''),
  );
  t.match(withoutImports(whole), /t=process\.getBuiltinModule\("node:events"\),\{on:o\}=/);
  t.equal(withoutImports('import"node:assert";import"./first.js";0'), 'import"./first.js";0');
  const newer = 'const {DatabaseSync:y}=process.getBuiltinModule("node:sqlite");0';
  t.equal(withoutImports('import{DatabaseSync as y}from"node:sqlite";0'), newer);
});

t.test('what only looks like an import is left alone', async (t) => {
  const text = 'const a=`import{b}from"node:fs";`;';
  t.equal(withoutImports(text), text);
  t.equal(withoutImports(`import{x}from"./x.js";${text}`), `import{x}from"./x.js";${text}`);
});

t.test('no program of the package imports a module of Node', async (t) => {
  const parts = join(import.meta.dirname, '../../dist');
  const files = readdirSync(parts).filter((name) => /^(wordhost|players|player-process)\.js$/.test(name));
  t.equal(files.length, 3);
  const reached = new Set(files);
  for (const file of reached) {
    const code = readFileSync(join(parts, file), 'utf8');
    t.notMatch(code, /(?:^|;)import[^;("'`]*"node:/, file);
    for (const [, below] of code.matchAll(/(?:from|import\()["'`]\.\/([\w./-]+\.js)["'`]/g))
      reached.add(file.startsWith('parts/') ? `parts/${below}` : below!);
  }
  t.ok(reached.size > 10);
});
