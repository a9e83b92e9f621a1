import t from 'tap';
import { SumTable } from '../../host/games/scrabble/lanes/layable.ts';
import { letterSum } from '../../host/games/scrabble/lanes/letter-sets.ts';
import { HighestFirst } from '../../host/games/scrabble/lanes/spans.ts';
import { NONE, WordMap } from '../../host/games/scrabble/lanes/word-map.ts';
import { letterNumbers } from '../../host/lexicon/automaton.ts';
import { lexiconWith } from './table.ts';

const words = 'DEFACINGLY ALERTING ALTERING INTEGRAL UNCHARACTERISTICALLY INCOMPREHENSIBLE'.split(' ').sort();
const lexicon = lexiconWith(words);
const map = new WordMap(lexicon);
const numbers = letterNumbers(lexicon.alphabet);

const sumOf = (letters: string) =>
  [...letters].reduce((sum, letter) => (sum + letterSum(numbers.get(letter)!)) | 0, 0);

function wordsOf(letters: string): string[] {
  const found: string[] = [];
  const { groups } = map;
  const at = map.find(sumOf(letters));
  for (let word = at; word !== NONE && groups[word] !== 0; word += groups[word]! + 1)
    found.push(
      Array.from(
        groups.subarray(word + 1, word + 1 + groups[word]!),
        (number) => lexicon.alphabet[number - 1],
      ).join(''),
    );
  return found.sort();
}

t.test('words are found by their letters in any order', async (t) => {
  for (const word of words) {
    const letters = [...word].sort().join('');
    t.same(
      wordsOf(letters),
      words.filter((other) => [...other].sort().join('') === letters),
    );
    t.ok(map.mayBeWithOneMore(sumOf(word.slice(1))));
  }
  t.same(wordsOf('GNITRELAS'), []);
  t.same(wordsOf(''), []);
  t.equal(map.ofLength(8).length, 3 * 8);
  t.same([...map.ofLength(9)], []);
  t.same([...map.ofLength(99)], []);
});

t.test('the groups of many sets of letters are those of each', async (t) => {
  const lying = sumOf('G');
  const letters = [...words.map((word) => word.replace('G', '')), 'ALERTIN', 'NITRELA', 'XYZ', ''];
  const sums = Int32Array.from(letters, (each) => sumOf(each));
  const each = Array.from(sums, (sum) => map.find((sum + lying) | 0));
  const noted = new Int32Array(sums.length);
  const sets = { sums, alike: new Int32Array(sums.length), common: new Int32Array(sums.length) };
  sets.alike[0] = -sums.length;
  const count = map.likely(sets, 0, sums.length, lying, noted);
  const found = new Int32Array(2 * count);
  map.findAll(sums, noted, count, lying, found);
  const byEach = Array.from(sums, (_, set) => {
    const index = noted.subarray(0, count).indexOf(set);
    return index < 0 ? NONE : found[index];
  });
  t.same(byEach, each);
  t.ok(each.filter((group) => group !== NONE).length >= 6);
});

t.test('a list without words has none', async (t) => {
  const none = new WordMap(lexiconWith([]));
  t.equal(none.find(0), NONE);
  t.equal(none.find(sumOf('A')), NONE);
});

t.test('a table of sums grows, and is empty after it was cleared', async (t) => {
  const table = new SumTable();
  const sums = Array.from({ length: 2000 }, (_, index) => Math.imul(index, 0x1000_0001));
  for (const [index, sum] of sums.entries()) {
    if (table.get(sum) !== -1) t.fail('it already exists');
    table.add(sum, index);
  }
  t.same(
    sums.map((sum) => table.get(sum)),
    sums.map((_, index) => index),
  );
  t.equal(table.count, 2000);
  table.clear();
  t.equal(table.get(sums[7]!), -1);
  t.equal(table.count, 0);
});

t.test('the highest bound comes first, also after one was lowered', async (t) => {
  const order = new HighestFirst();
  const bounds = Int32Array.from([3, 9, 4, 9, 1, 7]);
  order.take(bounds, bounds.length);
  bounds[order.first] = 2;
  order.moveFirst();
  const taken: number[] = [];
  for (; order.first >= 0; order.dropFirst()) taken.push(bounds[order.first]!);
  t.same(taken, [9, 7, 4, 3, 2, 1]);
  order.take(bounds, 0);
  t.equal(order.first, -1);
});
