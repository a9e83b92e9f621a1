import { mkdirSync } from 'node:fs';
import { drawSeed } from '../core/seed.ts';
import { meant, visibleJson } from '../core/text.ts';
import type { Result } from '../events/result.ts';
import { commandFolder } from '../files/command-folder.ts';
import { entryFile } from '../files/package-root.ts';
import type { OptionTable } from '../games/kit/option.ts';
import { type GameName, games } from '../games/registry.ts';
import { loadLexicon } from '../lexicon/load.ts';
import { planMatch } from '../match/plan.ts';
import { playGame } from '../runs/play-game.ts';
import { processSeats } from '../seats/process/process-seats.ts';
import { settleOptions } from '../settings/settle-options.ts';

/** The request of `runMatch`. Everything else has the defaults of the command line. */
export interface RunMatchRequest {
  readonly game: GameName;
  /** The command of each player, for the shell. */
  readonly players: readonly string[];
  /** Options of the game as on the command line, such as `{ time: '10s' }`. */
  readonly options?: Readonly<Record<string, string>>;
  /** The default is random. */
  readonly seed?: string;
  /** A built-in list or a file. */
  readonly dictionary?: string;
  /** The folder for the record of the match, `ID.jsonl`. It is created if needed. */
  readonly record?: string;
  readonly interrupt?: AbortSignal;
}

/** The match is over, but its record could not be written. */
export class RecordFailure extends Error {
  readonly result: Result;

  constructor(problem: string, result: Result) {
    super(`cannot write ${problem}`);
    this.name = 'RecordFailure';
    this.result = result;
  }
}

/**
 * Plays one match between programs and returns its result.
 *
 * @example
 * const result = await runMatch({ game: 'boggle', players: ['./a', 'python3 b.py'] });
 */
export async function runMatch(request: RunMatchRequest): Promise<Result> {
  const { players, options = {}, seed = drawSeed(), dictionary = 'english', record, interrupt } = request;
  const game = games[request.game];
  if (!game) throw new RangeError(`unknown game ${request.game}: expected ${Object.keys(games).join(', ')}`);
  if (!Array.isArray(players)) {
    const came = players === undefined ? 'nothing' : visibleJson(players);
    throw new TypeError(`players: expected a list of commands; got ${came}`);
  }
  const words = loadLexicon(dictionary);
  if (!words.ok) throw new RangeError(words.problem);
  const table: OptionTable = game.options;
  const texts = Object.fromEntries(Object.entries(options).map(([name, text]) => [name, [text]]));
  const odd = Object.keys(options).find((name) => !Object.hasOwn(table, name));
  if (odd !== undefined) {
    const names = Object.keys(table);
    const hint = meant(odd, names) || `; it has ${names.join(', ')}`;
    throw new RangeError(`options: ${request.game} has no option ${odd}${hint}`);
  }
  const plan = planMatch({
    game,
    options: settleOptions(table, [{ where: (name) => `options: ${name}`, texts }]),
    lexicon: words.lexicon,
    seed,
    limits: { readyTimeout: 10e9, gameTimeout: 1800e9 },
    players: players.map((command, index) => ({
      seat: index + 1,
      entry: index + 1,
      name: command,
      command,
    })),
  });
  const openSeats = processSeats({
    sandbox: 'auto',
    shell: '/bin/sh',
    cwd: undefined,
    graceNs: 1e9,
    unreadCap: 2 ** 20,
    stderr: 'discard',
    commandFolder: commandFolder(entryFile('wordhost')),
  });
  if (record !== undefined) mkdirSync(record, { recursive: true });
  const { result, recordFailure } = await playGame(plan, { openSeats, record, interrupt });
  if (recordFailure !== undefined) throw new RecordFailure(recordFailure, result);
  return result;
}
