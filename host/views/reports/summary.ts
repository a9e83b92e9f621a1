const caseOutcomes = ['passed', 'failed', 'error', 'skipped'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** A game, a step or a condition, as test runners know it. Texts may hold anything: each format escapes them. */
export interface TestCase {
  readonly name: string;
  /** None: it takes no time of its own. */
  readonly ms?: number | undefined;
  readonly outcome: CaseOutcome;
  /** In one sentence; none where it has passed. */
  readonly why?: string | undefined;
  /** What went wrong in a word or two, for programs. */
  readonly kind?: string | undefined;
  /** What a terminal shows of it. */
  readonly report?: readonly string[] | undefined;
  /** A case before it failed for the same reason: people are shown that one. */
  readonly repeats?: true | undefined;
  /** For the shell: shows it again, or repeats it. */
  readonly command?: string | undefined;
}

export interface TestSuite {
  readonly name: string;
  readonly startedAt: string;
  readonly ms: number;
  /** What is known of all its cases. */
  readonly facts: Readonly<Record<string, string>>;
  readonly cases: readonly TestCase[];
}

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A run for programs that read reports, when it is over. */
export interface RunSummary {
  readonly title: string;
  /** What has come of it, in sentences. */
  readonly verdict: readonly string[];
  readonly tables: readonly Table[];
  readonly suites: readonly TestSuite[];
}

/** A format that a summary is written in. */
export interface ReportFormat {
  /** By which such a file is known again, so that nothing else is written over. */
  readonly beginning: string;
  write(summary: RunSummary): string;
}

export function countCases(cases: readonly TestCase[]): Record<CaseOutcome, number> {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const { outcome } of cases) counts[outcome]++;
  return counts;
}

/** Which columns of a table hold numbers alone, with their units: these stand to the right. */
export function numericColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly boolean[] {
  return headings.map((_, column) => rows.every((row) => NUMBER.test(row[column] ?? '')));
}

const NUMBER = /^[\d.,%+-]*( ± [\d.]+)?( \w+)?$/;
