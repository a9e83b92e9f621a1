import { UsageError } from '../../../core/usage-error.ts';
import { shellWord } from '../../../files/shell-words.ts';
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
import { checkStdoutTakers } from '../../output.ts';
import { printLines, printNotes, terminalWidth } from '../../print.ts';
import { lexiconOf } from '../../read-lexicon.ts';
import { ReportFiles, reportsOnStdout } from '../../reporting/summary/report-files.ts';
import { botsNamed } from './bots-named.ts';
import { checkBot, checkBots } from './check-bots.ts';
import { checkSummary } from './check-summary.ts';
import { checkOptions } from './options.ts';
import { BotPages } from './pages.ts';
import { outcomeOf } from './step-lines.ts';

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
      [`wordhost check ${game} --junit check.xml ./bot`, 'for a CI service'],
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
  const isStdoutTaken = checkStdoutTakers([...(options.json ? ['--json'] : []), ...reportsOnStdout(options)]);
  if (options.list) return list(choice.chosen, options.json);
  checkTap(game, call);
  const { bots, areSeveral } = botsNamed(game, call.operands);
  const files = new ReportFiles(options);
  const pages = options.out === undefined ? undefined : new BotPages(options.out, bots);
  using interruption = new Interruption();
  const tools = { game, ...(await toolsFor(options)), interrupt: interruption.signal };
  const { chosen } = choice;
  const look = { paint: paintFor(call.coloured), width: terminalWidth(process.stdout) };
  const { json } = options;
  const startedAt = new Date().toISOString();
  const print = isStdoutTaken ? printNotes : printLines;
  const request = { game, chosen, pages, json, print, ...look };
  const checked = areSeveral
    ? await checkBots({ ...request, bots }, tools)
    : [await checkBot({ ...request, bot: bots[0]! }, tools)];
  const summary = { game, call, startedAt, steps: chosen.length };
  if (files.areWanted && !files.write(checkSummary(summary, checked))) return 3;
  const isWrong = checked.some(({ steps }) => steps.some((step) => outcomeOf(step) === 'not ok'));
  return interruption.status ?? (isWrong ? 1 : 0);
}

/** `--tap "python3 bot.py"`: the bot would be taken for the file. */
function checkTap(game: string, { operands, options: { tap } }: CheckCall): void {
  if (operands.length > 0 || tap === undefined) return;
  throw new UsageError(
    `check ${game}: expected a bot besides --tap ${shellWord(tap)}, which names the file of a report: --tap - prints it, as in \`wordhost check ${game} --tap - ${shellWord(tap)}\``,
  );
}

function list(chosen: readonly NumberedStep[], json: boolean): number {
  const rows = chosen.map(({ number, step: { name } }) =>
    json ? JSON.stringify({ number, name }) : `${String(number).padStart(3)}  ${name}`,
  );
  printLines(rows);
  return 0;
}

async function toolsFor(
  options: CheckCall['options'],
): Promise<Omit<CheckTools, 'game' | 'interrupt' | 'command'>> {
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
