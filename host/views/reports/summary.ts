const caseOutcomes = ['passed', 'failed', 'error', 'skipped'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** A game, step or condition in terms of test runners. Formats escape the texts. */
export interface TestCase {
  readonly name: string;
  readonly ms?: number | undefined;
  readonly outcome: CaseOutcome;
  /** The reason of a failure in a sentence. */
  readonly why?: string | undefined;
  /** The kind of a failure, for programs. */
  readonly kind?: string | undefined;
  readonly report?: readonly string[] | undefined;
  /** An earlier case failed for the same reason and is shown to people. */
  readonly repeats?: true | undefined;
  /** A shell command that shows or repeats it. */
  readonly command?: string | undefined;
}

export interface TestSuite {
  readonly name: string;
  readonly startedAt: string;
  readonly ms: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly cases: readonly TestCase[];
}

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The result of a run for programs that read reports. */
export interface RunSummary {
  readonly title: string;
  readonly verdict: readonly string[];
  readonly tables: readonly Table[];
  readonly suites: readonly TestSuite[];
}

export interface ReportFormat {
  /** Recognizes such a file, so that no other file is overwritten. */
  readonly beginning: string;
  write(summary: RunSummary): string;
}

export function countCases(cases: readonly TestCase[]): Record<CaseOutcome, number> {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const { outcome } of cases) counts[outcome]++;
  return counts;
}

/** Numeric columns, with their units, are aligned to the right. */
export function numericColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly boolean[] {
  return headings.map((_, column) => rows.every((row) => NUMBER.test(row[column] ?? '')));
}

const NUMBER = /^[\d.,%+-]*( ± [\d.]+)?( \w+)?$/;
