import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { hasWord, wordsOf } from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import { type CacheFolder, cacheFolders } from '../../host/lexicon/cache.ts';
import { buildLexicon } from '../../host/lexicon/describe.ts';
import { decode, encode } from '../../host/lexicon/formats/file-format.ts';
import type { Gaddag } from '../../host/lexicon/formats/gaddag.ts';
import { cachedGaddag } from '../../host/lexicon/gaddag-cache.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadByHash, loadLexicon, lookAt } from '../../host/lexicon/load.ts';
import { Dice } from '../fuzz/dice.ts';
import { klvOf } from '../leaves/klv-of.ts';

/** A list in a folder of its own, and an empty cache. */
function place(t: Test, text: string | Buffer = 'cat\nbat\nÄpfel\n') {
  const folder = t.testdir({ 'words.txt': text });
  const cache = join(folder, 'cache');
  const folders: CacheFolder[] = [{ path: cache, exposed: false }];
  const file = join(folder, 'words.txt');
  return { folder, file, cache, folders, load: (name = file) => loadLexicon(name, folders) };
}

function lexiconOf(reading: ReturnType<typeof loadLexicon>): Lexicon {
  if (!reading.ok) throw new Error(reading.problem);
  return reading.lexicon;
}

function problemOf(
  reading: { readonly ok: true } | { readonly ok: false; readonly problem: string },
): string {
  return reading.ok ? 'fine' : reading.problem;
}

const read = (file: string) => readFileSync(file, 'utf8');

t.test("A user's list is known by its file, and players read its words in order", async (t) => {
  const { file, cache, load } = place(t);
  const lexicon = lexiconOf(load());
  t.equal(lexicon.name, file);
  t.equal(lexicon.words, 3);
  t.ok(hasWord(lexicon, 'ÄPFEL'));
  t.notOk(hasWord(lexicon, 'cat'));
  t.ok(lexicon.path.startsWith(cache));
  t.equal(read(lexicon.path), 'BAT\nCAT\nÄPFEL\n');
  t.equal(statSync(lexicon.path).mode & 0o777, 0o644, 'everybody may read it');
});

t.test('odd is the built-in list without the words of an even number of letters', async (t) => {
  const { folder, cache, folders, load } = place(t);
  const english = lexiconOf(load('english'));
  const odd = lexiconOf(load('odd'));
  const words = read(english.path).trimEnd().split('\n');
  t.equal(read(odd.path), `${words.filter((word) => word.length % 2 === 1).join('\n')}\n`);
  t.match(odd, { name: 'odd', path: new RegExp(`^${cache}/${odd.sha256}\\.txt$`) });
  t.ok(hasWord(odd, 'CAT'));
  t.notOk(hasWord(odd, 'CATS'));
  t.same(lexiconOf(load('odd')), odd, 'it is found again');
  rmSync(cache, { recursive: true });
  t.same(loadByHash('odd', odd.sha256, folders), odd, 'a record finds it where it was never compiled');
  t.equal(loadByHash('odd', english.sha256, folders)?.sha256, english.sha256, 'the hash decides');
  t.equal(loadByHash('odd', '0'.repeat(64), folders), undefined);
  writeFileSync(join(folder, 'odd'), 'at\n');
  t.equal(lexiconOf(load(join(folder, 'odd'))).words, 1, 'a file of that name is named by its path');
  const nowhere = loadLexicon('odd', [{ path: '/proc/nowhere', exposed: false }]);
  t.match(nowhere, { ok: false, byMachine: true, problem: /dictionary odd: no folder to save/ });
});

t.test('enable is the file that the user brings, and its absence says where to put it', async (t) => {
  const { folder, load } = place(t);
  const before = { ...process.env };
  t.teardown(() => {
    for (const name of ['WORDHOST_ENABLE', 'XDG_CONFIG_HOME'])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  });
  delete process.env.WORDHOST_ENABLE;
  process.env.XDG_CONFIG_HOME = folder;
  const file = join(folder, 'wordhost', 'enable.txt');
  t.match(load('enable'), {
    ok: false,
    byMachine: false,
    problem: `dictionary enable: ENABLE is not part of wordhost (looked for ${file}). Put its file there, with one word per line, or name the file in WORDHOST_ENABLE`,
  });
  mkdirSync(join(folder, 'wordhost'));
  writeFileSync(file, 'aa\naah\n');
  t.match(lexiconOf(load('enable')), { name: 'enable', words: 2 });
  process.env.WORDHOST_ENABLE = join(folder, 'mine.txt');
  writeFileSync(process.env.WORDHOST_ENABLE, 'aa\n');
  t.match(lexiconOf(load('enable')), { name: 'enable', words: 1 }, 'the variable comes first');
});

t.test('Two files with the same words are the same list', async (t) => {
  const { folder, load } = place(t);
  const first = lexiconOf(load());
  writeFileSync(join(folder, 'other.txt'), '# the same, written otherwise\nBAT\r\nÄPFEL\r\nCAT');
  const other = lexiconOf(load(join(folder, 'other.txt')));
  t.equal(other.sha256, first.sha256);
  t.equal(other.path, first.path);
});

t.test('A list that has not changed for a while is found again without being read', async (t) => {
  const { file, cache, folders } = place(t);
  const [now, later] = [Date.now(), Date.now() + 60_000];
  loadLexicon(file, folders, { now });
  const [ofItsBytes, ...more] = notesIn(cache);
  t.same(more, [], 'a file just written could change once more without its times showing it');
  loadLexicon(file, folders, { now: later });
  t.equal(notesIn(cache).length, 2, 'now its times are noted too');
  rmSync(join(cache, ofItsBytes!));
  t.ok(hasWord(lexiconOf(loadLexicon(file, folders, { now: later })), 'CAT'));
  t.equal(notesIn(cache).length, 1, 'it was not read, or its bytes would be noted again');
});

t.test('A list with skipped lines is that of its words, and its faults are told', async (t) => {
  const { folder, file, folders, load } = place(t, "cat\ndon't\nbat\n");
  const later = { now: Date.now() + 60_000, skipsNonWords: true };
  for (const time of ['compiled', 'kept']) {
    const reading = loadLexicon(file, folders, later);
    t.match(reading, { ok: true, skipped: { count: 1, first: { line: 2, text: "don't" } } }, time);
    t.match(problemOf(load()), /line 2: "don't" is not a word/, time);
  }
  writeFileSync(join(folder, 'clean.txt'), 'cat\nbat\n');
  const clean = loadLexicon(join(folder, 'clean.txt'), folders, later);
  t.equal(lexiconOf(clean).sha256, lexiconOf(loadLexicon(file, folders, later)).sha256);
  t.notOk('skipped' in clean);
});

t.test('A list from a pipe is as good as one from a file', async (t) => {
  const { folder, folders } = place(t);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', `echo cow > '${pipe}'`]);
  t.ok(hasWord(lexiconOf(loadLexicon(pipe, folders)), 'COW'));
  await once(writer, 'close');
});

t.test('A change is seen, even one that leaves size and time of modification as they were', async (t) => {
  const { file, load } = place(t);
  t.ok(hasWord(lexiconOf(load()), 'CAT'));
  const { atime, mtime } = statSync(file);
  const before = lookAt(file, Date.now());
  writeFileSync(file, 'cow\nbat\nÄpfel\n');
  utimesSync(file, atime, mtime);
  t.notSame(lookAt(file, Date.now()), before);
  const lexicon = lexiconOf(load());
  t.ok(hasWord(lexicon, 'COW'));
  t.notOk(hasWord(lexicon, 'CAT'));
});

t.test('A file that cannot be a list is answered with what was expected and what to do', async (t) => {
  const { folder, file, load } = place(t);
  const told = (name: string) => problemOf(load(name));
  t.match(
    told(join(folder, 'wrds.txt')),
    /no such file \(looked for .*\/wrds\.txt\)\. .*built-in list: english, odd/,
  );
  t.match(told(join(file, 'words.txt')), 'no such file');
  t.match(told('englsh'), 'or a built-in list: english, odd');
  t.match(told(folder), /this is a directory\. Use a file: .*list.*line/);
  t.match(told('/dev/null'), 'this is a device. Use a file');
  symlinkSync('loop', join(folder, 'loop'));
  t.match(told(join(folder, 'loop')), /cannot read the file: .*symbolic links/);
  t.match(told('a\0b'), 'cannot read the file');
  writeFileSync(file, '\n# none\n');
  t.match(told(file), `dictionary ${file}: the list is empty`);
  writeFileSync(file, "cat\ndon't\n");
  t.match(told(file), `dictionary ${file}: line 2: "don't" is not a word: only letters, one word per line`);
  writeFileSync(file, Buffer.from('\ufeffcat\n', 'utf16le'));
  t.match(told(file), 'the file is UTF-16');
  writeFileSync(
    file,
    klvOf([1, 2, 1], 2, () => 1),
  );
  t.match(told(file), /this is a KLV2 file: .*leave values.*no.*\. Use it with --leave/);
  const alphagrams = alphagramsOf(100);
  writeFileSync(file, alphagrams.join('\n'));
  t.match(told(file), 'all its 100 words are in alphabetical order');
  for (const others of [alphagrams.slice(1), [...alphagrams, 'ba']]) {
    writeFileSync(file, others.join('\n'));
    t.equal(lexiconOf(load()).words, others.length);
  }
  truncateSync(file, 300 * 1024 * 1024);
  t.match(told(file), /the file has 314572800 bytes.*word list.* 268435456/);
});

t.test('A list that may not be read says so', async (t) => {
  const { file, load } = place(t);
  chmodSync(file, 0);
  const told = asNobody(() => problemOf(load()));
  t.match(told, 'permission denied. Make the file readable: chmod u+r');
});

t.test('What is damaged in the cache is found out and made again', async (t) => {
  const { file, load } = place(t);
  const { path } = lexiconOf(load());
  const compiled = path.replace(/txt$/, 'lex');
  const [text, bytes] = [readFileSync(path), readFileSync(compiled)];
  const flipped = Buffer.from(bytes);
  flipped[bytes.length - 20]! ^= 4;
  const otherWords = Buffer.from(String(text).replace('CAT', 'COW'));
  const damages: Record<string, () => void> = {
    'the compiled list cut short': () => truncateSync(compiled, bytes.length - 16),
    'the compiled list empty': () => truncateSync(compiled, 0),
    'the compiled list gone': () => rmSync(compiled),
    'one bit of the compiled list changed': () => writeFileSync(compiled, flipped),
    'the text cut short': () => truncateSync(path, 5),
    'the text gone': () => rmSync(path),
    'the text with other words': () => writeFileSync(path, otherWords),
    'a note torn': () => damageNotes(join(path, '..')),
  };
  for (const [damage, doIt] of Object.entries(damages)) {
    doIt();
    const lexicon = lexiconOf(load());
    t.equal(lexicon.path, path, damage);
    t.ok(
      hasWord(lexicon, 'CAT') && readFileSync(path).equals(text) && readFileSync(compiled).equals(bytes),
      damage,
    );
  }
  t.ok(read(file).startsWith('cat'), "the user's file is never touched");
});

t.test('Whatever others made of the cache, a list has its own words', async (t) => {
  const { folder, cache, file } = place(t, 'cat\nbat\naxe\n');
  const [otherFile, precious] = [join(folder, 'other.txt'), join(folder, 'precious.txt')];
  writeFileSync(otherFile, 'cow\n');
  writeFileSync(precious, 'dear diary');
  const folders = [{ path: cache, exposed: false }];
  // Notes are written of files that have not changed for a while.
  const now = Date.now() + 3_600_000;
  let right: Gaddag | undefined;
  for (let seed = 0; seed < 80; seed++) {
    const dice = new Dice(seed);
    const isShared = dice.roll(2) === 0;
    rmSync(cache, { recursive: true, force: true });
    for (const each of [otherFile, file])
      right = cachedGaddag(lexiconOf(loadLexicon(each, folders, { now })), folders);
    chmodSync(cache, isShared ? 0o777 : 0o755);
    const names = readdirSync(cache).filter((name) => isShared || !name.endsWith('.note'));
    const damage: string[] = [];
    for (let count = 1 + dice.roll(3); count > 0; count--) {
      const one = join(cache, names.splice(dice.roll(names.length), 1)[0]!);
      const other = join(cache, dice.oneOf(names));
      const [what, change] = dice.oneOf(Object.entries(changesOfCache(precious, dice)));
      damage.push(`${what}: ${basename(one)}`);
      change(one, other);
    }
    const reading = loadLexicon(file, folders, { now });
    const tried = `seed ${seed}: ${damage}`;
    if (!reading.ok) t.match(reading.problem, /no.*save.*compiled/, tried);
    else {
      t.strictSame([...wordsOf(reading.lexicon)], ['AXE', 'BAT', 'CAT'], tried);
      const gaddag = cachedGaddag(reading.lexicon, folders);
      if (isShared) t.equal(gaddag, undefined, tried);
      else if (gaddag) t.strictSame([...wordsOf(gaddag)], [...wordsOf(right!)], tried);
    }
  }
  t.equal(read(precious), 'dear diary');
  t.equal(read(otherFile), 'cow\n');
});

t.test('The compiled form beside a list is held against its text', async (t) => {
  const { folder, file, load } = place(t, 'aa\nab\n');
  const { path, sha256 } = lexiconOf(load());
  const built = build(['AA', 'AB', 'XQZ']);
  if (!built.ok) throw new Error('the words');
  const { automaton } = built;
  const given = join(folder, basename(path));
  copyFileSync(path, given);
  writeFileSync(given.replace(/txt$/, 'lex'), encode({ automaton, sha256, textBytes: 6 }));
  t.notOk(hasWord(lexiconOf(load(given)), 'XQZ'), 'a list that somebody sent');
  t.ok(hasWord(lexiconOf(load(given)), 'AB'));
  t.equal(read(file), 'aa\nab\n');
});

t.test('Where the cache cannot be written, the next place is taken, or that is said', async (t) => {
  const { folder, file } = place(t);
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'a file in the place of the folder');
  const under = (name: string, exposed = false): CacheFolder => ({
    path: join(folder, name, 'lexicon'),
    exposed,
  });
  const kept = lexiconOf(loadLexicon(file, [under('blocked'), under('spare', true)]));
  t.equal(join(kept.path, '..'), join(folder, 'spare', 'lexicon'));
  const again = lexiconOf(loadLexicon(file, [under('blocked'), under('spare', true)]));
  t.equal(again.path, kept.path, 'and it is found there again');
  const none = problemOf(loadLexicon(file, [under('blocked')]));
  t.match(none, /no folder to save .*:\n {2}.*blocked\/lexicon: .*\nSet XDG_CACHE_HOME/);
});

t.test('In a place where others can write only a folder of ours alone is trusted', async (t) => {
  const { folder, file } = place(t);
  const shared: CacheFolder[] = [{ path: join(folder, 'shared', 'lexicon'), exposed: true }];
  const { path } = lexiconOf(loadLexicon(file, shared));
  t.ok(path.startsWith(join(folder, 'shared')));
  chmodSync(join(folder, 'shared'), 0o777);
  t.match(problemOf(loadLexicon(file, shared)), /other users can write to .*shared\. Remove it/);
  renameSync(join(folder, 'shared'), join(folder, 'elsewhere'));
  chmodSync(join(folder, 'elsewhere'), 0o755);
  symlinkSync('elsewhere', join(folder, 'shared'));
  t.match(problemOf(loadLexicon(file, shared)), /other users can write to .*shared\. Remove it/);
});

t.test('The cache lies where the user keeps caches, else at home, else with temporary files', async (t) => {
  const paths = (environment: NodeJS.ProcessEnv) => cacheFolders(environment).map(({ path }) => path);
  const last = join(tmpdir(), `wordhost-${process.getuid?.() ?? 'user'}`, 'lexicon-1');
  t.same(paths({ XDG_CACHE_HOME: '/x', HOME: '/home/ann' }), ['/x/wordhost/lexicon-1', last]);
  t.same(paths({ HOME: '/home/ann' }), ['/home/ann/.cache/wordhost/lexicon-1', last]);
  t.same(paths({ XDG_CACHE_HOME: 'not/absolute', HOME: '/home/ann' }), [
    '/home/ann/.cache/wordhost/lexicon-1',
    last,
  ]);
  t.same(paths({ HOME: '' }), [last]);
});

t.test('What a killed writer left behind is swept away once it is old', async (t) => {
  const { cache, load } = place(t);
  mkdirSync(cache);
  for (const name of ['old', 'young']) writeFileSync(join(cache, `.wordhost-${name}.part`), 'torn');
  utimesSync(join(cache, '.wordhost-old.part'), 0, 0);
  lexiconOf(load());
  t.same(
    readdirSync(cache).filter((name) => name.endsWith('.part')),
    ['.wordhost-young.part'],
  );
});

t.test('A compiled list is as good as its text', async (t) => {
  const { folder, file, folders, load } = place(t);
  const out = join(folder, 'words.lex');
  t.match(buildLexicon(file, out, folders), { ok: true, info: { words: 3, compiledFile: out } });
  rmSync(join(folder, 'cache'), { recursive: true });
  const lexicon = lexiconOf(load(out));
  t.equal(lexicon.name, out);
  t.ok(hasWord(lexicon, 'ÄPFEL'));
  t.equal(read(lexicon.path), 'BAT\nCAT\nÄPFEL\n');
  t.equal(lexicon.sha256, lexiconOf(load()).sha256);
});

t.test('A compiled list that is damaged, of another version or not what it says is refused', async (t) => {
  const { folder, file, folders, load } = place(t);
  const out = join(folder, 'words.lex');
  buildLexicon(file, out, folders);
  const bytes = readFileSync(out);
  const refusal = (changed: Uint8Array) => {
    writeFileSync(out, changed);
    return problemOf(load(out));
  };
  t.match(refusal(bytes.subarray(0, -1)), 'this compiled list is damaged');
  const later = Buffer.from(bytes);
  later.writeUInt32LE(2, 8);
  t.match(refusal(later), /compiled.*version.* \(format 2, this one reads 1\)/);
  const decoded = decode(bytes);
  if (!decoded.ok) throw new Error('it was whole');
  const { automaton } = decoded.compiled;
  t.match(refusal(encode({ ...decoded.compiled, sha256: '0'.repeat(64) })), /words differ.*text/);
  const circle = automaton.edges.map((edge, index) => (index === 1 ? edge | 1 : edge));
  const circular = encode({ ...decoded.compiled, automaton: { ...automaton, edges: circle } });
  t.match(refusal(circular), /words differ.*text/, 'edges that run in a circle are not walked');
});

t.test('The command that cleans a list empties none that was cleaned before, in any locale', async (t) => {
  const { folder, load } = place(t);
  const list = join(folder, 'only-words.txt');
  writeFileSync(list, `caf\u00e9\ntwo words\n${'a'.repeat(256)}\n${'b'.repeat(255)}\n`);
  const command = /^ {2}(tr .+)$/m.exec(problemOf(load(list)))![1]!;
  for (const LC_ALL of ['C', 'C.UTF-8']) {
    const env = { ...process.env, LC_ALL };
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', env });
    t.same({ status, stderr }, { status: 0, stderr: '' });
    t.match(readFileSync(list, 'utf8'), 'two words', 'the list is as it was');
    const cleaned = join(folder, 'only-words-2.txt');
    t.equal(readFileSync(cleaned, 'utf8'), `caf\u00e9\n${'b'.repeat(255)}\n`);
    t.ok(load(cleaned).ok);
  }
});

function notesIn(cache: string): string[] {
  return readdirSync(cache).filter((name) => name.endsWith('.note'));
}

function damageNotes(cache: string): void {
  for (const name of notesIn(cache)) truncateSync(join(cache, name), 30);
}

/** Root may read everything: what is forbidden is only so to somebody else. */
function asNobody<Answer>(act: () => Answer): Answer {
  if (process.getuid?.() !== 0) return act();
  process.seteuid!(65534);
  try {
    return act();
  } finally {
    process.seteuid!(0);
  }
}

/** What somebody who can write to the cache could do to its files. */
function changesOfCache(
  precious: string,
  dice: Dice,
): Readonly<Record<string, (one: string, other: string) => void>> {
  const replaced = (make: (path: string) => void) => (path: string) => {
    rmSync(path, { recursive: true, force: true });
    make(path);
  };
  return {
    'other bits': (one) => {
      const bytes = readFileSync(one);
      for (let count = dice.roll(4); count >= 0; count--)
        bytes[dice.roll(bytes.length)]! ^= 1 << dice.roll(8);
      writeFileSync(one, bytes);
    },
    'cut off': (one) => truncateSync(one, dice.roll(statSync(one).size)),
    longer: (one) => appendFileSync(one, 'more'),
    'a huge hole': (one) => truncateSync(one, 2 ** 40),
    'another file': (one, other) => copyFileSync(other, one),
    'a link to another file': (one, other) => replaced((path) => symlinkSync(other, path))(one),
    'a link to what is precious': replaced((path) => symlinkSync(precious, path)),
    'a link to a device': replaced((path) => symlinkSync('/dev/zero', path)),
    'a link to nothing': replaced((path) => symlinkSync('nowhere', path)),
    'a pipe': replaced((path) => execFileSync('mkfifo', [path])),
    'a folder': replaced((path) => mkdirSync(path)),
    nothing: replaced(() => {}),
  };
}

/** `aa`, `ab` and so on, with their letters in order. */
function alphagramsOf(count: number): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  return letters
    .flatMap((one) => letters.filter((other) => other >= one).map((other) => one + other))
    .slice(0, count);
}
