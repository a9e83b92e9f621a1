import { UsageError } from '../../../core/usage-error.ts';
import { processSeats } from '../../../seats/process/process-seats.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../settings/fields.ts';
import { hostingOptions } from '../../../settings/hosting-options.ts';
import { chooseSteps, type NumberedStep } from '../../../tools/check/running/choose-steps.ts';
import type { CheckTools } from '../../../tools/check/running/run-step.ts';
import type { Step } from '../../../tools/check/step.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import { type Call, type Command, commandOf } from '../../command.ts';
import { hostingOf } from '../../hosting/hosting.ts';
import { checkPlaces } from '../../hosting/places.ts';
import { readSandboxRequest } from '../../hosting/sandbox-request.ts';
import { Interruption } from '../../interrupt.ts';
import { printLines, terminalWidth } from '../../print.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { botsNamed } from './bots-named.ts';
import { checkBot, checkBots } from './check-bots.ts';
import { checkOptions } from './options.ts';
import { BotPages } from './pages.ts';

type CheckCall = Call<typeof checkOptions>;

type Steps = () => Promise<readonly Step[]>;

/** `wordhost check GAME`, the same for every game. */
export function checkCommand(game: string, title: string, steps: Steps): Command {
  return commandOf({
    summary: `Tests a bot for ${title} against its wire, message by message, and reports its mistakes.`,
    operands: {
      form: '[options] PLAYER…',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: `a bot, its command in quotes, as in \`wordhost check ${game} "python3 bot.py"\``,
      areCommands: true,
    },
    options: checkOptions,
    examples: [
      [`wordhost check ${game} "python3 bot.py"`, 'all steps'],
      [`wordhost check ${game} --only 3 "python3 bot.py"`, 'one step again'],
      [`wordhost check ${game} --tap ./bot`, 'for a test runner'],
      [`wordhost check ${game} --out pages bots/`, 'all bots in a folder: a line and a page for each'],
    ],
    notes:
      'PLAYER is a command for the shell, or a folder of bots: each program in it, and each script with a usual ending.\nEach step starts the bot again and plays a small scene with it.\nExit status: 0 nothing is wrong, 1 something is.',
    run: async (call) => await check(game, await steps(), call),
  });
}

async function check(game: string, steps: readonly Step[], call: CheckCall): Promise<number> {
  const { options } = call;
  const choice = chooseSteps(steps, options.only);
  if (!choice.ok) throw new UsageError(`--only: ${choice.problem}`);
  if (options.json && options.tap) throw new UsageError('--json and --tap: expected one of them');
  if (options.list) return list(choice.chosen, options.json);
  const { bots, areSeveral } = botsNamed(game, call.operands);
  const pages = options.out === undefined ? undefined : new BotPages(options.out, bots);
  using interruption = new Interruption();
  const tools = { ...(await toolsFor(options)), interrupt: interruption.signal };
  const { chosen } = choice;
  const look = { paint: paintFor(call.coloured), width: terminalWidth(process.stdout) };
  const { json, tap } = options;
  const status = areSeveral
    ? await checkBots({ game, bots, chosen, pages, json, tap, ...look }, tools)
    : await checkBot({ game, bot: bots[0]!, chosen, pages, json, tap, ...look }, tools);
  return interruption.status ?? status;
}

function list(chosen: readonly NumberedStep[], json: boolean): number {
  const rows = chosen.map(({ number, step: { name } }) =>
    json ? JSON.stringify({ number, name }) : `${String(number).padStart(3)}  ${name}`,
  );
  printLines(rows);
  return 0;
}

async function toolsFor(options: CheckCall['options']): Promise<Omit<CheckTools, 'interrupt' | 'command'>> {
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, options));
  const settings = fieldsOf(hostingOptions, options);
  checkPlaces(settings);
  const sandbox = await readSandboxRequest(settings, { config: options.config }, lexicon.path);
  const { 'ready-timeout': readyTimeout, timeout: turnTimeout, grace } = options;
  const hosting = hostingOf(settings, sandbox, 'discard');
  const unbuffered = { PYTHONUNBUFFERED: '' };
  return {
    openSeats: processSeats(hosting),
    openUnhelped: processSeats({ ...hosting, variables: { ...hosting.variables, ...unbuffered } }),
    request: { lexicon, readyTimeout, turnTimeout, grace },
  };
}
