import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { liveClock } from '../../../../host/match/clock.ts';
import { type Script, scriptedSeats } from '../../../../host/seats/scripted/scripted-seats.ts';
import { theHost } from '../../../../host/serve/boggle/access.ts';
import { BoggleService, type GameNotice } from '../../../../host/serve/boggle/boggle-service.ts';
import type { BotFailure } from '../../../../host/serve/boggle/bots/bot-game.ts';
import { BotGames } from '../../../../host/serve/boggle/bots/bot-games.ts';
import { BotActions } from '../../../../host/serve/boggle/bots/bot-service.ts';
import { GameRules } from '../../../../host/serve/boggle/game-rules.ts';
import type { BoggleTables } from '../../../../host/serve/boggle/store/tables.ts';
import { boggleMigrations } from '../../../../host/serve/boggle/store/tables.ts';
import { lexiconWith } from '../../../games/table.ts';
import { until } from '../../../support/until.ts';
import { opened } from '../../database/database-contract.ts';

/** The board that the seed of these games comes to: T A F E / QU Y C H / S A L T / P D L H. */
const SEED = '27';
export const words = ['AT', 'TA', 'AQUA', 'QUAD', 'CLAPS', 'SQUALL', 'SQUALLY', 'LAY', 'SAY', 'ALL', 'DOG'];

interface Own {
  readonly timeout: number;
  readonly idleMs: number;
  readonly most: number;
  readonly everyMs: number;
}

/** Games of the web with bots that are scripts, as long as the test runs. */
export async function webTable(t: Test) {
  const lexicon = lexiconWith(words);
  const where = join(t.testdir({}), 'boggle.db');
  const database = await opened<BoggleTables>(where, boggleMigrations);
  const now = Date.now;
  const rules = new GameRules(lexicon, () => SEED);
  const onHost = () => new BoggleService({ database, rules, demandsTokens: true, now });
  const service = onHost();
  const acts = new BotActions({ service, database, rules, now });
  let bots: BotGames | undefined;
  /** How many were made in each game. */
  const moves = new Map<string, number>();
  service.onChange(({ game, move }) => {
    if (move) moves.set(game.key, (moves.get(game.key) ?? 0) + 1);
    bots?.changed(game.key, game.names);
  });
  const failures: unknown[] = [];
  const wentOut: BotFailure[] = [];
  const tokens = new Map<string, string>();
  /** The names of the bots that were started, game by game. */
  const started: string[] = [];
  t.teardown(async () => {
    await bots?.[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    if (failures.length > 0) throw failures[0];
  });

  const history = async (key: string) => {
    const told = await service.history(key);
    if ('refused' in told) throw new Error(told.refused.message);
    return told;
  };
  return {
    acts,
    started,
    wentOut,
    /** The service of another host on the same database: what is done there, this one is not told of. */
    elsewhere: onHost(),
    /** Once more with the same: as if the server had been stopped and started. */
    async seat(scripts: Readonly<Record<string, Script>>, own: Partial<Own> = {}): Promise<void> {
      await bots?.[Symbol.asyncDispose]();
      const commands = new Map(Object.keys(scripts).map((name) => [name, `exec ${name}`]));
      for (const name of commands.keys()) t.ok(await acts.takeName(name), name);
      bots = new BotGames({
        ...{
          service: acts,
          lexicon,
          commands,
          timeout: 60e9,
          readyTimeout: 60e9,
          idleMs: 60_000,
          most: 16,
          ...own,
        },
        // The folder of a test is removed before its teardown, while games are still looked for.
        failed: (error) => {
          if (existsSync(where)) failures.push(error);
        },
        wentOut: (out) => wentOut.push(out),
        openSeats: async (requests, listenerOf) => {
          const bySeat: Script[] = [];
          for (const { seat, name } of requests) bySeat[seat - 1] = scripts[name]!;
          started.push(...requests.map(({ name }) => name));
          return await scriptedSeats(bySeat, liveClock)(requests, listenerOf);
        },
      });
      await bots.start();
    },
    async user(name: string): Promise<void> {
      const made = await service.createUser(name, undefined);
      if ('refused' in made) throw new Error(made.refused.message);
      tokens.set(name, made.token);
    },
    /** Its key. */
    async begin(names: readonly [string, string], turns: number, asker = names[0]): Promise<string> {
      return told(await service.newGame(names, turns, tokens.get(asker) ?? theHost)).game.key;
    },
    guess: async (key: string, name: string, word: string) =>
      told(await service.makeMove(key, name, word, tokens.get(name))),
    cancel: async (key: string, name: string) => told(await service.cancel(key, name, tokens.get(name))),
    history,
    /** What was said of each turn, once there are so many. */
    async turns(key: string, count: number): Promise<readonly string[]> {
      await until(
        () => (moves.get(key) ?? 0) >= count,
        () => `turn ${count}; there are ${moves.get(key)}`,
      );
      return (await history(key)).moves.map(({ message }) => message);
    },
  };
}

function told(done: GameNotice | { readonly refused: { readonly message: string } }): GameNotice {
  if ('refused' in done) throw new Error(done.refused.message);
  return done;
}
