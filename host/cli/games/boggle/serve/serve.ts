import { once } from 'node:events';
import { HostFailure } from '../../../../core/host-failure.ts';
import { drawSeed } from '../../../../core/seed.ts';
import { UsageError } from '../../../../core/usage-error.ts';
import { BoggleService } from '../../../../serve/boggle/boggle-service.ts';
import { BoggleSite } from '../../../../serve/boggle/boggle-site.ts';
import { GameRules } from '../../../../serve/boggle/game/game-rules.ts';
import { pageRoutes } from '../../../../serve/boggle/page/boggle-page.ts';
import { boggleMigrations } from '../../../../serve/boggle/store/migrations.ts';
import type { BoggleDatabase, BoggleTables } from '../../../../serve/boggle/store/tables.ts';
import { DatabaseFailure } from '../../../../serve/database/database.ts';
import { openDatabase } from '../../../../serve/database/open.ts';
import { jsonRefusal, type Refusal } from '../../../../serve/http/send.ts';
import { type Answered, openServer } from '../../../../serve/http/server.ts';
import { isLoopback } from '../../../../serve/loopback.ts';
import { dictionaryOptions } from '../../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../../settings/fields.ts';
import { commandOf } from '../../../command.ts';
import { Interruption } from '../../../interrupt.ts';
import { printError, printJson, printNotes } from '../../../print.ts';
import { lexiconOf } from '../../../read-lexicon.ts';
import { listenAddress, whyNotListening } from '../../../serving/listen-address.ts';
import { serveOptions } from './options.ts';
import { openBots, preparedBots } from './serve-bots.ts';
import { openReminders, preparedReminders } from './serve-reminders.ts';

const MOST_CONNECTIONS = 10_000;
/** So long a connection may bring one more request when the server ends. */
const LINGER_MS = 500;
const withoutDatabase: Refusal = {
  status: 503,
  problem: 'the database does not answer now: ask again in some seconds',
  headers: { 'retry-after': '5' },
};

/** All that is on the web, from one server. */
export const serve = commandOf({
  summary: 'Serves Boggle on the web: a page and an API for people and programs, kept in a database.',
  operands: { form: '[options]', min: 0, max: 0, expected: 'no operands' },
  options: serveOptions,
  examples: [
    ['wordhost serve', 'for this machine alone, at http://127.0.0.1:8080'],
    ['wordhost serve --bot "robot=wordhost player boggle"', 'with a bot to play against'],
    ['wordhost serve --listen 0.0.0.0:80 --store /var/lib/boggle.db', 'for everybody: users have tokens'],
    ['wordhost serve --behind-proxy --log', 'behind a proxy that speaks TLS, with a log of requests'],
    ['wordhost serve --store postgres://boggle@db.example/boggle', 'kept by PostgreSQL'],
  ],
  notes:
    'SIGTERM or Ctrl-C ends it: what is running is finished first.\nExit status: 0 ended so, 2 usage, 3 the host itself failed.',
  async run({ options }) {
    const at = listenAddress(options.listen);
    const isForAll = options['behind-proxy'] || !isLoopback(at.host);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, options));
    const bots = await preparedBots(options, options.store, lexicon);
    const reminders = preparedReminders(options);
    using interruption = new Interruption();
    await using database = await databaseAt(options.store);
    const rules = new GameRules(lexicon, drawSeed);
    const demandsTokens = isForAll && !options.open;
    const service = new BoggleService({ database, rules, demandsTokens, now: Date.now });
    await using _playing = bots && (await openBots(bots, { service, database, lexicon, rules }));
    await using _reminding = reminders && openReminders(reminders, database);
    // The server is closed after the feeds, whose readers would stay.
    await using opened = new AsyncDisposableStack();
    const site = new BoggleSite(service, tellFailure);
    const opening = await openServer({
      ...at,
      routes: [...site.routes, ...pageRoutes()],
      refusal: jsonRefusal,
      isBehindProxy: options['behind-proxy'],
      mostPerSecond: isForAll && options.rate > 0 ? options.rate : undefined,
      mostConnections: MOST_CONNECTIONS,
      lingerMs: LINGER_MS,
      answered: (answered) => {
        site.answered(answered);
        if (options.log) printNotes([logLine(answered)]);
      },
      failed: tellFailure,
      failureRefusal: (error) => (error instanceof DatabaseFailure ? withoutDatabase : undefined),
    });
    if (!opening.ok) throw new UsageError(whyNotListening(opening.code, at));
    opened.use(opening.server);
    opened.use(site);
    const address = opening.server.address.replace(/\/$/, '');
    printNotes([`listening on ${address}`]);
    if (options.json) printJson({ listening: address });
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  },
});

async function databaseAt(where: string): Promise<BoggleDatabase> {
  const opening = await openDatabase<BoggleTables>(where, boggleMigrations);
  if (opening.ok) return opening.database;
  throw new UsageError(opening.problem);
}

function tellFailure(error: unknown): void {
  const { message, stack = message } = error as Error;
  // Where in the code a database was missed is of no use to anybody.
  printError(`a request failed: ${error instanceof HostFailure ? message : stack}\n`);
}

function logLine({ ms, ...answered }: Answered): string {
  return JSON.stringify({ time: new Date().toISOString(), ...answered, ms: Math.round(ms * 100) / 100 });
}
