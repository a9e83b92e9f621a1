import { execFile } from 'node:child_process';

const LONGEST_S = 10;

export interface BriefFailure {
  readonly problem: string;
  /** It was ended because it took too long. */
  readonly hung: boolean;
}

/** Runs a small program of the system to its end. Answers with what went wrong, or with nothing. */
export function runBriefly(argv: readonly string[]): Promise<BriefFailure | undefined> {
  const [file = '', ...rest] = argv;
  return new Promise((resolve) => {
    try {
      const bound = { timeout: LONGEST_S * 1_000, killSignal: 'SIGKILL' } as const;
      execFile(file, rest, bound, (error, _output, complaint) => {
        if (error?.killed) resolve({ problem: `${file} did not end within ${LONGEST_S} s`, hung: true });
        else resolve(error ? { problem: complaint.trim() || error.message, hung: false } : undefined);
      });
    } catch (error) {
      resolve({ problem: String(error), hung: false });
    }
  });
}
