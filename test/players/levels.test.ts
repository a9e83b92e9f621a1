import t from 'tap';
import { chanceFrom } from '../../host/bots/chance.ts';
import { anyPlay } from '../../host/bots/scrabble/any-play.ts';
import { moveOfChooser } from '../../host/bots/scrabble/decide.ts';
import type { Chooser, Strategy } from '../../host/bots/scrabble/strategy.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { readOptions } from '../../players/bananagrams/options.ts';
import { readOptions as boggleOptions } from '../../players/boggle/options.ts';
import { longestPlay } from '../../players/longest/longest-play.ts';
import { type LevelName, levelNames } from '../../players/program/levels.ts';
import { withKnownWords } from '../../players/scrabble/known-words.ts';
import { readOptions as scrabbleOptions } from '../../players/scrabble/options.ts';
import { expectOk } from '../support/expect-ok.ts';

t.test('Each built-in player of a game has the same levels, and is best without one', async (t) => {
  for (const read of [readOptions, boggleOptions, scrabbleOptions]) {
    t.match(read([], undefined), { kind: 'options', options: { level: 'all' } });
    for (const level of levelNames) t.match(read(['--level', level], '7'), { options: { level, seed: '7' } });
    t.match(read(['--level', 'easy'], undefined), {
      kind: 'problem',
      problem: /^--level: expected (1 to 5, )?all, half or few; got easy$/,
    });
  }
});

const loaded = expectOk(loadLexicon('english'));
const tiles = builtInTileSet('english')!;
const terms = {
  rules: ruleSets.tournament,
  board: builtInBoard('official')!,
  tiles,
  lexicon: loaded.lexicon,
  handSize: 7,
};
const held = new Map([...'AEINRST'].map((letter) => [letter.charCodeAt(0) - 64, 1]));

/** What a strategy is shown of all first plays of a hand, and what it chooses. */
function firstPlay(strategy: Strategy, level: LevelName, seed: string) {
  const looked: string[] = [];
  const watched: Strategy = (choice) => {
    const chooser = strategy(choice);
    const look: Chooser['look'] = (found) => {
      looked.push(
        found
          .placements()
          .map(({ letter }) => letter)
          .join(''),
      );
      chooser.look(found);
    };
    return { look, chosen: () => chooser.chosen() };
  };
  const position = emptyPosition;
  const chance = chanceFrom(seed);
  const choice = { terms, position, held, inBag: 86, player: 1, scores: [0, 0], scoreless: 0, chance };
  const chooser = withKnownWords(watched, level, seed)(choice);
  for (const _ of searchPlays(terms, emptyPosition, held, (found) => chooser.look(found)));
  const move = moveOfChooser(chooser, { terms, held, inBag: 86 });
  if (move.type !== 'play') throw new Error(`a ${move.type}, and no play`);
  return { words: new Set(looked), chosen: move.placements.map(({ letter }) => letter).join('') };
}

t.test('A player of a lower level knows a part of the words: for one seed always the same', async (t) => {
  for (const strategy of [longestPlay, anyPlay]) {
    const all = firstPlay(strategy, 'all', '1').words;
    for (const [level, least, most] of [
      ['half', 0.35, 0.65],
      ['few', 0.05, 0.25],
    ] as const) {
      const { words, chosen } = firstPlay(strategy, level, '1');
      t.same(
        [...words].filter((word) => !all.has(word)),
        [],
      );
      const share = words.size / all.size;
      t.ok(share > least && share < most, `${level}: ${share} of ${all.size}`);
      t.ok(words.has(chosen));
      t.same(firstPlay(strategy, level, '1'), { words, chosen }, 'the same again');
      t.notSame(firstPlay(strategy, level, '2').words, words, 'another seed, other words');
    }
  }
});
