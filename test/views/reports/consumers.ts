import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface ReadSuite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly name: string;
    readonly classname: string;
    readonly time: string;
    readonly problem: {
      readonly is: string;
      readonly type?: string;
      readonly message: string;
      readonly text: string;
    } | null;
  }[];
}

interface ReadJunit {
  /** Where it is not as the schema has it. */
  readonly faults: readonly string[];
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly suites: readonly ReadSuite[];
}

/** A report of JUnit as a reader of XML sees it, held against the schema beside this file. */
export function readJunit(xml: string): ReadJunit {
  const program = join(import.meta.dirname, 'read-junit.py');
  return JSON.parse(execFileSync('python3', [program], { input: xml, encoding: 'utf8' })) as ReadJunit;
}

interface ReadTest {
  readonly ok: boolean;
  readonly id: number;
  readonly name: string;
  readonly time: number | null;
  readonly skip: boolean | string;
  readonly todo: boolean | string;
  readonly diag: { readonly message: string; readonly report?: string; readonly command?: string } | null;
}

type ParserEvent = readonly [name: string, value: unknown];

/** The tests of a report, as the parser of tap sees them; an error if that finds any fault in its form. */
export function readTap(text: string): readonly ReadTest[] {
  const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', 'tap-parser', 'bin');
  // Its exit status says whether a test has failed.
  const program = `node "$1" --json --strict; true`;
  const parsed = execFileSync('sh', ['-c', program, 'sh', join(folder, 'cmd.cjs')], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  const events = JSON.parse(parsed) as readonly ParserEvent[];
  const [, complete] = events.find(([name]) => name === 'complete') as [
    string,
    { failures: { tapError?: unknown }[]; bailout: unknown },
  ];
  const faults = complete.failures.filter(({ tapError }) => tapError);
  const loose = events.filter(([name]) => name === 'extra');
  if (faults.length > 0 || loose.length > 0 || complete.bailout)
    throw new Error(`no TAP: ${JSON.stringify([...faults, ...loose])}`);
  return events.filter(([name]) => name === 'assert').map(([, value]) => value as ReadTest);
}
