import { escapeMarkup, visible } from '../../core/text.ts';
import { type CaseOutcome, countCases, type ReportFormat, type TestCase, type TestSuite } from './summary.ts';

const beginning = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="wordhost ';

/** The Surefire format, as Jenkins, GitLab and others read it. */
export const junit: ReportFormat = {
  beginning,
  write({ title, suites }) {
    const all = suites.flatMap(({ cases }) => cases);
    const ms = suites.reduce((sum, suite) => sum + suite.ms, 0);
    const { tests, failures, errors } = countAttributes(all);
    const head = attributes({ tests, failures, errors, time: seconds(ms) });
    return `${beginning}${escaped(title)}"${head}>\n${suites.map(suiteText).join('')}</testsuites>\n`;
  },
};

function suiteText({ name, startedAt, ms, facts, cases }: TestSuite): string {
  const head = attributes({ name, ...countAttributes(cases), time: seconds(ms), timestamp: startedAt });
  const properties = Object.entries(facts).map(
    ([fact, value]) => `      <property${attributes({ name: fact, value })}/>\n`,
  );
  return [
    `  <testsuite${head}>\n`,
    ...(properties.length > 0 ? ['    <properties>\n', ...properties, '    </properties>\n'] : []),
    ...cases.map((each) => caseText(each, `wordhost.${name.replaceAll('.', '_')}`)),
    '  </testsuite>\n',
  ].join('');
}

function countAttributes(cases: readonly TestCase[]) {
  const { failed, error, skipped } = countCases(cases);
  const texts = { tests: cases.length, failures: failed, errors: error, skipped };
  return Object.fromEntries(Object.entries(texts).map(([name, count]) => [name, String(count)])) as Readonly<
    Record<keyof typeof texts, string>
  >;
}

const elements = { failed: 'failure', error: 'error', skipped: 'skipped' } as const satisfies Readonly<
  Record<Exclude<CaseOutcome, 'passed'>, string>
>;

function caseText(test: TestCase, classname: string): string {
  const { name, ms = 0, outcome, why = '', kind, report = [], command } = test;
  const head = `    <testcase${attributes({ name, classname, time: seconds(ms) })}`;
  if (outcome === 'passed') return `${head}/>\n`;
  const element = elements[outcome];
  const lines = [...report, ...(command === undefined ? [] : ['', command])];
  const open = `      <${element}${attributes({ message: why, ...(kind !== undefined && { type: kind }) })}`;
  const body = lines.length === 0 ? '/>' : `>${lines.map(escaped).join('\n')}\n</${element}>`;
  return `${head}>\n${open}${body}\n    </testcase>\n`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

/** XML forbids control characters and halves of characters, so they become visible escapes. */
function escaped(text: string): string {
  return escapeMarkup(visible(text).replace(/[\ufffe\uffff]/g, '\ufffd'));
}

/** Parsers do not accept separators of thousands. */
function seconds(ms: number): string {
  return (Math.max(0, ms) / 1000).toFixed(3);
}
