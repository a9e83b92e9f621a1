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

const limited = plans[2]!.request.players.map((player) => ({
  ...player,
  options: { timeout: `${player.seat}s` },
}));

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

t.test('what players have of their own is that of each game', async (t) => {
  const planner = new Planner(scrabble, lexicon);
  const { request } = plans[2]!;
  for (const players of [request.players, limited, [...limited].reverse(), request.players]) {
    const seated = players.map((player, index) => ({ ...player, seat: index + 1 }));
    const plan = planner.plan({ ...request, players: seated });
    t.same(plan.request.players, seated);
    t.same(
      plan.setup.own?.map((options) => options!.timeout),
      seated[0]!.options && seated.map(({ options }) => Number.parseInt(options!.timeout, 10) * 1e9),
    );
  }
});

t.test('texts that another program has sent can be wrong', async (t) => {
  const { request } = plans[0]!;
  const wrong = { ...request, options: { ...request.options, handsize: 'many' } };
  const planner = new Planner(scrabble, lexicon);
  t.throws(() => planner.plan(wrong), {
    message: /a game cannot be planned again: its option handsize: expected/,
  });
  planner.plan(request);
  const wrongLimit = {
    ...request,
    players: request.players.map((player) => ({ ...player, options: { timeout: '5' } })),
  };
  t.throws(() => planner.plan(wrongLimit), {
    message: /a game cannot be planned again: the option "timeout" of player 1: expected a time/,
  });
});
