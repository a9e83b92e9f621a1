import t from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { tryMisuses } from './misuses.ts';
import { playsWithoutFault } from './scrabble-without-fault.ts';

t.test('scrabble', async (t) => {
  playsWithoutFault(1);

  const greedy = 'wordhost player greedy';

  // In this process they play on every board.
  for (const board of ['official', 'infinite-hole'])
    t.test(`four greedy players, as processes, play a whole game: ${board}`, async (t) => {
      const args = ['scrabble', '--seed', '4', '--board', board, '--json', '--illegal', 'forfeit'];
      const outcome = await run([...args, greedy, greedy, greedy, greedy]);
      const [result] = resultsOf(outcome);
      t.equal(outcome.status, 0, outcome.stderr);
      t.match(result, { reason: /^(played-out|scoreless)$/ });
      for (const { outcome: became, moves, timeouts } of result!.players)
        t.ok(
          /^(won|lost|draw)$/.test(became) && Number(moves) > 3 && timeouts === 0,
          `${became}, ${moves} moves`,
        );
    });

  t.test('with 300 tiles on a board without edges a greedy move takes a fraction of a second', async (t) => {
    const table = ['--seed', '1', '--board', 'infinite', '--tiles', 'english:3', '--json'];
    const outcome = await run(['scrabble', ...table, greedy, greedy]);
    const [result] = resultsOf(outcome);
    t.match(result, { reason: 'played-out' }, outcome.stderr);
    for (const { moves, cpuMs } of result!.players) {
      t.ok(Number(moves) > 20, `${moves} moves`);
      t.ok(Number(cpuMs) / Number(moves) < 500, `${cpuMs} ms of processor time for ${moves} moves`);
    }
  });
});

t.test('misuse', async (t) => await tryMisuses(t, { all: true }));
