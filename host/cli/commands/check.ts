import { existsSync } from 'node:fs';
import { UsageError } from '../../core/errors.ts';
import { counted, either } from '../../core/text.ts';
import { SECOND } from '../../core/units.ts';
import { version } from '../../core/version.ts';
import { documentPath } from '../../files/package-root.ts';
import { shellWord } from '../../files/shell.ts';
import { limitOptions, type OptionTable } from '../../games/kit/option.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../settings/options.ts';
import { outputOptions } from '../../settings/output-options.ts';
import { changeSince, rebuild, snapshotOf } from '../../tools/check/rebuild.ts';
import {
  type CheckedStep,
  type CheckOptions,
  chooseSteps,
  type NumberedStep,
} from '../../tools/check/run-steps.ts';
import type { Step } from '../../tools/check/step.ts';
import { countCases, type RunSummary, type TestCase, type TestSuite } from '../../views/reports/summary.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { type Call, type Command, commandOf, groupOf } from '../command.ts';
import { type GamesWords, gamesWith, whyWithout } from '../game-words.ts';
import { canRedraw, checkStdoutTakers, printLines, printNotes, terminalWidth } from '../output.ts';
import { checkPaths } from '../process/paths.ts';
import { processOptions, readSandboxRequest } from '../process/process-request.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { optionWords } from '../reports/repeat.ts';
import { ReportFiles, reportsOnStdout } from '../reports/report-files.ts';
import { Interruption } from '../signals.ts';
import { type CheckedBot, checkBot, checkBots } from './check/bots.ts';
import { botsNamed } from './check/find-bots.ts';
import { BotPages, faultLines, outcomeOf } from './check/report.ts';

/** Tests a bot without a game and without an opponent. */
export function checkOf(games: GamesWords): Command {
  const checks = gamesWith(games, 'check');
  const names = checks.map(([name]) => name);
  const [first, other = first] = names;
  return groupOf({
    name: 'check',
    summary: 'Tests a bot against the protocol, message by message, and reports its mistakes.',
    form: 'GAME [options] PLAYER',
    expected: `a game, ${either(names)}, and then a bot, as in \`wordhost check ${first} "python3 bot.py"\``,
    why: (game) => whyWithout(games, game, 'check'),
    eachOptions: checkOptions,
    examples: [
      [`wordhost check ${first} "python3 bot.py"`, 'run all steps'],
      [`wordhost check ${other} ./player`, 'check a bot for another game'],
    ],
    notes: 'Exit status: 0 the bot passed every step, 1 it failed a step.',
    each: Object.fromEntries(
      checks.map(([name, steps]) => {
        const { title } = games[name]!;
        return [
          name,
          { summary: `check a bot for ${title}`, load: async () => checkCommand(name, title, steps) },
        ];
      }),
    ),
  });
}

type CheckCall = Call<typeof checkOptions>;

type LoadSteps = () => Promise<readonly Step[]>;

/** `wordhost check GAME`, the same for every game. */
function checkCommand(game: string, title: string, load: LoadSteps): Command {
  return commandOf({
    summary: `Tests a bot for ${title} against the protocol, message by message, and reports its mistakes.`,
    operands: {
      form: '[options] PLAYER…',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: `a bot, its command in quotes, as in \`wordhost check ${game} "python3 bot.py"\``,
      areCommands: true,
    },
    options: checkOptions,
    examples: [
      [`wordhost check ${game} "python3 bot.py"`, 'run all steps'],
      [`wordhost check ${game} --only 3 "python3 bot.py"`, 'run one step'],
      [`wordhost check ${game} --rebuild "make bot" --again ./bot`, 'build and check at each save'],
      [`wordhost check ${game} --junit check.xml ./bot`, 'write a report for a CI service'],
      [
        `wordhost check ${game} --out pages bots/`,
        'check all bots in a folder, with one line and one page for each',
      ],
    ],
    notes:
      'PLAYER is a shell command, or a folder of bots: its programs, and its scripts with a known file extension.\nEach step starts the bot again and plays one short situation with it.\nExit status: 0 the bot passed every step, 1 it failed a step.',
    run: async (call) => await check(game, await load(), call),
  });
}

async function check(game: string, all: readonly Step[], call: CheckCall): Promise<number> {
  const { options } = call;
  const choice = chooseSteps(all, options.only);
  if (!choice.ok) throw new UsageError(`--only: ${choice.problem}`);
  const isStdoutTaken = checkStdoutTakers([...(options.json ? ['--json'] : []), ...reportsOnStdout(options)]);
  const { steps } = choice;
  if (options.list) return list(steps, options.json);
  checkTap(game, call);
  const { bots, areSeveral } = botsNamed(game, call.operands);
  checkAgainOptions(call, areSeveral);
  const files = new ReportFiles(options);
  const pages = options.out === undefined ? undefined : new BotPages(options.out, bots);
  using interruption = new Interruption();
  const tools = { game, ...(await toolsFor(options)), interrupt: interruption.signal };
  const look = { paint: paintFor(call.coloured), width: terminalWidth(process.stdout) };
  const { json } = options;
  const startedAt = new Date().toISOString();
  const print = isStdoutTaken ? printNotes : printLines;
  const request = { game, steps, pages, json, print, ...look };
  if (options.again) return await checkAgain({ ...request, bot: bots[0]! }, tools, call, interruption);
  if (options.rebuild !== undefined) {
    const fault = await rebuild(options.rebuild, rebuilding(call, interruption));
    if (fault !== undefined) {
      printNotes(fault);
      return interruption.status ?? 1;
    }
  }
  const results = areSeveral
    ? await checkBots({ ...request, bots }, tools)
    : [await checkBot({ ...request, bot: bots[0]! }, tools)];
  const summary = { game, call, startedAt, steps: steps.length };
  if (files.areWanted && !files.write(checkSummary(summary, results))) return 3;
  const isWrong = results.some(({ steps }) => steps.some((step) => outcomeOf(step) === 'not ok'));
  const protocol = documentPath(`reference/${game}-wire.md`);
  if (isWrong && !json && existsSync(protocol)) printNotes([`the protocol: ${protocol}`]);
  return interruption.status ?? (isWrong ? 1 : 0);
}

const reportOptions = ['json', 'junit', 'tap', 'markdown', 'out'] as const;

function checkAgainOptions({ options }: CheckCall, areSeveral: boolean): void {
  if (options.cwd.length > 1 && (options.again || options.rebuild !== undefined))
    throw new UsageError('--rebuild and --again take one --cwd');
  if (!options.again) return;
  if (areSeveral) throw new UsageError('--again checks one bot, not several and no folder');
  const report = reportOptions.find((name) => options[name] !== undefined && options[name] !== false);
  if (report !== undefined) throw new UsageError(`--again writes no reports: leave --${report} out`);
}

const rebuilding = ({ options: { cwd, shell } }: CheckCall, { signal }: Interruption) => ({
  shell,
  folder: cwd[0] ?? '.',
  signal,
});

const CLEAR = '\x1b[2J\x1b[3J\x1b[H';

/** Builds and checks at each save, until it is interrupted. What changes during a build or a check counts as theirs. */
async function checkAgain(
  one: Parameters<typeof checkBot>[0],
  tools: Parameters<typeof checkBot>[1],
  call: CheckCall,
  interruption: Interruption,
): Promise<number> {
  const { signal } = interruption;
  const build = rebuilding(call, interruption);
  for (; !signal.aborted; ) {
    if (canRedraw(process.stdout)) process.stdout.write(CLEAR);
    const { rebuild: command } = call.options;
    const fault = command === undefined ? undefined : await rebuild(command, build);
    if (signal.aborted) break;
    if (fault === undefined) await checkBot({ ...one, endsAtFault: true }, tools);
    else printLines(fault);
    const before = snapshotOf(build.folder);
    if (!signal.aborted) printNotes(['waiting for a change; Ctrl-C ends']);
    await changeSince(before, build.folder, signal);
  }
  return interruption.status ?? 0;
}

/** `--tap "python3 bot.py"`: the bot would be taken for the file. */
function checkTap(game: string, { operands, options: { tap } }: CheckCall): void {
  if (operands.length > 0 || tap === undefined) return;
  throw new UsageError(
    `check ${game}: expected a bot after --tap ${shellWord(tap)}, since --tap takes the file of the report: --tap - prints it, as in \`wordhost check ${game} --tap - ${shellWord(tap)}\``,
  );
}

function list(steps: readonly NumberedStep[], json: boolean): number {
  const rows = steps.map(({ number, step: { name } }) =>
    json ? JSON.stringify({ number, name }) : `${String(number).padStart(3)}  ${name}`,
  );
  printLines(rows);
  return 0;
}

async function toolsFor(
  options: CheckCall['options'],
): Promise<Omit<CheckOptions, 'game' | 'interrupt' | 'command'>> {
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, options));
  const settings = fieldsOf(hostingOptions, options);
  checkPaths(settings);
  const sandbox = await readSandboxRequest(settings, { config: options.config }, lexicon.path);
  const { 'ready-timeout': readyTimeout, timeout: turnTimeout, grace } = options;
  const hosting = processOptions(settings, sandbox, 'discard');
  const unbuffered = { PYTHONUNBUFFERED: '' };
  return {
    openSeats: processSeats(hosting),
    openUnhelped: processSeats({ ...hosting, variables: { ...hosting.variables, ...unbuffered } }),
    request: { lexicon, readyTimeout, turnTimeout, grace },
  };
}

const checkOptions = {
  only: {
    kind: 'list',
    default: [],
    value: 'N|TEXT',
    help: 'number of a step to run, or part of the name of a step; repeatable',
  },
  list: { kind: 'flag', default: false, help: 'list all steps and run nothing' },
  json: { kind: 'flag', default: false, help: 'print one JSON object for each step on standard output' },
  junit: outputOptions.junit,
  tap: outputOptions.tap,
  markdown: outputOptions.markdown,
  out: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'folder for one page for each bot, with all its steps',
  },
  rebuild: {
    kind: 'text',
    default: undefined,
    value: 'COMMAND',
    help: 'shell command that builds the bot first',
  },
  again: {
    kind: 'flag',
    default: false,
    help: 'build and check again at each change of a file there, up to the first fault',
  },
  timeout: {
    kind: 'duration',
    default: 5 * SECOND,
    min: SECOND / 100,
    max: 600 * SECOND,
    help: 'time limit for each answer; the bot is told this limit',
  },
  ...dictionaryOptions,
  'ready-timeout': limitOptions['ready-timeout'],
  ...hostingOptions,
} as const satisfies OptionTable;

interface CheckRun {
  readonly game: string;
  readonly call: Pick<Call, 'textsOf'>;
  readonly startedAt: string;
  /** The number of steps for each bot. */
  readonly steps: number;
}

/** A check for other programs: a suite for each bot, a case for each step. */
function checkSummary(run: CheckRun, bots: readonly CheckedBot[]): RunSummary {
  const { game } = run;
  const suites = bots.map((bot) => suiteOf(run, bot));
  const counts = suites.map(({ name, cases }) => ({ name, ...countCases(cases) }));
  const wrong = counts.filter(({ failed }) => failed > 0).length;
  const [only] = counts;
  const single = only?.failed ? notOk(only.failed, counted(run.steps, 'step')) : RIGHT;
  const several = wrong > 0 ? notOk(wrong, counted(bots.length, 'bot')) : RIGHT;
  return {
    title: bots.length === 1 ? `check ${game}: ${bots[0]!.bot.name}` : `check ${game}`,
    verdict: [bots.length === 1 ? single : several],
    tables: [
      {
        headings: ['bot', 'ok', 'not ok', 'skipped'],
        rows: counts.map(({ name, ...of }) => [name, ...[of.passed, of.failed, of.skipped].map(String)]),
      },
    ],
    suites,
  };
}

const RIGHT = 'Nothing is wrong.';
const notOk = (failed: number, all: string) => `${failed} of ${all} ${failed === 1 ? 'is' : 'are'} not ok.`;

function suiteOf(run: CheckRun, { bot, steps }: CheckedBot): TestSuite {
  const left = run.steps - steps.length;
  const skipped: TestCase = {
    name: `steps not run: ${left}`,
    outcome: 'skipped',
    why: 'the check was interrupted',
  };
  return {
    name: bot.name,
    startedAt: run.startedAt,
    ms: steps.reduce((sum, { ms }) => sum + ms, 0),
    facts: { game: run.game, wordhost: version },
    cases: [...steps.map((step) => caseOf(step, bot.command, run)), ...(left > 0 ? [skipped] : [])],
  };
}

const look = { paint: paintFor(false), width: 120 };

function caseOf(result: CheckedStep, command: string, run: CheckRun): TestCase {
  const { number, step, finding, ms, sameAs } = result;
  const head = { name: `step ${number}: ${step.name}`, ms };
  if (finding === undefined) return { ...head, outcome: 'passed' };
  if (finding.is === 'untried') return { ...head, outcome: 'skipped', why: finding.why };
  const again = sameAs === undefined ? '' : ` (as in step ${sameAs})`;
  return {
    ...head,
    outcome: 'failed',
    kind: outcomeOf(result),
    why: `${finding.came}; expected ${finding.expected}${again}`,
    report: faultLines(result, look),
    command: repeatingCheck(number, command, run),
  };
}

const { timeout } = checkOptions;
const { 'ready-timeout': readyTimeout } = limitOptions;
const repeatedOptions = { timeout, ...dictionaryOptions, 'ready-timeout': readyTimeout, ...hostingOptions };

/** A line for the shell that runs the step again. */
function repeatingCheck(number: number, command: string, { game, call }: CheckRun): string {
  const options = Object.entries(repeatedOptions).flatMap(([name, spec]) =>
    optionWords(name, spec, call.textsOf(name)),
  );
  return ['wordhost check', game, ...options, `--only ${number}`, shellWord(command)].join(' ');
}
