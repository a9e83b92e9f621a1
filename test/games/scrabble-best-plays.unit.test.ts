import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { type FoundPlay, searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/built-in-tiles.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import { gaddagOf } from '../../host/lexicon/formats/gaddag.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { bestOf, selfPlay } from './self-play.ts';
import { lexiconWith } from './table.ts';

const loaded = loadLexicon('english');
if (!loaded.ok) throw new Error(loaded.problem);
/** Every twentieth word, short ones all. */
const lexicon = lexiconWith(
  [...wordsOf(loaded.lexicon)].filter((word, index) => word.length < 4 || index % 20 === 0),
);
const made = gaddagOf(lexicon);
if (!made.ok) throw new Error('it is too big');
const words = searchedWords(made.gaddag);
const tiles = builtInTileSet('english')!;

const termsOn = (board: string): JudgingTerms => ({
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

for (const [board, games] of [
  ['official', 1],
  ['hole', 1],
  ['infinite', 1],
  ['infinite-hole', 1],
  ['standard', 1],
] as const)
  t.test(`the best play is the best of all, and none is left out: ${board}`, async (t) => {
    const terms = termsOn(board);
    let positions = 0;
    let blanks = 0;
    for (let game = 0; game < games; game++) {
      const plays = new BestPlays(terms, words);
      selfPlay(terms, `${board} ${game}`, (position, held) => {
        const names = all(terms, position, held);
        const shown: string[] = [];
        const keep = (found: FoundPlay) => {
          shown.push(nameOf(found));
          return Number.NEGATIVE_INFINITY;
        };
        for (const _ of plays.search(position, held, keep));
        if (shown.sort().join('\n') !== names.join('\n')) t.same(shown, names, `game ${game}`);
        const { points, play } = bestOf(plays, position, held);
        const most = Math.max(...names.map(pointsOf));
        if (points !== most) t.equal(points, most, `game ${game}, ${[...held].join(' ')}`);
        positions++;
        blanks += held.get(0) ?? 0;
        return play;
      });
      const opened = plays.opened;
      t.ok(opened && opened.opened < opened.places, 'some places need not be opened');
    }
    t.ok(positions >= 10 * games, `${positions} positions`);
    t.ok(blanks > 0, `${blanks} of them with a blank`);
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

t.test('where points are no sum with bounds, or there is no GADDAG, all plays are shown', async (t) => {
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
