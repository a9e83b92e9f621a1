import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { run } from '../cli/wordhost.ts';
import type { SeenEvent } from '../seen-event.ts';

interface Report {
  readonly file: string;
  readonly moves: readonly { readonly measure: number; readonly n: number }[];
}

const TILES = 100;
const HANDS = 14;

/** Games of greedy against itself, through the host and its records. */
export async function greedyLosesNothing(t: Test, games: number): Promise<void> {
  const { reports } = await analyzed(t, games, 'wordhost player greedy', 'points');
  const moves = reports.flatMap((report) => report.moves);
  t.equal(reports.length, games);
  t.ok(moves.length > 15 * games, `${moves.length} moves`);
  t.same(
    moves.filter(({ measure }) => measure !== 0),
    [],
  );
}

/** Where the bag is empty, greedy looks further than the analysis. */
export async function keepingLosesNothing(t: Test, games: number): Promise<void> {
  const { cwd, reports } = await analyzed(t, games, 'wordhost player greedy --leave', 'equity');
  let seen = 0;
  for (const { file, moves } of reports) {
    const lines = readFileSync(join(cwd, file), 'utf8').split('\n').filter(Boolean);
    const byEvent = new Map(moves.map((move) => [move.n, move]));
    let laid = 0;
    for (const event of lines.map((line) => JSON.parse(line) as SeenEvent & { readonly n: number })) {
      const move = byEvent.get(event.n);
      if (move && laid + HANDS < TILES) {
        seen++;
        t.equal(move.measure, 0, `${file}, event ${event.n}`);
      }
      if (event.type === 'play') laid += event.move.split(' ').length / 3;
    }
  }
  t.ok(seen > 15 * games, `${seen} moves with tiles in the bag`);
}

async function analyzed(t: Test, games: number, player: string, by: string) {
  const cwd = t.testdir({});
  const played = ['--seed', '1', '--games', `${games}`, '--jobs', 'auto', '--record', 'games'];
  await run(['scrabble', ...played, player, player], { cwd });
  const words = ['analyze', 'games', '--by', by, '--as', 'json', '--worst', '0', '--jobs', '2'];
  const { status, stdout, stderr } = await run(words, { cwd });
  t.equal(status, 0, stderr);
  const reports = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Report);
  return { cwd, reports };
}
