import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { errorLine } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { countsOf, placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { resolveSetting as boggleSetting } from '../../host/tools/check/boggle/game.ts';
import { errorsOf, idsOf, laidLetters, resolveSetting } from '../../host/tools/check/scrabble/game.ts';
import { scrabbleScenes } from '../../host/tools/check/scrabble/scenes.ts';
import { lexiconWith } from '../games/table.ts';
import { expectOk } from '../support/expect-ok.ts';
import type { BoggleBoard } from '../vectors/boggle-board.ts';
import { readVectors } from '../vectors/files.ts';
import type { ScrabbleMove } from '../vectors/scrabble-move.ts';

t.test('scene tiles', async (t) => {
  t.test('hands, bag and plays that a bot is told of agree in each step', async (t) => {
    for (const { name, setting = {}, lines } of scrabbleScenes) {
      const laid = laidLetters(lines);
      const { hand, bag, tiles, names, handSize } = resolveSetting(setting, lexiconWith(['AT']), laid);
      const held = [...hand.values()].reduce((sum, count) => sum + count, 0);
      const began = tiles.tiles.reduce((sum, { count }) => sum + count, 0);
      t.equal(began, held + bag.length + (names.length - 1) * handSize, name);
      const own = [...hand].flatMap(([id, count]) => new Array<number>(count).fill(id));
      const drawn = bag.slice(0, (setting.draws ?? '').length);
      t.same(drawn, idsOf(setting.draws ?? '', tiles), `${name}: the bot draws as the scene says`);
      for (const { id, count } of tiles.tiles) {
        const seen = [...own, ...drawn, ...idsOf(laid, tiles)];
        if (count < seen.filter((one) => one === id).length) t.fail(`${name}: tile ${id}`);
      }
    }
  });
});

t.test('vectors', async (t) => {
  t.test('check judges the move of a bot as the test vectors do', async (t) => {
    for (const given of readVectors<ScrabbleMove>('scrabble-moves').vectors) {
      const { name, rules, player, handsize, bag, words, lies, hand, move, errors } = given;
      const setting = resolveSetting({ rules, hand: '', seat: player }, lexiconWith(['AT']));
      const table = {
        ...setting,
        board: builtInBoard(given.board ?? ruleSets[rules].board)!,
        tiles: builtInTileSet(ruleSets[rules].tiles)!,
        lexicon: words === null ? undefined : lexiconWith(words),
        handSize: handsize,
      };
      const situation = {
        position: emptyPosition.with(placementsOf(wordsOf(lies))),
        hand: new Map(countsOf(wordsOf(hand)).map(({ id, count }) => [id, count])),
        inBag: bag,
      };
      const [does, ...said] = wordsOf(move);
      const message =
        does === 'change'
          ? ({ type: 'change', ids: said.map(Number), tag: undefined, lineNumber: 1, line: move } as const)
          : ({
              type: 'play',
              placements: placementsOf(said),
              tag: undefined,
              lineNumber: 1,
              line: move,
            } as const);
      const found = errorsOf(table, situation, message).map((error) => errorLine(error, player));
      t.same(found, errors, name);
    }
  });

  t.test('check knows the words of a board as the test vectors do', async (t) => {
    const english = expectOk(loadLexicon('english', [{ path: t.testdir(), exposed: false }]));
    for (const { board, on } of readVectors<BoggleBoard>('boggle-boards').vectors) {
      const { words } = boggleSetting({ rules: 'classic', board }, english.lexicon);
      t.same(
        words.toSorted(),
        on.map(([word]) => word),
        board,
      );
    }
  });

  function wordsOf(text: string): string[] {
    return text.split(' ').filter((word) => word !== '');
  }
});
