import t from 'tap';
import { moveWhenStuck } from '../../host/bots/scrabble/chosen-move.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/built-in-tiles.ts';

const held = new Map([
  [17, 1],
  [22, 2],
]);

/** What a player does that holds Q, V and V of a hand of seven, with so many in the bag. */
function moveOf(rules: RuleSetName, inBag: number, tiles = held): string {
  const terms = {
    rules: ruleSets[rules],
    board: builtInBoard('official')!,
    tiles: builtInTileSet('english')!,
    lexicon: undefined,
    handSize: 7,
  };
  const move = moveWhenStuck({ terms, held: tiles, inBag });
  return move.type === 'change' ? `change ${move.ids.join(' ')}` : move.type;
}

t.test(
  'By tournament rules all tiles are changed from a bag of a hand or more, and none from a smaller one',
  async (t) => {
    t.equal(moveOf('tournament', 80), 'change 17 22 22');
    t.equal(moveOf('tournament', 7), 'change 17 22 22');
    t.equal(moveOf('tournament', 6), 'pass');
  },
);

t.test('By the rules of the course as many are changed as are in the bag', async (t) => {
  t.equal(moveOf('course', 80), 'change 17 22 22');
  t.equal(moveOf('course', 2), 'change 17 22');
  t.equal(moveOf('course', 0), 'pass');
});

t.test('By the simple rules, and without tiles, there is nothing but to pass', async (t) => {
  t.equal(moveOf('simple', 80), 'pass');
  t.equal(moveOf('tournament', 80, new Map()), 'pass');
});
