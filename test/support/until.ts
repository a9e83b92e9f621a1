import { setTimeout as sleep } from 'node:timers/promises';

/** For machines with much other work: only a test that fails waits so long. */
const LONGEST_MS = 300_000;
/** To look often takes time from what is waited for. */
const [LOOK_MS, LATER_MS] = [2, 200];

interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly output?: string;
  readonly text?: string;
}

/** Waits for a condition; the failure says what it waited for, what the program has printed that should bring it, or its own text. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | Printed | (() => string) = () => String(holds),
): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  for (let ms = LOOK_MS; !(await holds()); ms = Math.min(ms * 1.3, LATER_MS)) {
    if (performance.now() > end) throw new Error(`waited without success for ${described(what)}`);
    await sleep(ms);
  }
}

function described(what: string | Printed | (() => string)): string {
  if (typeof what === 'string') return what;
  if (typeof what === 'function') return what();
  const { stdout = '', stderr = '', output = '', text = '' } = what;
  return `a program that has printed ${stdout}${stderr}${output}${text}`;
}
