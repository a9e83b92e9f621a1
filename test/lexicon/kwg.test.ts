import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import { describeLexicon, exportLexicon } from '../../host/lexicon/describe.ts';
import { gaddagOf } from '../../host/lexicon/formats/gaddag.ts';
import { decodeKwg, encodeKwg, gaddagInKwg, isKwg } from '../../host/lexicon/formats/kwg-file.ts';
import { cachedGaddag, cachedKwg } from '../../host/lexicon/gaddag-cache.ts';
import fc, { runs } from '../support/laws.ts';

t.test('kept gaddag', async (t) => {
  function listOf(words: readonly string[], sha256 = 'a'.repeat(64)) {
    const built = build(words);
    if (!built.ok) throw new Error('these words cannot be compiled');
    return { ...built.automaton, sha256 };
  }

  const list = listOf(['AB', 'ABA', 'BA', 'CAB', 'CABS', 'ZAX']);
  const made = gaddagOf(list);
  if (!made.ok) throw new Error('it is too big');
  const { gaddag } = made;

  t.test('it is made once, kept as a KWG file, and read back the same', async (t) => {
    const folder = join(t.testdir({}), 'cache');
    const folders = [{ path: folder, exposed: false }];
    t.same(cachedGaddag(list, folders), { ...gaddag, sha256: list.sha256 });
    t.same(readdirSync(folder), [`${list.sha256}.kwg`]);
    const again = cachedGaddag(list, folders);
    t.same(again?.edges, gaddag.edges);
    t.equal(again?.backwards, gaddag.backwards);
  });

  t.test('a file that is damaged or of another list is made again', async (t) => {
    const folder = t.testdir({});
    const folders = [{ path: folder, exposed: false }];
    const file = join(folder, `${list.sha256}.kwg`);
    cachedGaddag(list, folders);
    const right = readFileSync(file);
    const otherFolder = join(folder, 'other');
    cachedGaddag(listOf(['AA', 'AB'], list.sha256), [{ path: otherFolder, exposed: false }]);
    const other = readFileSync(join(otherFolder, `${list.sha256}.kwg`));
    const changed = (place: number, change: (node: number) => number) => {
      const bytes = Buffer.from(right);
      bytes.writeUInt32LE(change(right.readUInt32LE(place)) >>> 0, place);
      return bytes;
    };
    for (const [what, bytes] of [
      ['nothing', Buffer.alloc(0)],
      ['cut off', right.subarray(0, 40)],
      ['half a node', right.subarray(0, 42)],
      ['without an end', changed(right.length - 4, (node) => node & ~0x0040_0000)],
      ['a circle', changed(12, (node) => (node & ~0x003f_ffff) | 4)],
      ['a letter beyond Z', changed(12, (node) => node | 0xff00_0000)],
      ['another list', other],
    ] as const) {
      writeFileSync(file, bytes);
      t.same(cachedGaddag(list, folders)?.edges, gaddag.edges, what);
      t.same(readFileSync(file), right, `${what}: written again`);
    }
  });

  t.test('there is none where it cannot be kept, or that no KWG file can hold', async (t) => {
    const folder = t.testdir({ file: '' });
    t.equal(cachedGaddag(list, []), undefined);
    t.equal(cachedGaddag(list, [{ path: folder, exposed: true }]), undefined, 'a folder of others');
    t.equal(
      cachedGaddag(list, [{ path: join(folder, 'file'), exposed: false }]),
      undefined,
      'a file in its place',
    );
    mkdirSync(join(folder, `${list.sha256}.kwg`));
    t.equal(cachedGaddag(list, [{ path: folder, exposed: false }]), undefined, 'a folder of its name');
    const greek = listOf(['ΑΒ', 'ΒΑ']);
    t.equal(cachedGaddag(greek, [{ path: folder, exposed: false }]), undefined, 'other letters');
  });

  t.test('the path of the file is told where it is there or can be made', async (t) => {
    const folder = join(t.testdir({ file: '' }), 'cache');
    const folders = [{ path: folder, exposed: false }];
    const file = join(folder, `${list.sha256}.kwg`);
    t.equal(cachedKwg(list, folders), file, 'made');
    const right = readFileSync(file);
    t.equal(cachedKwg(list, folders), file, 'found');
    for (const damaged of [Buffer.alloc(0), Buffer.from('CAT\n'.repeat(9)), right.subarray(0, 4)]) {
      writeFileSync(file, damaged);
      t.equal(cachedKwg(list, folders), file);
      t.same(readFileSync(file), right, 'written again');
    }
    t.equal(cachedKwg(list, [{ path: folder, exposed: true }]), undefined, 'a folder of others');
    t.equal(cachedKwg(list, [{ path: join(folder, '..', 'file', 'in'), exposed: false }]), undefined);
  });
});

t.test('kwg', async (t) => {
  /** Few letters, so that words share beginnings and ends. */
  const words = fc
    .array(fc.string({ unit: fc.constantFrom(...'ABCZ'), minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 60,
    })
    .map((given) => [...new Set(given)].sort());

  function kwgOf(list: readonly string[]): Uint8Array {
    const built = build(list);
    if (!built.ok) throw new Error(built.fault.is);
    const made = gaddagOf(built.automaton);
    if (!made.ok) throw new Error(made.fault.is);
    return encodeKwg(made.gaddag);
  }

  /** Every path to a node that ends a word, read as other engines do: by the format alone. */
  function pathsFrom(file: Uint8Array, head: 0 | 1): string[] {
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    const node = (index: number) => view.getUint32(4 * index, true);
    const found: string[] = [];
    const walk = (first: number, before: string): void => {
      if (first === 0) return;
      for (let index = first; ; index++) {
        const letter = node(index) >>> 24;
        const path = before + (letter === 0 ? '@' : String.fromCharCode(64 + letter));
        if (node(index) & 0x80_0000) found.push(path);
        walk(node(index) & 0x3f_ffff, path);
        if (node(index) & 0x40_0000) return;
      }
    };
    walk(node(head) & 0x3f_ffff, '');
    return found.sort();
  }

  function backwards(word: string): string[] {
    return Array.from(word, (_, last) => {
      const read = [...word.slice(0, last + 1)].reverse().join('');
      return last + 1 === word.length ? read : `${read}@${word.slice(last + 1)}`;
    });
  }

  t.test('a KWG file reads each word forwards, and backwards from each of its letters', async () => {
    fc.assert(
      fc.property(words, (list) => {
        const file = kwgOf(list);
        t.strictSame(pathsFrom(file, 0), list);
        t.strictSame(pathsFrom(file, 1), list.flatMap(backwards).sort());
        t.strictSame(decodeKwg(file), { ok: true, words: list });
      }),
      runs(60),
    );
  });

  t.test('a KWG file is read back equal, node by node, or refused when cut off', async (t) => {
    fc.assert(
      fc.property(words, (list) => {
        const built = build(list);
        const made = built.ok ? gaddagOf(built.automaton) : undefined;
        if (!built.ok || !made?.ok) throw new Error('not made');
        const file = encodeKwg(made.gaddag);
        t.strictSame(gaddagInKwg(file, built.automaton), made.gaddag);
        const whole = Array.from({ length: file.length }, (_, size) => file.slice(0, size)).filter(
          (cut) => decodeKwg(cut).ok || gaddagInKwg(cut, built.automaton),
        );
        t.strictSame(whole, []);
      }),
      runs(30),
    );
  });

  t.test('no state is kept twice', async (t) => {
    const built = build(['AB', 'CAB', 'CB']);
    const made = built.ok ? gaddagOf(built.automaton) : undefined;
    if (!made?.ok) throw new Error('not made');
    const { edges } = made.gaddag;
    const states: string[] = [];
    for (let index = 1, from = 1; index < edges.length; index++)
      if (edges[index]! & 0x80_0000) {
        states.push(edges.slice(from, index + 1).join());
        from = index + 1;
      }
    t.equal(new Set(states).size, states.length);
  });

  t.test('a broken KWG file is refused, and says where', async (t) => {
    const file = kwgOf(['AT', 'CAT', 'CATS']);
    const problem = (change: (nodes: Uint32Array) => void, bytes = file) => {
      const copy = bytes.slice();
      change(new Uint32Array(copy.buffer));
      const reading = decodeKwg(copy);
      return reading.ok
        ? 'fine'
        : reading.fault.is === 'broken-kwg'
          ? reading.fault.detail
          : reading.fault.is;
    };
    const none = () => {};
    t.equal(problem(none), 'fine');
    const root = new Uint32Array(file.buffer)[0]! & 0x3f_ffff;
    const nodes = file.length / 4;
    const change = (node: number, to: (value: number) => number) => (all: Uint32Array) => {
      all[node] = to(all[node]!);
    };
    t.equal(
      problem(change(root, (value) => (value & ~0x3f_ffff) | 0x3f_ffff)),
      `node ${root} leads to 4194303, but there are only ${nodes} nodes`,
    );
    t.equal(problem(change(root, (value) => (value & ~0x3f_ffff) | root)), `node ${root} leads to itself`);
    t.equal(
      problem(change(root, (value) => (value & 0xff_ffff) | (27 << 24))),
      'foreign-kwg',
      'letters of other alphabets have such numbers',
    );
    t.equal(
      problem(change(nodes - 1, (value) => value & ~0x40_0000)),
      `it ends before node ${nodes}`,
      'the last siblings have no last one',
    );
    t.equal(problem(change(1, () => 0x40_0000)), 'fine', 'without a GADDAG');
    t.equal(problem(change(1, () => 0)), 'fine', 'as some write it');
    const cut = 'its first two nodes point outside the file: it is incomplete, or not a KWG file';
    t.equal(problem(none, file.slice(0, 8)), cut);
    t.equal(problem(none, new Uint8Array(0)), cut);
    t.equal(problem(none, new Uint8Array([0, 0, 0x40, 0, 0, 0, 0x40, 0])), 'empty');
  });

  t.test('a small file with words without end is refused before they are listed', async (t) => {
    const levels = 40;
    const nodes = [0x40_0000 | 2, 0x40_0000];
    for (let level = 0; level < levels; level++) {
      const next = level === levels - 1 ? 0 : 2 + 2 * (level + 1);
      nodes.push((1 << 24) | 0x80_0000 | next, (2 << 24) | 0x80_0000 | 0x40_0000 | next);
    }
    const file = new Uint8Array(Uint32Array.from(nodes).buffer);
    t.match(decodeKwg(file), { ok: false, fault: { is: 'broken-kwg', detail: /more than 10000000 words/ } });
    const long = Array.from(
      { length: 300 },
      (_, index) => (1 << 24) | 0x40_0000 | (index === 299 ? 0x80_0000 : index + 3),
    );
    const chain = new Uint8Array(Uint32Array.from([0x40_0002, 0x40_0000, ...long]).buffer);
    t.match(decodeKwg(chain), { ok: false, fault: { detail: /word.* 255 letters/ } });
  });

  t.test('text is not taken for a KWG file', async (t) => {
    for (const text of ['', 'cat\ndog\n', 'aa\n'.repeat(100)]) {
      t.notOk(isKwg(Buffer.from(text)), text);
      t.notOk(isKwg(Buffer.from(text, 'utf16le')), `${text} in UTF-16`);
    }
  });

  t.test('a list is exported, and played with as it is', async (t) => {
    const folder = t.testdir({
      'words.txt': 'at\ncat\nquilt\n',
      'umlaut.txt': 'äpfel\n',
      'bot.py': 'print(1)\n',
    });
    const folders = [{ path: join(folder, 'cache'), exposed: false }];
    const place = (name: string) => join(folder, name);
    const exported = exportLexicon(place('words.txt'), place('words.kwg'), folders);
    const { size: bytes } = statSync(place('words.kwg'));
    t.match(exported, { ok: true, info: { words: 3, bytes, compiledFile: place('words.kwg') } });
    const [text, kwg] = ['words.txt', 'words.kwg'].map((name) => describeLexicon(place(name), folders));
    t.ok(text?.ok && kwg?.ok && text.info.sha256 === kwg.info.sha256, 'the same words have the same hash');
    t.match(exportLexicon(place('words.txt'), place('words.kwg'), folders), { ok: true }, 'written over');
    t.match(exportLexicon(place('words.txt'), place('bot.py'), folders), {
      ok: false,
      problem: /bot\..*exists.*not.* KWG .*not overwritten/,
    });
    t.match(exportLexicon(place('none'), place('none.kwg'), folders), { problem: /no such file/ });
    t.match(exportLexicon(place('umlaut.txt'), place('umlaut.kwg'), folders), {
      ok: false,
      problem: /has only the letters A to Z, .*; got Ä/,
    });
    writeFileSync(place('text.kwg'), 'cat\n');
    t.match(describeLexicon(place('text.kwg'), folders), { ok: false, problem: /this KWG file is damaged/ });
    const kept = kwg?.ok ? [...wordsOf(wordsIn(readFileSync(kwg.info.textFile, 'utf8')))] : [];
    t.strictSame(kept, ['AT', 'CAT', 'QUILT'], 'players read them as text');
  });

  t.test('a list whose letters are not A to Z is refused by its name or its numbers', async (t) => {
    const folder = t.testdir({});
    const folders = [{ path: join(folder, 'cache'), exposed: false }];
    const readAs = (name: string, bytes: Uint8Array) => {
      writeFileSync(join(folder, name), bytes);
      const described = describeLexicon(join(folder, name), folders);
      return described.ok ? 'read' : described.problem;
    };
    const file = kwgOf(['AT', 'CAT']);
    for (const name of ['CSW21.kwg', 'FRA24.kwg', 'DSW25.kwg', 'mine.kwg', 'discs.kwg'])
      t.equal(readAs(name, file), 'read', name);
    for (const [name, language] of Object.entries({
      'DISC2.kwg': 'Catalan',
      'RD28.kwg': 'German',
      'NSF25.kwg': 'Norwegian',
      'OSPS50.kwg': 'Polish',
      'FISE2.kwg': 'Spanish',
      'FILE2017.kwg': 'Spanish',
    }))
      t.match(readAs(name, file), `a list in ${language}, whose letters are not A to Z`);
    const other = file.slice();
    const nodes = new Uint32Array(other.buffer);
    nodes[2] = (nodes[2]! & 0xff_ffff) | (32 << 24);
    t.match(readAs('other.kwg', other), /node 2 has the letter 32, but letters must be 1 to 26 \(A to Z\)/);
  });

  function wordsIn(text: string) {
    const built = build(text.trimEnd().split('\n'));
    if (!built.ok) throw new Error(built.fault.is);
    return built.automaton;
  }
});
