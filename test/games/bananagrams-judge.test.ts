import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { explain, type Refusal } from '../../host/games/bananagrams/judge.ts';
import { judgePeel } from '../../host/games/bananagrams/rules/peel.ts';
import { tilesOf } from '../../host/games/bananagrams/tiles.ts';
import type { Message } from '../../host/games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../host/games/bananagrams/wire/scanner.ts';
import { judgeNaively } from '../oracle/bananagrams-judge.ts';
import fc, { runs } from '../support/laws.ts';
import { drawn, rowsOf } from './drawings.ts';
import { gridsOf, laidInto } from './grids.ts';
import { takeAll } from './scan-all.ts';
import { dealtTable, lexiconWith } from './table.ts';

/** Few letters and many short words, so that grids are often nearly right. */
const words = (
  'AA AE AH AN AR AS AT EA EH EN ER ES ET HA HE NA NE RE SH TA TE ARE ART ASH ATE EAR EAT ERA HAS HAT HEN HER ' +
  'NET RAN RAT SAT SEA SHE SET TAN TAR TEA TEN THE ANTE ARTS EARN EAST HATE HEAR NEAR NEST RATE REST SEAT SHEAR ' +
  'STAR TEASE THAN HEARTS EARNEST THERE ARTY'
).split(' ');
const dictionary = new Set(words);
const TILES = 144;
const state = { ...dealtTable({ seats: 'n' }).state, lexicon: lexiconWith(words) };

t.test('A peel is legal when its letters are the hand, all connected, and make only words', async (t) => {
  t.equal(says('HATE'), 'legal', 'a word across');
  t.equal(says('H\nA\nT\nE'), 'legal', 'a word down');
  t.equal(says('..A\nHER\nA.T\nT.Y\nE..'), 'legal', 'words that cross');
  t.equal(says('......\n....A.\n..HER.\n..A.T.\n..T.Y.\n..E...'), 'legal', 'with empty rows and columns');
  t.equal(says('H.E\nA.A\nTAR'), 'legal', 'words that are connected at their ends only');
  t.equal(says('Q'), 'legal', 'one tile alone');
  t.equal(says('...\n...\n..Q'), 'legal', 'one tile alone, far away');
});

t.test('A letter that is not held, or not used, is named before all else', async (t) => {
  t.equal(says('HATE', 'HATER'), 'R in the hand but not used');
  t.equal(says('HATE', 'HAT'), 'E used but not in the hand');
  t.equal(says('HATE', 'HARQ'), 'ET used but not in the hand, QR in the hand but not used');
  t.equal(says('AA', 'A'), 'A used but not in the hand', 'each tile once');
  t.equal(says('..', 'A'), 'A in the hand but not used', 'an empty grid');
  t.equal(says('Q.Q', 'QQZ'), 'Z in the hand but not used', 'whatever else is wrong');
});

t.test('More letters than there are tiles in the game are not the tiles of anybody', async (t) => {
  const many = 'A'.repeat(TILES + 6);
  t.equal(says(many, 'A'), `${'A'.repeat(TILES - 1)} and 6 more used but not in the hand`);
  t.equal(says(many, 'A'.repeat(TILES)), '6 more used but not in the hand');
});

t.test('Letters are connected edge to edge; the first that is not is named', async (t) => {
  const loner = (letter: string, column: number, row: number) =>
    `${letter} at row ${row}, column ${column} is not connected to the rest of the grid`;
  t.equal(says('AT.\n..E'), loner('E', 3, 2), 'a corner is not enough');
  t.equal(says('AT.HE'), loner('H', 4, 1), 'across a gap');
  t.equal(says('AT\n..\nHE'), loner('H', 1, 3), 'across an empty row');
  t.equal(says('..A\nT.A'), loner('T', 1, 2), 'to the left of the first tile');
  t.equal(says('..T\nH..'), loner('H', 1, 2), 'the next row does not go on where a row ends');
  t.equal(says('QQ.\n..Q'), loner('Q', 3, 2), 'said before any word');
});

t.test('Each run of two letters or more must be a word, across and down', async (t) => {
  t.equal(says('HTAE'), 'HTAE across, from column 1 of row 1');
  t.equal(says('.T\n.T'), 'TT down, from row 1 of column 2');
  t.equal(says('TAN\n..E\nATE'), 'NEE down, from row 1 of column 3', 'words that touch by accident');
  t.equal(says('TT.\n.A.\n.TT'), 'TT across, from column 1 of row 1', 'the first in reading order');
  t.equal(says('.T\nTT'), 'TT across, from column 1 of row 2', 'across first, though a column begins above');
  t.equal(says('.HE\nTEN\nTA.'), 'HEA down, from row 1 of column 2', 'columns by their tops');
});

const { grids, crosswords } = gridsOf(words);

t.test('The judge says of every grid what a naive one says', async (t) => {
  const seen: Record<string, number> = {};
  const change = fc.record({ kind: fc.nat(12), letter: fc.constantFrom(...'AEHQ'), at: fc.nat(TILES) });
  const law = fc.property(grids, change, (rows, { kind, letter, at }) => {
    const own = rows.join('').replaceAll('.', '');
    const hand = own.slice(0, kind === 0 ? at : undefined) + (kind < 2 ? letter : '');
    const verdict = bothJudges(rows, hand);
    seen[verdict] = (seen[verdict] ?? 0) + 1;
  });
  fc.assert(law, runs(10_000));
  for (const verdict of ['legal', 'tiles', 'connected', 'word'])
    t.ok(seen[verdict]! > 500, `${seen[verdict]} times ${verdict}`);
});

t.test('… and of the largest that there may be', async (t) => {
  const corner = fc.tuple(fc.nat(990), fc.nat(990));
  const law = fc.property(crosswords, corner, (rows, [row, column]) => {
    const grid = laidInto(999, 999, rows, row, column);
    bothJudges(grid, grid.join('').replaceAll('.', ''));
  });
  t.doesNotThrow(() => fc.assert(law, runs(15)));
});

function says(drawing: string, hand = drawing.replace(/[^A-Z]/g, '')): string {
  const refusal = judged(rowsOf(drawing), hand);
  return refusal ? explain(refusal) : 'legal';
}

/** A peel as it comes from the wire, judged against a hand by the rules themselves. */
function judged(rows: readonly string[], hand: string): Refusal | undefined {
  const player = { ...state.players[0]!, tiles: tilesOf(hand) };
  const judgement = judgePeel(state, player, peelOf(rows));
  return judgement.is === 'refused' ? judgement.refusal : undefined;
}

function peelOf(rows: readonly string[]): Message & { type: 'peel' } {
  const scanner = bananagramsScanner({ lenient: false, letters: TILES, message: 998_011 });
  for (const found of takeAll(scanner, Buffer.from(`np001${drawn(rows.join('\n'))}`)))
    if (found.kind === 'message') return found.message as Message & { type: 'peel' };
  throw new Error('no peel was found');
}

/** What they agree on; throws where they do not. */
function bothJudges(rows: readonly string[], hand: string): string {
  const refusal = judged(rows, hand);
  const naive = judgeNaively(rows, hand, dictionary, TILES);
  if (!isDeepStrictEqual(refusal, naive))
    throw new Error(`${rows.join('\n')}\nrules: ${JSON.stringify(refusal)}\nnaive: ${JSON.stringify(naive)}`);
  return refusal?.rule ?? 'legal';
}
