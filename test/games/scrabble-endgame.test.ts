import t from 'tap';
import { bestPlay } from '../../host/bots/scrabble/best-play.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { Endgame, otherRack } from '../../host/games/scrabble/moves/endgame.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { english, idOf, placed } from './scrabble-table.ts';
import { lexiconWith } from './table.ts';

const rackOf = (letters: string) => new Map([...letters].map((letter) => [idOf(letter), 1]));
const tiles: TileSet = {
  name: 'small',
  tiles: english.tiles.map((tile) => ({ ...tile, count: rackOf('CATZES').get(tile.id) ?? 0 })),
};
const terms: JudgingTerms = {
  rules: ruleSets.tournament,
  board: builtInBoard('official')!,
  tiles,
  lexicon: lexiconWith(['CAT', 'CATE', 'CATS', 'ZA']),
  handSize: 7,
};
const position = emptyPosition.with(placed('CAT', 0, 0, 'across'));
const atTable = { terms, position, held: rackOf('EZ'), inBag: 0, scores: [0, 0] };
const chance = () => 0;
const chosenBy = (leave: boolean, own = terms) => {
  const chooser = bestPlay({ leave })({ ...atTable, terms: own, player: 1, scoreless: 0, chance });
  for (const _ of searchPlays(own, position, atTable.held, (found) => chooser.look(found)));
  return named(chooser.chosen() as readonly Placement[]);
};
const named = (play: readonly Placement[]) => play.map(({ letter, x, y }) => `${letter} ${x} ${y}`).join();

t.test('With an empty bag the other player holds all that is neither laid nor ours', async (t) => {
  t.same(otherRack(atTable), rackOf('S'));
  t.equal(otherRack({ ...atTable, inBag: 1 }), undefined, 'or it is in the bag');
  t.equal(otherRack({ ...atTable, scores: [0, 0, 0] }), undefined, 'or another holds it');
  const whole = { ...terms, tiles: english };
  t.equal(otherRack({ ...atTable, terms: whole }), undefined, 'nobody has told how full the bag is');
});

t.test('A play that takes the place of the other is better than one with more points', async (t) => {
  t.equal(chosenBy(false), 'Z 1 -1', 'then the other goes out with CATS');
  t.equal(chosenBy(true), 'E 3 0', 'then the other has no play, and ZA goes out');
});

t.test('Where squares do more than multiply, the play with the most points is made at once', async (t) => {
  const squares = terms.board.squares.map((kind) => ({
    ...kind,
    functions: kind.functions.map((own) => ({ ...own, premium: undefined })),
  }));
  t.equal(chosenBy(true, { ...terms, board: { ...terms.board, squares } }), 'Z 1 -1');
});

t.test('Where nothing is gained by going out, what plays bring is counted alone', async (t) => {
  const held = rackOf('E');
  const [play] = [...rankedFor({ ...terms, rules: ruleSets.course }, held)];
  t.equal(play!.points, 6);
  t.equal(play!.leave, 0);
  t.equal([...rankedFor(terms, held)][0]!.leave, 2 * 1000 * 11, 'Z and S are gained and lost');
});

function rankedFor(own: JudgingTerms, held: HeldTiles) {
  const situation = { terms: own, position, held };
  const ranked = new RankedPlays(situation, 3, new Endgame(situation, rackOf('ZS')).kept);
  for (const _ of searchPlays(own, position, held, (found) => ranked.look(found)));
  return ranked.plays;
}
