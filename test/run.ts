/*
 * `node test/run.ts unit|usual|slow [--reporter=tap] [FILE...]` runs the test files of a speed, or those that are named, as that
 * speed runs them. tap would run the same files: it starts each with a recorder of what is loaded, and follows each result,
 * which takes a tenth of the time of all.
 */
import { existsSync } from 'node:fs';
import Report from './support/report.ts';
import { runFiles } from './support/run-files.ts';
import { isAlone, speeds } from './support/speeds.ts';

const [name = '', ...words] = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('-'));
const named = words.filter((word) => !word.startsWith('-'));
const speed = Object.hasOwn(speeds, name) ? speeds[name as keyof typeof speeds] : undefined;
const odd = [
  ...options.filter((option) => option !== '--reporter=tap').map((option) => `${option}: no such option`),
  ...named.filter((file) => !existsSync(file)).map((file) => `${file}: there is no such file`),
];
if (speed === undefined || odd.length > 0) {
  const expected = `expected ${Object.keys(speeds).join(', ')}; then --reporter=tap and test files, if wanted`;
  process.stderr.write(`${odd.join('\n') || `got "${name}"`}\n${expected}\n`);
  process.exit(2);
}

const files = named.length > 0 ? named : speed.files;
const { results, isGood } = runFiles(
  files.filter((file) => !isAlone(file)),
  { ...speed, alone: files.filter(isAlone) },
);
(options.length > 0 ? results : results.pipe(new Report())).pipe(process.stdout);
if (!(await isGood)) process.exitCode = 1;
