import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sideBySide } from './side-by-side.ts';
import { taprc } from './taprc.ts';

const root = join(import.meta.dirname, '..', '..');

/** As tap starts a test file. */
const environment = Object.fromEntries(taprc['test-env'].map((each) => each.split('=')));

interface Order {
  /** How many at once. */
  readonly width: number;
  /** Run before the others, with nothing beside them. */
  readonly alone?: readonly string[];
  /** A file has so long; then its tests fail. */
  readonly seconds?: number;
}

interface Running {
  /** Their results as one, as tap writes them. */
  readonly results: Readable;
  /** Whether all went well. */
  readonly isGood: Promise<boolean>;
}

/** Runs test files, each in a process of its own. */
export function runFiles(files: readonly string[], order: Order): Running {
  const results = new PassThrough();
  return { results, isGood: writeResults(files, order, results) };
}

async function writeResults(
  files: readonly string[],
  { width, alone = [], seconds = taprc.timeout }: Order,
  results: PassThrough,
): Promise<boolean> {
  const began = performance.now();
  const sums = { total: 0, pass: 0, fail: 0, skip: 0 };
  let [ended, areGood] = [0, true];
  const run = async (file: string) => {
    const began = performance.now();
    const { output, status } = await outputOf(file, seconds);
    const hasSum = addSum(sums, output);
    const isGood = hasSum && status === 0;
    areGood &&= isGood;
    results.write(`# Subtest: ${file}\n${output.replaceAll(/^(?=.)/gm, '    ')}`);
    results.write(`${isGood ? '' : 'not '}ok ${++ended} - ${file} # ${since(began)}\n`);
  };
  await sideBySide(1, alone, run);
  await sideBySide(width, files, run);
  const { total, pass, fail, skip } = sums;
  results.write(`1..${ended}\n# { total: ${total}, pass: ${pass}, fail: ${fail}, skip: ${skip} }\n`);
  results.end(`# ${since(began)}\n`);
  return areGood;
}

const since = (began: number) => `time=${performance.now() - began}ms`;

async function outputOf(file: string, seconds: number) {
  // Below tap a file leaves the sum to it.
  const { TAP_CHILD_ID: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [...taprc['node-arg'], file], {
    cwd: root,
    env: { ...inherited, ...environment, TAP_TIMEOUT: String(seconds) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // By then tap has ended each test.
    timeout: (seconds + 60) * 1_000,
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
