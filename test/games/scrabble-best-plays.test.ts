import t from 'tap';
import {
  builtInBoard,
  finiteSquares,
  infiniteSquares,
} from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { letterSum } from '../../host/games/scrabble/lanes/letter-sets.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { type FoundPlay, searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { Face, TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';
import { bestOf, selfPlay } from './self-play.ts';
import { lexiconWith } from './table.ts';

const loaded = expectOk(loadLexicon('english'));
/** Every twentieth word, short ones all. */
const lexicon = lexiconWith(
  [...wordsOf(loaded.lexicon)].filter((word, index) => word.length < 4 || index % 20 === 0),
);
const words = searchedWords(lexicon);
const english = builtInTileSet('english')!;
/** Of each kind so many, with an added face where `other` gives one. */
const changed = (
  count: (id: number) => number,
  other: (id: number) => readonly Face[] = () => [],
): TileSet => ({
  name: 'changed',
  tiles: english.tiles.map(({ id, faces }) => ({ id, count: count(id), faces: [...faces, ...other(id)] })),
});
const tileSets = {
  english,
  'with many blanks': changed((id) => (id === 0 ? 30 : 2)),
  'of several letters': changed(
    (id) => (id === 0 ? 1 : 3),
    (id) => (id % 3 === 1 ? [{ letter: 'AEIOU'[id % 5]!, points: id % 7 }] : []),
  ),
};

const termsOn = (board: string, tiles = english): JudgingTerms => ({
  rules: ruleSets.tournament,
  board: builtInBoard(board)!,
  tiles,
  lexicon,
  handSize: 7,
});

const nameOf = (found: FoundPlay) => {
  const places = found.placements().map(({ x, y, id, letter }) => `${x},${y},${id},${letter}`);
  return `${found.length} ${found.points} ${places.sort().join(' ')}`;
};

function all(terms: JudgingTerms, position: Position, held: HeldTiles): string[] {
  const names: string[] = [];
  for (const _ of searchPlays(terms, position, held, (found) => names.push(nameOf(found))));
  return names.sort();
}

const pointsOf = (name: string) => Number(name.split(' ')[1]);

for (const [board, tiles, games] of [
  ['official', 'english', 1],
  ['hole', 'english', 1],
  ['infinite-hole', 'english', 1],
  ['infinite-hole', 'with many blanks', 1],
  ['official', 'of several letters', 1],
  ['infinite', 'of several letters', 1],
] as const)
  t.test(`the best play is the best of all, and none is left out: ${board}, ${tiles}`, async (t) => {
    const terms = termsOn(board, tileSets[tiles]);
    let positions = 0;
    let blanks = 0;
    let mostBlanks = 0;
    for (let game = 0; game < games; game++) {
      const plays = new BestPlays(terms, words);
      selfPlay(terms, `${board} ${game}`, (position, held) => {
        const names = all(terms, position, held);
        const shown: string[] = [];
        const keep = (found: FoundPlay) => {
          shown.push(nameOf(found));
          return Number.NEGATIVE_INFINITY;
        };
        for (const show of ['search', 'all'] as const) {
          shown.length = 0;
          for (const _ of plays[show](position, held, keep));
          if (shown.sort().join('\n') !== names.join('\n')) t.same(shown, names, `game ${game}, ${show}`);
        }
        const { points, play } = bestOf(plays, position, held);
        const most = Math.max(...names.map(pointsOf));
        if (points !== most) t.equal(points, most, `game ${game}, ${[...held].join(' ')}`);
        positions++;
        blanks += held.get(0) ?? 0;
        mostBlanks = Math.max(mostBlanks, held.get(0) ?? 0);
        return play;
      });
      const opened = plays.opened;
      t.ok(opened && opened.opened < opened.spans, 'some spans need not be opened');
    }
    t.ok(positions >= 10 * games, `${positions} positions`);
    t.ok(blanks > 0, `${blanks} of them with a blank`);
    if (tiles === 'with many blanks') t.ok(mostBlanks > 3, 'such hands are searched word by word');
  });

/** Squares of kind 1 do more than multiply. */
const prog = 'if ((_x_ * _y_) = 4) then { _result_ := 1 } else { _result_ := 0 }';
const squares = { ...finiteSquares.squares, 1: { 0: '_result_ := (_acc_ * _acc_) - pointValue(_pos_)' } };

for (const file of [finiteSquares, infiniteSquares])
  t.test(
    `where only a judge knows the points, all plays are shown: a board ${file.isInfinite ? 'without' : 'with'} edges`,
    async (t) => {
      const terms = {
        ...termsOn('official'),
        board: soundBoard('of programs', { ...file, prog, squares }),
      };
      const plays = new BestPlays(terms, words);
      let positions = 0;
      selfPlay(terms, 'programs', (position, held) => {
        const shown: string[] = [];
        let longest: readonly Placement[] = [];
        for (const _ of plays.search(position, held, (found) => {
          if (found.points !== undefined) t.fail('it cannot know the points');
          shown.push(nameOf(found));
          const placements = found.placements();
          if (placements.length > longest.length) longest = placements;
          return 1000;
        }));
        const names = all(terms, position, held);
        if (shown.sort().join('\n') !== names.join('\n')) t.same(shown, names);
        positions++;
        return longest.length > 0 ? longest : undefined;
      });
      t.ok(positions >= 10 && plays.opened, `${positions} positions`);
    },
  );

t.test('no play is left out where different letters have the same sum: AEFOZ and GJQSW', async (t) => {
  const sums = ['AEFOZ', 'GJQSW'].map((letters) =>
    [...letters].reduce((sum, letter) => (sum + letterSum(letter.charCodeAt(0) - 64)) | 0, 0),
  );
  t.equal(sums[0], sums[1]);
  for (const list of [['AEFOZ'], ['GJQSW'], ['AEFOZ', 'GJQSW']]) {
    const terms = { ...termsOn('official'), lexicon: lexiconWith(list) };
    const held = new Map([...'AEGJ'].map((letter) => [letter.charCodeAt(0) - 64, 1]));
    const plays = new BestPlays(terms, searchedWords(terms.lexicon));
    const shown: string[] = [];
    const show = (found: FoundPlay) => shown.push(nameOf(found)) - Number.POSITIVE_INFINITY;
    for (const _ of plays.search(emptyPosition, held.set(0, 3), show));
    t.same(shown.sort(), all(terms, emptyPosition, held));
    t.equal(shown.length, 10 * list.length);
  }
});

t.test('it follows a game, and begins again where another is shown', async (t) => {
  const terms = termsOn('official');
  const plays = new BestPlays(terms, words);
  const held = new Map([
    [3, 1],
    [1, 1],
    [20, 1],
    [19, 1],
  ]);
  const first = bestOf(plays, emptyPosition, held);
  const there = emptyPosition.with(first.play!);
  const second = bestOf(plays, there, held);
  t.same(bestOf(plays, emptyPosition, held), first);
  t.same(bestOf(plays, there, held), second);
  t.same(bestOf(new BestPlays(terms, words), there, held), second);
});

t.test('where points are no sum with bounds, or there is no word map, all plays are shown', async (t) => {
  const held = new Map([
    [3, 1],
    [1, 1],
    [20, 1],
  ]);
  for (const [terms, searched] of [
    [termsOn('official'), undefined],
    [{ ...termsOn('official'), rules: ruleSets.simple }, words],
    [{ ...termsOn('official'), handSize: 9 }, words],
  ] as const) {
    const plays = new BestPlays(terms, searched);
    const shown: string[] = [];
    for (const _ of plays.search(emptyPosition, held, (found) => shown.push(nameOf(found))));
    t.same(shown.sort(), all(terms, emptyPosition, held));
    t.ok(shown.length > 0);
    t.equal(plays.opened, undefined);
  }
});
