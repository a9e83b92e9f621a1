import { mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../host/events/result.ts';
import { recordPath } from '../../host/runs/play-game.ts';
import type { NewGame } from '../../host/runs/store/contract.ts';
import { openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { jsonLines } from '../support/json-lines.ts';
import { type Figure, type Measure, median } from './figure.ts';
import { printedByNode } from './playing.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const MANY = 50_000;
const ROUNDS = 3;
/** Their records, one after another, are as that of a long game. */
const GAMES = 20;
const LONG_GAMES = 200;
/** In microseconds: what a turn between instant players takes by the clock, as `npm run bench -- jobs` has it. */
const TURN = 1e6 / 30_000;

/** What it costs to keep the games of a tournament, and to read them. */
export const store: Measure = async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'wordhost-bench-'));
  return await measured(folder.path);
};

async function measured(folder: string): Promise<readonly Figure[]> {
  const games = played(folder);
  const [game, longGame] = [games[0]!, asOne(games)];
  const path = join(folder, 'league.db');
  // First: what the many games have written, the system is still writing when they are over.
  const long = await keptGames(join(folder, 'long.db'), longGame, LONG_GAMES);
  const kept = await keptGames(path, game, MANY);
  const reads = [];
  for (let round = 0; round < ROUNDS; round++) reads.push(await readMs(path));
  const { record, turns } = game;
  return [
    {
      what: 'a game kept in a store, its result and its record',
      ...{ measured: kept.wallMs, unit: 'ms', target: 1 },
      baseline: `a game of Scrabble of ${turns} turns, its record of ${record.length} bytes`,
    },
    {
      what: "the loop's processor time for that, of a long game, for each turn of it",
      ...{ measured: (long.loopMs * 1e3) / longGame.turns, unit: 'µs', target: TURN / 20 },
      baseline: `5 % of a turn between instant players, ${TURN.toFixed(0)} µs`,
    },
    {
      what: `a store of ${MANY} games opened, and all results read`,
      ...{ measured: median(reads), unit: 'ms', target: 1_000 },
      baseline: `${Math.round(statSync(path).size / MANY)} bytes a game`,
    },
  ];
}

export interface Played {
  readonly result: Result;
  readonly record: Uint8Array;
  readonly turns: number;
}

export function played(folder: string): readonly Played[] {
  const player = `"${process.execPath}" "${wordhost}" player longest`;
  const words = ['scrabble', '--games', String(GAMES), '--seed', '7', '--json', '--record', folder];
  return jsonLines<Result>(printedByNode(wordhost, ...words, player, player)).map((result) => {
    const turns = result.players.reduce((sum, { answers = 0 }) => sum + answers, 0);
    return { result, record: readFileSync(recordPath(folder, result.id)), turns };
  });
}

function asOne(games: readonly Played[]): Played {
  const record = Buffer.concat(games.map((game) => game.record));
  return { ...games[0]!, record, turns: games.reduce((sum, { turns }) => sum + turns, 0) };
}

export function nth({ result, record }: Played, number: number): NewGame {
  const id = `${result.id.slice(0, -6)}${String(number).padStart(6, '0')}`;
  return { number, id, result: JSON.stringify({ ...result, number, id }), record };
}

async function keptGames(
  path: string,
  game: Played,
  many: number,
): Promise<{ wallMs: number; loopMs: number }> {
  await using store = await openedToWrite(path);
  const warmUp = Math.min(200, many / 4);
  for (let number = 1; number <= warmUp; number++) await store.save(nth(game, number));
  const [start, before] = [performance.now(), process.threadCpuUsage()];
  for (let number = warmUp + 1; number <= many; number++) await store.save(nth(game, number));
  const { user, system } = process.threadCpuUsage(before);
  const games = many - warmUp;
  return { wallMs: (performance.now() - start) / games, loopMs: (user + system) / 1e3 / games };
}

async function readMs(path: string): Promise<number> {
  const start = performance.now();
  await using store = await openedToRead(path);
  let games = 0;
  for await (const { number, result } of store.games())
    if ((JSON.parse(result) as { readonly number: number }).number === number) games++;
  if (games !== MANY) throw new Error(`${games} games were read`);
  return performance.now() - start;
}
