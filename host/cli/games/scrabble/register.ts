import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../core/errors.ts';
import type { OptionTable } from '../../../games/kit/option.ts';
import { processSeats } from '../../../seats/process/process-seats.ts';
import { answersTo, error, type Methods, type Outcome } from '../../../seats/remote/json-rpc.ts';
import { fieldsOf, hostingOptions } from '../../../settings/options.ts';
import { commandOf } from '../../command.ts';
import { printError, printNotes } from '../../output.ts';
import { processOptions, readSandboxRequest } from '../../process/options.ts';
import { checkPaths } from '../../process/paths.ts';
import { checkCommands } from '../../series/players.ts';
import { Interruption } from '../../signals.ts';
import { listenAddress, whyNotListening } from '../boggle/address.ts';
import type { AskedTurn, PipeBot, PipeGame } from './pipe-bot.ts';

const registerOptions = {
  server: {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'server where the bot registers, as in http://127.0.0.1:8080',
  },
  token: {
    kind: 'text',
    default: undefined,
    value: 'TOKEN',
    help: 'token of that server; better in WORDHOST_OPT_TOKEN, so that it is not seen among the processes',
  },
  name: { kind: 'text', default: undefined, value: 'NAME', help: 'name of the bot on that server' },
  'bot-version': {
    kind: 'text',
    default: '1',
    value: 'TEXT',
    help: 'version of the bot; another one than before ends the unfinished games of that one',
  },
  language: {
    kind: 'text',
    default: '',
    value: 'TEXT',
    empty: true,
    help: 'what the bot is written in, for the page of the server',
  },
  description: {
    kind: 'text',
    default: '',
    value: 'TEXT',
    empty: true,
    help: 'what the page of the server says of the bot',
  },
  listen: {
    kind: 'text',
    default: '127.0.0.1:0',
    value: 'HOST:PORT',
    help: 'address and port where the server calls the bot; port 0 takes any that is free',
  },
  'public-url': {
    kind: 'text',
    default: undefined,
    value: 'URL',
    help: 'that address as the server sees it, if it is another one',
  },
  ...hostingOptions,
} as const satisfies OptionTable;

/** A bot on pipes, for servers of bots that are web servers. */
export const register = commandOf({
  summary:
    'Serves a bot on pipes as a web server, and registers it, so that it plays Scrabble on a server of web bots.',
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
      'as robot on the server of this machine',
    ],
  ],
  notes:
    'The token comes from the server: wordhost serve token add NAME. For each game the bot is started once.\nSIGTERM or Ctrl-C ends it.\nExit status: 0 ended so, 2 usage, or the server has refused the bot, 3 the host itself failed.',
  async run({ operands: [command = ''], options }) {
    const { server, token, name } = options;
    for (const [option, value] of Object.entries({ server, token, name }))
      if (value === undefined) throw new UsageError(`register: expected --${option}; there is none`);
    if (!/^https?:$/.test(URL.parse(server!)?.protocol ?? ''))
      throw new UsageError(
        `--server: expected an address as in http://127.0.0.1:8080; got ${JSON.stringify(server)}`,
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
    // What serves is loaded by who wants it.
    const [{ PipeBot, fetchGame }, { openServer }, { Hono }] = await Promise.all([
      import('./pipe-bot.ts'),
      import('../../../serve/http/server.ts'),
      import('hono'),
    ]);
    const rpc = new URL('/rpc', server);
    const games = new Map<string, PipeBot>();
    const known = new Map<string, Promise<PipeGame | string>>();
    ending.defer(
      async () => void (await Promise.all([...games.values()].map((bot) => bot[Symbol.asyncDispose]()))),
    );

    const filesOf = (about: Told) => {
      const key = keyOf(about);
      const files = known.get(key) ?? fetchGame(about, folder).catch((failed: Error) => failed.message);
      known.set(key, files);
      return files;
    };
    const open = async (about: Told): Promise<Outcome> => {
      const files = await filesOf(about);
      if (typeof files === 'string') return failure(files);
      const opponents = Array.from(
        { length: Number(about.players) - 1 },
        (_, index) => `opponent ${index + 1}`,
      );
      games.set(String(about.gameid), new PipeBot(files, command, [name!, ...opponents]));
      return { result: { status: 'READY' } };
    };
    const prepare = async (about: Told) => {
      const outcome = await open(about);
      const files = await filesOf(about);
      if ('error' in outcome || typeof files === 'string')
        return printError(`game ${about.gameid}: ${files}\n`);
      const answer = await ask(rpc, 'Scrabble.Ready', { gameid: about.gameid, ...files.hashes });
      if (answer.problem !== undefined)
        printError(`game ${about.gameid}: Scrabble.Ready: ${answer.problem}\n`);
    };
    const nextMove = async (params: unknown): Promise<Outcome> => {
      const { gameid, ...asked } = params as AskedTurn & { readonly gameid: unknown };
      const bot = games.get(String(gameid));
      if (!bot) return failure(`there is no game ${gameid} here`);
      const move = await bot.move(asked, openSeats);
      return typeof move === 'string' ? failure(move) : { result: move };
    };
    const methods: Methods = {
      'Status.Ping': () => ({ result: { ping: 'OK' } }),
      'Scrabble.NewGame': async (params) => {
        const about = params as Told;
        if (known.has(keyOf(about))) return await open(about);
        void prepare(about);
        return { result: { status: 'PREPARING' } };
      },
      'Scrabble.NextMove': nextMove,
      // As the seed calls it in one place.
      'TicTacToe.NextMove': nextMove,
      'Scrabble.Complete': async (params) => {
        const { gameid, scores = [] } = params as {
          readonly gameid: unknown;
          readonly scores?: readonly number[];
        };
        const bot = games.get(String(gameid));
        games.delete(String(gameid));
        void bot?.over(scores);
        return { result: null };
      },
      'Scrabble.Error': (params) => {
        const { gameid, message } = params as { readonly gameid: unknown; readonly message: unknown };
        printError(`game ${gameid}: the server says: ${JSON.stringify(message)}\n`);
        return { result: null };
      },
    };
    const service = new Hono();
    service.post('/rpc', async (c) => {
      const body = (c.get as (name: string) => unknown)('body') as Uint8Array | undefined;
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : await c.req.text();
      const answers = await answersTo(text, methods);
      return answers === undefined ? c.body(null, 204) : c.json(answers);
    });
    const failed = (error: unknown) => printError(`${(error as Error).stack}\n`);
    const opening = await openServer({ services: [['/', service as never]], ...at, failed });
    if (!opening.ok) throw new UsageError(whyNotListening(opening.code, at));
    ending.use(opening.server);
    const endpoint = new URL('/rpc', options['public-url'] ?? opening.server.address).href;
    const { 'bot-version': botversion, language: programminglanguage, description } = options;
    const about = { token, botname: name, botversion, game: 'SCRABBLE', rpcendpoint: endpoint };
    const registered = await ask(rpc, 'RegistrationService.Register', {
      ...about,
      ...{ programminglanguage, description, concurrent: true },
    });
    if (registered.problem !== undefined) throw new UsageError(`--server ${server}: ${registered.problem}`);
    printNotes([
      `${(registered.result as { readonly message?: string })?.message ?? 'registered'} It is called at ${endpoint}`,
    ]);
    const { signal } = interruption;
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  },
});

type Told = Parameters<typeof import('./pipe-bot.ts').fetchGame>[0] & {
  readonly gameid: number;
  readonly players: string;
};

const keyOf = ({ gameboard, dictionary, letters }: Told) =>
  [gameboard, dictionary, letters].map(({ sha1 }) => sha1).join(' ');

const failure = (message: string): Outcome => error(-32000, message);

interface Asked {
  readonly result?: unknown;
  /** None: all is well. */
  readonly problem?: string;
}

async function ask(url: URL, method: string, params: object): Promise<Asked> {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const said = (await answer.json()) as { readonly result?: unknown; readonly error?: unknown };
    const { message = said.error } = (said.error ?? {}) as { readonly message?: unknown };
    return said.error ? { problem: String(message) } : { result: said.result };
  } catch (failed) {
    const { message, cause } = failed as Error;
    return { problem: `${url} does not answer: ${(cause as Error | undefined)?.message ?? message}` };
  }
}
