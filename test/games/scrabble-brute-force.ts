import { readFileSync } from 'node:fs';
import type { Test } from 'tap';
import { bestPlay } from '../../host/bots/scrabble/best-play.ts';
import { keyOf } from '../../host/core/seed.ts';
import { namedBoard } from '../../host/games/scrabble/board/board-choice.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import type { Position } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { bestNaively, type Region } from '../oracle/scrabble-best-play.ts';
import { judgeNaively, type NaiveTable } from '../oracle/scrabble-judge.ts';
import { expectOk } from '../support/expect-ok.ts';
import { runs } from '../support/laws.ts';
import { largeWordList, withoutLargeWordList } from '../word-lists.ts';
import { selfPlay } from './self-play.ts';
import { lexiconWith } from './table.ts';

export const english = builtInTileSet('english')!;
/** A tenth of the tiles are blanks, and each third letter can be another one, too. */
export const several: TileSet = {
  name: 'several',
  tiles: english.tiles.map(({ id, count, faces }) => ({
    id,
    count: id === 0 ? 10 : count,
    faces: id % 3 === 1 && id > 0 ? [...faces, { letter: 'AEIOU'[id % 5]!, points: id % 7 }] : faces,
  })),
};

export const boundedBoards = ['official', 'standard', 'hole', 'plain', 'random:7'];
export const infiniteBoards = ['infinite', 'infinite-hole', 'infinite-random:7'];

/** A word of the list in about so many. */
function someWords(path: string, number: number): string[] {
  const loaded = expectOk(loadLexicon(path));
  const all = [...wordsOf(loaded.lexicon)].filter((word) => word.length <= 15);
  const short = all.filter((word) => word.length < 4);
  const step = Math.floor((all.length - short.length) / (number - 600));
  const long = all.filter((word) => word.length > 3).filter((_, index) => index % step === 0);
  const shortStep = Math.max(1, Math.floor(short.length / 600));
  return [...short.filter((_, index) => index % shortStep === 0), ...long].sort().slice(0, number);
}

interface Tried {
  readonly terms: JudgingTerms;
  readonly words: ReadonlySet<string>;
  readonly positions: number;
}

/** Games of greedy against itself: in each position its move is held against all plays. */
function holdsAgainstAll(t: Test, { terms, words, positions }: Tried): void {
  const searched = searchedWords(terms.lexicon!);
  const strategy = bestPlay({});
  let [seen, judged, blanks, without] = [0, 0, 0, 0];
  for (let game = 0; seen < positions; game++) {
    const plays = new BestPlays(terms, searched);
    selfPlay(terms, `brute force ${game}`, (position, held) => {
      const situation = { terms, position, held, inBag: 0, player: 1, scores: [0, 0], scoreless: 0 };
      const chooser = strategy({ ...situation, chance: () => 0 });
      for (const _ of plays.search(position, held, (found) => {
        chooser.look(found);
        return chooser.least ?? Number.NEGATIVE_INFINITY;
      }));
      const chosen = chooser.chosen() as readonly Placement[] | undefined;
      if (seen++ >= positions) return undefined;
      const { table, lying, hand, region } = naively(terms, words, position, held);
      const { most, judged: ways } = bestNaively(table, lying, hand, region);
      const judgement = chosen && judgeNaively(table, lying, hand, chosen);
      const points = judgement && ('points' in judgement ? judgement.points : judgement.errors.join());
      if (points !== most) t.equal(points, most, `game ${game}, ${position.count} tiles lie, hand ${hand}`);
      judged += ways;
      blanks += held.get(0) ?? 0;
      without += chosen ? 0 : 1;
      return chosen;
    });
  }
  t.ok(blanks > 0, `${positions} positions, ${blanks} blanks, ${judged} ways, ${without} times no play`);
}

export function naively(
  { board, tiles, handSize }: JudgingTerms,
  words: ReadonlySet<string>,
  position: Position,
  held: HeldTiles,
) {
  const lying = new Map(
    [...position.tiles()].map(({ x, y, letter, points }) => [`${x} ${y}`, { letter, points }]),
  );
  const region = board.layout ?? around(position, board.center, handSize);
  const squares = new Map<string, number>();
  for (let x = region.x; x < region.x + region.width; x++)
    for (let y = region.y; y < region.y + region.height; y++) {
      const kind = board.squareAt(x, y);
      if (kind >= 0) squares.set(`${x} ${y}`, kind);
    }
  const faces = new Map(
    tiles.tiles.map(({ id, faces }) => [id, faces.map(({ letter, points }) => letter + points)]),
  );
  const table: NaiveTable & { readonly words: ReadonlySet<string> } = {
    ...{ rules: 'tournament', squares, center: board.center, tiles: faces, words, handSize, player: 1 },
  };
  const hand = [...held].flatMap(([id, count]) => Array.from({ length: count }, () => id));
  return { table, lying, hand, region };
}

function around(position: Position, [x, y]: readonly [number, number], reach: number): Region {
  const xs = [x, ...[...position.tiles()].map((tile) => tile.x)];
  const ys = [y, ...[...position.tiles()].map((tile) => tile.y)];
  const [left, top] = [Math.min(...xs) - reach - 1, Math.min(...ys) - reach - 1];
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + reach + 2 - left,
    height: Math.max(...ys) + reach + 2 - top,
  };
}

export const few = someWords(largeWordList ?? 'english', 3000);
const fewLexicon = lexiconWith(few);

export function tryBoards(t: Test, boards: readonly string[], tiles: TileSet): void {
  for (const name of boards)
    t.test(`the greedy move is worth what brute force finds: ${name}, tiles ${tiles.name}`, async (t) => {
      t.equal(few.length, 3000);
      const terms = {
        rules: ruleSets.tournament,
        board: namedBoard(name, keyOf, undefined)!,
        tiles,
        lexicon: fewLexicon,
        handSize: 7,
      };
      holdsAgainstAll(t, { terms, words: new Set(few), positions: runs(63).numRuns });
    });
}

export function tryLargeList(t: Test): void {
  t.test('and with a large list', { skip: withoutLargeWordList }, async (t) => {
    const { lexicon } = expectOk(loadLexicon(largeWordList!));
    const words = new Set(readFileSync(largeWordList!, 'latin1').trimEnd().split('\n'));
    const terms = {
      rules: ruleSets.tournament,
      board: builtInBoard('official')!,
      tiles: english,
      lexicon,
      handSize: 7,
    };
    holdsAgainstAll(t, { terms, words, positions: runs(100).numRuns });
  });
}
