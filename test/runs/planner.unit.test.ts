import t from 'tap';
import { namedChoice } from '../../host/games/scrabble/board-choice.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { Planner } from '../../host/runs/workers/planner.ts';
import { planOf } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';

const lexicon = lexiconWith(['AB', 'CATS']);
const infinite = namedChoice('infinite');
const board = infinite?.ok ? infinite.value : undefined;
const plans = [
  planOf({ game: scrabble, lexicon, options: { board } }),
  planOf({ game: scrabble, lexicon, options: { board }, seed: 'another' }),
  planOf({ game: scrabble, lexicon, options: { board, handsize: 5 }, seed: 'third', players: 3 }),
];

t.test('the games of a run are planned as they were, one after another', async (t) => {
  const planner = new Planner(scrabble, lexicon);
  for (const plan of [...plans, ...plans]) {
    const again = planner.plan(plan.request);
    t.same(again.request, plan.request);
    t.same(again.setup.key, plan.setup.key);
    t.same(again.limits, plan.limits);
    t.same(again.setup.options.board, board);
    const { startedAt: _, ...header } = again.header;
    t.match(plan.header, header);
  }
});

t.test('texts that another program has sent can be wrong', async (t) => {
  const { request } = plans[0]!;
  const wrong = { ...request, options: { ...request.options, handsize: 'many' } };
  const planner = new Planner(scrabble, lexicon);
  t.throws(() => planner.plan(wrong), {
    message: /a game cannot be planned again: its option handsize: expected/,
  });
});
