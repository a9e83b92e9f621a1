import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../host/events/result.ts';
import type { Programs } from './programs.ts';

/** Games on the command line between two players who lay one more step of a staircase in each turn. */
export interface StaircaseSeries {
  readonly games: number;
  readonly turns: number;
  readonly atOnce: number;
  readonly options: readonly string[];
  readonly records?: string | undefined;
}

export function staircaseWords(
  { games, turns, atOnce, options, records }: StaircaseSeries,
  programs: Programs,
): string[] {
  const player = programs.path('staircase');
  const tiles = join(programs.folder, 'tiles.json');
  const kinds = [
    { count: 1, letters: { B: 1 } },
    { count: 22_000, letters: { A: 1 } },
  ];
  writeFileSync(tiles, JSON.stringify({ tiles: kinds }));
  const rules = ['--board', 'infinite', '--tiles', tiles, '--dictionary', 'none'];
  const counts = ['--games', games, '--max-turns', turns, '--max-output', '100M', '--jobs', atOnce];
  const kept = records === undefined ? [] : ['--record', records];
  return [
    'scrabble',
    ...rules,
    ...counts.map(String),
    ...options,
    ...kept,
    '--json',
    '--quiet',
    player,
    player,
  ];
}

/** The host's: none of these games has a winner. */
const NO_WINNER = 1;

type NumberedResult = Result & { readonly number: number };

export interface SeriesEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The results, of all games of the series. Throws where not all turns were played, with all that is known of it. */
export function staircaseResults(
  series: StaircaseSeries,
  { status, signal, stdout, stderr }: SeriesEnd,
): NumberedResult[] {
  const results = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"number":'))
    .map((line) => JSON.parse(line) as NumberedResult);
  const wrong = results.find(({ turns, reason }) => turns !== series.turns || reason !== 'max-turns');
  const host = `the host ended with ${signal ?? `status ${status}`} and said: ${stderr.trim() || 'nothing'}`;
  if (wrong !== undefined)
    throw new Error(
      `not all turns were played in game ${wrong.number} of ${series.games}: ${JSON.stringify(wrong)}\n${recordOf(series, wrong)}\n${host}`,
    );
  if (results.length !== series.games)
    throw new Error(`of ${series.games} games ${results.length} have a result: ${host}`);
  if (status !== NO_WINNER) throw new Error(`all turns were played, but ${host}`);
  return results;
}

function recordOf({ records }: StaircaseSeries, { id }: Result): string {
  if (records === undefined) return 'it has no record, which would be measured, too';
  const path = join(records, `${id}.jsonl`);
  return existsSync(path) ? `its record: ${path}` : `it has no record in ${records}`;
}
