import { visible, visibleJson } from '../../core/text.ts';
import type { ReportFormat, TestCase } from './summary.ts';

const beginning = 'TAP version 14\n# wordhost ';

/** The Test Anything Protocol, with problems as YAML below their cases. */
export const tap: ReportFormat = {
  beginning,
  write({ title, verdict, suites }) {
    const isOne = suites.length === 1;
    const cases = suites.flatMap(({ name, cases }) =>
      cases.map((test) => (isOne ? test : { ...test, name: `${name}: ${test.name}` })),
    );
    const facts = isOne ? Object.entries(suites[0]!.facts) : [];
    return [
      `${beginning}${visible(title)}`,
      ...verdict.map((sentence) => `# ${visible(sentence)}`),
      ...facts.map(([fact, value]) => `# ${visible(`${fact}: ${value}`)}`),
      `1..${cases.length}${cases.length === 0 ? ' # SKIP nothing was run' : ''}`,
      ...cases.flatMap((test, index) => caseLines(test, index + 1)),
      '',
    ].join('\n');
  },
};

function caseLines(test: TestCase, number: number): string[] {
  const { name, ms, outcome, why = '' } = test;
  const line = `ok ${number} - ${described(name)}`;
  if (outcome === 'skipped') return [`${line} # SKIP ${described(why)}`];
  const timed = ms === undefined ? line : `${line} # time=${ms.toFixed(3)}ms`;
  return outcome === 'passed' ? [timed] : [`not ${timed}`, ...diagnostics(test)];
}

function diagnostics({ outcome, why = '', kind, report = [], command }: TestCase): string[] {
  const fields = [
    `message: ${visibleJson(visible(why))}`,
    `severity: ${outcome === 'error' ? 'error' : 'fail'}`,
    ...(kind === undefined ? [] : [`kind: ${visibleJson(visible(kind))}`]),
    ...(report.length === 0 ? [] : ['report: |2', ...report.map((line) => `  ${visible(line)}`.trimEnd())]),
    ...(command === undefined ? [] : [`command: ${visibleJson(visible(command))}`]),
  ];
  return ['  ---', ...fields.map((field) => `  ${field}`.trimEnd()), '  ...'];
}

/** Escapes the character that begins a directive. */
function described(text: string): string {
  return visible(text).replace(/[\\#]/g, '\\$&');
}
