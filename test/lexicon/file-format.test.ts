import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Automaton, hasWord } from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import type { CacheFolder } from '../../host/lexicon/cache.ts';
import { holdsExactly } from '../../host/lexicon/cache.ts';
import { decode, encode, FORMAT_VERSION, isCompiled } from '../../host/lexicon/formats/file-format.ts';
import { isProven, loadByHash, loadLexicon } from '../../host/lexicon/load.ts';
import { explain } from '../../host/lexicon/problem.ts';
import { parseWordList, textOf } from '../../host/lexicon/word-list.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';

t.test('file format', async (t) => {
  const words = ['BAT', 'BATS', 'CAT', 'CATS', 'ÄPFEL', '\u{10400}'];
  const built = build(words);
  if (!built.ok) throw new Error(explain('words', built.fault));
  const text = `${words.join('\n')}\n`;
  const compiled = {
    automaton: built.automaton,
    sha256: hash('sha256', text),
    textBytes: Buffer.byteLength(text),
  };
  const file = encode(compiled);

  const sentence = (bytes: Uint8Array) => {
    const decoded = decode(bytes);
    return decoded.ok ? 'fine' : explain('words.lex', decoded.fault);
  };

  t.test('what is written is read again', async (t) => {
    t.ok(isCompiled(file));
    t.same(decode(file), { ok: true, compiled });
  });

  t.test('the edges are used where they lie, without a copy', async (t) => {
    const decoded = decode(file);
    t.equal(decoded.ok && decoded.compiled.automaton.edges.buffer, file.buffer);
    const askew = new Uint8Array(file.length + 1).subarray(1);
    askew.set(file);
    t.same(decode(askew), { ok: true, compiled }, 'but also where they lie askew');
  });

  t.test('numbers are little-endian on every machine', async (t) => {
    t.equal(new DataView(file.buffer, file.byteOffset).getUint32(16, true), words.length);
  });

  t.test('any bit that is changed is found out', async (t) => {
    const gaps = zerosBetweenSections(file);
    const bits = fc.nat(file.length * 8 - 1).filter((bit) => !gaps.has(bit >> 3));
    const found = fc.property(bits, (bit) => {
      const broken = file.slice();
      broken[bit >> 3]! ^= 1 << (bit & 7);
      return !decode(broken).ok;
    });
    t.doesNotThrow(() => fc.assert(found, runs(2000)));
  });

  t.test('a file that is cut short, or goes on, is found out', async (t) => {
    for (let length = 0; length < file.length; length++)
      t.notOk(decode(file.slice(0, length)).ok, `${length} bytes`);
    t.match(
      sentence(Buffer.concat([file, Buffer.alloc(4)])),
      `(it has ${file.length + 4} bytes instead of ${file.length})`,
    );
    t.match(sentence(file.slice(0, 10)), 'damaged (it has only 10 bytes). Compile it again');
  });

  t.test('a file of another version says which', async (t) => {
    const other = Buffer.from(file);
    other.writeUInt32LE(FORMAT_VERSION + 6, 8);
    t.match(sentence(other), 'another version of wordhost (format 7, this one reads 1)');
  });

  t.test('what is no compiled list is told from one', async (t) => {
    t.notOk(isCompiled(Buffer.from('wordlexicon\n')));
    t.match(sentence(Buffer.alloc(100)), /not.*like.*compiled/);
  });

  /** After the header's checksum the first section waits for a multiple of 16. */
  function zerosBetweenSections(bytes: Uint8Array): Set<number> {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const headerEnd = 64 + view.getUint32(28, true) * 16 + 4;
    const first = view.getUint32(68, true);
    return new Set(Array.from({ length: first - headerEnd }, (_, place) => headerEnd + place));
  }
});

t.test('forged', async (t) => {
  function compiled(words: readonly string[]): { automaton: Automaton; text: string } {
    const list = parseWordList(words.join('\n'));
    const built = list.ok ? build(list.words) : list;
    if (!list.ok || !built.ok) throw new Error('no list');
    return { automaton: built.automaton, text: textOf(list.words) };
  }

  /** A list that was compiled here, and its compiled form changed to one that has more words, with right checksums. */
  function forged(t: Test) {
    const folder = t.testdir({ 'words.txt': 'cat\nbat\n' });
    const folders: CacheFolder[] = [{ path: join(folder, 'cache'), exposed: false }];
    const load = () => {
      return expectOk(loadLexicon(join(folder, 'words.txt'), folders)).lexicon;
    };
    const { path, sha256 } = load();
    const { automaton } = compiled(['CAT', 'BAT', 'XQZ']);
    const file = encode({ automaton, sha256, textBytes: 8 });
    writeFileSync(path.replace(/txt$/, 'lex'), file);
    return { folders, load, sha256, forgery: { ...automaton, name: 'x', sha256, path } };
  }

  t.test('A compiled list that was forged in the cache is not believed, and made again', async (t) => {
    const { load, forgery } = forged(t);
    t.ok(hasWord(forgery, 'XQZ'));
    const lexicon = load();
    t.notOk(hasWord(lexicon, 'XQZ'));
    t.ok(hasWord(lexicon, 'CAT'));
  });

  t.test('No game is verified by a forged list', async (t) => {
    const { load, folders, sha256, forgery } = forged(t);
    t.notOk(isProven(forgery));
    t.equal(loadByHash('words.txt', sha256, folders), undefined);
    t.ok(isProven(load()));
    t.match(loadByHash('words.txt', sha256, folders), { words: 2, sha256 }, 'made again, found by its hash');
  });

  const words = fc.uniqueArray(fc.stringMatching(/^[A-CÄΩ𝔸]{1,6}$/u), { minLength: 1, maxLength: 30 });

  t.test('A list holds its own words: one more, one less or another is seen', async () => {
    const law = fc.property(words, words, (some, others) => {
      const [one, other] = [compiled(some), compiled(others)];
      return (
        holdsExactly(one.automaton, one.text) &&
        holdsExactly(one.automaton, other.text) === (one.text === other.text)
      );
    });
    fc.assert(law, runs(500));
  });

  t.test('Whatever edge is changed, the list has other words, and checking it ends', async (t) => {
    const { automaton, text } = compiled(['AB', 'ABLE', 'CAB', 'CABLE', 'TAB', 'TABLE', 'ÄRA']);
    for (let edge = 1; edge < automaton.edges.length; edge++)
      for (let bit = 0; bit < 32; bit++) {
        const edges = automaton.edges.with(edge, automaton.edges[edge]! ^ (1 << bit));
        if (holdsExactly({ ...automaton, edges }, text)) t.fail(`edge ${edge}, bit ${bit}`);
      }
    t.ok(holdsExactly(automaton, text));
    for (const alphabet of [automaton.alphabet.toReversed(), automaton.alphabet.with(3, 'E')])
      t.notOk(holdsExactly({ ...automaton, alphabet }, text), 'letters in another order differ');
  });
});
