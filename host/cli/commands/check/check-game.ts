import { UsageError } from '../../../core/usage-error.ts';
import type { OptionValues } from '../../../games/kit/option.ts';
import { settleOptions } from '../../../settings/settle-options.ts';
import { chooseSteps, type NumberedStep } from '../../../tools/check/choose-steps.ts';
import { type CheckTools, runStep } from '../../../tools/check/run-step.ts';
import type { Step } from '../../../tools/check/step.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import type { Call, Command } from '../../command.ts';
import { hostingOf, lexiconOf } from '../../game-command.ts';
import { Interruption } from '../../interrupt.ts';
import { checkPlaces } from '../../places.ts';
import { printLines, terminalWidth } from '../../print.ts';
import { readHeldRequest } from '../../sandbox-request.ts';
import { checkOptions } from './options.ts';
import { CheckReport } from './report.ts';

type Settled = OptionValues<typeof checkOptions>;

type Steps = () => Promise<readonly Step[]>;

/** `wordhost check GAME`, the same for every game. */
export function checkCommand(game: string, title: string, steps: Steps): Command {
  return {
    summary: `Tests a bot for ${title} against its wire, message by message, and reports its mistakes.`,
    operands: '[options] PLAYER',
    options: checkOptions,
    examples: [
      [`wordhost check ${game} "python3 bot.py"`, 'all steps'],
      [`wordhost check ${game} --only 3 "python3 bot.py"`, 'one step again'],
      [`wordhost check ${game} --tap ./bot`, 'for a test runner'],
    ],
    notes:
      'PLAYER is a command for the shell. Each step starts it again and plays a small scene with it.\nExit status: 0 nothing is wrong, 1 something is.',
    run: async (call) => await check(game, await steps(), call),
  };
}

async function check(game: string, steps: readonly Step[], call: Call): Promise<number> {
  const settled = settleOptions(checkOptions, [{ where: (name) => `--${name}`, said: call.said }]);
  const choice = chooseSteps(steps, settled.only);
  if (!choice.ok) throw new UsageError(`--only: ${choice.problem}`);
  if (settled.json && settled.tap) throw new UsageError('--json and --tap: expected one of them');
  if (settled.list) return list(choice.chosen, settled.json);
  const command = playerOf(game, call.operands);
  const tools = await toolsFor(command, settled);
  using interruption = new Interruption();
  const paint = paintFor(call.coloured);
  const report = new CheckReport(game, choice.chosen.length, {
    ...settled,
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

function playerOf(game: string, operands: readonly string[]): string {
  const [command, ...more] = operands;
  const usage = `as in \`wordhost check ${game} "python3 bot.py"\``;
  if (command === undefined) throw new UsageError(`check ${game}: expected a bot, ${usage}; got nothing`);
  if (more.length > 0)
    throw new UsageError(
      `check ${game}: expected one bot, its command in quotes, ${usage}; got ${operands.length} words`,
    );
  if (command.trim() === '') throw new UsageError(`check ${game}: the command of the bot is empty`);
  return command;
}

async function toolsFor(command: string, settled: Settled): Promise<Omit<CheckTools, 'interrupt'>> {
  const lexicon = lexiconOf(settled.dictionary);
  const places = { record: undefined, events: undefined, config: undefined, stderr: 'discard' };
  const request = { ...settled, ...places };
  checkPlaces(request);
  const held = await readHeldRequest(request, lexicon.path);
  const { 'ready-timeout': readyTimeout, timeout: turnTimeout, grace } = settled;
  return {
    command,
    hosting: hostingOf(request, held),
    request: { lexicon, readyTimeout, turnTimeout, grace },
  };
}
