import t from 'tap';
import { loadLexicon } from 'wordhost/lexicon';
import { Solver } from '../../host/bots/bananagrams/solver.ts';
import { chanceFrom } from '../../host/bots/chance.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { largeWordList, withoutLargeWordList } from '../word-lists.ts';
import { sorted, whatIsWrong } from './grid-checker.ts';
import { dice, englishFor, STANDARD_BUNCH } from './solitaire.ts';

const english = englishFor(t);
const dictionary = load(english.file);

function load(file: string) {
  process.env.XDG_CACHE_HOME = english.cache;
  return expectOk(loadLexicon(file)).lexicon;
}

/** What lies on the solver's board is right in itself, and nothing on it that the hand has not. */
function onBoard(solver: Solver, hand: string, words: ReadonlySet<string>): string | undefined {
  const rows = solver.rows();
  const letters = rows.join('').replaceAll('.', '');
  const left = [...letters].reduce((rest, letter) => rest.replace(letter, ''), hand);
  if (left.length + letters.length !== hand.length) return `${letters} on the board, ${hand} in the hand`;
  if (solver.complete && left !== '') return `complete, and ${left} is not on the board`;
  return whatIsWrong(rows, letters, words);
}

const letters = (from: string, most: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: 1, maxLength: most });

t.test('the checker of these tests knows what is wrong with a grid', async (t) => {
  const words = new Set(['AT', 'TO', 'HATE', 'HER', 'ARTY']);
  t.equal(whatIsWrong(['A..', 'HER', 'A..'], 'AHERA', words), 'AHA is no word');
  t.equal(whatIsWrong(['AT', '.O'], 'TOO', words), 'the grid has AOT, the hand is OOT');
  t.equal(whatIsWrong(['AT', '.O'], 'TOA', words), undefined);
  t.equal(whatIsWrong(['A..', 'HER', 'ATT', '.YE'], 'AHERATTYE', words), 'ATT is no word');
  t.equal(whatIsWrong(['.A.', 'HER'], 'AHER', words), 'AE is no word');
  t.equal(whatIsWrong(['AT.', '...', '.TO'], 'ATTO', words), 'the tiles are not connected');
  t.equal(whatIsWrong(['AT..', '..TO'], 'ATTO', words), 'the tiles are not connected');
  t.equal(whatIsWrong(['AT.AT'], 'ATAT', words), 'the tiles are not connected');
});

t.test('whatever the hand, the board is legal, and complete when nothing is left', async (t) => {
  fc.assert(
    fc.property(
      fc.array(letters(STANDARD_BUNCH, 12), { minLength: 1, maxLength: 5 }),
      fc.nat(),
      (gifts, seed) => {
        const solver = new Solver(dictionary, chanceFrom(String(seed)));
        let hand = '';
        for (const gift of gifts) {
          hand += gift;
          solver.give(gift);
          for (let steps = 0; steps < 30 && !solver.complete; steps++) {
            solver.step();
            const wrong = onBoard(solver, hand, english.words);
            if (wrong !== undefined) throw new Error(wrong);
          }
        }
      },
    ),
    runs(60),
  );
  t.pass('no counterexample');
});

t.test('a tile that is given up leaves the hand, and the rest is still right', async (t) => {
  fc.assert(
    fc.property(letters('QVJXZC', 8), letters('AEIRST', 8), fc.nat(), (hard, easy, seed) => {
      const solver = new Solver(dictionary, chanceFrom(String(seed)));
      let hand = hard + easy;
      solver.give(hand);
      for (let steps = 0; steps < 20; steps++) {
        solver.step();
        if (solver.complete) return;
        const dumped = solver.giveUpHardest();
        if (!hand.includes(dumped)) throw new Error(`${dumped} was not in ${hand}`);
        hand = hand.replace(dumped, '');
        const wrong = onBoard(solver, hand, english.words);
        if (wrong !== undefined) throw new Error(wrong);
      }
    }),
    runs(60),
  );
  t.pass('no counterexample');
});

/** A whole game alone; says after how many steps and dumps it was at its end. */
function playAlone(words: ReadonlySet<string>, list: typeof dictionary, seed: number, handSize: number) {
  const roll = dice(seed);
  const bunch = [...STANDARD_BUNCH];
  const draw = (count: number) =>
    Array.from({ length: count }, () => bunch.splice(roll(bunch.length), 1)[0]!).join('');
  const solver = new Solver(list, chanceFrom(String(seed)));
  let hand = '';
  let dumps = 0;
  const take = (tiles: string) => {
    hand += tiles;
    solver.give(tiles);
  };
  for (take(draw(handSize)); ; take(draw(1))) {
    for (let steps = 0; !solver.complete; solver.step()) {
      if (++steps > 20_000) throw new Error(`stuck with seed ${seed}: ${hand}`);
      if (steps % 400 !== 0 || bunch.length < 3) continue;
      const dumped = solver.giveUpHardest();
      hand = hand.replace(dumped, '');
      take(draw(3));
      bunch.push(dumped);
      dumps++;
    }
    const wrong = whatIsWrong(solver.rows(), hand, words);
    if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
    if (bunch.length === 0) return { tiles: sorted(hand), dumps };
  }
}

t.test('every game alone comes to its end, with all tiles of the bunch', async (t) => {
  for (let seed = 0; seed < 30; seed++)
    t.equal(playAlone(english.words, dictionary, seed, 21).tiles, sorted(STANDARD_BUNCH));
});

t.test('half of the bunch, or all of it, can be laid at once', async (t) => {
  for (let seed = 0; seed < 4; seed++) {
    t.equal(playAlone(english.words, dictionary, seed, 72).tiles, sorted(STANDARD_BUNCH));
    t.equal(playAlone(english.words, dictionary, seed, 144).tiles, sorted(STANDARD_BUNCH));
  }
});

t.test('a large list plays as well', { skip: withoutLargeWordList }, async (t) => {
  const large = load(largeWordList!);
  const { readFileSync } = await import('node:fs');
  const words = new Set(readFileSync(largeWordList!, 'latin1').trimEnd().split('\n'));
  for (let seed = 0; seed < 20; seed++)
    t.equal(playAlone(words, large, seed, 21).tiles, sorted(STANDARD_BUNCH));
});

t.test('one tile alone is complete; two that make no word never are', async (t) => {
  const solver = new Solver(dictionary, chanceFrom('1'));
  solver.give('V');
  solver.step();
  t.ok(solver.complete);
  t.same(solver.rows(), ['V']);
  solver.give('V');
  for (let steps = 0; steps < 300; steps++) solver.step();
  t.notOk(solver.complete);
  t.equal(solver.giveUpHardest(), 'V');
  solver.give('');
  for (let steps = 0; steps < 10; steps++) solver.step();
  t.ok(solver.complete, 'and with one of them gone it is complete again');
});

t.test('the same seed lays the same board', async (t) => {
  const boards = [1, 1, 2].map((seed) => {
    const solver = new Solver(dictionary, chanceFrom(String(seed)));
    solver.give('EEEGGKLOOPZTRAINSMATE');
    while (!solver.complete) solver.step();
    return solver.rows().join('\n');
  });
  t.equal(boards[0], boards[1]);
  t.not(boards[0], boards[2]);
});
