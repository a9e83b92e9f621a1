import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { cgpOf, cgpText } from '../../host/games/scrabble/formats/cgp.ts';
import { readHand } from '../../host/games/scrabble/formats/move-notation.ts';
import type { HeldTiles } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { run } from '../cli/wordhost.ts';
import { klvOf, valueByChance } from '../leaves/klv-of.ts';
import type { SeenEvent } from '../seen-event.ts';
import { without } from '../support/without.ts';
import { pythonOn } from './python.ts';

t.test('equity by the leave values of a file', { skip: without('python3') }, async (t) => {
  const GAMES = 14;
  const MOVES = '1000';
  const klv = klvOf(
    builtInTileSet('english')!.tiles.map(({ count }) => count),
    6,
    valueByChance,
  );
  const cwd = t.testdir({ 'chance.klv2': klv });
  const greedy = 'wordhost player greedy --leave chance.klv2';
  const series = ['--games', `${GAMES}`, '--seed', 'equity', '--record', 'games', '--quiet'];
  const played = await run(['scrabble', ...series, '--cwd', cwd, greedy, greedy], { cwd });
  t.equal(played.status, 0, played.stderr);

  t.test('300 positions: each move and the best change are worth what a second program counts', async (t) => {
    const positions = globSync('games/*.jsonl', { cwd }).flatMap((record) => [
      ...bothRacks(join(cwd, record)),
    ]);
    t.ok(positions.length >= 300, `${positions.length} positions`);
    const moves = ['moves', '--leave', 'chance.klv2', '--top', MOVES, '-'];
    const { stdout, status } = await run(moves, { cwd, input: positions.join('\n') });
    t.equal(status, 0);
    const lines = stdout.trimEnd().split('\n');
    t.equal(lines.length, positions.length);
    const given = lines.map((line, index) => JSON.stringify({ cgp: positions[index], ...JSON.parse(line) }));
    const countedAgain = (some: readonly string[]) =>
      pythonOn(some.join('\n'), 'equity.py', join(cwd, 'chance.klv2')).lines.at(-1);
    t.match(countedAgain(given), /^\d{3} positions, \d{5,} moves, \d{3} changes: none differs$/);
    const changed = given[200]!.replace(
      /"equity":(-?)(\d+)/,
      (_, sign, whole) => `"equity":${sign}${Number(whole) + 1}`,
    );
    t.match(countedAgain([changed]), /^1 positions, .*: [12] differs$/, 'a point more is found');
  });

  t.test('greedy gives nothing away, and the engine has the same best move', async (t) => {
    const words = ['analyze', 'games', '--leave', 'chance.klv2', '--as', 'json', '--worst', '0'];
    const { status, stdout, stderr } = await run(words, { cwd });
    t.equal(status, 0, stderr);
    const reports = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const losses = reports.flatMap(({ moves }) => moves.map(({ measure }: { measure: number }) => measure));
    t.ok(losses.length >= 300);
    t.strictSame(
      losses.filter((loss) => loss !== 0),
      [],
    );
  });
});

/** The position before each turn of a recorded game, with both racks. */
function* bothRacks(path: string): Iterable<string> {
  const racks = ['', ''];
  const scores = [0, 0];
  const tiles = builtInTileSet('english')!;
  const board = builtInBoard('official')!;
  const terms = { rules: ruleSets.tournament, board, tiles, lexicon: undefined, handSize: 7 };
  let position = emptyPosition;
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const { type, seat, rack, score, move, errors } = JSON.parse(line) as SeenEvent;
    if (type === 'turn') {
      const seats = [seat, 3 - seat].map((each) => ({
        held: readHand(racks[each - 1]!, tiles) as HeldTiles,
        score: scores[each - 1]!,
      }));
      yield cgpText(cgpOf(position, terms, seats)!);
    }
    if (type === 'play' && errors === undefined) {
      position = position.with(placementsOf(move.split(' ')));
      scores[seat - 1] = score;
    }
    if (rack !== undefined) racks[seat - 1] = rack;
  }
}
