import { once } from 'node:events';
import { isPostgresAddress, withoutPassword } from '../../../../core/postgres-address.ts';
import { drawSeed } from '../../../../core/seed.ts';
import { UsageError } from '../../../../core/usage-error.ts';
import { BoggleService } from '../../../../serve/boggle/boggle-service.ts';
import { GameRules } from '../../../../serve/boggle/game/game-rules.ts';
import { boggleMigrations } from '../../../../serve/boggle/store/migrations.ts';
import type { BoggleDatabase, BoggleTables } from '../../../../serve/boggle/store/tables.ts';
import { openDatabase } from '../../../../serve/database/open.ts';
import { isLoopback } from '../../../../serve/loopback.ts';
import { dictionaryOptions } from '../../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../../settings/fields.ts';
import { commandOf } from '../../../command.ts';
import { Interruption } from '../../../interrupt.ts';
import { printJson, printNotes } from '../../../print.ts';
import { lexiconOf } from '../../../read-lexicon.ts';
import { listenAddress } from '../../../serving/listen-address.ts';
import { serveOptions } from './options.ts';
import { openBots, preparedBots } from './serve-bots.ts';
import { openReminders, preparedReminders } from './serve-reminders.ts';

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
  async run({ options, said }) {
    const at = listenAddress(options.listen);
    const isForAll = options['behind-proxy'] || !isLoopback(at.host);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, options));
    const bots = await preparedBots(options, options.store, lexicon);
    const reminders = preparedReminders(
      options,
      said('remind-after') !== undefined || said('mails-per-day') !== undefined,
    );
    using interruption = new Interruption();
    await using database = await databaseAt(options.store);
    const rules = new GameRules(lexicon, drawSeed);
    const demandsTokens = isForAll && !options.open;
    const service = new BoggleService({
      ...{ database, rules, demandsTokens, now: Date.now },
      allowsLocalMail: options['local-mail'],
    });
    // Each may need its time to end: they end beside each other, before the database.
    const parts: AsyncDisposable[] = [];
    await using ending = new AsyncDisposableStack();
    ending.defer(async () => void (await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()))));
    if (bots) parts.push(await openBots(bots, { service, database, lexicon, rules }));
    if (reminders) parts.push(openReminders(reminders, database));
    // What serves is loaded by who wants it, and not for `--help`.
    const { openSite } = await import('./open-site.ts');
    const server = await openSite({
      ...{ service, at, isBehindProxy: options['behind-proxy'], logs: options.log },
      mostPerSecond: isForAll && options.rate > 0 ? options.rate : undefined,
      mostOpen: isForAll && options.connections > 0 ? options.connections : undefined,
    });
    parts.push(server);
    const address = server.address.replace(/\/$/, '');
    printNotes([`listening on ${address}`]);
    if (options.json) printJson({ listening: address });
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    database.hurry(LONGEST_END_MS);
    return 0;
  },
});

/** What is asked of the database once the server is told to end. */
const LONGEST_END_MS = 6_000;

const STORE = '--store: expected a file, or a PostgreSQL database as in postgres://USER@HOST/NAME';
const URL_OF_ANY = /^[a-z][a-z\d+.-]*:\/\//i;

async function databaseAt(where: string): Promise<BoggleDatabase> {
  if (where.trim() === '') throw new UsageError(`${STORE}; it is empty`);
  if (URL_OF_ANY.test(where) && !isPostgresAddress(where))
    throw new UsageError(`${STORE}; got ${JSON.stringify(withoutPassword(where))}`);
  const opening = await openDatabase<BoggleTables>(where, boggleMigrations);
  if (opening.ok) return opening.database;
  throw new UsageError(opening.problem);
}
