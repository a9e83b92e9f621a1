import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { END_BELOW } from '../launcher/launcher-script.ts';

const LONGEST_MS = 10_000;
/** In which a shell has killed what is below it. */
const LONGEST_END_MS = 1_000;

export interface BriefFailure {
  readonly problem: string;
  /** It was ended because it took too long. */
  readonly hung: boolean;
}

// Below a shell that waits for the end of its input, which comes with the end of the host too: a sandbox that is killed while it is
// made, and not with all that is below it, leaves a process that waits for ever.
const SCRIPT = `${END_BELOW}
{ "$@" </dev/null >/dev/null; echo $?; } &
exec 2>/dev/null
read -r x`;

/** Runs a small program of the system to its end. Answers with what went wrong, or with nothing. */
export async function runBriefly(argv: readonly string[]): Promise<BriefFailure | undefined> {
  const [file = ''] = argv;
  const failed = (problem: string) => ({ problem, hung: false });
  try {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'trial', ...argv], { detached: true });
    const { status, complaint, hung } = await endOf(shell);
    if (hung) return { problem: `${file} did not end within ${LONGEST_MS / 1_000} s`, hung: true };
    if (status === '0') return undefined;
    return failed(complaint.trim() || `${basename(file)} ended with status ${status || 'unknown'}`);
  } catch (error) {
    return failed((error as Error).message);
  }
}

async function endOf(shell: ChildProcess) {
  let status = '';
  let complaint = '';
  let hung = false;
  const over = Promise.withResolvers<void>();
  const end = () => {
    shell.stdin!.end();
    // Where it cannot see what is below it, or is stopped.
    setTimeout(() => killGroup(shell), LONGEST_END_MS).unref();
  };
  const timer = setTimeout(() => {
    hung = true;
    end();
  }, LONGEST_MS);
  shell.once('error', over.reject).once('close', over.resolve);
  shell.stdin?.on('error', () => {});
  shell.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  shell.stdout?.setEncoding('utf8').on('data', (text: string) => {
    status += text.trim();
    end();
  });
  await over.promise.finally(() => clearTimeout(timer));
  return { status, complaint, hung };
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {} // it has just ended
}
