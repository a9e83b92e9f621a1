import { once } from 'node:events';
import { hostname } from 'node:os';
import { UsageError } from '../../../core/errors.ts';
import { isPostgresAddress, withoutPassword } from '../../../core/postgres-address.ts';
import { drawSeed } from '../../../core/seed.ts';
import { millis, seconds } from '../../../core/units.ts';
import {
  limitOptions,
  type OptionTable,
  type OptionValues,
  type Relation,
} from '../../../games/kit/option.ts';
import { turnOptions } from '../../../games/line-game/options.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { StderrTarget } from '../../../seats/process/pipes/stderr-sink.ts';
import { processSeats } from '../../../seats/process/process-seats.ts';
import { BoggleService } from '../../../serve/boggle/boggle-service.ts';
import { BotGames } from '../../../serve/boggle/bots/bot-games.ts';
import { BotActions } from '../../../serve/boggle/bots/bot-service.ts';
import { GameRules } from '../../../serve/boggle/game-rules.ts';
import { mailLimits } from '../../../serve/boggle/reminders/reminder-store.ts';
import { Reminders } from '../../../serve/boggle/reminders/reminders.ts';
import {
  type BoggleDatabase,
  type BoggleTables,
  boggleMigrations,
} from '../../../serve/boggle/store/tables.ts';
import type { Database } from '../../../serve/database/database.ts';
import { openDatabase } from '../../../serve/database/open.ts';
import { isLoopback } from '../../../serve/loopback.ts';
import { mailboxAddress, readCertificates, readSmtpAddress } from '../../../serve/mail/mail.ts';
import { type PlayTables, playMigrations } from '../../../serve/play/store-tables.ts';
import { type ScrabbleTables, scrabbleMigrations } from '../../../serve/scrabble/store-tables.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../../settings/options.ts';
import { commandOf } from '../../command.ts';
import { printError, printJson, printNotes } from '../../output.ts';
import { checkPaths } from '../../process/paths.ts';
import { processOptions, readSandboxRequest } from '../../process/process-request.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { checkCommands } from '../../series/players.ts';
import { Interruption } from '../../signals.ts';
import { allowedEndpoints, openWebBots, tokenCommands, webBotOptions } from '../scrabble/web-bots.ts';
import { listenAddress, reportLine } from './address.ts';

/** The options of bots that play on the web server. */
const botOptions = {
  bot: {
    kind: 'list',
    default: [],
    value: '[GAME:]NAME=COMMAND',
    help: 'bot to play against, of Boggle unless GAME is scrabble or bananagrams; COMMAND is started for its games; repeatable',
  },
  timeout: { ...turnOptions.timeout, help: 'time limit for each turn of a bot; `none` for no limit' },
  'ready-timeout': { ...limitOptions['ready-timeout'], help: 'time limit for a bot to be ready' },
  'bot-processes': {
    kind: 'count',
    default: 16,
    min: 1,
    max: 10_000,
    help: 'largest number of bot processes; other games wait',
  },
  'bot-idle': {
    kind: 'duration',
    default: seconds(10 * 60),
    min: millis(1),
    max: seconds(7 * 86_400),
    help: 'time after which a bot that waits for its opponent is stopped, until its next turn',
  },
  ...hostingOptions,
} as const satisfies OptionTable;

type BotSettings = OptionValues<typeof botOptions>;

interface Served {
  readonly service: BoggleService;
  readonly database: BoggleDatabase;
  readonly lexicon: Lexicon;
  readonly rules: GameRules;
}

/** Checks bots before anything is started. Under `strict` bots do not see the files of `store`. */
async function preparedBots(settings: BotSettings, store: string, lexicon: Lexicon) {
  const { readOwnBots } = await import('../own-bots.ts');
  const { own, others } = readOwnBots(settings.bot);
  const commands = await readBots(others);
  const all = [commands, ...own.values()].flatMap((bots) => [...bots.values()]);
  if (all.length > 0) checkCommands(all, 'wordhost serve --bot');
  const hosting = fieldsOf(hostingOptions, settings);
  const stores = [store, `${store}-wal`, `${store}-shm`];
  if (all.length > 0) checkPaths(hosting);
  const sandbox = all.length > 0 && (await readSandboxRequest(hosting, { stores }, lexicon.path));
  const seatsWith = (stderr: StderrTarget) => {
    if (!sandbox) throw new Error('no bots are named');
    return processSeats(processOptions(hosting, sandbox, stderr));
  };
  return { commands, own, seatsWith, settings };
}

type PreparedBots = Awaited<ReturnType<typeof preparedBots>>;

/** The bots have their names, and play on where they were. */
async function openBots(
  { commands, seatsWith, settings }: PreparedBots,
  { service, database, lexicon, rules }: Served,
): Promise<BotGames> {
  const acts = new BotActions({ service, database, rules, now: Date.now });
  for (const name of commands.keys())
    if (!(await acts.takeName(name)))
      throw new UsageError(`--bot ${name}: a person already uses this name: give the bot another name`);
  const games = new BotGames({
    ...{ service: acts, commands, openSeats: seatsWith('discard'), lexicon },
    timeout: settings.timeout,
    readyTimeout: settings['ready-timeout'],
    most: settings['bot-processes'],
    idleMs: settings['bot-idle'] / 1e6,
    wentOut: reportLine,
    failed: (error, key) =>
      printError(
        `${key === undefined ? 'cannot read the games of bots' : `the bot cannot play in game ${key}`}; trying again: ${(error as Error).message}\n`,
      ),
  });
  service.onChange(({ game }) => games.changed(game.key, game.names));
  await games.start();
  return games;
}

async function readBots(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { nameOfBot, readParameters } = await import('../../../serve/boggle/api/parameters.ts');
  const commands = new Map<string, string>();
  for (const text of texts) {
    const [, said = '', command = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (command.trim() === '')
      throw new UsageError(
        `--bot: expected NAME=COMMAND, as in --bot "robot=wordhost player boggle"; got ${JSON.stringify(text)}`,
      );
    // Bots have names by the rules for people.
    const reading = readParameters(nameOfBot, { name: said });
    if (!reading.ok) throw new UsageError(`--bot ${JSON.stringify(text)}: ${reading.problem}`);
    const { name } = reading.values;
    if (commands.has(name)) throw new UsageError(`--bot ${name}: expected each name once; got it twice`);
    commands.set(name, command);
  }
  return commands;
}

const forMails: readonly Relation[] = [{ requires: 'smtp', from: 'anywhere' }];

/** The options of mails that remind players of their turn. */
const reminderOptions = {
  smtp: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    relations: [
      {
        requires: 'public-url',
        from: 'anywhere',
        because: 'players confirm their addresses with a link',
      },
    ],
    help: 'mail server for reminders, such as smtps://USER:PASSWORD@mail.example',
  },
  'remind-after': {
    kind: 'duration',
    default: seconds(3600),
    min: millis(1),
    max: seconds(365 * 86_400),
    relations: forMails,
    help: 'time before a player is reminded of its turn',
  },
  from: {
    kind: 'text',
    default: undefined,
    value: 'ADDRESS',
    relations: forMails,
    help: 'sender address of reminders (default: `wordhost` at this machine)',
  },
  'public-url': {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'address of this server in mails and for web bots; required by --smtp',
  },
  'mails-per-day': {
    kind: 'count',
    default: 1000,
    min: 1,
    max: 100_000,
    relations: forMails,
    help: 'limit for the mails of this server in 24 hours',
  },
  'local-mail': {
    kind: 'flag',
    default: false,
    help: 'also send mail to addresses of this machine, such as root@localhost',
  },
} as const satisfies OptionTable;

type ReminderSettings = OptionValues<typeof reminderOptions>;

/** Checks the settings before anything is opened. Without --smtp the server sends no mails. */
export function preparedReminders(settings: ReminderSettings) {
  const { smtp, from, 'public-url': url, 'remind-after': after } = settings;
  if (url !== undefined) pagesAt(url);
  if (smtp === undefined) return undefined;
  const server = readSmtpAddress(smtp);
  if (!server.ok) throw new UsageError(`--smtp: ${server.problem}`);
  const { ca } = server.address;
  const certificates = ca === undefined ? undefined : readCertificates(ca);
  if (certificates?.ok === false) throw new UsageError(`--smtp: ${certificates.problem}`);
  const sender = mailboxAddress(from ?? `wordhost@${hostname()}`);
  if (sender === undefined)
    throw new UsageError(
      `--from: expected an email address, such as boggle@example.org; got ${JSON.stringify(from ?? hostname())}`,
    );
  return {
    ...{ server: server.address, from: sender, ...pagesAt(url!), after: after / 1e6 },
    ...{ limits: mailLimits(settings['mails-per-day']), allowsLocal: settings['local-mail'] },
  };
}

function pagesAt(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--public-url: expected an address such as https://boggle.example; got ${JSON.stringify(text)}`,
    );
  return {
    page: (key: string) => new URL(`boggle/#/game/${key}`, url).href,
    confirmPage: (token: string) => new URL(`boggle/confirm?token=${token}`, url).href,
  };
}

function openReminders(
  prepared: NonNullable<ReturnType<typeof preparedReminders>>,
  database: BoggleDatabase,
): Reminders {
  return new Reminders({ ...prepared, database, now: Date.now, report: reportLine });
}

const serveOptions = {
  listen: {
    kind: 'text',
    default: '127.0.0.1:8080',
    value: 'HOST:PORT',
    help: 'address and port to listen on; 0: any free port',
  },
  store: {
    kind: 'text',
    default: 'wordhost.db',
    value: 'FILE|URL',
    empty: true,
    help: 'store for users and games: a file, or a PostgreSQL database (postgres://USER@HOST/NAME)',
  },
  open: {
    kind: 'flag',
    default: false,
    help: 'use no tokens: anyone who knows a name can play under it',
  },
  'behind-proxy': {
    kind: 'flag',
    default: false,
    help: 'run behind a reverse proxy: take client addresses from X-Forwarded-For, also on loopback addresses',
  },
  rate: {
    kind: 'count',
    default: 50,
    min: 0,
    max: 1_000_000,
    help: 'requests per second from one address; 0, and on a loopback address: no limit',
  },
  connections: {
    kind: 'count',
    default: 200,
    min: 0,
    max: 10_000,
    help: 'connections from one address at once; 0, and on a loopback address: no limit',
  },
  log: { kind: 'flag', default: false, help: 'print one JSON line on standard error for each request' },
  ...botOptions,
  ...reminderOptions,
  ...webBotOptions,
  ...dictionaryOptions,
  json: {
    kind: 'flag',
    default: false,
    help: 'print one JSON line on standard output when the server is ready',
  },
} as const;

/** All that is on the web, from one server. */
export const serve = commandOf({
  summary:
    'Serves a site where people play Scrabble, Bananagrams and Boggle against bots and each other, with an API for programs, and games between bots that are web servers. Games are saved in a database.',
  operands: { form: '[options]', min: 0, max: 0, expected: 'no operands, or token' },
  options: serveOptions,
  each: {
    token: {
      summary: 'manage tokens for bots that are web servers',
      load: async () => tokenCommands(serveOptions.store, databaseAt),
    },
  },
  examples: [
    ['wordhost serve', 'serve this machine only, at http://127.0.0.1:8080'],
    ['wordhost serve --bot "robot=wordhost player boggle"', 'add a bot to play against'],
    ['wordhost serve --listen 0.0.0.0:80 --store /var/lib/boggle.db', 'serve everyone; users get tokens'],
    ['wordhost serve --behind-proxy --log', 'run behind a TLS proxy, with a log of requests'],
    ['wordhost serve --store postgres://boggle@db.example/boggle', 'save games in PostgreSQL'],
    ['wordhost serve --allow-endpoint 10.1.0.0/16', 'allow web bots on other machines'],
  ],
  notes:
    'SIGTERM or Ctrl-C ends the server after it finishes the running requests.\nExit status: 0 ended, 2 usage error, 3 the host failed.',
  async run({ options, textsOf }) {
    const at = listenAddress(options.listen);
    const isForAll = options['behind-proxy'] || !isLoopback(at.host);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, options));
    const bots = await preparedBots(options, options.store, lexicon);
    // The games of the site are loaded by who serves them, and not for `--help`.
    const { openOwnBots } = await import('../own-bots.ts');
    const ownBots = openOwnBots(bots.own, options['bot-processes'], bots.seatsWith);
    const reminders = preparedReminders(options);
    allowedEndpoints(options['allow-endpoint']);
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
    if (bots.commands.size > 0) parts.push(await openBots(bots, { service, database, lexicon, rules }));
    if (reminders) parts.push(openReminders(reminders, database));
    const served = { address: '', port: 0 };
    const readyTimeout = textsOf('ready-timeout') === undefined ? undefined : options['ready-timeout'];
    const isBehindProxy = options['behind-proxy'];
    const mostPerSecond = isForAll && options.rate > 0 ? options.rate : undefined;
    const webBots = await openWebBots(
      { ...options, readyTimeout, limits: { callsPerSecond: mostPerSecond, isBehindProxy } },
      { database, lexicon, address: () => served.address, ownPort: () => served.port },
    );
    parts.push(webBots.league);
    // Modules of the server are loaded only if it starts, not for `--help`.
    const { openSite } = await import('./site.ts');
    const server = await openSite({
      ...{ service, webBots: webBots.site, at, isBehindProxy, logs: options.log, mostPerSecond },
      ...{ database, lexicon, ownBots },
      mostOpen: isForAll && options.connections > 0 ? options.connections : undefined,
    });
    parts.push(server);
    const address = server.address.replace(/\/$/, '');
    served.port = Number(new URL(address).port || 80);
    // A server that listens on all addresses is on this machine, too.
    served.address =
      options['public-url']?.replace(/\/$/, '') ??
      address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
    await webBots.league.start();
    printNotes([`listening on ${address}`]);
    if (bots.own.size > 0 && ownBots.isTokenNew)
      printNotes([`token for standard error of bots: ${ownBots.token}`]);
    if (options.json) printJson({ listening: address });
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    database.hurry(LONGEST_END_MS);
    return 0;
  },
});

/** The time limit for the last queries when the server is told to end. */
const LONGEST_END_MS = 6_000;

const STORE = '--store: expected a file, or a PostgreSQL database such as postgres://USER@HOST/NAME';
const URL_OF_ANY = /^[a-z][a-z\d+.-]*:\/\//i;

type AllTables = BoggleTables & ScrabbleTables & PlayTables;

/** The order is that in which migrations were written: a new one of any game is the last. */
const migrations = [...boggleMigrations, ...scrabbleMigrations, ...playMigrations];

async function databaseAt(where: string): Promise<Database<AllTables>> {
  if (where.trim() === '') throw new UsageError(`${STORE}; it is empty`);
  if (URL_OF_ANY.test(where) && !isPostgresAddress(where))
    throw new UsageError(`${STORE}; got ${JSON.stringify(withoutPassword(where))}`);
  const opening = await openDatabase<AllTables>(where, migrations);
  if (opening.ok) return opening.database;
  throw new UsageError(opening.problem);
}
