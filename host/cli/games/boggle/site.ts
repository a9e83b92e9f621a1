import { HostFailure, UsageError } from '../../../core/errors.ts';
import { NURSERY, setV8Option } from '../../../files/compile-cache.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { BoggleService } from '../../../serve/boggle/boggle-service.ts';
import { BoggleSite } from '../../../serve/boggle/boggle-site.ts';
import { bogglePage } from '../../../serve/boggle/page/boggle-page.ts';
import { type Database, DatabaseFailure } from '../../../serve/database/database.ts';
import { gameAnalyses } from '../../../serve/home/analysis-service.ts';
import type { HomeGame } from '../../../serve/home/contract.ts';
import { homeSite } from '../../../serve/home/home-site.ts';
import { isOperator, operatorService } from '../../../serve/home/operator-service.ts';
import { jsonRefusal, type Refusal, refuseBy, type Service } from '../../../serve/http/answers.ts';
import { probePaths, probes, RequestMetrics } from '../../../serve/http/metrics.ts';
import { type OpenServer, openServer } from '../../../serve/http/server.ts';
import { playApi } from '../../../serve/play/api/routes.ts';
import { tablePages } from '../../../serve/play/page/table-pages.ts';
import { PlayStore } from '../../../serve/play/store.ts';
import type { PlayTables } from '../../../serve/play/store-tables.ts';
import { Tables } from '../../../serve/play/tables.ts';
import { ScrabblePuzzles } from '../../../serve/scrabble/puzzle/puzzles.ts';
import type { ScrabbleSite } from '../../../serve/scrabble/scrabble-site.ts';
import { pageRefusal } from '../../../serve/watch/live-service.ts';
import { GameAnalyst } from '../../../tools/analyze/game-analyst.ts';
import { printError } from '../../output.ts';
import { homeGames } from '../home-games.ts';
import type { OpenedOwnBots } from '../own-bots.ts';
import { playableGames } from '../playable-games.ts';
import { type ListenAddress, reportLine, whyNotListening } from './address.ts';

const API = '/api/v1';
/** The limit of a health check. */
const CHECK_MS = 2_000;
const MOST_CONNECTIONS = 10_000;
/** A connection may bring one more request for this long when the server ends. */
const LINGER_MS = 500;
const withoutDatabase: Refusal = {
  status: 503,
  problem: 'the database is not available: try again in a few seconds',
  headers: { 'retry-after': '5' },
};

interface Wanted {
  readonly service: BoggleService;
  readonly webBots: ScrabbleSite;
  readonly database: Database<PlayTables>;
  readonly lexicon: Lexicon;
  readonly ownBots: OpenedOwnBots;
  readonly at: ListenAddress;
  readonly isBehindProxy: boolean;
  /** The limit for one address. Without it there is no limit. */
  readonly mostPerSecond: number | undefined;
  /** The limit of connections from one address. Undefined: no limit. */
  readonly mostOpen: number | undefined;
  readonly logs: boolean;
}

/** All that is on the web, from one server. */
export async function openSite(wanted: Wanted): Promise<OpenServer> {
  const { service, webBots, database, lexicon, ownBots, at, logs, isBehindProxy, mostPerSecond, mostOpen } =
    wanted;
  await using opened = new AsyncDisposableStack();
  // Many requests at once leave much garbage: this setting halves the memory for it.
  setV8Option(NURSERY.stays);
  const boggle = new BoggleSite(service, tellFailure);
  const tables = new Tables({
    store: new PlayStore(database),
    ...{ games: ownBots.games, freeBots: ownBots.free },
    lexicon,
    failed: tellFailure,
  });
  const analyst = new GameAnalyst();
  const operator = { token: ownBots.token, outputsOf: (key: string) => ownBots.outputs.of(key) };
  const analyses = gameAnalyses({
    ...{ games: playableGames, lexicon, record: (key) => tables.record(key) },
    analyze: (record) => analyst.analyze(record),
    outputs: (c, key) => (isOperator(c, operator) ? operator.outputsOf(key) : []),
  });
  const requests = new RequestMetrics();
  const check = async () =>
    void (await Promise.all([boggle.check(), webBots.check(), tables.check(CHECK_MS)]));
  const metrics = async () => [...(await boggle.metrics()), ...webBots.metrics(), ...tables.metrics()];
  const games = homeGames(playableGames, ownBots.commands);
  const limits = { isLimited: mostPerSecond !== undefined, isBehindProxy };
  const opening = await openServer({
    ...{ ...at, isBehindProxy, mostPerSecond, mostOpen, unlimited: probePaths },
    services: [
      ...boggle.mounted,
      [API, playApi({ tables, games: ownBots.games, analyze: analyses.analyze }, API, limits)],
      ['/', tablePages(Object.keys(playableGames))],
      ['/', webBots.service],
      ['/', bogglePage(games)],
      ['/', await home(lexicon, games)],
      ['/', operatorService(operator)],
      ['/', analyses.service],
      ['/', probes({ requests, check, metrics })],
    ],
    refuse: refuseBy(pageRefusal, jsonRefusal),
    mostConnections: MOST_CONNECTIONS,
    lingerMs: LINGER_MS,
    onAnswer(entry) {
      requests.take(entry);
      if (logs) reportLine({ ...entry, ms: Math.round(entry.ms * 100) / 100 });
    },
    failed: tellFailure,
    failureRefusal: (error) => (error instanceof DatabaseFailure ? withoutDatabase : undefined),
  });
  if (!opening.ok) throw new UsageError(whyNotListening(opening.code, at));
  const { server } = opening;
  // The server is closed after the feeds, whose readers would stay.
  opened.use(server);
  opened.use(boggle);
  opened.use(tables);
  opened.use(webBots);
  opened.use(analyst);
  const all = opened.move();
  return { address: server.address, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function home(lexicon: Lexicon, games: readonly HomeGame[]): Promise<Service> {
  const { default: positions } = await import('../../../serve/scrabble/puzzle/positions.json', {
    with: { type: 'json' },
  });
  const puzzles = new ScrabblePuzzles(lexicon, positions);
  const botCommand = 'wordhost serve --bot "scrabble:mine=python3 player.py"';
  return homeSite({ games, puzzles, botCommand, former: 'boggle/', now: Date.now });
}

function tellFailure(error: unknown): void {
  const { message, stack = message } = error as Error;
  // A stack trace helps nobody if the database is missing.
  printError(`a request failed: ${error instanceof HostFailure ? message : stack}\n`);
}
