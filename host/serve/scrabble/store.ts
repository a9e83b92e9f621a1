import type { Kysely } from 'kysely';
import type { WebMove } from '../../bots/scrabble/web/web-player.ts';
import type { Result } from '../../events/result.ts';
import type { MatchRequest } from '../../match/plan.ts';
import type { Database, Queries } from '../database/database.ts';

/** What the migrations come to. */
export interface ScrabbleTables {
  readonly scrabble_token: {
    readonly id: number;
    readonly name: string;
    readonly hash: string;
    readonly made_at: number;
    readonly revoked_at: number | null;
  };
  readonly scrabble_bot: BotTable;
  readonly scrabble_game: GameTable;
  readonly scrabble_move: MoveTable;
}

/** A version of a bot; the one that was registered last is current. */
interface BotTable {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly token: number;
  readonly endpoint: string;
  readonly language: string;
  readonly website: string;
  readonly description: string;
  readonly concurrent: number;
  readonly is_current: number;
  readonly registered_at: number;
}

/** `begun1`: the bot of seat 1 has the files, and is told no more of the beginning. */
interface GameTable {
  readonly id: number;
  readonly request: string;
  readonly bot1: number;
  readonly bot2: number;
  readonly begun1: number;
  readonly begun2: number;
  readonly state: GameState;
  readonly result: string | null;
  readonly record: string | null;
  readonly made_at: number;
  readonly over_at: number | null;
}

type GameState = 'open' | 'over' | 'superseded' | 'void';

interface MoveTable {
  readonly game: number;
  readonly number: number;
  readonly seat: number;
  readonly move: string;
  readonly failure: number;
  readonly at: number;
}

/** As they came to be: a line that is out in the world never changes, and what comes later is a line of its own. */
export const scrabbleMigrations: readonly string[] = [
  `CREATE TABLE scrabble_token (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    made_at BIGINT NOT NULL,
    revoked_at BIGINT
  );
  CREATE TABLE scrabble_bot (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    token BIGINT NOT NULL REFERENCES scrabble_token (id),
    endpoint TEXT NOT NULL,
    language TEXT NOT NULL,
    website TEXT NOT NULL,
    description TEXT NOT NULL,
    concurrent BIGINT NOT NULL,
    is_current BIGINT NOT NULL,
    registered_at BIGINT NOT NULL,
    UNIQUE (name, version)
  );
  CREATE TABLE scrabble_game (
    id BIGINT PRIMARY KEY,
    request TEXT NOT NULL,
    bot1 BIGINT NOT NULL REFERENCES scrabble_bot (id),
    bot2 BIGINT NOT NULL REFERENCES scrabble_bot (id),
    begun1 BIGINT NOT NULL,
    begun2 BIGINT NOT NULL,
    state TEXT NOT NULL,
    result TEXT,
    record TEXT,
    made_at BIGINT NOT NULL,
    over_at BIGINT
  );
  CREATE INDEX scrabble_game_state ON scrabble_game (state, id);
  CREATE TABLE scrabble_move (
    game BIGINT NOT NULL REFERENCES scrabble_game (id),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    move TEXT NOT NULL,
    failure BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
  )`,
];

export interface StoredToken {
  readonly id: number;
  readonly name: string;
  readonly madeAt: number;
  readonly isRevoked: boolean;
}

export interface StoredBot {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly endpoint: string;
  readonly language: string;
  readonly website: string;
  readonly description: string;
  readonly isConcurrent: boolean;
}

/** A game that is not over. */
export interface OpenGame {
  readonly id: number;
  readonly request: MatchRequest;
  /** By seat. */
  readonly bots: readonly [number, number];
  readonly begun: readonly [boolean, boolean];
  /** By seat. */
  readonly moves: readonly [readonly WebMove[], readonly WebMove[]];
}

export interface FinishedGame {
  readonly id: number;
  readonly bots: readonly [number, number];
  readonly result: Result;
}

/** What came of a registration. */
export type Registration =
  | { readonly is: 'new' | 'new-version' | 'same'; readonly bot: StoredBot }
  | { readonly is: 'no-token' | 'name-taken' };

type Build = Kysely<ScrabbleTables>;
type Asks = Queries<ScrabbleTables>;
export type ScrabbleDatabase = Database<ScrabbleTables>;

const lastToken = (build: Build) =>
  build.selectFrom('scrabble_token').select(({ fn }) => fn.max('id').as('last'));
const lastBot = (build: Build) =>
  build.selectFrom('scrabble_bot').select(({ fn }) => fn.max('id').as('last'));
const lastGame = (build: Build) =>
  build.selectFrom('scrabble_game').select(({ fn }) => fn.max('id').as('last'));
const tokens = (build: Build) => build.selectFrom('scrabble_token').selectAll();
const tokenNamed = (build: Build, { name }: { name: string }) =>
  build.selectFrom('scrabble_token').selectAll().where('name', '=', name);
const tokenByHash = (build: Build, { hash }: { hash: string }) =>
  build.selectFrom('scrabble_token').selectAll().where('hash', '=', hash).where('revoked_at', 'is', null);
const insertToken = (
  build: Build,
  { id, name, hash, now }: { id: number; name: string; hash: string; now: number },
) => build.insertInto('scrabble_token').values({ id, name, hash, made_at: now, revoked_at: null });
const renewToken = (build: Build, { id, hash, now }: { id: number; hash: string; now: number }) =>
  build.updateTable('scrabble_token').set({ hash, made_at: now, revoked_at: null }).where('id', '=', id);
const revokeToken = (build: Build, { name, now }: { name: string; now: number }) =>
  build
    .updateTable('scrabble_token')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null);

const versionsOf = (build: Build, { name }: { name: string }) =>
  build.selectFrom('scrabble_bot').selectAll().where('name', '=', name);
const currentBots = (build: Build) =>
  build.selectFrom('scrabble_bot').selectAll().where('is_current', '=', 1).orderBy('id');
const supersede = (build: Build, { name, id }: { name: string; id: number }) =>
  build.updateTable('scrabble_bot').set({ is_current: 0 }).where('name', '=', name).where('id', '!=', id);
const insertBot = (build: Build, bot: BotTable) =>
  build.insertInto('scrabble_bot').values({
    ...{ id: bot.id, name: bot.name, version: bot.version, token: bot.token, endpoint: bot.endpoint },
    ...{ language: bot.language, website: bot.website, description: bot.description },
    ...{ concurrent: bot.concurrent, is_current: 1, registered_at: bot.registered_at },
  });
const updateBot = (build: Build, bot: Omit<BotTable, 'name' | 'version' | 'token'>) =>
  build
    .updateTable('scrabble_bot')
    .set({
      ...{
        endpoint: bot.endpoint,
        language: bot.language,
        website: bot.website,
        description: bot.description,
      },
      ...{ concurrent: bot.concurrent, is_current: 1, registered_at: bot.registered_at },
    })
    .where('id', '=', bot.id);
const endGamesOf = (build: Build, { bot, now }: { bot: number; now: number }) =>
  build
    .updateTable('scrabble_game')
    .set({ state: 'superseded', over_at: now })
    .where('state', '=', 'open')
    .where((column) => column.or([column('bot1', '=', bot), column('bot2', '=', bot)]));

const insertGame = (build: Build, game: Pick<GameTable, 'id' | 'request' | 'bot1' | 'bot2' | 'made_at'>) =>
  build.insertInto('scrabble_game').values({
    ...{ id: game.id, request: game.request, bot1: game.bot1, bot2: game.bot2, begun1: 0, begun2: 0 },
    ...{ state: 'open', result: null, record: null, made_at: game.made_at, over_at: null },
  });
const begin1 = (build: Build, { id }: { id: number }) =>
  build.updateTable('scrabble_game').set({ begun1: 1 }).where('id', '=', id);
const begin2 = (build: Build, { id }: { id: number }) =>
  build.updateTable('scrabble_game').set({ begun2: 1 }).where('id', '=', id);
const insertMove = (build: Build, move: MoveTable) =>
  build.insertInto('scrabble_move').values({
    ...{ game: move.game, number: move.number, seat: move.seat },
    ...{ move: move.move, failure: move.failure, at: move.at },
  });
const endGame = (
  build: Build,
  game: Pick<GameTable, 'id' | 'result' | 'record'> & { state: GameState; over_at: number },
) =>
  build
    .updateTable('scrabble_game')
    .set({ state: game.state, result: game.result, record: game.record, over_at: game.over_at })
    .where('id', '=', game.id)
    .where('state', '=', 'open');
const openGames = (build: Build) =>
  build.selectFrom('scrabble_game').selectAll().where('state', '=', 'open').orderBy('id');
const movesOf = (build: Build, { game }: { game: number }) =>
  build.selectFrom('scrabble_move').selectAll().where('game', '=', game).orderBy('number');
const recordOf = (build: Build, { id }: { id: number }) =>
  build.selectFrom('scrabble_game').select('record').where('id', '=', id);
const finished = (build: Build, { after, most }: { after: number; most: number }) =>
  build
    .selectFrom('scrabble_game')
    .select(['id', 'bot1', 'bot2', 'result'])
    .where('state', '=', 'over')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most);
/** Only to see that the database answers. */
const countOpen = (build: Build) =>
  build
    .selectFrom('scrabble_game')
    .select(({ fn }) => fn.countAll<number>().as('games'))
    .where('state', '=', 'open');

const FINISHED_AT_ONCE = 500;

/** Tokens, bots, games and their moves. Each act is one transaction. */
export class ScrabbleStore {
  readonly #database: ScrabbleDatabase;
  readonly #now: () => number;

  constructor(database: ScrabbleDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** A token of this name that was revoked is made again, and its bots keep their names. False: there is one. */
  async addToken(name: string, hash: string): Promise<boolean> {
    const now = this.#now();
    return await this.#database.transaction(async ({ all, run }) => {
      const [known] = await all(tokenNamed, { name });
      if (known && known.revoked_at === null) return false;
      if (known) await run(renewToken, { id: known.id, hash, now });
      else await run(insertToken, { id: await nextId({ all, run }, lastToken), name, hash, now });
      return true;
    });
  }

  async tokens(): Promise<readonly StoredToken[]> {
    const rows = await this.#database.transaction(({ all }) => all(tokens, {}));
    return rows
      .map(({ id, name, made_at, revoked_at }) => ({
        id,
        name,
        madeAt: made_at,
        isRevoked: revoked_at !== null,
      }))
      .sort((one, other) => one.id - other.id);
  }

  /** False: there is none of this name, or it was revoked before. */
  async revokeToken(name: string): Promise<boolean> {
    const now = this.#now();
    return await this.#database.transaction(async ({ run }) => (await run(revokeToken, { name, now })) === 1);
  }

  /** The first token that takes a name has it. Another version ends the unfinished games of the one before. */
  async register(hash: string, given: Omit<StoredBot, 'id'>): Promise<Registration> {
    const now = this.#now();
    const { name, version, isConcurrent, ...about } = given;
    return await this.#database.transaction(async (queries): Promise<Registration> => {
      const { all, run } = queries;
      const [token] = await all(tokenByHash, { hash });
      if (!token) return { is: 'no-token' };
      const versions = await all(versionsOf, { name });
      if (versions.some((each) => each.token !== token.id)) return { is: 'name-taken' };
      const known = versions.find((each) => each.version === version);
      const id = known?.id ?? (await nextId(queries, lastBot));
      const row = { id, ...about, concurrent: Number(isConcurrent), is_current: 1, registered_at: now };
      if (known) await run(updateBot, row);
      else await run(insertBot, { ...row, name, version, token: token.id });
      await run(supersede, { name, id });
      for (const before of versions)
        if (before.is_current === 1 && before.id !== id) await run(endGamesOf, { bot: before.id, now });
      const bot = { id, ...given };
      if (versions.length === 0) return { is: 'new', bot };
      return { is: known?.is_current === 1 ? 'same' : 'new-version', bot };
    });
  }

  async currentBots(): Promise<readonly StoredBot[]> {
    const rows = await this.#database.transaction(({ all }) => all(currentBots, {}));
    return rows.map(({ id, name, version, endpoint, language, website, description, concurrent }) => ({
      ...{ id, name, version, endpoint, language, website, description, isConcurrent: concurrent === 1 },
    }));
  }

  /** None: one of the bots is not current any more. */
  async newGame(bots: readonly [number, number], request: MatchRequest): Promise<OpenGame | undefined> {
    const now = this.#now();
    return await this.#database.transaction(async (queries) => {
      const current = new Set((await queries.all(currentBots, {})).map(({ id }) => id));
      if (!bots.every((bot) => current.has(bot))) return undefined;
      const id = await nextId(queries, lastGame);
      const [bot1, bot2] = bots;
      await queries.run(insertGame, { id, request: JSON.stringify(request), bot1, bot2, made_at: now });
      return { id, request, bots, begun: [false, false], moves: [[], []] };
    });
  }

  /** The bot of this seat has the files. */
  async begin(id: number, seat: number): Promise<void> {
    await this.#database.transaction(({ run }) => run(seat === 1 ? begin1 : begin2, { id }));
  }

  /** The next one of a game, by its number from 1. */
  async addMove(game: number, number: number, seat: number, { move, isFailure }: WebMove): Promise<void> {
    const row = {
      game,
      number,
      seat,
      move: JSON.stringify(move),
      failure: Number(isFailure),
      at: this.#now(),
    };
    await this.#database.transaction(({ run }) => run(insertMove, row));
  }

  /** False: it was ended before, such as by a new version of a bot. */
  async end(
    id: number,
    state: 'over' | 'void',
    result: Result | undefined,
    record: string,
  ): Promise<boolean> {
    const row = { id, state, result: result ? JSON.stringify(result) : null, record, over_at: this.#now() };
    return await this.#database.transaction(async ({ run }) => (await run(endGame, row)) === 1);
  }

  /** The first one first. */
  async openGames(): Promise<readonly OpenGame[]> {
    return await this.#database.transaction(async ({ all }) => {
      const games: OpenGame[] = [];
      for (const { id, request, bot1, bot2, begun1, begun2 } of await all(openGames, {})) {
        const moves: [WebMove[], WebMove[]] = [[], []];
        for (const { seat, move, failure } of await all(movesOf, { game: id }))
          moves[seat - 1]!.push({ move: JSON.parse(move), isFailure: failure === 1 });
        const begun = [begun1 === 1, begun2 === 1] as const;
        games.push({ id, request: JSON.parse(request), bots: [bot1, bot2], begun, moves });
      }
      return games;
    });
  }

  /** As lines of JSON; none: it is not over, or it was superseded. */
  async record(id: number): Promise<string | undefined> {
    const [row] = await this.#database.transaction(({ all }) => all(recordOf, { id }));
    return row?.record ?? undefined;
  }

  /** All that are over, in their order. */
  async *finished(): AsyncGenerator<FinishedGame> {
    for (let after = 0; ; ) {
      const given = { after, most: FINISHED_AT_ONCE };
      const rows = await this.#database.transaction(({ all }) => all(finished, given));
      for (const { id, bot1, bot2, result } of rows)
        yield { id, bots: [bot1, bot2], result: JSON.parse(result!) as Result };
      if (rows.length < FINISHED_AT_ONCE) return;
      after = rows.at(-1)!.id;
    }
  }

  async countOpen(patienceMs: number): Promise<number> {
    const [row] = await this.#database.transaction(({ all }) => all(countOpen, {}), { patienceMs });
    return row!.games;
  }
}

async function nextId(
  { all }: Asks,
  last: typeof lastGame | typeof lastBot | typeof lastToken,
): Promise<number> {
  const [row] = await all(last, {});
  return (row?.last ?? 0) + 1;
}
