import { counted } from '../../../core/text/plural.ts';
import { version } from '../../../core/version.ts';
import { shellWord } from '../../../files/shell-words.ts';
import { limitOptions } from '../../../games/kit/limit-options.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { hostingOptions } from '../../../settings/hosting-options.ts';
import type { CheckedStep } from '../../../tools/check/running/run-steps.ts';
import {
  countCases,
  type RunSummary,
  type TestCase,
  type TestSuite,
} from '../../../views/reports/summary.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import type { Call } from '../../command.ts';
import { optionWords } from '../../reporting/repeating-command.ts';
import type { CheckedBot } from './check-bots.ts';
import { checkOptions } from './options.ts';
import { faultLines, outcomeOf } from './step-lines.ts';

interface Checked {
  readonly game: string;
  readonly call: Pick<Call, 'said'>;
  readonly startedAt: string;
  /** Of each bot. */
  readonly steps: number;
}

/** A check for other programs: a suite for each bot, a case for each step. */
export function checkSummary(checked: Checked, bots: readonly CheckedBot[]): RunSummary {
  const { game } = checked;
  const suites = bots.map((bot) => suiteOf(checked, bot));
  const counts = suites.map(({ name, cases }) => ({ name, ...countCases(cases) }));
  const wrong = counts.filter(({ failed }) => failed > 0).length;
  const [only] = counts;
  const single = only?.failed ? `${only.failed} of ${counted(checked.steps, 'step')} are not ok.` : RIGHT;
  const several = wrong > 0 ? `${wrong} of ${counted(bots.length, 'bot')} are not ok.` : RIGHT;
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

function suiteOf(checked: Checked, { bot, steps }: CheckedBot): TestSuite {
  const left = checked.steps - steps.length;
  const skipped: TestCase = {
    name: `steps that were not run: ${left}`,
    outcome: 'skipped',
    why: 'the check was interrupted',
  };
  return {
    name: bot.name,
    startedAt: checked.startedAt,
    ms: steps.reduce((sum, { ms }) => sum + ms, 0),
    facts: { game: checked.game, wordhost: version },
    cases: [...steps.map((step) => caseOf(step, bot.command, checked)), ...(left > 0 ? [skipped] : [])],
  };
}

const look = { paint: paintFor(false), width: 120 };

function caseOf(checked: CheckedStep, command: string, request: Checked): TestCase {
  const { number, step, finding, ms, sameAs } = checked;
  const played = { name: `step ${number}: ${step.name}`, ms };
  if (finding === undefined) return { ...played, outcome: 'passed' };
  if (finding.is === 'untried') return { ...played, outcome: 'skipped', why: finding.why };
  const again = sameAs === undefined ? '' : ` (as in step ${sameAs})`;
  return {
    ...played,
    outcome: 'failed',
    kind: outcomeOf(checked),
    why: `${finding.came}; expected ${finding.expected}${again}`,
    report: faultLines(checked, look),
    command: repeatingCheck(number, command, request),
  };
}

const { timeout } = checkOptions;
const { 'ready-timeout': readyTimeout } = limitOptions;
const bearing = { timeout, ...dictionaryOptions, 'ready-timeout': readyTimeout, ...hostingOptions };

/** A line for the shell that runs the step again. */
function repeatingCheck(number: number, command: string, { game, call }: Checked): string {
  const options = Object.entries(bearing).flatMap(([name, spec]) => optionWords(name, spec, call.said(name)));
  return ['wordhost check', game, ...options, `--only ${number}`, shellWord(command)].join(' ');
}
