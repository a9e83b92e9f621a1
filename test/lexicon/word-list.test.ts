import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
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
import { buildLexicon, checkText, checkWords, describeLexicon } from '../../host/lexicon/describe.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { explain, explainSkipped } from '../../host/lexicon/problem.ts';
import { parseWordList, readWordList, textOf, upperCase } from '../../host/lexicon/word-list.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';

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
    t.same(read('\n  bat  \n\t\n# a comment\n   # another\ncat\n\n'), ['BAT', 'CAT'], 'blanks and comments');
    t.same(read('bat\r\ncat\r\n'), ['BAT', 'CAT'], 'lines that end in CR LF');
    t.same(read('bat\rcat\r'), ['BAT', 'CAT'], 'lines that end in CR');
    t.same(read('zug\nÄpfel\näpfel\nA\u0308pfel'), ['ZUG', 'ÄPFEL'], 'composed, and in order');
    t.same(read('straße'), ['STRASSE'], 'a letter that is two in upper case');
    t.same(read('\u{10428}\nﺍ\nb'), ['B', 'ﺍ', '\u{10400}'], 'in the order of bytes, not of UTF-16');
    t.same(read('a'.repeat(255)), ['A'.repeat(255)], 'a word of 255 letters');
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('bat\r\ncat')]);
    t.same(readWordList(bytes), { ok: true, words: ['BAT', 'CAT'] }, 'no byte order mark');
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
    t.match(
      list.ok && list.skipped && explainSkipped('words.txt', list.skipped),
      /words\.txt: 2 .*skipped.*them: line 2: "don't"/,
    );
    t.match(
      explainSkipped('words.txt', { count: 1, first: { line: 3, text: 'R2', why: 'characters' } }),
      /words\.txt: 1 line was skipped: line 3: "R2"/,
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
    t.match(sentence('red car'), /line 1: "red car" is not a word: .*letters.*line/);
    t.match(sentence('cat\nROUTE66'), 'line 2: "ROUTE66" is not a word: only letters');
    t.match(sentence('J\u030c'), /point, without combining marks/);
    t.match(sentence('a'.repeat(256)), /line 1: "a{40}…" .*256 letters, and at most 255/);
    t.match(sentence(`cat ${'x'.repeat(100_000)}`), /^.{0,200}\n.{0,200}\n.{0,200}$/, 'a long line is cut');
    t.match(sentence('a\u001b[31mb'), '"a\ufffd[31mb"', 'what would steer a terminal is not shown');
    const many = sentence(Array.from({ length: 23 }, (_, index) => `no ${index}`).join('\n')).split('\n');
    t.equal(many.length, 13);
    t.match(many[9], 'line 10: "no 9" is not a word');
    t.equal(many[10], 'and 13 more lines');
    t.match(sentence('\n# nothing here\n'), 'the list is empty');
    t.match(sentence(''), 'the list is empty');
    t.match(sentence(Buffer.from('\ufeffcat\n', 'utf16le')), 'the file is UTF-16');
    t.match(sentence(Buffer.from('\ufeffcat\n', 'utf16le').swap16()), 'the file is UTF-16');
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
      t.match(built.ok || explain('mine', built.fault), /line 2: ".*" .*256 letters, and at most 255/u);
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
      '326 different letters (including all of A to Z); at most 255',
    );
    const big = build(['AB', 'CD', 'EF'], 3);
    t.match(big.ok || explain('w', big.fault), /its 3 words.*compile/);
    t.throws(() => build(['B', 'A']), /in order/);
    t.throws(() => build(['A', 'A']), /in order/);
    t.throws(() => build(['']), /in order/);
    const empty = build([]);
    t.notOk(empty.ok && hasWord(empty.automaton, 'A'), 'an empty automaton holds nothing');
    t.notOk(empty.ok && hasWord(empty.automaton, ''));
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
    const { info } = expectOk(describeLexicon(file, folders));
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
    t.match(told(join(folder, 'folder')), `${folder}/folder exists and is not a file`);
    t.match(told('/dev/null'), /\/dev\/null exists.*not/);
    writeFileSync(join(folder, 'plain'), '');
    t.match(told(join(folder, 'plain', 'out.lex')), /cannot write .*plain\/out\.lex: (.|\n)*--output/);
  });

  t.test('check tells of each word whether it is in the list, in any case', async (t) => {
    const reading = expectOk(loadLexicon(file, folders));
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
