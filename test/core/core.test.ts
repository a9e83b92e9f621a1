import { hash } from 'node:crypto';
import t from 'tap';
import { chachaBlock, draw, openStream, type Stream, shuffle, streamNames } from '../../host/core/chance.ts';
import { MOST_DEPTH, parseJson } from '../../host/core/json.ts';
import { hexOf, sha256 } from '../../host/core/seed.ts';
import {
  aroundDifference,
  cut,
  padEnd,
  padStart,
  visible,
  visibleBytes,
  visibleJson,
  visibleLines,
  visibleUtf8,
  widthOf,
} from '../../host/core/text.ts';
import { quoted, shellWord, simpleCommands } from '../../host/files/shell.ts';
import { scrabbleScanner } from '../../host/games/scrabble/wire/scanner.ts';
import { bradleyTerry, type PointsTable } from '../../host/statistics/bradley-terry.ts';
import { normalBelow } from '../../host/statistics/distributions.ts';
import {
  deviationsOfElo,
  eloOfScore,
  noSums,
  ratioOfMargins,
  scoreOfElo,
  withNumber,
} from '../../host/statistics/elo.ts';
import { accepted, boundsOf, ratioOfDeviations, ratioOfMeans } from '../../host/statistics/likelihood.ts';
import type { Sample } from '../../host/statistics/sample.ts';
import {
  claimTerminal,
  isTerminalTaken,
  TerminalLock,
  type TerminalRequest,
} from '../../host/terminal/terminal.ts';
import { markedText } from '../../host/views/terminal/player-reports.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import fc, { runs } from '../support/laws.ts';

t.test('around difference', async (t) => {
  t.test(
    'short lines are shown whole, and of long ones the part at which they begin to differ',
    async (t) => {
      t.same(aroundDifference('{"a":1}', '{"a":2}'), ['{"a":1}', '{"a":2}']);
      const [before, after] = ['b'.repeat(1000), 'a'.repeat(1000)];
      const [one, other] = aroundDifference(`${before}1${after}`, `${before}2${after}`);
      t.equal(one, `…${'b'.repeat(60)}1${'a'.repeat(119)}…`);
      t.equal(other, `…${'b'.repeat(60)}2${'a'.repeat(119)}…`);
      t.same(aroundDifference(`1${after}`, '2'), [`1${'a'.repeat(119)}…`, '2']);
      t.same(aroundDifference(before, 'no such line'), [`${'b'.repeat(120)}…`, 'no such line']);
      t.same(aroundDifference(before, `${before}\r`), [`…${'b'.repeat(60)}`, `…${'b'.repeat(60)}\r`]);
    },
  );
});

t.test('chance', async (t) => {
  const key = Uint32Array.from({ length: 8 }, (_, index) => 0x03020100 + 0x04040404 * index);

  function drawn(stream: Stream, count: number, below: number): number[] {
    let rest = stream;
    return Array.from({ length: count }, () => {
      let number: number;
      [number, rest] = draw(rest, below);
      return number;
    });
  }

  t.test('a block is that of RFC 8439, 2.3.2', async (t) => {
    const block = chachaBlock(key, 1, [0x09000000, 0x4a000000, 0]);
    t.same(
      [...block].map((word) => word.toString(16).padStart(8, '0')).join(' '),
      'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
        '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
    );
  });

  t.test('a stream is a value: drawn from twice, it gives the same', async (t) => {
    const stream = openStream(key, 'bag');
    const [, later] = draw(stream, 100);
    t.same(drawn(stream, 50, 1000), drawn(stream, 50, 1000));
    t.same(drawn(later, 49, 100), drawn(stream, 50, 100).slice(1), 'and goes on where it was');
  });

  t.test('nothing is drawn below a number that is not whole, or below none', async (t) => {
    const stream = openStream(key, 'coin');
    for (const below of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1])
      t.throws(() => draw(stream, below), {
        message: `draw: expected a whole number from 1 to 2^32; got ${below}`,
      });
    t.equal(draw(stream, 1)[0], 0);
    t.ok(draw(stream, 2 ** 32)[0] >= 0);
  });

  t.test('each stream of a key is another, and other keys have other streams', async (t) => {
    const other = key.map((word) => word ^ 1);
    const all = [key, other].flatMap((each) =>
      streamNames.map((name) => drawn(openStream(each, name), 8, 2 ** 32)),
    );
    t.equal(new Set(all.map(String)).size, 2 * streamNames.length);
  });

  t.test('every number is as likely as any other', async (t) => {
    const counts = new Array<number>(7).fill(0);
    for (const number of drawn(openStream(key, 'coin'), 70_000, 7)) counts[number]!++;
    const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // The 99.9 % point for 6 degrees of freedom; the key is fixed, so this never fails by chance.
    t.ok(chiSquared < 22.5, `chi squared is ${chiSquared}`);
  });

  t.test('what is shuffled is the same things in some order', async (t) => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 60 }), (things) => {
        const [shuffled] = shuffle(openStream(key, 'order'), things);
        return String(shuffled.toSorted((a, b) => a - b)) === String(things.toSorted((a, b) => a - b));
      }),
    );
    const [shuffled] = shuffle(openStream(key, 'bag'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    t.not(String(shuffled), '1,2,3,4,5,6,7,8,9,10');
  });

  t.test('all orders of three come, about equally often', async (t) => {
    const seen = new Map<string, number>();
    let stream = openStream(key, 'first');
    for (let round = 0; round < 6000; round++) {
      let order: string[];
      [order, stream] = shuffle(stream, ['a', 'b', 'c']);
      seen.set(order.join(''), (seen.get(order.join('')) ?? 0) + 1);
    }
    t.equal(seen.size, 6);
    for (const [order, count] of seen) t.ok(Math.abs(count - 1000) < 130, `${order} came ${count} times`);
  });
});

t.test('marked text', async (t) => {
  const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

  t.test('A place is marked under its column, whatever letters stand before it', async (t) => {
    const text = bytesOf('日本é!');
    const { shown, column } = markedText(text, text.indexOf('!'), visibleUtf8, 40);
    t.equal(shown, '日本é!');
    t.equal(column, 5, 'two columns for each wide letter');
  });

  t.test('Of a long text the part around the place is shown, and the place with it', async (t) => {
    const text = `${'.'.repeat(500)}x${'.'.repeat(500)}`;
    for (const width of [20, 40, 200]) {
      const { shown, column } = markedText(text, 500, visible, width);
      t.ok(widthOf(shown) <= width, `${width} columns`);
      t.equal(shown[column], 'x');
    }
  });

  t.test('An unfinished line is told with its letters, and with escapes where it is no text', async (t) => {
    const unfinished = (bytes: string) => {
      const scanner = scrabbleScanner({ longest: 100, beyondAscii: false }, new Set());
      scanner.feed(Buffer.from(bytes, 'latin1'));
      t.equal(scanner.take(), undefined, 'no line has come to its end');
      return scanner.unfinished();
    };
    t.match(unfinished(bytesOf('play é ß')), /^wrote `play é ß` without a line end/);
    t.match(unfinished('play \xe9'), /^wrote `play \\xe9` without/);
  });
});

t.test('parse json', async (t) => {
  const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  t.test('JSON goes so deep and no deeper', async (t) => {
    for (const nested of [lists, objects]) {
      t.same(parseJson(nested(MOST_DEPTH)), JSON.parse(nested(MOST_DEPTH)));
      for (const depth of [MOST_DEPTH + 1, 100_000])
        t.throws(() => parseJson(nested(depth)), {
          message: 'at most 64 levels of nested lists and objects; it has more',
        });
    }
    t.equal(parseJson(`"${lists(1000)}"`), lists(1000), 'a text is no list');
    t.throws(() => parseJson('[1'), SyntaxError);
  });
});

t.test('sha256', async (t) => {
  t.test('the hash of the example in FIPS 180-4 is the one that stands there', async (t) => {
    t.equal(hexOf(sha256('abc')), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  t.test('bytes of each length around a block have the hash that Node finds', async (t) => {
    for (let length = 0; length <= 130; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => index * 7 + length);
      t.equal(hexOf(sha256(bytes)), hash('sha256', bytes), `${length} bytes`);
    }
  });

  t.test('any text has the hash that Node finds', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        return hexOf(sha256(text)) === hash('sha256', text);
      }),
      runs(200),
    );
  });
});

t.test('visible utf8', async (t) => {
  const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

  t.test('Letters of all languages are printed as they are', async (t) => {
    for (const text of ['é', 'Größe', 'ПРИВЕТ', 'ΚΑΛΗ', '日本', '🍌']) {
      t.equal(visible(text), text);
      t.equal(visibleUtf8(bytesOf(text)), text);
    }
  });

  t.test('Controls, marks of direction, and bytes that are no UTF-8 are escaped', async (t) => {
    t.equal(visibleUtf8(bytesOf('a\x1b[31m\u202eb')), 'a\\x1b[31m\\u{202e}b');
    t.equal(visibleUtf8('caf\xe9 \xff\xc3'), 'caf\\xe9 \\xff\\xc3');
    t.equal(visibleUtf8('\xc0\xaf \xed\xa0\x80'), '\\xc0\\xaf \\xed\\xa0\\x80', 'overlong forms and halves');
    t.equal(visibleUtf8(bytesOf('\x85\x7f\n')), '\\x85\\x7f\\n');
    t.equal(visibleUtf8(bytesOf('\ufeffready\ufeff')), '\\u{feff}ready\\u{feff}', 'byte order marks');
  });

  t.test('A text as bytes is shown as the text is', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => visibleUtf8(bytesOf(text)) === visible(text)),
    );
  });
});

t.test('visible', async (t) => {
  const acts = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const anyText = fc.string({ unit: anyCharacter, maxLength: 40 });

  t.test('Nothing in a visible text acts on a terminal, and the letters of all scripts stay', async (t) => {
    fc.assert(fc.property(anyText, (text) => !acts.test(visible(text)) && !acts.test(visibleBytes(text))));
    t.equal(visible('Zoë Ωμ 日本 e\u0301'), 'Zoë Ωμ 日本 e\u0301');
    t.equal(
      visible('\x1b[2J\u009b1m\u202e\u200b\ufeff\u2028\n\t'),
      '\\x1b[2J\\x9b1m\\u{202e}\\u{200b}\\u{feff}\\u{2028}\\n\\t',
    );
    t.equal(visible('\ud800'), '\\u{d800}', 'half a character');
  });

  t.test('Of lines that are printed, our own styles and ends of lines alone are left', async (t) => {
    t.equal(visibleLines('\x1b[1mbold\x1b[22m\n\ttab'), '\x1b[1mbold\x1b[22m\n\ttab');
    t.equal(visibleLines('\x1b[2J\x1b]0;title\x07\x9b2J\r'), '\\x1b[2J\\x1b]0;title\\x07\\x9b2J\\r');
    t.equal(
      visibleLines('::error::a\n \t::b\n##[error]c\na::b # ::c\n:d\n##e'),
      '\\x3a:error::a\n \t\\x3a:b\n\\x23#[error]c\na::b # ::c\n:d\n##e',
      'and no line is a command for a service of CI',
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own styles
    const ours = /\x1b\[\d{1,2}m|[\n\t]/g;
    fc.assert(fc.property(anyText, (text) => !acts.test(visibleLines(text).replace(ours, ''))));
  });

  t.test('A line of JSON is the same value, and nothing in it acts on a terminal', async () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = visibleJson({ text });
        return !acts.test(json) && JSON.parse(json).text === text;
      }),
    );
  });

  t.test('Wide letters take two columns, combining marks none', async (t) => {
    t.same(['abc', '日本', 'e\u0301', '🎲'].map(widthOf), [3, 4, 1, 2]);
    t.equal(padEnd('日', 4), '日  ');
    t.equal(padStart('日', 4), '  日');
    fc.assert(
      fc.property(anyText.map(visible), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const short = cut(text, width);
        return widthOf(short) <= width && (widthOf(text) > width || short === text);
      }),
    );
  });

  t.test('What stands for an unseen character is whole in a text that is cut, or left out', async (t) => {
    const name = visible('👩\u200d👩\u200d👧');
    const cuts = Array.from({ length: 23 }, (_, width) => cut(name, width + 2));
    t.same(
      new Set(cuts),
      new Set(['…', '👩…', '👩\\u{200d}…', '👩\\u{200d}👩…', '👩\\u{200d}👩\\u{200d}…', name]),
    );
    t.equal(cut('a\\x1bcd', 4), 'a…');
  });

  t.test('The columns of a table stand below each other, whatever is in it', async (t) => {
    const names = ['Ada', '日本語', 'Zoe\u0308', visible('\x1b[2J\u202e')];
    const lines = drawTable(
      ['player', 'won'],
      names.map((name) => [name, '7']),
    );
    t.same(new Set(lines.slice(1).map((line) => widthOf(line))).size, 1, lines.join('\n'));
  });
});

t.test('shell commands', async (t) => {
  t.test('the words of a command, without its quotes', async (t) => {
    const rows: readonly [string, ...(string | undefined)[][]][] = [
      ['python3 bot.py', ['python3', 'bot.py']],
      ['  ./bot  --depth 3 \'a file\' "b file"', ['./bot', '--depth', '3', 'a file', 'b file']],
      [String.raw`./a\ bot "it\"s" 'a'"b"c`, ['./a bot', 'it"s', 'abc']],
      ['./bot ""', ['./bot', '']],
      ['cd bots && ./one; ./two | tee x', ['cd', 'bots'], ['./one'], ['./two'], ['tee', 'x']],
      ['(./one)\n./two &', ['./one'], ['./two']],
      ['./bot <book.txt 2>errors >> out 2>&1', ['./bot', 'book.txt']],
      ['./bot2>out', ['./bot2']],
      ['./bot # and more', ['./bot']],
      ['./bot#1 a#b', ['./bot#1', 'a#b']],
      ['~/bot a~ ~other ~', ['/home/ada/bot', 'a~', '~other', '/home/ada']],
      ['./$NAME "$HOME/bot" *.py `pwd` [a] e?', Array.from({ length: 6 }, () => undefined)],
      [String.raw`./bot "a\$b" '$c'`, ['./bot', 'a$b', '$c']],
      ["./bot 'not closed", ['./bot', "'not", 'closed']],
      [''],
      ['# nothing'],
    ];
    for (const [line, ...commands] of rows) t.same(simpleCommands(line, '/home/ada'), commands, line);
  });

  t.test('what is quoted is read back', async (t) => {
    for (const text of ['a', 'a b', "it's", '"$x"', '\\', '*', '#', '~', "''", 'é', 'a\nb'])
      for (const quote of [quoted, shellWord])
        if (!quote(text).includes('$('))
          t.same(simpleCommands(`./bot ${quote(text)}`), [['./bot', text]], text);
  });
});

t.test('likelihood', async (t) => {
  const ofPairs = (counts: readonly number[]): Sample =>
    counts.map((count, index) => ({ value: index / 4, count }));
  const close = (value: number, wanted: number, by: number) => Math.abs(value - wanted) < by;

  t.test('the ratio of a long test of fastchess is the published one', async (t) => {
    const pairs = ofPairs([365, 16618, 36229, 16974, 390]);
    const ratio = ratioOfDeviations(pairs, 0.5, deviationsOfElo(0, 2), deviationsOfElo(2, 2));
    t.equal(ratio.toFixed(2), '2.25');
  });

  t.test('it changes sign with the hypotheses, and is 0 of two that are equal', async (t) => {
    const pairs = ofPairs([34, 54, 63, 64, 75]);
    const [up, down] = [ratioOfDeviations(pairs, 0.5, 0, 0.1), ratioOfDeviations(pairs, 0.5, 0.1, 0)];
    t.ok(close(up, -down, 1e-9));
    t.equal(ratioOfDeviations(pairs, 0.5, 0.1, 0.1), 0);
    t.equal(ratioOfMeans(pairs, 0.5, 0.5), 0);
  });

  t.test('a sample seen from the other side speaks as much against it', async (t) => {
    const counts = [20, 88, 170, 101, 42];
    const [forIt, against] = [ofPairs(counts), ofPairs([...counts].reverse())];
    t.ok(close(ratioOfDeviations(forIt, 0.5, 0, 0.1), ratioOfDeviations(against, 0.5, 0, -0.1), 1e-9));
    t.ok(close(ratioOfMeans(forIt, 0.5, 0.52), ratioOfMeans(against, 0.5, 0.48), 1e-9));
  });

  t.test('of many games it is near the half of a squared distance that theory gives', async (t) => {
    // A mean just at one hypothesis: n·(distance between them)²/2, in standard deviations.
    const sample: Sample = [
      { value: 0, count: 50_000 },
      { value: 1, count: 50_000 },
    ];
    const [elo, spread] = [2, 0.5];
    const distance = (scoreOfElo(elo) - 0.5) / spread;
    const theory = (-100_000 * distance ** 2) / 2;
    t.ok(close(ratioOfMeans(sample, 0.5, scoreOfElo(elo)), theory, 0.01 * Math.abs(theory)));
    t.ok(close(ratioOfDeviations(sample, 0.5, 0, distance), theory, 0.01 * Math.abs(theory)));
  });

  t.test('a value that has not come is not impossible', async (t) => {
    const ratio = ratioOfDeviations(ofPairs([0, 0, 0, 0, 7]), 0.5, 0, deviationsOfElo(10, 2));
    t.ok(Number.isFinite(ratio) && ratio > 0, String(ratio));
    t.ok(Number.isFinite(ratioOfMeans(ofPairs([0, 0, 9, 0, 0]), 0.5, 0.52)));
  });

  t.test('it is a number for every sample and all hypotheses that can be asked for', async (t) => {
    const law = fc.property(
      fc.array(fc.oneof(fc.nat(3), fc.nat(10_000)), { minLength: 5, maxLength: 5 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 1, max: 500 }),
      (counts, elo0, more) => {
        const [d0, d1] = [deviationsOfElo(elo0, 2), deviationsOfElo(Math.min(1000, elo0 + more), 2)];
        const of = (each: readonly number[]) => ratioOfDeviations(ofPairs(each), 0.5, d0, d1);
        const ratio = of(counts);
        if (!Number.isFinite(ratio)) throw new Error(`${ratio}`);
        const logistic = ratioOfMeans(ofPairs(counts), scoreOfElo(elo0), scoreOfElo(elo0 + more));
        if (!Number.isFinite(logistic)) throw new Error(`logistic: ${logistic}`);
      },
    );
    t.doesNotThrow(() => fc.assert(law, runs(300)));
    const all = (elo1: number, count: number) =>
      ratioOfDeviations(ofPairs([0, 0, 0, 0, count]), 0.5, 0, deviationsOfElo(elo1, 2));
    for (const elo1 of [10, 100, 400, 1000])
      t.ok(all(elo1, 20) > all(elo1, 5) && all(elo1, 5) > 0, `${elo1}`);
  });

  t.test('margins: theory again, any unit, and nothing of nothing', async (t) => {
    const numbers = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? 30 : -10));
    const sums = numbers.reduce(withNumber, noSums);
    const [mean, deviation] = [10, 20];
    const theory = (1000 * (mean / deviation) ** 2) / 2;
    const ratio = ratioOfMargins(sums, 0, mean / deviation);
    t.ok(
      close(ratio, 1000 * Math.log(Math.sqrt(500) / 20), 1e-6),
      'exactly: the deviations under both hypotheses',
    );
    t.ok(close(ratio, theory, 0.15 * theory), 'about: half of a squared distance');
    const inHundreds = numbers.map((number) => number / 100).reduce(withNumber, noSums);
    t.ok(close(ratioOfMargins(inHundreds, 0, 0.5), ratio, 1e-6));
    t.equal(ratioOfMargins(noSums, 0, 1), 0);
    const even = { size: 5000, sum: 0, squares: 0 };
    t.equal(ratioOfMargins(even, -0.04, 0), 4, 'all even: as it is where they are nearly so');
    t.ok(close(ratioOfMargins({ ...even, squares: 1e-9 }, -0.04, 0), 4, 1e-6));
  });

  t.test('the bounds of a test, and what is accepted at them', async (t) => {
    const bounds = boundsOf({ alpha: 0.05, beta: 0.05 });
    t.equal(bounds.lower.toFixed(2), '-2.94');
    t.equal(bounds.upper.toFixed(2), '2.94');
    t.same(
      [2.95, 2.9, -2.9, -2.95].map((ratio) => accepted(ratio, bounds)),
      ['H1', null, null, 'H0'],
    );
  });
});

t.test('normal', async (t) => {
  /** Of published tables of the normal distribution. */
  const published = [
    [0, 0.5],
    [0.5, 0.691462461274013],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [2.326347874040841, 0.99],
    [3.090232306167813, 0.999],
    [4, 0.9999683287581669],
  ] as const;

  t.test('the part below a deviate is as in the tables, on both sides', async (t) => {
    for (const [deviate, part] of published) {
      t.ok(Math.abs(normalBelow(deviate) - part) < 1e-12, `${deviate}`);
      t.ok(Math.abs(normalBelow(-deviate) - (1 - part)) < 1e-12, `${-deviate}`);
    }
  });

  t.test('it has no step where the way of computing it changes, and does not end at 0', async (t) => {
    t.ok(Math.abs(normalBelow(3 - 1e-9) - normalBelow(3)) < 1e-11);
    t.ok(normalBelow(-30) > 0 && normalBelow(-30) < 1e-190);
    t.equal(normalBelow(30), 1);
  });
});

t.test('bradley terry', async (t) => {
  /** Ordo takes 202 points for a chance of 76 %, unless told otherwise (`-z`): it stretches the Elo scale by so much. */
  const ORDO = 202 / eloOfScore(0.76);

  /** As Ordo prints them, one player's rating being known. */
  function inOrdo(points: PointsTable, anchor: number, rating: number): string[] {
    const { players } = bradleyTerry(points);
    return players.map((each) => (rating + (each!.value - players[anchor]!.value) * ORDO).toFixed(1));
  }

  t.test(
    'ratings of published tables are those of Ordo: three nets of lczero and Stockfish 9, and a match',
    async (t) => {
      // 32 games a pair; what three of them did against each other is chosen to their points: 65.5, 52, 39, 35.5 of 96.
      const points = [
        [0, 20.5, 24, 21],
        [11.5, 0, 19, 21.5],
        [8, 13, 0, 18],
        [11, 10.5, 14, 0],
      ];
      t.same(inOrdo(points, 1, 0), ['79.3', '0.0', '-74.2', '-94.7']);
      // Sayuri and OopsMate, 300 games, with a white advantage of 0.
      t.same(
        inOrdo(
          [
            [0, 171.5],
            [128.5, 0],
          ],
          0,
          1807,
        ),
        ['1807.0', '1756.4'],
      );
    },
  );

  t.test('where one number says it all, it is that of the Elo scale', async (t) => {
    // Three quarters, three quarters and nine tenths: 191, 0, -191, as Laskos derived it by hand (TalkChess, June 2012).
    const { players, virtualDraws } = bradleyTerry([
      [0, 22.5, 27],
      [7.5, 0, 22.5],
      [3, 7.5, 0],
    ]);
    t.same(
      players.map((each) => Math.round(each!.value) + 0),
      [191, 0, -191],
    );
    t.equal(virtualDraws, 0);
  });

  t.test('the interval of two players is that of a share of wins', async (t) => {
    const { players, superiority } = bradleyTerry([
      [0, 60],
      [40, 0],
    ]);
    // The difference has the error 1.96/√(n·p·q) in natural units; each rating has half of it.
    const error = (1.959964 / Math.sqrt(100 * 0.6 * 0.4)) * (400 / Math.log(10));
    t.equal(players[0]!.error.toFixed(3), (error / 2).toFixed(3));
    t.equal((2 * players[0]!.value).toFixed(6), eloOfScore(0.6).toFixed(6));
    t.equal(superiority(0, 1).toFixed(3), '0.977');
    t.equal((superiority(0, 1) + superiority(1, 0)).toFixed(9), '1.000000000');
  });

  t.test('a player that won everything has a rating too, and it is said how', async (t) => {
    const { players, virtualDraws } = bradleyTerry([
      [0, 10, 10],
      [0, 0, 6],
      [0, 4, 0],
    ]);
    t.equal(virtualDraws, 1);
    t.ok(players.reduce((sum, each) => sum + each!.error, 0) < 3000, 'with errors that have an end');
    t.ok(players[0]!.value > players[1]!.value && players[1]!.value > players[2]!.value);
  });

  t.test('who has not played is not rated, and changes nothing', async (t) => {
    const two = bradleyTerry([
      [0, 6],
      [4, 0],
    ]);
    const three = bradleyTerry([
      [0, 0, 6],
      [0, 0, 0],
      [4, 0, 0],
    ]);
    t.same([three.players[0], three.players[2]], two.players);
    t.equal(three.players[1], undefined);
    t.equal(three.superiority(0, 1), 0.5);
    t.same(bradleyTerry([[0]]).players, [undefined]);
    t.same(bradleyTerry([]).players, []);
  });

  const size = 6;
  const meetings = fc.array(fc.array(fc.nat({ max: 8 }), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  });

  t.test(
    'whatever came, the mean is 0, the points are those to be expected, and the order of players is no matter',
    async () => {
      fc.assert(
        fc.property(meetings, (table) => {
          const points = table.map((row, one) => row.map((value, other) => (one === other ? 0 : value / 2)));
          const { players, virtualDraws } = bradleyTerry(points);
          const rated = players.filter((each) => each !== undefined);
          const mean = rated.reduce((sum, { value }) => sum + value, 0);
          const turned = bradleyTerry(points.toReversed().map((row) => row.toReversed()));
          const same = turned.players
            .toReversed()
            .every((each, index) => close(each?.value, players[index]?.value));
          return close(mean, 0) && same && (virtualDraws === 1 || asExpected(points, players));
        }),
        runs(150),
      );
    },
  );

  type Rated = ReturnType<typeof bradleyTerry>['players'];

  function asExpected(points: PointsTable, players: Rated): boolean {
    return points.every((row, one) => {
      const expected = row.reduce((sum, won, other) => {
        const games = won + points[other]![one]!;
        const difference = (players[one]?.value ?? 0) - (players[other]?.value ?? 0);
        return sum + games / (1 + 10 ** (-difference / 400));
      }, 0);
      return close(
        expected,
        row.reduce((sum, won) => sum + won, 0),
      );
    });
  }

  function close(one: number | undefined, other: number | undefined): boolean {
    return one === other || Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) < 1e-5;
  }
});

t.test('terminal lock', async (t) => {
  const skip = process.platform === 'linux' ? false : 'abstract sockets are of Linux';
  /** No terminal, but a name that no other process has. */
  const terminal = `/dev/pts/of-${process.pid}`;

  t.test(
    'One program of a match can claim a terminal, and one of another match as well',
    { skip },
    async (t) => {
      t.equal(await claimTerminal(terminal, 'one'), true);
      t.equal(await claimTerminal(terminal, 'one'), false);
      t.equal(await claimTerminal(`${terminal}-second`, 'one'), true);
      t.equal(await claimTerminal(terminal, 'two'), true);
      t.equal(isTerminalTaken(terminal), false, 'a claim is no lock');
    },
  );

  t.test(
    'A lock is handed on when its owner releases it, who is told that somebody waits',
    { skip },
    async (t) => {
      const asked: TerminalRequest[] = [];
      const first = await TerminalLock.take(terminal, {
        owner: 'person',
        request: 'now',
        asked(request) {
          asked.push(request);
          first.release();
        },
      });
      t.ok(isTerminalTaken(terminal));
      t.notOk(first.metPerson);
      const second = await TerminalLock.take(terminal, { owner: 'host', request: 'now', asked: () => {} });
      t.same(asked, ['now']);
      t.ok(second.metPerson);
      second.release();
    },
  );

  t.test('A program that gives up waiting has no lock', { skip }, async (t) => {
    const first = await TerminalLock.take(terminal, { owner: 'person', request: 'now', asked: () => {} });
    const signal = AbortSignal.timeout(20);
    await t.rejects(
      TerminalLock.take(terminal, { owner: 'host', request: 'now', asked: () => {}, signal }),
      /aborted due to timeout/,
    );
    first.release();
  });
});
