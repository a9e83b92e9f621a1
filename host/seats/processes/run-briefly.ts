import { execFile } from 'node:child_process';

/** Runs a small program of the system to its end. Answers with what went wrong, or with nothing. */
export function runBriefly(argv: readonly string[]): Promise<string | undefined> {
  const [file = '', ...rest] = argv;
  return new Promise((resolve) => {
    try {
      execFile(file, rest, { timeout: 10_000, killSignal: 'SIGKILL' }, (error, _output, complaint) =>
        resolve(error ? complaint.trim() || error.message : undefined),
      );
    } catch (error) {
      resolve(String(error));
    }
  });
}
