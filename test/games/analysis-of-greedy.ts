import type { Test } from 'tap';
import { run } from '../cli/wordhost.ts';

interface ReportedMoves {
  readonly moves: readonly { readonly measure: number; readonly n: number }[];
}

/** Games of greedy against itself, through the host and its records. */
export async function greedyLosesNothing(t: Test, games: number): Promise<void> {
  const cwd = t.testdir({});
  const greedy = 'wordhost player greedy';
  await run(
    ['scrabble', '--seed', '1', '--games', `${games}`, '--jobs', 'auto', '--record', 'games', greedy, greedy],
    { cwd },
  );
  const { status, stdout, stderr } = await run(
    ['analyze', 'games', '--as', 'json', '--worst', '0', '--jobs', '2'],
    { cwd },
  );
  t.equal(status, 0, stderr);
  const reports = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReportedMoves);
  const moves = reports.flatMap((report) => report.moves);
  t.equal(reports.length, games);
  t.ok(moves.length > 15 * games, `${moves.length} moves`);
  t.same(
    moves.filter(({ measure }) => measure !== 0),
    [],
  );
}
