import { hash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { chanceFrom } from '../../host/bots/chance.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { HeldTiles } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { fileLeaves, keptTiles, leaveValues } from '../../host/games/scrabble/moves/leaves.ts';
import { madeTable } from '../../host/games/scrabble/moves/made-table.ts';
import { RankedPlays, worthOf } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import {
  type Automaton,
  hasWord,
  isWellFormed,
  LAST_EDGE,
  letterNumber,
  letterNumbers,
  wordsOf,
} from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import type { CacheFolder } from '../../host/lexicon/cache.ts';
import { holdsExactly, loadBuiltIn } from '../../host/lexicon/cache.ts';
import {
  buildLexicon,
  checkText,
  checkWords,
  describeLexicon,
  exportLexicon,
} from '../../host/lexicon/describe.ts';
import { decode, encode, FORMAT_VERSION, isCompiled } from '../../host/lexicon/formats/file-format.ts';
import { gaddagOf } from '../../host/lexicon/formats/gaddag.ts';
import { readKlv } from '../../host/lexicon/formats/klv-file.ts';
import { decodeKwg, encodeKwg, gaddagInKwg, isKwg } from '../../host/lexicon/formats/kwg-file.ts';
import { cachedGaddag, cachedKwg } from '../../host/lexicon/gaddag-cache.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { isProven, loadByHash, loadLexicon } from '../../host/lexicon/load.ts';
import { explain, explainSkipped } from '../../host/lexicon/problem.ts';
import { parseWordList, readWordList, textOf, upperCase } from '../../host/lexicon/word-list.ts';
import { makeEnglish } from '../../host/package/english.ts';
import { bestPlay } from '../../players/greedy/best-play.ts';
import { klvOf, valueByChance } from '../leaves/klv-of.ts';
import { LeastSquares } from '../leaves/least-squares.ts';
import {
  balanceFeature,
  copyFeature,
  FEATURES,
  featuresOf,
  LETTERS,
  withQFeature,
} from '../leaves/leave-features.ts';
import { allOf } from '../support/all-of.ts';
import fc, { runs } from '../support/laws.ts';
import { largeWordList, withoutLargeWordList } from '../word-lists.ts';

t.test('compile', async (t) => {
  const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

  /** Few letters, so that words share beginnings and ends; some of other alphabets, one of two UTF-16 units. */
  const words = fc.array(
    fc.string({ unit: fc.constantFrom(...'ABCÄΩЖ', '\u{10400}', 'ﺍ'), minLength: 1, maxLength: 8 }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );

  t.test('A list is read as its words: upper case, sorted by byte, none twice', async (t) => {
    const read = (text: string) => {
      const list = parseWordList(text);
      return list.ok ? list.words : explain('words.txt', list.fault);
    };
    t.same(read('cat\nBat\ncAt\n'), ['BAT', 'CAT'], 'any case, any order');
    t.same(read('BAT\nCAT\nEEL'), ['BAT', 'CAT', 'EEL'], 'the last line needs no end');
    t.same(
      read('\n  bat  \n\t\n# a comment\n   # another\ncat\n\n'),
      ['BAT', 'CAT'],
      'blank lines, comments, spaces',
    );
    t.same(read('bat\r\ncat\r\n'), ['BAT', 'CAT'], 'lines that end in CR LF');
    t.same(read('bat\rcat\r'), ['BAT', 'CAT'], 'lines that end in CR');
    t.same(
      read('zug\nÄpfel\näpfel\nA\u0308pfel'),
      ['ZUG', 'ÄPFEL'],
      'composed letters, and code points in order',
    );
    t.same(read('straße'), ['STRASSE'], 'a letter that is two in upper case');
    t.same(read('\u{10428}\nﺍ\nb'), ['B', 'ﺍ', '\u{10400}'], 'in the order of bytes, not of UTF-16');
    t.same(read('a'.repeat(255)), ['A'.repeat(255)], 'a word of 255 letters');
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('bat\r\ncat')]);
    t.same(
      readWordList(bytes),
      { ok: true, words: ['BAT', 'CAT'] },
      'a byte order mark is no part of a word',
    );
  });

  t.test('The text that players read is in the order of bytes, each word once and ended by LF', async (t) => {
    holds(t, words, (given) => {
      const bytes = [...new Set(given.map(upperCase))].map((word) => Buffer.from(`${word}\n`));
      return textOf(wordsIn(given)) === Buffer.concat(bytes.sort(Buffer.compare)).toString();
    });
  });

  t.test('Lines that are no words are left out where the user wants it, and told', async (t) => {
    const list = parseWordList("cat\ndon't\n# a comment\nred car\nbat\n", true);
    t.match(list, {
      ok: true,
      words: ['BAT', 'CAT'],
      skipped: { count: 2, first: { line: 2, text: "don't" } },
    });
    t.equal(
      list.ok && list.skipped && explainSkipped('words.txt', list.skipped),
      'dictionary words.txt: 2 lines were skipped, the first of them: line 2: "don\'t" is not a word: only letters, one word per line',
    );
    t.equal(
      explainSkipped('words.txt', { count: 1, first: { line: 3, text: 'R2', why: 'characters' } }),
      'dictionary words.txt: 1 line was skipped: line 3: "R2" is not a word: only letters, one word per line',
    );
    t.same(parseWordList('cat\n', true), { ok: true, words: ['CAT'] });
    t.match(parseWordList("don't\n", true), { ok: false, fault: { is: 'empty' } });
  });

  t.test('Each line that is no word is named, with what is wrong with it', async (t) => {
    const sentence = (content: string | Uint8Array) => {
      const list = readWordList(typeof content === 'string' ? Buffer.from(content) : content);
      return list.ok ? 'fine' : explain('words.txt', list.fault);
    };
    t.equal(
      sentence(`${'cat\n'.repeat(16)}don't\n`),
      'dictionary words.txt: line 17: "don\'t" is not a word: only letters, one word per line\n' +
        'Remove this line, put # before comments, or use --skip-non-words. To create a clean list:\n' +
        "  tr -d '\\r' < words.txt | LC_ALL=C.UTF-8 grep -xE '[[:alpha:]]{1,255}' > only-words.txt",
    );
    t.match(sentence('red car'), 'line 1: "red car" is not a word: only letters, one word per line');
    t.match(sentence('cat\nROUTE66'), 'line 2: "ROUTE66" is not a word: only letters');
    t.match(sentence('J\u030c'), 'each letter must be one code point, without combining marks');
    t.match(
      sentence('a'.repeat(256)),
      `line 1: "${'a'.repeat(40)}…" is not a word: it has 256 letters, and at most 255 are possible`,
    );
    t.match(sentence(`cat ${'x'.repeat(100_000)}`), /^.{0,200}\n.{0,200}\n.{0,200}$/, 'a long line is cut');
    t.match(sentence('a\u001b[31mb'), '"a\ufffd[31mb"', 'what would steer a terminal is not shown');
    const many = sentence(Array.from({ length: 23 }, (_, index) => `no ${index}`).join('\n')).split('\n');
    t.equal(many.length, 13);
    t.match(many[9], 'line 10: "no 9" is not a word');
    t.equal(many[10], 'and 13 more lines');
    t.match(sentence('\n# nothing here\n'), 'the list is empty');
    t.match(sentence(''), 'the list is empty');
    t.match(
      sentence(Buffer.from('\ufeffcat\n', 'utf16le')),
      'the file is UTF-16, but a word list must be UTF-8',
    );
    t.match(
      sentence(Buffer.from('\ufeffcat\n', 'utf16le').swap16()),
      'the file is UTF-16, but a word list must be UTF-8',
    );
    t.match(sentence('cat\nd\0o\0g\0'), 'line 2 has a NUL byte: the file is UTF-16, or not text');
    t.match(sentence(Buffer.from('cat\ndog\n\xe4pfel\n', 'latin1')), 'line 3 is not UTF-8');
  });

  t.test('Every word that was put in is found, and no other', async (t) => {
    const strangers = fc.array(
      fc.string({ unit: fc.constantFrom(...'ABCÄΩЖabä1 ', '\u{10400}', '\ud801'), maxLength: 9 }),
    );
    holds(t, fc.tuple(words, strangers), ([given, others]) => {
      const automaton = automatonOf(given);
      const held = new Set(given.map(upperCase));
      const near = [...held].flatMap((word) => [
        word.slice(1),
        word.slice(0, -1),
        `${word}A`,
        word.toLowerCase(),
      ]);
      return [...held, ...others, ...near].every((word) => hasWord(automaton, word) === held.has(word));
    });
  });

  t.test('A word of more than 255 letters is refused with its place, and one of 255 is kept', async (t) => {
    for (const letter of ['X', '\u{10400}']) {
      const built = build(['CAT', letter.repeat(256)]);
      t.match(built, { ok: false, fault: { is: 'bad-lines', lines: [{ line: 2, why: 'long' }], count: 1 } });
      t.match(
        built.ok || explain('mine', built.fault),
        /line 2: ".*" is not a word: it has 256 letters, and at most 255 are possible/u,
      );
      t.match(build([letter.repeat(255)]), { ok: true, automaton: { words: 1 } });
    }
  });

  t.test('The words can be spelled out of the automaton again, in order', async (t) => {
    holds(t, words, (given) => {
      const automaton = automatonOf(given);
      const spelled = [...wordsOf(automaton)];
      return (
        isWellFormed(automaton) &&
        automaton.words === spelled.length &&
        textOf(spelled) === textOf(wordsIn(given))
      );
    });
  });

  t.test('The automaton is as small as can be: one state for each set of endings', async (t) => {
    holds(t, words, (given) => statesIn(automatonOf(given)) === countEndings(wordsIn(given)));
    t.equal(statesIn(automatonOf(['TAP', 'TAPS', 'TOP', 'TOPS'])), 4);
  });

  t.test('A to Z are letters 1 to 26 in every list, and the others follow by code point', async (t) => {
    t.equal(automatonOf(['CAT']).alphabet.join(''), latin);
    const { alphabet } = automatonOf(['ŽÄ', 'ΩA', '\u{10400}ﺍ']);
    t.equal(alphabet.join(''), `${latin}ÄŽΩﺍ\u{10400}`);
    for (const [place, letter] of alphabet.entries())
      t.equal(letterNumber(alphabet, letter.codePointAt(0)!), place + 1);
    for (const stranger of 'aä@[Ö\u{10401}') t.equal(letterNumber(alphabet, stranger.codePointAt(0)!), 0);
    t.equal(letterNumbers(alphabet).get('Ž'), 28);
  });

  t.test('A list that cannot be compiled is a fault, not an accident', async (t) => {
    const chinese = Array.from({ length: 300 }, (_, place) => String.fromCodePoint(0x4e00 + place));
    const letters = build(chinese);
    t.match(
      letters.ok || explain('w', letters.fault),
      'its words use 326 different letters (including all of A to Z); at most 255',
    );
    const big = build(['AB', 'CD', 'EF'], 3);
    t.match(big.ok || explain('w', big.fault), 'its 3 words are too many to compile');
    t.throws(() => build(['B', 'A']), /in order/);
    t.throws(() => build(['A', 'A']), /in order/);
    t.throws(() => build(['']), /in order/);
    const empty = build([]);
    t.notOk(empty.ok && hasWord(empty.automaton, 'A'), 'an empty automaton holds nothing');
    t.notOk(empty.ok && hasWord(empty.automaton, ''));
  });

  t.test('A large list is found whole', { skip: withoutLargeWordList }, async (t) => {
    const list = readWordList(readFileSync(largeWordList!));
    if (!list.ok) throw new Error(explain(largeWordList!, list.fault));
    const automaton = automatonOf(list.words);
    t.equal(automaton.words, list.words.length);
    t.ok(allOf(list.words, (word) => hasWord(automaton, word)));
    const held = new Set(list.words);
    const changed = list.words.map((word, place) => latin[place % 26] + word.slice(1));
    t.ok(allOf(changed, (word) => hasWord(automaton, word) === held.has(word)));
  });

  /** A law, tried on many: what breaks it is shown, made as small as it can be. */
  function holds<Given>(t: Test, given: fc.Arbitrary<Given>, law: (given: Given) => boolean): void {
    t.doesNotThrow(() => fc.assert(fc.property(given, law), runs(300)));
  }

  function wordsIn(given: readonly string[]): readonly string[] {
    const list = parseWordList(given.join('\n'));
    if (!list.ok) throw new Error(explain('given', list.fault));
    return list.words;
  }

  function automatonOf(given: readonly string[]): Automaton {
    const built = build(wordsIn(given));
    if (!built.ok) throw new Error(explain('given', built.fault));
    return built.automaton;
  }

  function statesIn({ edges }: Automaton): number {
    return edges.subarray(1).filter((edge) => edge & LAST_EDGE).length;
  }

  /** By definition: two beginnings lead to the same state if and only if the same endings make them words. */
  function countEndings(list: readonly string[]): number {
    const endings = new Map<string, string[]>();
    for (const word of list) {
      const letters = Array.from(word);
      for (let cut = 0; cut < letters.length; cut++) {
        const before = letters.slice(0, cut).join('');
        endings.set(before, [...(endings.get(before) ?? []), letters.slice(cut).join('')]);
      }
    }
    return new Set([...endings.values()].map((some) => some.sort().join(' '))).size;
  }
});

t.test('describe', async (t) => {
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
    t.match(describeLexicon(join(folder, 'none'), folders), { ok: false, problem: /no such file/ });
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
    t.match(buildLexicon(join(folder, 'none'), out, folders), {
      ok: false,
      problem: /no such file/,
    });
  });

  t.test('build writes over files alone', async (t) => {
    const told = (out: string) => {
      const described = buildLexicon(file, out, folders);
      return described.ok ? 'fine' : described.problem;
    };
    mkdirSync(join(folder, 'folder'));
    t.match(
      told(join(folder, 'folder')),
      `${folder}/folder exists and is not a file. Use another file name for --output`,
    );
    t.match(told('/dev/null'), '/dev/null exists and is not a file');
    writeFileSync(join(folder, 'plain'), '');
    t.match(
      told(join(folder, 'plain', 'out.lex')),
      /cannot write .*plain\/out\.lex: (.|\n)*Use --output with a file in a writable folder/,
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
});

t.test('english', async (t) => {
  const root = join(import.meta.dirname, '..', '..');
  const licence = 'LICENSE-english.txt';
  makeEnglish(join(root, 'dist'));

  t.test('english is the list that comes with the package', async (t) => {
    const reading = loadLexicon('english', []);
    if (!reading.ok) throw new Error(reading.problem);
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
    t.match(
      sentence(join(folder, 'host')),
      /missing or damaged: .*english\.lex: no such file.*Reinstall wordhost/,
    );
    const lists = join(folder, 'dist', 'lexicon');
    mkdirSync(lists, { recursive: true });
    const whole = readFileSync(join(root, 'dist', 'lexicon', 'english.lex'));
    writeFileSync(join(lists, 'english.lex'), whole.subarray(0, 1000));
    t.match(sentence(folder), 'english.lex is damaged or of another version');
    writeFileSync(join(lists, 'english.lex'), whole);
    writeFileSync(join(lists, 'english.txt'), 'CAT\n');
    t.match(sentence(folder), /english\.txt is not \d+ bytes long/);
    writeFileSync(join(lists, 'english.txt'), readFileSync(join(root, 'dist', 'lexicon', 'english.txt')));
    t.equal(sentence(join(folder, 'host')), 'fine', 'found from any depth');
    t.match(sentence('/'), 'no package.json of wordhost above /');
  });
});

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
    t.match(
      sentence(file.slice(0, 10)),
      'damaged (it has only 10 bytes). Compile it again: wordhost lexicon build',
    );
  });

  t.test('a file of another version says which', async (t) => {
    const other = Buffer.from(file);
    other.writeUInt32LE(FORMAT_VERSION + 6, 8);
    t.match(
      sentence(other),
      'compiled by another version of wordhost (format 7, this one reads 1). Compile it again',
    );
  });

  t.test('what is no compiled list is told from one', async (t) => {
    t.notOk(isCompiled(Buffer.from('wordlexicon\n')));
    t.match(sentence(Buffer.alloc(100)), 'it does not start like a compiled list');
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
      const reading = loadLexicon(join(folder, 'words.txt'), folders);
      if (!reading.ok) throw new Error(reading.problem);
      return reading.lexicon;
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
    t.match(
      loadByHash('words.txt', sha256, folders),
      { words: 2, sha256 },
      'once it is made again it is found by its hash',
    );
  });

  const words = fc.uniqueArray(fc.stringMatching(/^[A-CÄΩ𝔸]{1,6}$/u), { minLength: 1, maxLength: 30 });

  t.test(
    'A list holds exactly its own words: with one word more, one less or another it does not',
    async () => {
      const law = fc.property(words, words, (some, others) => {
        const [one, other] = [compiled(some), compiled(others)];
        return (
          holdsExactly(one.automaton, one.text) &&
          holdsExactly(one.automaton, other.text) === (one.text === other.text)
        );
      });
      fc.assert(law, runs(500));
    },
  );

  t.test(
    'Whatever edge is changed, the list does not hold its words any more, and the look at it ends',
    async (t) => {
      const { automaton, text } = compiled(['AB', 'ABLE', 'CAB', 'CABLE', 'TAB', 'TABLE', 'ÄRA']);
      for (let edge = 1; edge < automaton.edges.length; edge++)
        for (let bit = 0; bit < 32; bit++) {
          const edges = automaton.edges.with(edge, automaton.edges[edge]! ^ (1 << bit));
          if (holdsExactly({ ...automaton, edges }, text)) t.fail(`edge ${edge}, bit ${bit}`);
        }
      t.ok(holdsExactly(automaton, text));
      for (const alphabet of [automaton.alphabet.toReversed(), automaton.alphabet.with(3, 'E')])
        t.notOk(
          holdsExactly({ ...automaton, alphabet }, text),
          'letters in another order are other words to players',
        );
    },
  );
});

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

  t.test(
    'a KWG file is read back equal, node by node; one that is cut off anywhere is refused',
    async (t) => {
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
    },
  );

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

  t.test(
    'a large list, read backwards from each of its letters',
    { skip: withoutLargeWordList },
    async (t) => {
      const list = readWordList(readFileSync(largeWordList!));
      const built = list.ok ? build(list.words) : undefined;
      const made = built && (built.ok ? gaddagOf(built.automaton) : undefined);
      if (!list.ok || !made?.ok) throw new Error('not made');
      const { gaddag } = made;
      const ways = new Float64Array(gaddag.edges.length);
      for (let index = 1, state = 1; index < ways.length; index++) {
        const edge = gaddag.edges[index]!;
        ways[state]! += Number((edge & 0x40_0000) !== 0) + ways[edge & 0x3f_ffff]!;
        if (edge & 0x80_0000) state = index + 1;
      }
      const letters = list.words.reduce((sum, word) => sum + word.length, 0);
      t.equal(ways[gaddag.backwards], letters, 'a path for each letter of each word');
      t.equal(ways[gaddag.root], list.words.length);
      t.ok(gaddag.edges.byteLength < 3_500_000, `${gaddag.edges.byteLength} bytes`);
    },
  );

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
    t.match(decodeKwg(chain), { ok: false, fault: { detail: 'it has a word of more than 255 letters' } });
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
      problem: /bot\.py exists and is not a KWG file, so it was not overwritten/,
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

  t.test(
    'a list whose letters are not A to Z is refused: by its name, as engines know it, or by its numbers',
    async (t) => {
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
        t.match(
          readAs(name, file),
          `its name is the name of a list in ${language}, whose letters are not A to Z. A KWG file has numbers instead of letters, so use a text list with one word per line`,
        );
      const other = file.slice();
      const nodes = new Uint32Array(other.buffer);
      nodes[2] = (nodes[2]! & 0xff_ffff) | (32 << 24);
      t.match(readAs('other.kwg', other), /node 2 has the letter 32, but letters must be 1 to 26 \(A to Z\)/);
    },
  );

  function wordsIn(text: string) {
    const built = build(text.trimEnd().split('\n'));
    if (!built.ok) throw new Error(built.fault.is);
    return built.automaton;
  }
});

t.test('leaves', async (t) => {
  const loaded = loadLexicon('english');
  if (!loaded.ok) throw new Error(loaded.problem);
  const { lexicon } = loaded;
  const tiles = builtInTileSet('english')!;
  const leaves = leaveValues(tiles);
  const terms = { rules: ruleSets.tournament, board: builtInBoard('official')!, tiles, lexicon, handSize: 7 };
  const words = searchedWords(lexicon);

  function handOf(letters: string): HeldTiles {
    const hand = new Map<number, number>();
    for (const letter of letters) {
      const id = LETTERS.indexOf(letter);
      hand.set(id, (hand.get(id) ?? 0) + 1);
    }
    return hand;
  }

  t.test('the values are those that players know', async (t) => {
    const worth = (letters: string) => leaves.of(handOf(letters));
    t.equal(worth(''), 0);
    for (const [better, worse] of [
      ['?', 'S'],
      ['S', 'E'],
      ['E', 'V'],
      ['QU', 'Q'],
      ['AERST', 'IIUVW'],
      ['EN', 'EE'],
    ] as const)
      t.ok(worth(better) > worth(worse), `${better}, ${worth(better)}, before ${worse}, ${worth(worse)}`);
  });

  t.test('what reads the table and what makes it mean the same by its numbers', async (t) => {
    const weights = new Float64Array(FEATURES);
    for (const [id, letter] of [...LETTERS].entries())
      for (const [copy, value] of madeTable.copies[letter]!.entries())
        weights[copyFeature(id, copy)] = 10 * value;
    for (const [vowels, row] of madeTable.balance.entries())
      for (const [others, value] of row.entries()) weights[balanceFeature(vowels, others)] = 10 * value;
    weights[withQFeature] = 10 * madeTable.withQ;
    const chance = chanceFrom('leaves');
    const below = (end: number) => Math.floor(chance() * end);
    for (let round = 0; round < 200; round++) {
      const letters = Array.from({ length: below(7) }, () => LETTERS[below(LETTERS.length)]!).join('');
      const sum = featuresOf(handOf(letters)).reduce((all, feature) => all + weights[feature]!, 0);
      t.equal(leaves.of(handOf(letters)), sum, letters);
    }
  });

  t.test('least squares find the weights that a sum was made of', async (t) => {
    const fit = new LeastSquares(3);
    for (const features of [[0], [0, 1], [0, 2], [0, 1, 2]])
      for (let times = 0; times < 1000; times++)
        fit.add(
          features,
          features.reduce((sum, feature) => sum + [20, 5, -3][feature]!, 0),
        );
    t.same(
      [...fit.weights(0)].map((weight) => Math.round(weight * 1e6) / 1e6),
      [20, 5, -3],
    );
    const withPrior = new LeastSquares(1);
    for (let times = 0; times < 30; times++) withPrior.add([0], 8);
    t.equal(withPrior.weights(10)[0], 6, 'nearer to 0 where ten measurements of 0 count, too');
  });

  t.test('the best part of a hand is the best of all its parts', async (t) => {
    for (const letters of ['QUIZERS', 'VVUUIIW', '??AEIST', 'E']) {
      const most = partsOf([...letters]).reduce(
        (best, part) => Math.max(best, leaves.of(handOf(part.join('')))),
        0,
      );
      const { best } = leaves.parts(handOf(letters))!;
      t.equal(best.value, most, letters);
      t.equal(leaves.of(best.kept), most);
    }
    const large = new Map(Array.from({ length: 20 }, (_, id) => [id, 3]));
    t.equal(leaves.parts(large), undefined, 'too many parts');
    t.throws(() => leaves.of(large), /expected fewer kinds of tiles; got 20/);
    t.match(keptTiles({ terms, held: large }, 40), { most: [], change: undefined });
    t.equal(keptTiles({ terms, held: large }, 40).after([]), 0);
  });

  /** Not the whole. */
  function partsOf(letters: readonly string[]): string[][] {
    const numbers = Array.from({ length: 2 ** letters.length - 1 }, (_, number) => number);
    return numbers.map((number) => letters.filter((_, index) => (number >> index) % 2 === 1));
  }

  t.test('letters that the table does not know are worth nothing', async (t) => {
    const faces = [{ letter: 'Ж', points: 5 }];
    const other = leaveValues({ name: 'other', tiles: [{ id: 0, count: 4, faces }] });
    t.equal(other.of(new Map([[0, 3]])), 0);
    t.same(other.parts(new Map([[0, 3]]))!.best, { kept: new Map(), value: 0 });
  });

  const english = klvOf(
    tiles.tiles.map(({ count }) => count),
    3,
    valueByChance,
  );
  const readLeaves = (bytes: Uint8Array) => {
    const read = readKlv(bytes);
    return read.ok ? fileLeaves(read.file, tiles) : read.problem;
  };

  t.test('a KLV2 file has a value for each leave, whatever the order of the tiles in a hand', async (t) => {
    const leaves = readLeaves(english);
    if (typeof leaves === 'string') throw new Error(leaves);
    const value = (letters: string) => leaves.of(handOf(letters));
    for (const letters of ['?', 'A', 'Z', '??', '?A', 'AEE', 'QUZ', 'SSS']) {
      const byChance =
        1000 * Math.fround(valueByChance([...letters].map((letter) => LETTERS.indexOf(letter))));
      t.equal(value(letters), Math.sign(byChance) * Math.round(Math.abs(byChance)), letters);
      t.equal(value([...letters].reverse().join('')), value(letters));
    }
    t.strictSame([value(''), value('AEIN'), value('ZZ')], [0, 0, 0], 'what is not in the file');
    const parts = leaves.parts(handOf('ZQUAAE'))!;
    t.equal(parts.without([...'ZUA'].map((letter) => LETTERS.indexOf(letter))), value('QAE'));
  });

  t.test('a file that is no KLV2 file, or is damaged, says why', async (t) => {
    const problem = (change: (numbers: Uint32Array) => void, bytes: Uint8Array = english) => {
      const copy = bytes.slice();
      change(new Uint32Array(copy.buffer, copy.byteOffset, copy.length >> 2));
      const leaves = readLeaves(copy);
      return typeof leaves === 'string' ? leaves : 'fine';
    };
    const none = () => {};
    const size = new Uint32Array(english.buffer, english.byteOffset, 1)[0]!;
    const [root, LEADS] = [3, 0x3f_ffff];
    const noKlv = 'expected a KLV2 file: its numbers of nodes and of leaves do not fit its size';
    t.equal(problem(none), 'fine');
    for (const bytes of [
      english.subarray(4),
      english.subarray(0, -4),
      Buffer.from('CAT\nDOG\nEEL\n'),
      new Uint8Array(0),
    ])
      t.equal(problem(none, bytes), noKlv);
    t.equal(
      problem((all) => {
        all[root] = (all[root]! & ~LEADS) | 2;
      }),
      'node 2 leads to itself',
    );
    t.equal(
      problem((all) => {
        all[root] = (all[root]! & ~LEADS) | LEADS;
      }),
      'it ends before node 4194303',
    );
    t.match(
      problem((all) => {
        all[root]! &= ~0x80_0000;
      }),
      /^expected \d+ values, one for each leave; got \d+$/,
    );
    t.match(
      problem((all) => {
        all[size + 5] = 0x7f80_0000;
      }),
      'expected values from -1000000 to 1000000; got Infinity for leave 3',
    );
    const few = (tile: number) => klvOf([1, ...Array<number>(tile).fill(1)], 1, () => 1);
    t.equal(problem(none, few(26)), 'fine');
    t.equal(
      problem(none, few(29)),
      'expected the leaves of 26 letters, which the tiles english have; the file has 29',
    );
    await fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(english.length - 1), fc.nat(255)), { maxLength: 8 }),
        (changes) => {
          const copy = english.slice();
          for (const [at, byte] of changes) copy[at] = byte;
          t.match(typeof readLeaves(copy), /^(string|object)$/);
        },
      ),
      runs(300),
    );
  });

  t.test('many nodes that lead to long lists of others are counted in one pass', async (t) => {
    const nodes = 400_000;
    const numbers = new Uint32Array(nodes + 3);
    numbers[0] = nodes;
    // Each leads to its second next: without a memory of what was counted, this takes hours.
    for (let node = 0; node < nodes; node++)
      numbers[node + 1] = (1 << 24) | (node + 2 < nodes ? node + 2 : 0);
    numbers[nodes] = 0x0140_0000;
    numbers[nodes + 1] = 1;
    t.match(readLeaves(new Uint8Array(numbers.buffer)), /^(it has a leave of more|expected \d+ values)/);
  });

  t.test('of all plays those that are worth most with what they keep, however they are found', async (t) => {
    let position: Position = emptyPosition;
    for (const letters of ['QUIZERS', 'ATONEDX', 'VVIUUEE', 'AEINST?', 'BCKLYAR']) {
      const held = handOf(letters);
      const situation = { terms, position, held };
      const worths: number[] = [];
      for (const _ of searchPlays(terms, position, held, (found) => {
        const placements = found.placements();
        const judgement = judgePlay(terms, position, held, placements);
        const rest = [...letters];
        for (const { id } of placements) rest.splice(rest.indexOf(LETTERS[id]!), 1);
        const leave = leaves.of(handOf(rest.join('')));
        if (judgement.legal) worths.push(worthOf({ points: judgement.points, leave }));
      }));
      const best = new RankedPlays(situation, 5, keptTiles(situation, 50));
      const look = (found: Parameters<RankedPlays['look']>[0]) => {
        best.look(found);
        return best.least;
      };
      for (const _ of new BestPlays(terms, words).search(position, held, look, best.beside));
      t.same(best.plays.map(worthOf), worths.sort((one, other) => other - one).slice(0, 5), letters);
      position = position.with(best.plays[0]!.placements);
    }
  });

  t.test(
    'tiles are changed where that is worth more than any play, as long as the bag allows it',
    async (t) => {
      const chosen = (letters: string, inBag: number) => {
        const choice = {
          terms,
          position: emptyPosition,
          held: handOf(letters),
          inBag,
          ...{ player: 1, scores: [0, 0], scoreless: 0 },
          chance: chanceFrom('1'),
        };
        const chooser = bestPlay({ leave: true })(choice);
        for (const _ of searchPlays(terms, emptyPosition, choice.held, (found) => chooser.look(found)));
        return chooser.chosen();
      };
      const { type, ids } = chosen('SS?UUVV', 86) as { type: string; ids: readonly number[] };
      t.equal(type, 'change');
      t.ok(ids.length === 5, `${ids.length} tiles`);
      t.not((chosen('SS?UUVV', 6) as { type?: string } | undefined)?.type, 'change', 'too few in the bag');
      t.ok(Array.isArray(chosen('QUIZERS', 86)), 'a good play is made');
    },
  );
});
