import { join } from 'node:path';
import { millis, type Nanos, seconds } from '../../host/core/units.ts';
import type { GameName } from '../../host/games/registry.ts';
import { defaultUnreadCap } from '../../host/seats/process/process-options.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { runStep, type StepReport } from '../../host/tools/check/run-steps.ts';
import type { Step } from '../../host/tools/check/step.ts';
import { checks } from './checks.ts';
import { smallWords } from './small-words.ts';

const hosting = {
  sandbox: 'process',
  shell: '/bin/sh',
  cwd: undefined,
  unreadCap: defaultUnreadCap,
  stderr: 'discard',
  commandFolder: undefined,
} as const;

/** How long a bot may take, in each way. */
interface Patience {
  readonly readyTimeout: Nanos;
  readonly turnTimeout: Nanos;
  readonly grace: Nanos;
}

/** For bots that do what they should: machines with much other work are slow. */
const patient: Patience = { readyTimeout: seconds(60), turnTimeout: seconds(60), grace: seconds(20) };
/** For mistakes that are seen by what does not come. */
export const impatient: Patience = { ...patient, turnTimeout: seconds(3), grace: millis(500) };

export const botCommand = (file: string, mistake: string) =>
  `exec '${process.execPath}' '${join(import.meta.dirname, file)}' ${mistake}`;

/** One step of the check with this bot, as the command line would run it. */
export async function tryStep(
  game: GameName,
  number: number,
  command: string,
  patience = patient,
): Promise<StepReport> {
  return await tryThis(checks[game][number - 1]!, command, patience, number, game);
}

export async function tryThis(
  step: Step,
  command: string,
  patience = patient,
  number = 1,
  game = '',
): Promise<StepReport> {
  const request = { lexicon: smallWords, ...patience };
  const own = { ...hosting, graceNs: patience.grace };
  const openSeats = processSeats(own);
  const openUnhelped = processSeats({ ...own, variables: { PYTHONUNBUFFERED: '' } });
  return await runStep(step, number, {
    game,
    command,
    openSeats,
    openUnhelped,
    request,
    interrupt: undefined,
  });
}

export function numberOf(game: GameName, name: string): number {
  const index = checks[game].findIndex((step) => step.name === name);
  if (index === -1) throw new Error(`no step "${name}"`);
  return index + 1;
}

/** `ok`, or why not with all that helps to see it. */
export function sentenceOf({ finding, messages, stderr }: StepReport): string {
  if (finding === undefined) return 'ok';
  const last = messages.slice(-4).map(({ from, text }) => `${from}: ${text.slice(-300)}`);
  return [JSON.stringify(finding), ...last, stderr].join('\n');
}
