import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { counted, cut, grouped, visible } from '../../core/text.ts';
import { type GameRecord, parseRecord } from '../../events/read-record.ts';
import type { Result } from '../../events/result.ts';
import type { CommonReason } from '../../games/kit/verdict.ts';
import { scrabble } from '../../games/scrabble/scrabble.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { SeenGame } from '../../runs/play-game.ts';
import { BotConnection } from '../../seats/remote/bot-calls.ts';
import { fileAnswer } from '../../seats/remote/file-answer.ts';
import { TournamentFold, type TournamentReport } from '../../tournament/report.ts';
import { dataTable, type Markup, markup } from '../../views/html/markup.ts';
import { tournamentPageRequest } from '../../views/tournament/page.ts';
import { type ReportedTournament, standingsColumns } from '../../views/tournament/report-words.ts';
import { missing, type Service, textAnswer } from '../http/answers.ts';
import { metric } from '../http/metrics.ts';
import { judgedRecord } from '../watch/judged-record.ts';
import { LivePage } from '../watch/live-page.ts';
import { pageAnswer } from '../watch/live-service.ts';
import type { League } from './league.ts';
import type { LeagueWatcher } from './league-games.ts';
import type { LiveBot } from './live-bot.ts';
import { type RpcLimits, rpcService } from './rpc.ts';
import type { FinishedGame, ScrabbleStore } from './store.ts';

const LEAGUE = '/scrabble/web-bots';
const CHECK_MS = 2_000;
const LONGEST_NAME = 60;
const LONGEST_TEXT = 200;

interface SiteOptions extends RpcLimits {
  readonly league: League;
  readonly store: ScrabbleStore;
  readonly lexicon: Lexicon;
}

/** The web bots of a server: calls, game files, and pages for people. */
export class ScrabbleSite implements LeagueWatcher, Disposable {
  readonly service: Service;
  readonly #league: League;
  readonly #store: ScrabbleStore;
  readonly #page: LivePage;
  /** The newest games, for the table. */
  #finished: FinishedGame[] = [];
  #gamesOver = 0;
  #table: { readonly bots: string; readonly table: LeagueTable } | undefined;

  constructor({ league, store, lexicon, ...limits }: SiteOptions) {
    this.#league = league;
    this.#store = store;
    this.#page = new LivePage({
      title: 'Web bots',
      game: scrabble,
      progress: () => this.#progress(),
      figures: () => this.#figures(),
      record: (number) => this.#record(number),
      judge: (record) => judgedRecord(record, lexicon),
      recordName: (number) => `${number}/record`,
      report: async () => tournamentPageRequest(this.#newestTable().reported((number) => `games/${number}`)),
    });
    this.#page.onLook = (isLooking) => league.games.look(isLooking);
    this.service = this.#serve(limits);
    league.watcher = this;
  }

  begins(id: string, number: number, names: readonly string[]): void {
    this.#page.begins(id, { number, names });
    this.#page.changed();
  }

  seen({ id, ...sight }: SeenGame): void {
    this.#page.seen(id, sight);
  }

  ends(id: string, number: number, bots: readonly number[], result: Result | undefined): void {
    if (result) {
      const game = { id: number, bots, result };
      this.#gamesOver++;
      this.#finished.push(game);
      if (this.#finished.length > 2 * MOST_GAMES) this.#finished = this.#finished.slice(-MOST_GAMES);
      this.#table?.table.take(game);
    }
    this.#page.ends(id, result && { number, result, hasRecord: true });
  }

  changed(): void {
    this.#page.changed();
  }

  [Symbol.dispose](): void {
    this.#page.end('the server has ended');
  }

  async check(): Promise<void> {
    await this.#store.countOpen(CHECK_MS);
  }

  metrics(): readonly string[] {
    const { bots, games } = this.#league;
    const online = bots.filter(({ isOnline }) => isOnline).length;
    return [
      ...metric('wordhost_web_calls_total', 'counter', 'requests to web bots', BotConnection.calls),
      ...metric('wordhost_web_moves_total', 'counter', 'stored moves of web bots', games.moves),
      ...metric('wordhost_web_bots', 'gauge', 'registered bots, current versions only', bots.length),
      ...metric('wordhost_web_bots_online', 'gauge', 'registered bots that are online', online),
      ...metric('wordhost_web_games', 'gauge', 'running games between web bots', games.count),
      ...metric('wordhost_web_games_total', 'counter', 'finished games between web bots', this.#gamesOver),
    ];
  }

  #serve(limits: RpcLimits): Service {
    const service: Service = new Hono();
    service.route('/', rpcService(this.#league, limits));
    service.get(LEAGUE, (c) => c.redirect(`${LEAGUE}/`, 308));
    // Links from before the league had a path of its own.
    for (const path of ['report', 'games/:number{[0-9]+}', 'games/:number{[0-9]+}/record'])
      service.get(`/scrabble/${path}`, (c) => {
        const rest = c.req.path.slice('/scrabble'.length);
        return c.redirect(`${LEAGUE}${rest}`, 308);
      });
    service.get(`${LEAGUE}/`, (c) => pageAnswer(c, this.#page.currentPage()));
    service.get(`${LEAGUE}/events`, (c) => this.#page.events.answer(c));
    service.get(`${LEAGUE}/report`, async (c) => pageAnswer(c, (await this.#page.report())!));
    service.get(`${LEAGUE}/games/:number`, async (c) => {
      const page = await this.#page.game(c.req.param('number'));
      if (page) return pageAnswer(c, page);
      throw missing(NO_GAME);
    });
    service.get(`${LEAGUE}/games/:number/record`, async (c) => {
      const number = c.req.param('number');
      const record = await this.#recordText(Number(number));
      if (record === undefined) throw missing(NO_GAME);
      const headers = { 'content-disposition': `attachment; filename="web-game-${Number(number)}.jsonl"` };
      return textAnswer(c, 'text/plain', record, { headers });
    });
    service.get('/scrabble/:sha1{[0-9a-f]{40}}/:name', (c) => {
      const { sha1, name } = c.req.param();
      const file = this.#league.games.file(sha1);
      if (file?.name !== name) throw missing(NO_FILE);
      const answer = fileAnswer(c.req.method, (header) => c.req.header(header), file);
      const body = answer.status === 304 ? null : answer.body;
      return c.body(body as typeof answer.body, answer.status as ContentfulStatusCode, answer.headers);
    });
    return service;
  }

  #progress(): string {
    const { bots, games } = this.#league;
    const online = bots.filter(({ isOnline }) => isOnline).length;
    return `${grouped(online)} of ${counted(bots.length, 'bot')} online, ${counted(games.count, 'game')} running, ${grouped(this.#gamesOver)} over`;
  }

  #figures(): Markup {
    const { bots } = this.#league;
    if (bots.length === 0) return markup`<p class="soft">No bots have registered yet.</p>`;
    const { report } = this.#newestTable();
    const columns = standingsColumns(report);
    const standings = {
      headings: columns.map(({ heading }) => heading),
      rows: report.standings.map((row) => columns.map(({ cell }) => cell(row))),
    };
    return markup`<h2>Bots</h2>
${dataTable('Bots', { headings: ['bot', 'version', 'language', 'state', 'about'], rows: bots.map(botRow) })}
${report.games === 0 ? [] : [markup`<h2>Standings</h2>${dataTable('Standings', standings)}`]}`;
  }

  /** Cached until versions change. */
  #newestTable(): LeagueTable {
    const { bots } = this.#league;
    const names = new Map(bots.map(({ id, stored }) => [id, `${stored.name} ${stored.version}`]));
    const key = [...names.keys()].join(' ');
    if (this.#table?.bots === key) return this.#table.table;
    const table = new LeagueTable(names);
    for (const game of this.#finished) table.take(game);
    this.#table = { bots: key, table };
    return table;
  }

  async #recordText(number: number): Promise<string | undefined> {
    return Number.isSafeInteger(number) && number > 0 ? await this.#store.record(number) : undefined;
  }

  async #record(number: number): Promise<GameRecord | undefined> {
    const text = await this.#recordText(number);
    const read = text === undefined ? undefined : parseRecord(text, `game ${number}`, { scrabble });
    return read?.ok ? read : undefined;
  }
}

const NO_GAME = 'unknown game, or it is not over yet';
const NO_FILE = 'unknown file: use the addresses in Scrabble.NewGame';

function botRow({ stored, problem, games }: LiveBot): readonly string[] {
  const playing = games === 0 ? 'online' : `online, in ${counted(games, 'game')}`;
  // Only operators see details of an address: otherwise registrations could scan ports.
  const state = problem === undefined ? playing : 'offline';
  const { name, version, language, description, website } = stored;
  const about = [description, website].filter((text) => text !== '').join(' · ');
  return [name, version, language]
    .map((text) => cut(visible(text), LONGEST_NAME))
    .concat(state, cut(visible(about), LONGEST_TEXT));
}

const VOID: CommonReason = 'host-failed';
/** The report covers the newest games. */
const MOST_GAMES = 5_000;

/** The results of games between some bots, as the report of a tournament without a plan. */
class LeagueTable {
  readonly #names: readonly string[];
  readonly #places: ReadonlyMap<number, number>;
  #games: FinishedGame[] = [];
  #fold: TournamentFold;

  constructor(names: ReadonlyMap<number, string>) {
    this.#names = [...names.values()];
    this.#places = new Map([...names.keys()].map((bot, place) => [bot, place]));
    this.#fold = this.#emptyFold();
  }

  /** Void games and those with other bots do not count. */
  take(game: FinishedGame): void {
    const isVoid = game.result.reason === VOID;
    if (isVoid || !game.bots.every((bot) => this.#places.has(bot))) return;
    this.#games.push(game);
    if (this.#games.length <= 2 * MOST_GAMES) {
      this.#count(game);
      return;
    }
    this.#games = this.#games.slice(-MOST_GAMES);
    this.#fold = this.#emptyFold();
    for (const each of this.#games) this.#count(each);
  }

  get report(): TournamentReport {
    return this.#fold.report();
  }

  reported(gameAddress: (number: number) => string): ReportedTournament {
    return {
      report: this.report,
      words: scrabble,
      games: this.#games.map(({ id, result }) => ({ number: id, result })),
      replayCommand: () => undefined,
      badGame: () => undefined,
      gameAddress,
      shown: new Map(),
    };
  }

  #count({ id, bots, result }: FinishedGame): void {
    // In the report each bot is a player, whatever its seat.
    const players = result.players.map((player, index) => ({
      ...player,
      entry: this.#places.get(bots[index]!)! + 1,
    }));
    this.#fold.take(id, { ...result, players } satisfies Result);
  }

  #emptyFold(): TournamentFold {
    const players = this.#names;
    const format = {
      kind: 'round-robin',
      rounds: 0,
      seats: 2,
      mirrored: false,
      heroes: 1,
      games: 1,
    } as const;
    return new TournamentFold({
      name: 'Web bots',
      game: scrabble.name,
      seed: 'random for each game',
      players,
      entrants: { versions: [{ players: players.length, format }], from: players.map(() => 1) },
      offender: 'lose',
    });
  }
}
