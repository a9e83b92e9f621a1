/**
 * Do the tests notice? `npm run fuzz mutations -- --cases N` makes so many small changes in the games, matches and runs of
 * the host (200 if not given; `--seed N` for others, `--folder games/scrabble` for those of one folder or file, `--numbers 3,17`
 * for some of them), each in a copy of this checkout, and runs the tests until one fails: the closest first, then those
 * that only run the host, then the slow ones of the folder. `--list` says what they are and tries none; `--close` runs only
 * the tests that load the changed file and are in its folder of `test`; `--from hosts` leaves out the rounds before, and
 * `--nearest 5` runs at most so many test files in a round, `--tests FILE,FILE` no others. It prints which of the changes no
 * test noticed. Those that change no behavior are in `equivalent.ts`.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { Ran } from '../coverage/ran.ts';
import { copyCheckout, folderForCopies, root } from '../support/copy-checkout.ts';
import { loadedFiles } from '../support/imports.ts';
import { printTable } from '../support/print-table.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { equivalent } from './equivalent.ts';
import { described, isSound, type Mutation, mutated, mutationsOf } from './mutation.ts';

const folders = ['games/bananagrams', 'games/boggle', 'games/scrabble', 'games', 'match', 'runs'] as const;

const AT_ONCE = 2;
/** Of the processor, for a test file and for each process that it starts: what takes longer, hangs. */
const SECONDS = { fast: 120, slow: 900 };
/** For a file that waits for what does not come. */
const WAITING_MS = 1_200_000;

interface Mutant extends Mutation {
  readonly number: number;
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** A test file that loads one of these starts the package in `dist`. */
const startsHosts = [
  'test/cli/wordhost.ts',
  'test/docs/reader.ts',
  'test/misbehaviour/arena.ts',
  'test/players/bot.ts',
  'test/serve/boggle/stress/started-host.ts',
];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '200' },
    folder: { type: 'string', default: '' },
    numbers: { type: 'string' },
    close: { type: 'boolean', default: false },
    from: { type: 'string', default: 'own' },
    nearest: { type: 'string', default: '1000' },
    tests: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/**
 * Files by their size, the kinds in a file alike, and none twice: what has the least of -ln(chance) / weight comes first. The
 * chance is a hash of the mutation, so that a change of one file changes little in which mutations others have.
 */
function drawMutants(seed: number, cases: number, folder: string): Mutant[] {
  const inOrder = globSync('host/{games,match,runs}/**/*.ts', { cwd: root })
    .filter((file) => file.startsWith(`host/${folder}`))
    .sort()
    .flatMap((file) => ranked(file, readFileSync(join(root, file), 'utf8'), seed))
    .sort((one, other) => one.rank - other.rank);
  const drawn: Mutant[] = [];
  for (const { mutant, text } of inOrder) {
    if (drawn.length === cases) break;
    if (!isSound(text, mutant) || equivalent.some((known) => isEquivalent(mutant, known))) continue;
    drawn.push({ ...mutant, number: drawn.length + 1 });
  }
  return drawn;
}

function ranked(file: string, text: string, seed: number) {
  const mutations = mutationsOf(text);
  const ofKind = Map.groupBy(mutations, ({ kind }) => kind);
  const seen = new Map<string, number>();
  return mutations.map((mutation) => {
    const { kind } = mutation;
    const mutant = { ...mutation, ...described(text, mutation), file };
    const name = [seed, file, kind, mutant.before, mutant.after].join('\n');
    seen.set(name, (seen.get(name) ?? 0) + 1);
    const digest = createHash('sha256')
      .update(`${name}\n${seen.get(name)}`)
      .digest();
    const chance = (digest.readUInt32BE() + 1) / 2 ** 32;
    const weight = text.length / ofKind.size / ofKind.get(kind)!.length;
    return { mutant, text, rank: -Math.log(chance) / weight };
  });
}

const isEquivalent = (mutant: Omit<Mutant, 'number'>, { file, before, after }: (typeof equivalent)[number]) =>
  mutant.file === file && mutant.after === after && (before ?? mutant.before) === mutant.before;

interface TestFile {
  readonly file: string;
  readonly slow: boolean;
  /** It starts hosts of the package. */
  readonly starts: boolean;
  /** What it loads itself, and by how many imports. */
  readonly loads: ReadonlyMap<string, number>;
}

/** Those that measure times are left out: nothing may run beside them. */
const tests = (values.tests?.split(',') ?? globSync('test/**/*.test.ts', { cwd: root }))
  .filter((file) => !/^test\/(alone|bench)\//.test(file))
  .map((file): TestFile => {
    const loads = loadedFiles(join(root, file));
    const starts = startsHosts.some((helper) => loads.has(join(root, helper)));
    return { file, slow: file.endsWith('.slow.test.ts'), starts, loads };
  });

/** The rounds: tests that run in their own process, those of its folder first, then those that start hosts, then the slow ones. */
const rounds = ['own', 'same process', 'own hosts', 'hosts', 'slow'] as const;
type Round = (typeof rounds)[number];

function roundOf({ file, slow, starts }: TestFile, path: readonly string[]): Round {
  const isOwn = ['contracts', path[0]].includes(file.split('/')[1]);
  if (!slow && !starts) return isOwn ? 'own' : 'same process';
  if (isOwn) return 'own hosts';
  return slow ? 'slow' : 'hosts';
}

/** The tests of a round that may notice it, the closest first: with more words of its path, then by fewer imports. */
function testsOf(file: string, round: Round): TestFile[] {
  const path = words(file);
  const distance = ({ loads }: TestFile) => loads.get(join(root, file)) ?? Number.POSITIVE_INFINITY;
  const common = ({ file }: TestFile) => path.filter((word) => words(file).includes(word)).length;
  return tests
    .filter((test) => roundOf(test, path) === round)
    .filter((test) => test.starts || distance(test) < Number.POSITIVE_INFINITY || common(test) > 0)
    .sort((one, other) => common(other) - common(one) || distance(one) - distance(other))
    .slice(0, Number(values.nearest));
}

const words = (path: string) =>
  path.split(/[^a-z]+/).filter((word) => !['host', 'test', 'ts', 'slow'].includes(word));

/** A copy of this checkout with its package, whose tests run beside those of others. */
class Copy {
  readonly folder: string;
  #built: string | undefined;

  constructor(folder: string) {
    this.folder = folder;
    copyCheckout(folder);
  }

  /** The tests find this text in the file; the package is made of it when a test needs it. */
  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
    this.#built = undefined;
  }

  async passes({ file, slow }: TestFile, coverage?: string): Promise<boolean> {
    const env = coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: '1' };
    return (await this.#run([...nodeArgs, file], slow ? SECONDS.slow : SECONDS.fast, env)) === 0;
  }

  /** The package of these sources, for the tests that start the host. */
  async builds(): Promise<boolean> {
    this.#built ??= String(await this.#run(['host/package/build.ts'], SECONDS.fast));
    return this.#built === '0';
  }

  /** The status, once all that it started has ended. */
  async #run(
    args: readonly string[],
    seconds: number,
    more: Record<string, string> = {},
  ): Promise<number | null> {
    const mark = `${process.pid}-${++runs}`;
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: '.tap/compiled',
      TAP_BAIL: '1',
      TAP_TIMEOUT: '1800',
      ...more,
      [MARK]: mark,
    };
    const limited = ['-c', `ulimit -t ${seconds}; exec "$@"`, 'sh', process.execPath, ...args];
    const child = spawn('sh', limited, { cwd: this.folder, env, stdio: 'ignore', timeout: WAITING_MS });
    const status = await new Promise<number | null>((resolve) => child.on('exit', resolve));
    endMarked(mark);
    return status;
  }
}

const MARK = 'MUTATION_OF_TESTS';
let runs = 0;
const nodeArgs: string[] = parse(readFileSync(join(root, '.taprc'), 'utf8'))['node-arg'];

/** A host that was changed may not end by itself. */
function endMarked(mark: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${mark}`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or is another user's.
    }
}

/** A test without mutations: whether it passes, and what its process runs if it starts no hosts. What fails here says nothing of a mutation. */
async function asItIs(test: TestFile, unchanged: Copy) {
  const coverage = join(folder, 'coverage', test.file);
  const passes = await unchanged.passes(test, test.starts || test.slow ? undefined : coverage);
  const ran = new Ran(unchanged.folder, coverage);
  rmSync(coverage, { recursive: true, force: true });
  return { passes, ran };
}

const known = new Map<TestFile, ReturnType<typeof asItIs>>();

/** The first test that fails with it and passes without it, or undefined for none. */
async function catcherOf(
  mutant: Mutant,
  round: Round,
  copy: Copy,
  unchanged: Copy,
): Promise<string | undefined> {
  const text = readFileSync(join(root, mutant.file), 'utf8');
  copy.write(mutant.file, mutated(text, mutant));
  try {
    for (const test of testsOf(mutant.file, round)) {
      const outside = test.starts || test.slow;
      if (outside && !(await copy.builds())) return 'the build';
      if (!known.has(test)) known.set(test, asItIs(test, unchanged));
      const { passes, ran } = await known.get(test)!;
      if (!passes || (!outside && !ran.at(mutant.file, mutant.start))) continue;
      if (!(await copy.passes(test))) return test.file;
    }
    return undefined;
  } finally {
    copy.write(mutant.file, text);
  }
}

const started = performance.now();
const numbers = values.numbers?.split(',').map(Number);
const mutants = drawMutants(Number(values.seed), Number(values.cases), values.folder).filter(
  ({ number }) => numbers?.includes(number) ?? true,
);
const asText = ({ number, file, line, kind, before, after }: Mutant) =>
  `${number} ${file}:${line} ${kind}\n  - ${before}\n  + ${after}\n`;
if (values.list) {
  process.stdout.write(mutants.map(asText).join(''));
  process.exit();
}

const folder = folderForCopies('mutations');
const copies = Array.from({ length: AT_ONCE }, (_, index) => new Copy(join(folder, String(index))));
const unchanged = new Copy(join(folder, 'unchanged'));
let survivors: readonly Mutant[] = mutants;
try {
  const first = rounds.indexOf(values.from as Round);
  if (first < 0) throw new Error(`--from: expected one of ${rounds.join(', ')}; got ${values.from}`);
  for (const round of values.close ? rounds.slice(0, 1) : rounds.slice(first)) {
    const left: Mutant[] = [];
    await sideBySide(AT_ONCE, survivors, async (mutant) => {
      const copy = copies.pop()!;
      const catcher = await catcherOf(mutant, round, copy, unchanged);
      copies.push(copy);
      if (catcher === undefined) left.push(mutant);
      else process.stdout.write(`${mutant.number} ${mutant.file}:${mutant.line}: ${catcher}\n`);
    });
    survivors = left.sort((one, other) => one.number - other.number);
    process.stdout.write(`${survivors.length} of ${mutants.length} left after the tests: ${round}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.stdout.write(survivors.map((mutant) => `NOT CAUGHT: ${asText(mutant)}`).join(''));
const rows = folders.map((folder) => {
  const here = mutants.filter(
    ({ file }) => folders.find((folder) => file.startsWith(`host/${folder}/`)) === folder,
  );
  const caught = here.filter((mutant) => !survivors.includes(mutant)).length;
  return { folder, mutations: String(here.length), caught: String(caught) };
});
printTable(['folder', 'mutations', 'caught'], rows);
const minutes = Math.round((performance.now() - started) / 60_000);
process.stdout.write(
  `${mutants.length - survivors.length} of ${mutants.length} caught, seed ${values.seed}, in ${minutes} min\n`,
);
if (survivors.length > 0) process.exitCode = 1;
