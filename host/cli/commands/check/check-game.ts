import { UsageError } from '../../../core/usage-error.ts';
import { processSeats } from '../../../seats/process/process-seats.ts';
import { fieldsOf } from '../../../settings/fields.ts';
import { hostingOptions } from '../../../settings/hosting-options.ts';
import { chooseSteps, type NumberedStep } from '../../../tools/check/choose-steps.ts';
import { type CheckTools, runStep } from '../../../tools/check/run-step.ts';
import type { Step } from '../../../tools/check/step.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import { type Call, type Command, commandOf } from '../../command.ts';
import { hostingOf } from '../../hosting/hosting.ts';
import { checkPlaces } from '../../hosting/places.ts';
import { readSandboxRequest } from '../../hosting/sandbox-request.ts';
import { Interruption } from '../../interrupt.ts';
import { checkCommands } from '../../playing/check-commands.ts';
import { printLines, terminalWidth } from '../../print.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { checkOptions } from './options.ts';
import { CheckReport } from './report.ts';

type CheckCall = Call<typeof checkOptions>;

type Steps = () => Promise<readonly Step[]>;

/** `wordhost check GAME`, the same for every game. */
export function checkCommand(game: string, title: string, steps: Steps): Command {
  return commandOf({
    summary: `Tests a bot for ${title} against its wire, message by message, and reports its mistakes.`,
    operands: {
      form: '[options] PLAYER',
      min: 0,
      max: 1,
      expected: `one bot, its command in quotes, as in \`wordhost check ${game} "python3 bot.py"\``,
      areCommands: true,
    },
    options: checkOptions,
    examples: [
      [`wordhost check ${game} "python3 bot.py"`, 'all steps'],
      [`wordhost check ${game} --only 3 "python3 bot.py"`, 'one step again'],
      [`wordhost check ${game} --tap ./bot`, 'for a test runner'],
    ],
    notes:
      'PLAYER is a command for the shell. Each step starts it again and plays a small scene with it.\nExit status: 0 nothing is wrong, 1 something is.',
    run: async (call) => await check(game, await steps(), call),
  });
}

async function check(game: string, steps: readonly Step[], call: CheckCall): Promise<number> {
  const { options } = call;
  const choice = chooseSteps(steps, options.only);
  if (!choice.ok) throw new UsageError(`--only: ${choice.problem}`);
  if (options.json && options.tap) throw new UsageError('--json and --tap: expected one of them');
  if (options.list) return list(choice.chosen, options.json);
  const command = playerOf(game, call.operands);
  const tools = await toolsFor(command, options);
  using interruption = new Interruption();
  const paint = paintFor(call.coloured);
  const report = new CheckReport(game, choice.chosen.length, {
    ...options,
    paint,
    width: terminalWidth(process.stdout),
  });
  for (const { number, step } of choice.chosen) {
    if (interruption.status !== undefined) break;
    report.add(await runStep(step, number, { ...tools, interrupt: interruption.signal }));
  }
  return interruption.status ?? report.finish();
}

function list(chosen: readonly NumberedStep[], json: boolean): number {
  const rows = chosen.map(({ number, step: { name } }) =>
    json ? JSON.stringify({ number, name }) : `${String(number).padStart(3)}  ${name}`,
  );
  printLines(rows);
  return 0;
}

function playerOf(game: string, [command]: readonly string[]): string {
  if (command === undefined)
    throw new UsageError(
      `check ${game}: expected a bot, as in \`wordhost check ${game} "python3 bot.py"\`; got nothing`,
    );
  if (command.trim() === '') throw new UsageError(`check ${game}: the command of the bot is empty`);
  checkCommands([command], `wordhost check ${game}`);
  return command;
}

async function toolsFor(
  command: string,
  options: CheckCall['options'],
): Promise<Omit<CheckTools, 'interrupt'>> {
  const lexicon = lexiconOf(options.dictionary);
  const settings = fieldsOf(hostingOptions, options);
  checkPlaces(settings);
  const sandbox = await readSandboxRequest(settings, { config: options.config }, lexicon.path);
  const { 'ready-timeout': readyTimeout, timeout: turnTimeout, grace } = options;
  return {
    command,
    openSeats: processSeats(hostingOf(settings, sandbox, 'discard')),
    request: { lexicon, readyTimeout, turnTimeout, grace },
  };
}
