import { execFile } from 'node:child_process';

const LONGEST_S = 10;

/** Runs a small program of the system to its end. Answers with what went wrong, or with nothing. */
export function runBriefly(argv: readonly string[]): Promise<string | undefined> {
  const [file = '', ...rest] = argv;
  return new Promise((resolve) => {
    try {
      const bound = { timeout: LONGEST_S * 1_000, killSignal: 'SIGKILL' } as const;
      execFile(file, rest, bound, (error, _output, complaint) => {
        if (error?.killed) resolve(`${file} did not end within ${LONGEST_S} s`);
        else resolve(error ? complaint.trim() || error.message : undefined);
      });
    } catch (error) {
      resolve(String(error));
    }
  });
}
