import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');

/** As tap starts a test file. */
const {
  'node-arg': nodeArgs,
  'test-env': variables,
  timeout,
} = parse(readFileSync(join(root, '.taprc'), 'utf8'));
const env = {
  ...Object.fromEntries((variables as string[]).map((each) => each.split('='))),
  TAP_TIMEOUT: String(timeout),
};
/** By then tap has ended each test. */
const LONGEST_MS = (timeout + 60) * 1_000;

interface Running {
  /** Their results as one, as tap writes them. */
  readonly results: Readable;
  /** Whether all went well. */
  readonly isGood: Promise<boolean>;
}

/** Runs test files side by side, each in a process of its own. */
export function runFiles(files: readonly string[]): Running {
  const results = new PassThrough();
  return { results, isGood: writeResults(files, results) };
}

async function writeResults(files: readonly string[], results: PassThrough): Promise<boolean> {
  const began = performance.now();
  const sums = { total: 0, pass: 0, fail: 0, skip: 0 };
  const run = async (file: string, index: number) => {
    const began = performance.now();
    const { output, status } = await outputOf(file);
    const hasSum = addSum(sums, output);
    const isGood = hasSum && status === 0;
    results.write(`# Subtest: ${file}\n${output.replaceAll(/^(?=.)/gm, '    ')}`);
    results.write(`${isGood ? '' : 'not '}ok ${index + 1} - ${file} # ${since(began)}\n`);
    return isGood;
  };
  const ends = await Promise.all(files.map(run));
  const { total, pass, fail, skip } = sums;
  results.write(`1..${files.length}\n# { total: ${total}, pass: ${pass}, fail: ${fail}, skip: ${skip} }\n`);
  results.end(`# ${since(began)}\n`);
  return !ends.includes(false);
}

const since = (began: number) => `time=${performance.now() - began}ms`;

async function outputOf(file: string) {
  // Below tap a file leaves the sum to it.
  const { TAP_CHILD_ID: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [...nodeArgs, file], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const [output, [status]] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  return { output, status };
}

/** Whether there is a sum: a process that ends without one has not tried all. */
function addSum(sums: Record<'total' | 'pass' | 'fail' | 'skip', number>, output: string): boolean {
  const sum = /^# \{ (total: .*) \}$/m.exec(output)?.[1];
  for (const [, name, number] of sum?.matchAll(/(\w+): (\d+)/g) ?? [])
    sums[name as keyof typeof sums] += Number(number);
  return sum !== undefined;
}
