import { once } from 'node:events';
import { drawSeed } from '../../../../core/seed.ts';
import { UsageError } from '../../../../core/usage-error.ts';
import { apiRoutes } from '../../../../serve/boggle/api/routes.ts';
import { BoggleService } from '../../../../serve/boggle/boggle-service.ts';
import { pageRoutes } from '../../../../serve/boggle/page/boggle-page.ts';
import { boggleMigrations } from '../../../../serve/boggle/store/migrations.ts';
import type { Database } from '../../../../serve/database/database.ts';
import { openDatabase } from '../../../../serve/database/open.ts';
import { jsonRefusal } from '../../../../serve/http/send.ts';
import { openServer } from '../../../../serve/http/server.ts';
import { isLoopback } from '../../../../serve/http/who-asks.ts';
import { dictionaryOptions } from '../../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../../settings/fields.ts';
import { commandOf } from '../../../command.ts';
import { Interruption } from '../../../interrupt.ts';
import { printError, printJson, printNotes } from '../../../print.ts';
import { lexiconOf } from '../../../read-lexicon.ts';
import { listenAddress, whyNotListening } from '../../../serving/listen-address.ts';
import { botOptions, openBots, preparedBots } from './serve-bots.ts';

const options = {
  listen: {
    kind: 'text',
    default: '127.0.0.1:8080',
    value: 'HOST:PORT',
    help: 'address and port to listen on; port 0 takes any that is free',
  },
  store: {
    kind: 'text',
    default: 'wordhost.db',
    value: 'FILE|URL',
    help: 'where users and games are kept: a file, or a PostgreSQL database as in postgres://USER@HOST/NAME',
  },
  open: {
    kind: 'flag',
    default: false,
    help: 'no tokens, where others than this machine can ask: whoever knows a name can play for it',
  },
  ...botOptions,
  ...dictionaryOptions,
  json: { kind: 'flag', default: false, help: 'one JSON line on standard output, once it can be called' },
} as const;

const MOST_CONNECTIONS = 10_000;
const LINGER_MS = 500;

/** All that is on the web, from one server. */
export const serve = commandOf({
  summary: 'Serves Boggle on the web: a page and an API for people and programs, kept in a database.',
  operands: { form: '[options]', min: 0, max: 0, expected: 'no operands' },
  options,
  examples: [
    ['wordhost serve', 'for this machine alone, at http://127.0.0.1:8080'],
    ['wordhost serve --bot "robot=wordhost player boggle"', 'with a bot to play against'],
    ['wordhost serve --listen 0.0.0.0:80 --store /var/lib/boggle.db', 'for everybody: users have tokens'],
    ['wordhost serve --store postgres://boggle@db.example/boggle', 'kept by PostgreSQL'],
  ],
  notes:
    'SIGTERM or Ctrl-C ends it: what is running is finished first.\nExit status: 0 ended so, 2 usage, 3 the host itself failed.',
  async run({ options: settled }) {
    const at = listenAddress(settled.listen);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settled));
    const bots = await preparedBots(settled, settled.store, lexicon);
    using interruption = new Interruption();
    await using database = await databaseAt(settled.store);
    const service = new BoggleService({
      database,
      lexicon,
      demandsTokens: !(settled.open || isLoopback(at.host)),
      drawSeed,
      now: Date.now,
    });
    await using _playing =
      bots && (await openBots(bots, { service, database, lexicon, store: settled.store }));
    const opening = await openServer({
      ...at,
      routes: [...apiRoutes(service), ...pageRoutes()],
      refusal: jsonRefusal,
      mostConnections: MOST_CONNECTIONS,
      lingerMs: LINGER_MS,
      failed: (error) => printError(`an answer failed: ${(error as Error).stack ?? error}\n`),
    });
    if (!opening.ok) throw new UsageError(whyNotListening(opening.code, at));
    await using server = opening.server;
    const address = server.address.replace(/\/$/, '');
    printNotes([`listening on ${address}`]);
    if (settled.json) printJson({ listening: address });
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  },
});

async function databaseAt(where: string): Promise<Database> {
  const opening = await openDatabase(where, boggleMigrations);
  if (opening.ok) return opening.database;
  throw new UsageError(opening.problem);
}
