import { UsageError } from '../../../core/errors.ts';
import { visible, visibleJson } from '../../../core/text.ts';
import type { Nanos } from '../../../core/units.ts';
import type { OptionTable, OptionValues } from '../../../games/kit/option.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { type AddressRange, loopback, rangeOf } from '../../../seats/remote/endpoints.ts';
import type { League } from '../../../serve/scrabble/league.ts';
import type { RpcLimits } from '../../../serve/scrabble/rpc.ts';
import type { ScrabbleSite } from '../../../serve/scrabble/scrabble-site.ts';
import { type ScrabbleDatabase, ScrabbleStore } from '../../../serve/scrabble/store.ts';
import { drawToken, tokenHash } from '../../../serve/tokens.ts';
import { type Command, commandOf, groupOf } from '../../command.ts';
import { printError, printJson, printLines, printNotes } from '../../output.ts';
import { reportLine } from '../boggle/address.ts';

/** The options of Scrabble bots that are web servers. */
export const webBotOptions = {
  'web-games': {
    kind: 'count',
    default: 4,
    min: 0,
    max: 1000,
    help: 'number of Scrabble games between registered bots in parallel',
  },
  seats: {
    kind: 'count',
    default: 2,
    min: 2,
    max: 4,
    help: 'number of registered bots in a game of Scrabble',
  },
  'allow-endpoint': {
    kind: 'list',
    default: [],
    value: 'CIDR',
    help: 'addresses where registered bots may be called, such as 10.1.0.0/16; repeatable (default: this machine only)',
  },
} as const satisfies OptionTable;

/** The default time limit for a bot that fetches files first. */
const PREPARE_WITHIN: Nanos = 120e9;
const LONGEST_WAIT: Nanos = 86_400e9;

export interface WebBotSettings extends OptionValues<typeof webBotOptions> {
  readonly timeout: Nanos;
  /** Undefined if the user did not set it. */
  readonly readyTimeout: Nanos | undefined;
  readonly limits: RpcLimits;
}

/** Reads which endpoints are called, before anything is opened. */
export function allowedEndpoints(texts: readonly string[]): readonly AddressRange[] {
  if (texts.length === 0) return loopback;
  return texts.map((text) => {
    const range = rangeOf(text);
    if (range) return range;
    throw new UsageError(
      `--allow-endpoint: expected an address or a range of addresses, such as 10.1.0.0/16 or fd00::/8; got ${JSON.stringify(text)}`,
    );
  });
}

interface OpenWebBots {
  readonly league: League;
  readonly site: ScrabbleSite;
}

/** They play once `league.start()` is called, when the server has its address. */
export async function openWebBots(
  { timeout, readyTimeout = PREPARE_WITHIN, limits, ...settings }: WebBotSettings,
  {
    database,
    ...served
  }: { database: ScrabbleDatabase; lexicon: Lexicon; address: () => string; ownPort: () => number },
): Promise<OpenWebBots> {
  // `--help` does not load this.
  const [{ League }, { ScrabbleSite }] = await Promise.all([
    import('../../../serve/scrabble/league.ts'),
    import('../../../serve/scrabble/scrabble-site.ts'),
  ]);
  const store = new ScrabbleStore(database, Date.now, reportProblem);
  const league = new League({
    ...{ store, ...served, jobs: settings['web-games'], seats: settings.seats },
    allowed: allowedEndpoints(settings['allow-endpoint']),
    timeout: Math.min(timeout, LONGEST_WAIT),
    readyTimeout: Math.min(readyTimeout, LONGEST_WAIT),
    report: reportLine,
    failed(error) {
      const { message, stack = message } = error as Error;
      printError(`a game of web bots failed; trying again: ${stack}\n`);
    },
  });
  return { league, site: new ScrabbleSite({ league, store, lexicon: served.lexicon, ...limits }) };
}

/** `wordhost serve token …`; `open` opens the database of `--store`. */
export function tokenCommands(
  store: OptionTable[string],
  open: (where: string) => Promise<ScrabbleDatabase>,
): Command {
  const options = {
    store,
    json: { kind: 'flag', default: false, help: 'print one JSON object for each token' },
  } as const;
  const withStore = async (
    where: unknown,
    use: (tokens: ScrabbleStore) => Promise<void>,
  ): Promise<number> => {
    await using database = await open(where as string);
    await use(new ScrabbleStore(database, Date.now, reportProblem));
    return 0;
  };
  const ofName = {
    form: 'NAME',
    min: 1,
    max: 1,
    expected: `a name of at most ${LONGEST_NAME} characters`,
  } as const;
  const add = commandOf({
    summary: 'Creates a token that bots need to register as web servers.',
    operands: ofName,
    options,
    examples: [
      ['wordhost serve token add ada', 'create a token for the bots of ada; it is printed only once'],
    ],
    async run({ operands: [name], options: { store, json } }) {
      checkName(name!);
      return await withStore(store, async (tokens) => {
        const token = drawToken();
        if (!(await tokens.addToken(name!, tokenHash(token))))
          throw new UsageError(
            `serve token add ${name}: a token of this name exists; give another name, or revoke that token first`,
          );
        if (json) printJson({ name, token });
        else printLines([token]);
      });
    },
  });
  const list = commandOf({
    summary: 'Lists the tokens of web bots.',
    operands: { form: '', min: 0, max: 0, expected: 'no operands' },
    options,
    examples: [['wordhost serve token list', 'list the names that have tokens']],
    run: async ({ options: { store, json } }) =>
      await withStore(store, async (tokens) => {
        for (const { name, madeAt, isRevoked } of await tokens.tokens()) {
          const made = new Date(madeAt).toISOString();
          if (json) printJson({ name, made, revoked: isRevoked });
          else printLines([visible(`${name}  made ${made}${isRevoked ? ', revoked' : ''}`)]);
        }
      }),
  });
  const revoke = commandOf({
    summary: 'Revokes the token of a name.',
    operands: ofName,
    options: { store },
    examples: [['wordhost serve token revoke ada', 'stop bots from registering with this token']],
    async run({ operands: [name], options: { store } }) {
      checkName(name!);
      return await withStore(store, async (tokens) => {
        if (!(await tokens.revokeToken(name!)))
          throw new UsageError(
            `serve token revoke ${name}: unknown token; wordhost serve token list lists all tokens`,
          );
        printNotes([`the token of ${name} is revoked`]);
      });
    },
  });
  return groupOf({
    name: 'serve token',
    summary: 'Manages the tokens that bots need to register as web servers.',
    form: 'add|list|revoke …',
    expected: 'add NAME, list, or revoke NAME',
    examples: [add, list, revoke].flatMap(({ examples }) => examples),
    notes:
      'The name of a bot belongs to the token that registered it first. If you revoke a token and add its name again, the new token owns its bots.',
    each: {
      add: { summary: 'create a token', load: async () => add },
      list: { summary: 'list all tokens', load: async () => list },
      revoke: { summary: 'revoke a token', load: async () => revoke },
    },
  });
}

const reportProblem = (problem: string) => reportLine({ event: 'web-games', problem });

const LONGEST_NAME = 250;

function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return;
  throw new UsageError(
    `serve token: expected a name of at most ${LONGEST_NAME} characters; got ${visibleJson(name)}`,
  );
}
