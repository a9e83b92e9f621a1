import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { decode } from '../../host/lexicon/formats/file-format.ts';
import { compiledSources } from '../support/caches.ts';

const WORDS = 7_000;
const list = manyWords(WORDS);
const withoutLimits =
  spawnSync('/bin/sh', ['-c', 'ulimit -f 1']).status !== 0 && 'no shell here that limits the size of files';

t.test('Eight processes compile the same list at once, and leave nothing else behind', async (t) => {
  const folder = t.testdir({ 'words.txt': list });
  const told = await Promise.all(Array.from({ length: 8 }, () => outputOf(load(folder))));
  for (const line of told) t.match(JSON.parse(line), { words: WORDS });
  t.equal(new Set(told).size, 1, 'one file for all of them');
  const kinds = namesIn(folder).map(endingOf).sort();
  // A note of its bytes, and one of the file itself for who comes some time after it was written.
  t.same([...new Set(kinds)], ['lex', 'note', 'txt']);
  t.ok(kinds.length <= 4, kinds.join());
  checkWhole(t, folder);
});

t.test('A process that is killed while it compiles leaves nothing torn', async (t) => {
  for (const [place, moment] of Object.entries(moments)) {
    const folder = t.testdir({ 'words.txt': list });
    const child = load(folder);
    const closed = once(child, 'close');
    while (child.exitCode === null && !moment(folder)) await turn();
    const inTime = child.exitCode === null;
    child.kill('SIGKILL');
    await closed;
    checkWhole(t, folder);
    t.match(
      JSON.parse(await outputOf(load(folder))),
      { words: WORDS },
      `killed ${place}${inTime ? '' : ', too late'}`,
    );
    checkWhole(t, folder);
  }
});

t.test(
  'A disk that is full in the middle of a write leaves nothing torn',
  { skip: withoutLimits },
  async (t) => {
    for (const blocks of [1, 14, 25]) {
      const folder = t.testdir({ 'words.txt': list });
      const limited = ['-c', `ulimit -f ${blocks} && exec "$@"`, 'sh', process.execPath, ...loading(folder)];
      const told = await outputOf(
        spawn('/bin/sh', limited, { ...among(folder), stdio: ['ignore', 'pipe', 'ignore'] }),
      );
      t.match(JSON.parse(told), {
        ok: false,
        problem: /no.*save.*compiled.*:\n.*EFBIG.*\n.*EFBIG/,
      });
      t.same(namesIn(folder), [], 'not even a part');
      t.match(JSON.parse(await outputOf(load(folder))), { words: WORDS });
      checkWhole(t, folder);
    }
  },
);

/** When to kill: as soon as this is true of the cache. */
const moments: Record<string, (folder: string) => boolean> = {
  'as soon as it runs': () => true,
  'when the cache is there': (folder) => namesIn(folder, true).length > 0,
  'while it writes the text': (folder) => sizesOf(folder, 'part').some((size) => size > 0),
  'when the text is there': (folder) => sizesOf(folder, 'txt').length > 0,
  'when the compiled list is there': (folder) => sizesOf(folder, 'lex').length > 0,
  'when it is noted': (folder) => sizesOf(folder, 'note').length > 0,
};

function load(folder: string): ChildProcess {
  return spawn(process.execPath, loading(folder), among(folder));
}

function loading(folder: string): string[] {
  return [join(import.meta.dirname, 'load-once.ts'), join(folder, 'words.txt')];
}

function among(folder: string): SpawnOptions {
  const env = {
    ...compiledSources,
    PATH: process.env.PATH,
    XDG_CACHE_HOME: join(folder, 'cache'),
    TMPDIR: join(folder, 'tmp'),
  };
  return { env, stdio: ['ignore', 'pipe', 'inherit'] };
}

async function outputOf(child: ChildProcess): Promise<string> {
  return text(child.stdout!);
}

/** Under its final name a file is what it was meant to be, or it is not there. */
function checkWhole(t: Test, folder: string): void {
  for (const name of namesIn(folder)) {
    const bytes = readFileSync(join(cacheOf(folder), name));
    const [stem] = name.split('.');
    if (name.endsWith('.txt')) t.equal(hash('sha256', bytes), stem, name);
    if (name.endsWith('.note')) t.match(String(bytes), /^[0-9a-f]{64}\n$/, name);
    const decoded = name.endsWith('.lex') ? decode(bytes) : undefined;
    if (decoded !== undefined) t.equal(decoded.ok && decoded.compiled.sha256, stem, name);
  }
}

function cacheOf(folder: string): string {
  return join(folder, 'cache', 'wordhost', 'lexicon-1');
}

function namesIn(folder: string, even = false): string[] {
  try {
    return readdirSync(even ? join(folder, 'cache') : cacheOf(folder));
  } catch {
    return [];
  }
}

function sizesOf(folder: string, ending: string): number[] {
  return namesIn(folder)
    .filter((name) => endingOf(name) === ending)
    .map((name) => statSync(join(cacheOf(folder), name), { throwIfNoEntry: false })?.size ?? 0);
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Numbers in letters, so that no list has to be there. */
function manyWords(count: number): string {
  const letters = (number: number): string =>
    (number < 26 ? '' : letters(Math.floor(number / 26) - 1)) + String.fromCharCode(97 + (number % 26));
  return Array.from({ length: count }, (_, number) => `${letters((number * 7919) % 20_011)}\n`).join('');
}
