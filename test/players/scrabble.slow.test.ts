import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { boardNames } from '../../host/games/scrabble/board/named-board.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { playsWithoutFault } from './scrabble-without-fault.ts';

playsWithoutFault('all');

const greedy = 'wordhost player greedy';

for (const board of boardNames)
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

t.test('with 300 tiles on a board without edges a greedy move takes less than a second', async (t) => {
  const cwd = t.testdir({});
  const args = [
    'scrabble',
    '--seed',
    '1',
    '--board',
    'infinite',
    '--tiles',
    'english:3',
    '--events',
    'events',
  ];
  const outcome = await run([...args, '--json', greedy, greedy], { cwd });
  t.match(resultsOf(outcome)[0], { reason: 'played-out' }, outcome.stderr);
  const events = readFileSync(join(cwd, 'events'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const times: number[] = [];
  let since = 0;
  for (const { type, t: at } of events) {
    if (type === 'turn') since = at;
    if (/^(play|change|pass)$/.test(type)) times.push((at - since) / 1e6);
  }
  t.ok(times.length > 40, `${times.length} moves`);
  t.ok(Math.max(...times) < 1000, `at most ${Math.max(...times).toFixed(1)} ms`);
});
