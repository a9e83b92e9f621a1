import t from 'tap';
import { laidByOthers } from '../../host/tools/check/scrabble/laid-by-others.ts';
import { idsOf, resolveSetting } from '../../host/tools/check/scrabble/resolve-setting.ts';
import { scrabbleScenes } from '../../host/tools/check/scrabble/steps.ts';
import { lexiconWith } from '../games/table.ts';

t.test('what a bot is told of the tiles is true in each step: hands, bag and what others lay', async (t) => {
  for (const { name, setting, actions } of scrabbleScenes) {
    const laid = laidByOthers(actions);
    const { hand, bag, tiles, names, handSize, seat } = resolveSetting(setting, lexiconWith(['AT']), laid);
    const held = [...hand.values()].reduce((sum, count) => sum + count, 0);
    const began = tiles.tiles.reduce((sum, { count }) => sum + count, 0);
    t.equal(began, held + bag.length + (names.length - 1) * handSize, name);
    const own = [...hand].flatMap(([id, count]) => new Array<number>(count).fill(id));
    const others = [...laid].flatMap(([player, letters]) => (player === seat ? [] : idsOf(letters, tiles)));
    for (const { id, count } of tiles.tiles) {
      const seen = [...own, ...others, ...idsOf(setting.draws ?? '', tiles)];
      if (count < seen.filter((one) => one === id).length) t.fail(`${name}: tile ${id}`);
    }
  }
});
