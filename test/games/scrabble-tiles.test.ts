import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { tileSetFromFile } from '../../host/games/scrabble/tiles/tile-file.ts';
import {
  builtInTileNames,
  builtInTileSet,
  namedTileSet,
  type TileKind,
  type TileSet,
  tileCount,
} from '../../host/games/scrabble/tiles/tile-set.ts';
import { parseWordList } from '../../host/lexicon/word-list.ts';
import { judged } from './drawn-move.ts';

const beside = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const isTiles = new Ajv2020({ strict: true }).compile(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/reference/tiles.schema.json'), 'utf8')),
);

/** `A1x9` for a tile, `0:` and its id before it where it stands for several. */
function shown({ tiles }: TileSet): string {
  return tiles.map((kind) => `${facesOf(kind)}x${kind.count}`).join(' ');
}

function facesOf({ faces }: TileKind): string {
  return faces.map(({ letter, points }) => letter + points).join('|');
}

function read(text: string): string {
  const reading = tileSetFromFile('mine', text);
  if (reading.ok) return shown(reading.value);
  return reading.line === undefined ? reading.problem : `line ${reading.line}: ${reading.problem}`;
}

const json = (...tiles: readonly unknown[]) => read(JSON.stringify({ tiles }));
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

t.test('The built-in sets are those of the rules', async (t) => {
  const counts = 'A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1'.split(' ');
  const values = 'A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K5 L1 M3 N1 O1 P3 Q10 R1 S1 T1 U1 V4 W4 X8 Y4 Z10'.split(' ');
  const all = (points: (index: number) => string, more: Readonly<Record<string, number>> = {}) =>
    counts.map((each, index) => `${each[0]}${points(index)}x${more[each[0]!] ?? each.slice(1)}`).join(' ');
  const blank = `${alphabet.map((letter) => `${letter}0`).join('|')}x2`;
  const values1 = (index: number) => values[index]!.slice(1);
  t.equal(shown(builtInTileSet('english')!), `${blank} ${all(values1)}`);
  t.equal(shown(builtInTileSet('course')!), `${blank} ${all(values1, { D: 8 })}`);
  t.equal(
    shown(builtInTileSet('simple')!),
    all(() => '0', { A: 10, O: 9 }),
  );
  t.same(
    builtInTileNames.map((name) => tileCount(builtInTileSet(name)!)),
    [100, 104, 100],
  );
  t.equal(builtInTileSet('toString'), undefined);
});

t.test('Blanks are tile 0, A is 1 and Z is 26, in the simple set as well', async (t) => {
  for (const name of builtInTileNames) {
    const { tiles } = builtInTileSet(name)!;
    const first = name === 'simple' ? 1 : 0;
    t.same(
      tiles.map(({ id }) => id),
      Array.from({ length: 27 - first }, (_, index) => index + first),
    );
    t.equal(tiles.find(({ id }) => id === 26)!.faces[0]!.letter, 'Z');
  }
});

t.test('NAME:K has each count K times', async (t) => {
  const triple = namedTileSet('english:3');
  t.ok(triple?.ok && tileCount(triple.value) === 300 && triple.value.name === 'english:3');
  t.match(namedTileSet('english'), { ok: true, value: { name: 'english' } });
  t.equal(namedTileSet('klingon'), undefined);
  t.equal(namedTileSet('english:'), undefined);
  t.equal(namedTileSet('english:x'), undefined);
  const refused = { ok: false, problem: 'english:0: expected from 1 to 1000 times its 100 tiles; got 0' };
  t.same(namedTileSet('english:0'), refused);
  t.match(namedTileSet('english:1001'), { ok: false, problem: /from 1 to 1000 times/ });
  for (const most of ['english:1', 'english:1000']) t.ok(namedTileSet(most)?.ok, most);
});

t.test('A file in JSON lists kinds of tiles: how many, and all that each can stand for', async (t) => {
  t.equal(json({ count: 2, letters: { A: 0, B: 0 } }, { count: 9, letters: { A: 1 } }), 'A0|B0x2 A1x9');
  t.equal(json({ count: 1, letters: { A: [0, 2], E: -3 } }), 'A0|A2|E-3x1', 'several and negative values');
  t.equal(
    json({ count: 0, letters: { A: 1 } }, { count: 1, letters: { A: 1 } }),
    'A1x0 A1x1',
    'none of a kind keeps its id',
  );
  t.equal(
    read('\uFEFF \n{"$schema": "tiles.schema.json", "tiles": [{"count": 1, "letters": {"Q": 10}}]}'),
    'Q10x1',
  );
});

t.test('A letter is kept as word lists keep it: upper case, composed, one code point', async (t) => {
  t.equal(
    json({ count: 1, letters: { a: 1, ä: 2, 'O\u0308': 3, ж: 4, ñ: 5, '\u{10428}': 6 } }),
    'A1|Ä2|Ö3|Ж4|Ñ5|\u{10400}6x1',
  );
  for (const none of ['', 'CH', 'ß', '1', ' ', '?', '\u0308', 'Q\u0308', '-', 'L·L', '__proto__', '\ud800'])
    t.match(
      json({ count: 1, letters: JSON.parse(`{${JSON.stringify(none)}: 1}`) }),
      'tiles[0].letters: expected one letter',
      JSON.stringify(none),
    );
});

t.test('What is wrong in a JSON file is named by its key, with what was expected', async (t) => {
  const first = { count: 1, letters: { A: 1 } };
  t.match(read('{"tiles":\n [1 2]}'), /^expected JSON: .*line 2 column 5/);
  t.match(read('{"tiles": [}'), /^expected JSON: .*"\{"tiles": \[\}"/);
  t.equal(read('{}'), 'tiles: expected a list of kinds of tiles; got nothing');
  t.equal(read('{"tiles": {"0": 1}}'), 'tiles: expected a list of kinds of tiles; got {"0":1}');
  t.equal(read('{"tiles": [], "name": 1}'), 'unknown key "name"; the only key is tiles');
  t.equal(json(first, 5), 'tiles[1]: expected an object with count and letters; got 5');
  t.match(json(first, { ...first, points: 1 }), /^tiles\[1\]: unknown key "points"/);
  t.match(json({ letters: { A: 1 } }), /^tiles\[0\]\.count: .*0 to 100000; got nothing$/);
  for (const count of [-1, 1.5, '2', 100_001, null])
    t.match(json({ ...first, count }), `0 to 100000; got ${JSON.stringify(count)}`);
  t.match(json({ count: 1, letters: {} }), /^tiles\[0\]\.letters: .*got \{\}$/);
  t.match(json({ count: 1, letters: ['A'] }), /^tiles\[0\]\.letters: .*got \["A"\]$/);
  for (const points of [1.5, '1', 2 ** 31, null, {}])
    t.match(
      json({ count: 1, letters: { A: points } }),
      `32-bit whole number, or a list of them; got ${JSON.stringify(points)}`,
    );
  t.match(json({ count: 1, letters: { A: [] } }), /^tiles\[0\]\.letters\.A: .*got \[\]$/);
  t.match(json({ count: 1, letters: { A: [1, 'x'] } }), 'or a list of them; got "x"');
  t.match(json({ count: 1, letters: { A: 1, a: 1 } }), /letter with its points once; got A with 1 twice$/);
});

t.test('A file has tiles, and not too many', async (t) => {
  t.equal(read('{"tiles": []}'), 'expected from 1 to 100000 tiles; got 0');
  t.equal(read(''), 'expected from 1 to 100000 tiles; got 0');
  t.equal(json({ count: 0, letters: { A: 1 } }), 'expected from 1 to 100000 tiles; got 0');
  const most = { count: 100_000, letters: { A: 1 } };
  t.equal(json(most), 'A1x100000');
  t.equal(json(most, most), 'expected from 1 to 100000 tiles; got 200000');
  const one = { count: 1, letters: { A: 1 } };
  t.equal(json(...new Array(1001).fill(one)), 'expected up to 1000 kinds of tiles; got 1001');
  const values = Array.from({ length: 1001 }, (_, index) => index);
  t.match(json({ count: 1, letters: { A: values } }), /expected up to 1000 letters/);
  t.equal(read(' '.repeat(2 ** 20 + 1)), 'expected a tile set of up to 1048576 characters; got 1048577');
});

t.test('A file in CSV has a line a kind, and ? is a blank that can be every letter of the set', async (t) => {
  t.equal(read('A,a,9,1,1\nB,b,2,3,0\n?,?,2,0,0\n'), 'A1x9 B3x2 A0|B0x2');
  t.equal(read('# a comment\r\n\r\n ä , ä , 1 , -6 , 1 \r\n'), 'Ä-6x1');
  t.equal(read('?,?,2,0,0\nA,a,1,1,1'), 'A0x2 A1x1', 'ids are in the order of the lines');
});

t.test('What is wrong in a CSV file is named by its line, with what was expected', async (t) => {
  const columns = 'expected LETTER,lowercase,COUNT,POINTS,vowel, such as A,a,9,1,1';
  t.equal(read('A,a,9,1,1\nB;b;2;3;0'), `line 2: ${columns}; got "B;b;2;3;0"`);
  t.equal(read('[1]'), `line 1: ${columns}; got "[1]"`);
  t.match(read('A,a,9,1,1\n\n[CH],[ch],1,5,0'), /^line 3: expected one letter, .*got "\[CH\]"$/);
  t.equal(read('A,a,x,1,1'), 'line 1: expected a count from 0 to 100000 in column 3; got "x"');
  t.equal(read('A,a,100001,1,1'), 'line 1: expected a count from 0 to 100000 in column 3; got "100001"');
  t.equal(read('A,a,1,1.5,1'), 'line 1: expected points in column 4, a 32-bit whole number; got "1.5"');
  t.match(read('A,a,1,2147483648,1'), /^line 1: expected points in column 4, .*got "2147483648"$/);
  t.equal(read('A,a,1,1,1\na,a,1,1,1'), 'line 2: expected each letter once; got A again');
  t.equal(read('?,?,1,0,0\n?,?,1,0,0'), 'line 2: expected each letter once; got ? again');
  t.equal(read('?,?,2,1,0\nA,a,1,1,1'), 'line 1: expected 0 points for a blank in column 4; got "1"');
  t.equal(read('?,?,2,0,0'), 'line 1: expected from 1 to 1000 letters that a blank can be; got 0');
  const many = Array.from(
    { length: 1001 },
    (_, index) => `${String.fromCodePoint(0x4e00 + index)},x,1,1,0`,
  ).join('\n');
  t.equal(read(many), 'line 1001: expected up to 1000 kinds of tiles; got more');
});

t.test('The schema takes what the reader takes', async (t) => {
  const cases: readonly unknown[] = [
    { tiles: [{ count: 2, letters: { A: 0, B: [0, -2] } }] },
    { tiles: [{ count: 1, letters: { 'O\u0308': 3, ä: 1 } }], $schema: 'x' },
    { tiles: [] },
    { tiles: [{ count: 1 }] },
    { tiles: [{ count: -1, letters: { A: 1 } }] },
    { tiles: [{ count: 1, letters: {} }] },
    { tiles: [{ count: 1, letters: { CH: 1 } }] },
    { tiles: [{ count: 1, letters: { A: [] } }] },
    { tiles: [{ count: 1, letters: { A: [1, 1] } }] },
    { tiles: [{ count: 1, letters: { A: 2 ** 31 } }] },
    { tiles: [{ count: 1, letters: { A: 1 } }], more: 1 },
  ];
  for (const each of cases) {
    const text = JSON.stringify(each);
    t.equal(isTiles(each), tileSetFromFile('mine', text).ok, text);
  }
  const files = builtInTileNames.map((name) => ({
    tiles: builtInTileSet(name)!.tiles.map(({ count, faces }) => ({
      count,
      letters: Object.fromEntries(faces.map(({ letter, points }) => [letter, points])),
    })),
  }));
  for (const file of files) t.ok(isTiles(file) && tileSetFromFile('mine', JSON.stringify(file)).ok);
});

t.test('Another alphabet is played like any other: German, with Ä, Ö and Ü', async (t) => {
  const reading = tileSetFromFile('german', beside('german-tiles.csv'));
  const list = parseWordList(beside('german-words.txt'));
  if (!reading.ok || !list.ok) throw new Error('the German files cannot be read');
  const german = reading.value;
  t.equal(tileCount(german), 102);
  t.ok(list.words.length > 300);
  const words = list.words.join(' ');
  const says = (drawing: string) => judged({ drawing, tiles: german, words });
  t.equal(says('+..... | ÄPFEL.'), 'legal 17: ÄPFEL 17');
  t.equal(says('+..... | öL.'), 'legal 2: ÖL 2', 'a blank can be an Ö');
  t.equal(says('T... | ....\n.... | Ö...\n.... | N...\n.... | E...'), 'legal 11: TÖNE 11');
  t.equal(says('BÄR... | ...EN.'), 'legal 12: BÄREN 12');
  t.equal(says('BÄR | ...\n... | .ÖL'), 'wordnotindictionary ÄÖ, wordnotindictionary RL');
  t.equal(says('+..... | APFEL'), 'legal 12: APFEL 12');
  t.equal(says('+..... | ÄPFEN'), 'wordnotindictionary ÄPFEN');
});
