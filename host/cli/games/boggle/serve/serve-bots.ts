import { millis, seconds } from '../../../../core/units.ts';
import { UsageError } from '../../../../core/usage-error.ts';
import { limitOptions } from '../../../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../../../games/kit/option.ts';
import { turnOptions } from '../../../../games/line-game/line-options.ts';
import type { Lexicon } from '../../../../lexicon/lexicon.ts';
import { processSeats } from '../../../../seats/process/process-seats.ts';
import type { BoggleService } from '../../../../serve/boggle/boggle-service.ts';
import { BotActs } from '../../../../serve/boggle/bots/bot-acts.ts';
import { BotGames } from '../../../../serve/boggle/bots/bot-games.ts';
import type { GameRules } from '../../../../serve/boggle/game/game-rules.ts';
import type { BoggleDatabase } from '../../../../serve/boggle/store/tables.ts';
import { fieldsOf } from '../../../../settings/fields.ts';
import { hostingOptions } from '../../../../settings/hosting-options.ts';
import { hostingOf } from '../../../hosting/hosting.ts';
import { checkPlaces } from '../../../hosting/places.ts';
import { readSandboxRequest } from '../../../hosting/sandbox-request.ts';
import { checkCommands } from '../../../playing/check-commands.ts';
import { printError } from '../../../print.ts';
import { reportLine } from './report-line.ts';

/** Of bots that play at the games of the web. */
export const botOptions = {
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
export async function preparedBots(settings: BotSettings, store: string, lexicon: Lexicon) {
  const commands = await readBots(settings.bot);
  if (commands.size === 0) return undefined;
  checkCommands([...commands.values()], 'wordhost serve --bot');
  const hosting = fieldsOf(hostingOptions, settings);
  checkPlaces(hosting);
  const stores = [store, `${store}-wal`, `${store}-shm`];
  const sandbox = await readSandboxRequest(hosting, { stores }, lexicon.path);
  return { commands, openSeats: processSeats(hostingOf(hosting, sandbox, 'discard')), settings };
}

type PreparedBots = NonNullable<Awaited<ReturnType<typeof preparedBots>>>;

/** The bots have their names, and play on where they were. */
export async function openBots(
  { commands, openSeats, settings }: PreparedBots,
  { service, database, lexicon, rules }: Served,
): Promise<BotGames> {
  const acts = new BotActs({ service, database, rules, now: Date.now });
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
  const { nameOfBot, readGiven } = await import('../../../../serve/boggle/api/parameters.ts');
  const commands = new Map<string, string>();
  for (const text of texts) {
    const [, said = '', command = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (command.trim() === '')
      throw new UsageError(
        `--bot: expected NAME=COMMAND, as in --bot "robot=wordhost player boggle"; got ${JSON.stringify(text)}`,
      );
    // Bots are called as people may be.
    const reading = readGiven(nameOfBot, { name: said });
    if (!reading.ok) throw new UsageError(`--bot ${JSON.stringify(text)}: ${reading.problem}`);
    const { name } = reading.values;
    if (commands.has(name)) throw new UsageError(`--bot ${name}: expected each name once; it is given twice`);
    commands.set(name, command);
  }
  return commands;
}
