import t from 'tap';
import { chanceFrom } from '../../host/bots/chance.ts';
import { bestPlay } from '../../host/bots/scrabble/best-play.ts';
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
import { readKlv } from '../../host/lexicon/formats/klv-file.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { klvOf, valueByChance } from './klv-of.ts';
import { LeastSquares } from './least-squares.ts';
import {
  balanceFeature,
  copyFeature,
  FEATURES,
  featuresOf,
  LETTERS,
  withQFeature,
} from './leave-features.ts';

const { lexicon } = expectOk(loadLexicon('english'));
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
    const byChance = 1000 * Math.fround(valueByChance([...letters].map((letter) => LETTERS.indexOf(letter))));
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
  t.match(problem(none, few(29)), /26 letters, .*the file has 29$/);
  await fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(english.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
      const copy = english.slice();
      for (const [at, byte] of changes) copy[at] = byte;
      t.match(typeof readLeaves(copy), /^(string|object)$/);
    }),
    runs(300),
  );
});

t.test('many nodes that lead to long lists of others are counted in one pass', async (t) => {
  const nodes = 400_000;
  const numbers = new Uint32Array(nodes + 3);
  numbers[0] = nodes;
  // Each leads to its second next: without a memory of what was counted, this takes hours.
  for (let node = 0; node < nodes; node++) numbers[node + 1] = (1 << 24) | (node + 2 < nodes ? node + 2 : 0);
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

t.test('tiles are changed where that is worth more than any play, if the bag allows it', async (t) => {
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
});
