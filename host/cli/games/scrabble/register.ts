import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../core/errors.ts';
import { abbreviate, visible } from '../../../core/text.ts';
import type { OptionTable } from '../../../games/kit/option.ts';
import { processSeats } from '../../../seats/process/process-seats.ts';
import { fieldsOf, hostingOptions } from '../../../settings/options.ts';
import { commandOf } from '../../command.ts';
import { printError, printNote } from '../../output.ts';
import { checkPaths } from '../../process/paths.ts';
import { processOptions, readSandboxRequest } from '../../process/process-request.ts';
import { checkCommands } from '../../series/players.ts';
import { Interruption } from '../../signals.ts';
import { listenAddress, whyNotListening } from '../boggle/address.ts';

const registerOptions = {
  server: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'server where the bot registers, such as http://127.0.0.1:8080',
  },
  token: {
    kind: 'text',
    default: undefined,
    value: 'TOKEN',
    help: 'token for the server; WORDHOST_OPT_TOKEN hides it from other users',
  },
  name: { kind: 'text', default: undefined, value: 'NAME', help: 'name of the bot on the server' },
  'bot-version': {
    kind: 'text',
    default: '1',
    value: 'TEXT',
    help: 'version of the bot; a new one plays the next games',
  },
  language: {
    kind: 'text',
    default: '',
    value: 'TEXT',
    empty: true,
    help: 'programming language of the bot, for the page of the server',
  },
  description: {
    kind: 'text',
    default: '',
    value: 'TEXT',
    empty: true,
    help: 'description of the bot, shown on the page of the server',
  },
  listen: {
    kind: 'text',
    default: '127.0.0.1:0',
    value: 'HOST:PORT',
    help: 'address and port where the server calls the bot; 0: any free port',
  },
  games: {
    kind: 'count',
    default: 4,
    min: 1,
    max: 1000,
    help: 'number of games of the bot in parallel; more games wait',
  },
  'public-url': {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'the same address as seen from the server, if it differs',
  },
  ...hostingOptions,
} as const satisfies OptionTable;

/** Connections of one address. */
const MOST_OPEN = 64;
const LONGEST_MESSAGE = 200;

/** A bot on pipes, for servers of bots that are web servers. */
export const register = commandOf({
  summary:
    'Turns a bot into a web server and registers it, so that it plays Scrabble on a server for web bots.',
  operands: {
    form: '[options] -- PLAYER',
    min: 1,
    max: 1,
    expected:
      'a bot, its command in quotes, as in `wordhost register --server http://127.0.0.1:8080 --name robot -- "python3 bot.py"`',
    areCommands: true,
  },
  options: registerOptions,
  examples: [
    [
      'wordhost register --server http://127.0.0.1:8080 --token T --name robot -- "python3 bot.py"',
      'register as robot on the server of this machine',
    ],
  ],
  notes:
    'The token comes from the server: wordhost serve token add NAME. The bot is started once for each game.\nSIGTERM or Ctrl-C ends the command.\nExit status: 0 ended, 2 usage error, or the server refused the bot, 3 the host failed.',
  async run({ operands: [command = ''], options }) {
    const { server, token, name } = options;
    for (const [option, value] of Object.entries({ server, token, name }))
      if (value === undefined) throw new UsageError(`register: expected --${option}; got none`);
    if (!/^https?:$/.test(URL.parse(server!)?.protocol ?? ''))
      throw new UsageError(
        `--server: expected an address such as http://127.0.0.1:8080; got ${JSON.stringify(server)}`,
      );
    checkCommands([command], 'wordhost register');
    const at = listenAddress(options.listen);
    const hosting = fieldsOf(hostingOptions, options);
    checkPaths(hosting);
    const sandbox = await readSandboxRequest(hosting, {}, undefined);
    const openSeats = processSeats(processOptions(hosting, sandbox, 'inherit'));
    using interruption = new Interruption();
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-register-'));
    await using ending = new AsyncDisposableStack();
    ending.defer(() => rmSync(folder, { recursive: true, force: true }));
    // Modules of the server are loaded only if it starts.
    const [{ PipeService }, { openServer }] = await Promise.all([
      import('../../../serve/scrabble/pipes/pipe-service.ts'),
      import('../../../serve/http/server.ts'),
    ]);
    const failed = (error: unknown) => printError(`${(error as Error).stack}\n`);
    const pipes = ending.use(
      new PipeService({
        ...{ server: server!, name: name!, command, games: options.games, openSeats, folder, failed },
        report: (sentence) => printError(`${visible(sentence)}\n`),
      }),
    );
    const opening = await openServer({
      ...{ services: [['/', pipes.service]], ...at, failed, mostOpen: MOST_OPEN },
    });
    if (!opening.ok) throw new UsageError(whyNotListening(opening.code, at));
    ending.use(opening.server);
    const address = options['public-url'] ?? opening.server.address;
    const { 'bot-version': botversion, language: programminglanguage, description } = options;
    const registered = await pipes.register({
      ...{ token, botname: name, botversion, game: 'SCRABBLE', programminglanguage, description },
      rpcendpoint: new URL(pipes.path, address).href,
    });
    if (!registered.ok) throw new UsageError(visible(`--server ${server}: ${registered.message}`));
    const { message } = (registered.result ?? {}) as { readonly message?: unknown };
    printNote(
      `${typeof message === 'string' ? abbreviate(message, LONGEST_MESSAGE) : 'registered'} The server calls it at ${new URL(address).origin}`,
    );
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  },
});
