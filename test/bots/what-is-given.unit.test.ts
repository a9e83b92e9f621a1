import t from 'tap';
import { Solver } from '../../host/bots/bananagrams/solving/solver.ts';
import { standardBunch } from '../../host/games/bananagrams/tiles/bunch.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { lexiconWith } from '../games/table.ts';
import { usualTerms as terms } from './usual-terms.ts';

t.test('What all games share cannot be changed by one', async (t) => {
  for (const shared of [standardBunch, ruleSets, ...Object.values(ruleSets)]) t.ok(Object.isFrozen(shared));
});

t.test('A solver takes letters A to Z alone: others would never be laid', async (t) => {
  for (const letters of ['É', 'cat', 'A B']) {
    const solver = new Solver(lexiconWith(['CAT']), () => 0);
    t.throws(() => solver.give(letters), {
      message: `what the solver is given: expected letters A to Z; got ${JSON.stringify(letters)}`,
    });
    t.notOk(solver.complete);
  }
});

const emptySituation = { terms, position: emptyPosition, held: new Map() };

t.test('Plays are ranked for one or more', async (t) => {
  for (const most of [0, -1, Number.NaN])
    t.throws(() => new RankedPlays(emptySituation, most), {
      message: `RankedPlays: expected a number of plays from 1; got ${most}`,
    });
  t.same(new RankedPlays(emptySituation, Number.POSITIVE_INFINITY).plays, []);
});
