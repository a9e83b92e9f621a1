import { join } from 'node:path';
import { millis, seconds } from '../../host/core/units.ts';
import type { GameName } from '../../host/games/registry.ts';
import { defaultUnreadCap } from '../../host/seats/process/hosting.ts';
import { runStep, type StepReport } from '../../host/tools/check/run-step.ts';
import { checks } from './checks.ts';
import { smallWords } from './small-words.ts';

const hosting = {
  sandbox: 'process',
  shell: '/bin/sh',
  cwd: undefined,
  graceNs: millis(500),
  unreadCap: defaultUnreadCap,
  stderr: 'discard',
  commandFolder: undefined,
} as const;

const request = {
  lexicon: smallWords,
  readyTimeout: seconds(10),
  turnTimeout: seconds(5),
  grace: hosting.graceNs,
};

/** What the test runner adds to every Node would cost each bot time. */
export const botCommand = (file: string, mistake: string) =>
  `exec env -u NODE_OPTIONS '${process.execPath}' '${join(import.meta.dirname, file)}' ${mistake}`;

/** One step of the check with this bot, as the command line would run it. */
export async function tryStep(
  game: GameName,
  number: number,
  command: string,
  turnTimeout = request.turnTimeout,
): Promise<StepReport> {
  const step = checks[game][number - 1]!;
  const own = { ...request, turnTimeout };
  return await runStep(step, number, { command, hosting, request: own, interrupt: undefined });
}

export function numberOf(game: GameName, name: string): number {
  const index = checks[game].findIndex((step) => step.name === name);
  if (index === -1) throw new Error(`no step "${name}"`);
  return index + 1;
}

/** `ok`, or why not with all that helps to see it. */
export function sentenceOf({ finding, said, stderr }: StepReport): string {
  if (finding === undefined) return 'ok';
  const heard = said.slice(-4).map(({ from, text }) => `${from}: ${text.slice(-300)}`);
  return [JSON.stringify(finding), ...heard, stderr].join('\n');
}
