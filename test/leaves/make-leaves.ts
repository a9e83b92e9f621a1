/*
 * Makes the table of leaves: node --conditions=wordhost-source test/leaves/make-leaves.ts [GAMES]
 * The best play by points plays against itself. Whenever a player has made a play and draws from the bag, the tiles that it
 * kept are noted, with the points of its next play: the table is what explains these best.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import type { LeaveTable } from '../../host/games/scrabble/moves/leave-table.ts';
import { MOST_KEPT } from '../../host/games/scrabble/moves/leaves.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet, tileCount } from '../../host/games/scrabble/tiles/tile-set.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { bestOf, selfPlay } from '../games/self-play.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList } from '../word-lists.ts';
import { LeastSquares } from './least-squares.ts';
import {
  balanceFeature,
  copyFeature,
  FEATURES,
  featuresOf,
  LETTERS,
  MOST_COPIES,
  withQFeature,
} from './leave-features.ts';

const DEFAULT_GAMES = 24_000;
const PRIOR = 20;
const FILE = join(import.meta.dirname, ...'../../host/games/scrabble/moves/made-table.ts'.split('/'));

const list = expectOk(loadLexicon(largeWordList ?? 'english'));
const terms: JudgingTerms = {
  rules: ruleSets.tournament,
  board: builtInBoard('official')!,
  tiles: builtInTileSet('english')!,
  lexicon: list.lexicon,
  handSize: 7,
};
const fit = new LeastSquares(FEATURES);
const words = searchedWords(list.lexicon);
const games = Number(process.argv[2] ?? DEFAULT_GAMES);
for (let game = 0; game < games; game++) playGame(`leaves ${game}`);
writeFileSync(FILE, textOf(tableFrom(fit.weights(PRIOR)), games));

function playGame(seed: string): void {
  const plays = new BestPlays(terms, words);
  /** What each of the two kept in its last turn, while the bag had tiles. */
  const kept: (HeldTiles | undefined)[] = [undefined, undefined];
  let turn = 0;
  selfPlay(terms, seed, (position, held) => {
    const player = turn++ % 2;
    const { points, play } = bestOf(plays, position, held);
    const before = kept[player];
    if (before) fit.add(featuresOf(before), Math.max(0, points));
    const inBag = tileCount(terms.tiles) - position.count - 2 * terms.handSize;
    kept[player] = play && inBag >= terms.handSize ? without(held, play) : undefined;
    return play;
  });
}

function without(held: HeldTiles, laid: readonly { readonly id: number }[]): HeldTiles {
  const kept = new Map(held);
  for (const { id } of laid) {
    const left = kept.get(id)! - 1;
    if (left > 0) kept.set(id, left);
    else kept.delete(id);
  }
  return kept;
}

/** In hundredths of a point, over those of nothing kept. */
function tableFrom(weights: Float64Array): LeaveTable {
  const nothing = weights[balanceFeature(0, 0)]!;
  const hundredths = (value: number) => Math.round(100 * value) + 0;
  const copiesOf = (id: number) =>
    Array.from({ length: MOST_COPIES }, (_, copy) => hundredths(weights[copyFeature(id, copy)]!));
  return {
    copies: Object.fromEntries([...LETTERS].map((letter, id) => [letter, copiesOf(id)])),
    balance: Array.from({ length: MOST_KEPT + 1 }, (_, vowels) =>
      Array.from({ length: MOST_KEPT + 1 - vowels }, (_, others) =>
        hundredths(weights[balanceFeature(vowels, others)]! - nothing),
      ),
    ),
    withQ: hundredths(weights[withQFeature]!),
  };
}

function textOf({ copies, balance, withQ }: LeaveTable, games: number): string {
  const row = (numbers: readonly number[]) => `[${numbers.join(', ')}]`;
  return `import type { LeaveTable } from './leave-table.ts';

/** Made by test/leaves/make-leaves.ts from ${games.toLocaleString('en')} games: not written by hand. */
export const madeTable: LeaveTable = {
  copies: {
${Object.entries(copies)
  .map(([letter, values]) => `    ${letter === '?' ? "'?'" : letter}: ${row(values)},`)
  .join('\n')}
  },
  balance: [
${balance.map((values) => `    ${row(values)},`).join('\n')}
  ],
  withQ: ${withQ},
};
`;
}
