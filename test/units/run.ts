/*
 * What `npm run test:unit` runs: the groups of unit tests side by side, each in a process of its own. tap would run the same files,
 * but takes as long as all of these to begin, and to read each result. `--reporter=tap` prints the results as they are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import Report from '../support/report.ts';
import { groups } from './groups.ts';

const root = join(import.meta.dirname, '..', '..');
/** As tap runs a test file. */
const { 'node-arg': nodeArgs, 'test-env': testEnv } = parse(readFileSync(join(root, '.taprc'), 'utf8'));
const env = {
  ...process.env,
  ...Object.fromEntries((testEnv as string[]).map((each) => each.split('='))),
};

const began = performance.now();
const output = new PassThrough();
output.pipe(process.argv.includes('--reporter=tap') ? new PassThrough() : new Report()).pipe(process.stdout);
const sums = { total: 0, pass: 0, fail: 0, skip: 0 };
const files = groups.map((group) => `test/units/${group}.test.ts`);
await Promise.all(files.map(run));
const { total, pass, fail, skip } = sums;
output.write(`1..${files.length}\n# { total: ${total}, pass: ${pass}, fail: ${fail}, skip: ${skip} }\n`);
output.end(`# time=${performance.now() - began}ms\n`);

async function run(file: string, index: number): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeArgs, file], {
    ...{ cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const [results, [status]] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  const isGood = status === 0 && count(results);
  if (!isGood) process.exitCode = 1;
  const took = `time=${performance.now() - began}ms`;
  output.write(`# Subtest: ${file}\n${results.replaceAll(/^(?=.)/gm, '    ')}`);
  output.write(`${isGood ? '' : 'not '}ok ${index + 1} - ${file} # ${took}\n`);
}

/** Whether there is a sum: a process that ends without one has not tried all. */
function count(results: string): boolean {
  const sum = /^# \{ (total: .*) \}$/m.exec(results)?.[1];
  for (const [, name, number] of sum?.matchAll(/(\w+): (\d+)/g) ?? [])
    sums[name as keyof typeof sums] += Number(number);
  return sum !== undefined;
}
