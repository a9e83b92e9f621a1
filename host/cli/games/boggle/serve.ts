import { once } from 'node:events';
import { hostname } from 'node:os';
import { UsageError } from '../../../core/errors.ts';
import { isPostgresAddress, withoutPassword } from '../../../core/postgres-address.ts';
import { drawSeed } from '../../../core/seed.ts';
import { millis, seconds } from '../../../core/units.ts';
import { limitOptions, type OptionTable, type OptionValues } from '../../../games/kit/option.ts';
import { turnOptions } from '../../../games/line-game/options.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
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
import { type ScrabbleTables, scrabbleMigrations } from '../../../serve/scrabble/store.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../../settings/options.ts';
import { commandOf } from '../../command.ts';
import { printError, printJson, printNotes } from '../../output.ts';
import { processOptions, readSandboxRequest } from '../../process/options.ts';
import { checkPaths } from '../../process/paths.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { checkCommands } from '../../series/players.ts';
import { Interruption } from '../../signals.ts';
import { allowedEndpoints, openWebBots, tokenCommand, webBotOptions } from '../scrabble/web-bots.ts';
import { listenAddress, reportLine } from './address.ts';

/** Of bots that play at the games of the web. */
const botOptions = {
  bot: {
    kind: 'list',
    default: [],
    value: 'NAME=COMMAND',
    help: 'bot that plays as the user NAME: the command is started for its games; repeatable',
  },
  timeout: { ...turnOptions.timeout, help: 'time limit for each turn of a bot; `none` for no limit' },
  'ready-timeout': { ...limitOptions['ready-timeout'], help: 'time limit for a bot to be ready' },
  'bot-processes': {
    kind: 'count',
    default: 16,
    min: 1,
    max: 10_000,
    help: 'limit of the bots that run at once, one for each game; in other games their turns wait',
  },
  'bot-idle': {
    kind: 'duration',
    default: seconds(10 * 60),
    min: millis(1),
    max: seconds(7 * 86_400),
    help: 'time that a bot waits for the other player before it is ended; for its next turn it is started again',
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

/** Checked before anything is started; none: no bots are wanted. `store`: under `strict` bots do not see its files. */
async function preparedBots(settings: BotSettings, store: string, lexicon: Lexicon) {
  const commands = await readBots(settings.bot);
  if (commands.size === 0) return undefined;
  checkCommands([...commands.values()], 'wordhost serve --bot');
  const hosting = fieldsOf(hostingOptions, settings);
  checkPaths(hosting);
  const stores = [store, `${store}-wal`, `${store}-shm`];
  const sandbox = await readSandboxRequest(hosting, { stores }, lexicon.path);
  return { commands, openSeats: processSeats(processOptions(hosting, sandbox, 'discard')), settings };
}

type PreparedBots = NonNullable<Awaited<ReturnType<typeof preparedBots>>>;

/** The bots have their names, and play on where they were. */
async function openBots(
  { commands, openSeats, settings }: PreparedBots,
  { service, database, lexicon, rules }: Served,
): Promise<BotGames> {
  const acts = new BotActions({ service, database, rules, now: Date.now });
  for (const name of commands.keys())
    if (!(await acts.takeName(name)))
      throw new UsageError(
        `--bot ${name}: expected a name that no person has, and a person has this one: give the bot another`,
      );
  const games = new BotGames({
    ...{ service: acts, commands, openSeats, lexicon },
    timeout: settings.timeout,
    readyTimeout: settings['ready-timeout'],
    most: settings['bot-processes'],
    idleMs: settings['bot-idle'] / 1e6,
    wentOut: reportLine,
    failed: (error, key) =>
      printError(
        `${key === undefined ? 'the games of bots could not be read' : `the bot could not play in game ${key}`}, and it is tried again: ${(error as Error).message}\n`,
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
    // Bots are called as people may be.
    const reading = readParameters(nameOfBot, { name: said });
    if (!reading.ok) throw new UsageError(`--bot ${JSON.stringify(text)}: ${reading.problem}`);
    const { name } = reading.values;
    if (commands.has(name)) throw new UsageError(`--bot ${name}: expected each name once; it is given twice`);
    commands.set(name, command);
  }
  return commands;
}

/** Of mails to players whose turn it is. */
const reminderOptions = {
  smtp: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'server of mail for reminders, as in smtp://mail.example or smtps://USER:PASSWORD@mail.example; without it none are sent',
  },
  'remind-after': {
    kind: 'duration',
    default: seconds(3600),
    min: millis(1),
    max: seconds(365 * 86_400),
    help: 'time that it has been the turn of a player with an address before it gets its mail, one for each turn',
  },
  from: {
    kind: 'text',
    default: undefined,
    value: 'ADDRESS',
    help: 'address that reminders come from; `wordhost` at this machine if none is given',
  },
  'public-url': {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'address of this server as others see it, for the links in mails and the files of web bots; --smtp needs it',
  },
  'mails-per-day': {
    kind: 'count',
    default: 1000,
    min: 1,
    max: 100_000,
    help: 'mails of this server in 24 hours; to one address there are at most 30, and 20 for one user',
  },
  'local-mail': {
    kind: 'flag',
    default: false,
    help: 'addresses of this machine, such as root@localhost, may be given and written to',
  },
} as const satisfies OptionTable;

type ReminderSettings = OptionValues<typeof reminderOptions>;

/** Checked before anything is opened; none: no mails are wanted. `areSet`: one of the other options has not its default. */
export function preparedReminders(settings: ReminderSettings, areSet = false) {
  const { smtp, from, 'public-url': url, 'remind-after': after } = settings;
  if (url !== undefined) pagesAt(url);
  if (smtp === undefined) {
    if (from === undefined && !areSet) return undefined;
    throw new UsageError(
      '--remind-after, --mails-per-day and --from are of reminders: give --smtp, too, or leave them out',
    );
  }
  const server = readSmtpAddress(smtp);
  if (!server.ok) throw new UsageError(`--smtp: ${server.problem}`);
  const { ca } = server.address;
  const certificates = ca === undefined ? undefined : readCertificates(ca);
  if (certificates?.ok === false) throw new UsageError(`--smtp: ${certificates.problem}`);
  if (url === undefined)
    throw new UsageError(
      '--smtp: expected --public-url with it, as in https://boggle.example: players confirm their addresses by a link',
    );
  const sender = mailboxAddress(from ?? `wordhost@${hostname()}`);
  if (sender === undefined)
    throw new UsageError(
      `--from: expected an address of e-mail, as in boggle@example.org; got ${JSON.stringify(from ?? hostname())}`,
    );
  return {
    ...{ server: server.address, from: sender, ...pagesAt(url), after: after / 1e6 },
    ...{ limits: mailLimits(settings['mails-per-day']), allowsLocal: settings['local-mail'] },
  };
}

function pagesAt(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--public-url: expected an address as in https://boggle.example; got ${JSON.stringify(text)}`,
    );
  return {
    page: (key: string) => new URL(`#/game/${key}`, url).href,
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
    help: 'address and port to listen on; port 0 takes any that is free',
  },
  store: {
    kind: 'text',
    default: 'wordhost.db',
    value: 'FILE|URL',
    empty: true,
    help: 'where users and games are kept: a file, or a PostgreSQL database as in postgres://USER@HOST/NAME',
  },
  open: {
    kind: 'flag',
    default: false,
    help: 'no tokens, where others than this machine can ask: whoever knows a name can play for it',
  },
  'behind-proxy': {
    kind: 'flag',
    default: false,
    help: 'a proxy asks for everybody: tokens, --rate and --connections also on a loopback address, and addresses from X-Forwarded-For',
  },
  rate: {
    kind: 'count',
    default: 50,
    min: 0,
    max: 1_000_000,
    help: 'requests a second that one address may send, four seconds of them at once; 0: as many as it likes, as always for this machine alone',
  },
  connections: {
    kind: 'count',
    default: 200,
    min: 0,
    max: 10_000,
    help: 'connections, with their streams of events, that one address may have at once; 0: as many as it likes, as always for this machine alone',
  },
  log: { kind: 'flag', default: false, help: 'one JSON line on standard error for each request' },
  ...botOptions,
  ...reminderOptions,
  ...webBotOptions,
  ...dictionaryOptions,
  json: { kind: 'flag', default: false, help: 'one JSON line on standard output, once it can be called' },
} as const;

/** All that is on the web, from one server. */
export const serve = commandOf({
  summary:
    'Serves Boggle on the web, a page and an API for people and programs, and games between bots of Scrabble that are web servers; kept in a database.',
  operands: { form: '[options]', min: 0, max: 0, expected: 'no operands, or token' },
  options: serveOptions,
  each: {
    token: {
      summary: 'tokens with which bots that are web servers register',
      load: async () => tokenCommand(serveOptions.store, databaseAt),
    },
  },
  examples: [
    ['wordhost serve', 'for this machine alone, at http://127.0.0.1:8080'],
    ['wordhost serve --bot "robot=wordhost player boggle"', 'with a bot to play against'],
    ['wordhost serve --listen 0.0.0.0:80 --store /var/lib/boggle.db', 'for everybody: users have tokens'],
    ['wordhost serve --behind-proxy --log', 'behind a proxy that speaks TLS, with a log of requests'],
    ['wordhost serve --store postgres://boggle@db.example/boggle', 'kept by PostgreSQL'],
    ['wordhost serve --allow-endpoint 10.1.0.0/16', 'with web bots on other machines'],
  ],
  notes:
    'SIGTERM or Ctrl-C ends it: what is running is finished first.\nExit status: 0 ended so, 2 usage, 3 the host itself failed.',
  async run({ options, textsOf }) {
    const at = listenAddress(options.listen);
    const isForAll = options['behind-proxy'] || !isLoopback(at.host);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, options));
    const bots = await preparedBots(options, options.store, lexicon);
    const reminders = preparedReminders(
      options,
      textsOf('remind-after') !== undefined || textsOf('mails-per-day') !== undefined,
    );
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
    if (bots) parts.push(await openBots(bots, { service, database, lexicon, rules }));
    if (reminders) parts.push(openReminders(reminders, database));
    const served = { address: '' };
    const readyTimeout = textsOf('ready-timeout') === undefined ? undefined : options['ready-timeout'];
    const isBehindProxy = options['behind-proxy'];
    const mostPerSecond = isForAll && options.rate > 0 ? options.rate : undefined;
    const webBots = await openWebBots(
      { ...options, readyTimeout, limits: { callsPerSecond: mostPerSecond, isBehindProxy } },
      { database, lexicon, address: () => served.address },
    );
    parts.push(webBots.league);
    // What serves is loaded by who wants it, and not for `--help`.
    const { openSite } = await import('./site.ts');
    const server = await openSite({
      ...{ service, webBots: webBots.site, at, isBehindProxy, logs: options.log, mostPerSecond },
      mostOpen: isForAll && options.connections > 0 ? options.connections : undefined,
    });
    parts.push(server);
    const address = server.address.replace(/\/$/, '');
    served.address = options['public-url']?.replace(/\/$/, '') ?? reachable(address);
    await webBots.league.start();
    printNotes([`listening on ${address}`]);
    if (options.json) printJson({ listening: address });
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    database.hurry(LONGEST_END_MS);
    return 0;
  },
});

/** A server that listens on all addresses is on this machine, too. */
function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** What is asked of the database once the server is told to end. */
const LONGEST_END_MS = 6_000;

const STORE = '--store: expected a file, or a PostgreSQL database as in postgres://USER@HOST/NAME';
const URL_OF_ANY = /^[a-z][a-z\d+.-]*:\/\//i;

type AllTables = BoggleTables & ScrabbleTables;

/** In the order in which they came: a new one of either is the last. */
const migrations = [...boggleMigrations, ...scrabbleMigrations];

async function databaseAt(where: string): Promise<Database<AllTables>> {
  if (where.trim() === '') throw new UsageError(`${STORE}; it is empty`);
  if (URL_OF_ANY.test(where) && !isPostgresAddress(where))
    throw new UsageError(`${STORE}; got ${JSON.stringify(withoutPassword(where))}`);
  const opening = await openDatabase<AllTables>(where, migrations);
  if (opening.ok) return opening.database;
  throw new UsageError(opening.problem);
}
