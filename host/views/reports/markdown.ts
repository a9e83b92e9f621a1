import { counted, escapeMarkup, visible } from '../../core/text.ts';
import type { ReportFormat, RunSummary, Table, TestCase } from './summary.ts';

const beginning = '<!-- wordhost -->\n## ';

/** GitHub shows at most 1 MiB of a summary. */
const MOST_SHOWN = 20;
const MOST_LINES = 100;

/** A summary for pull requests: verdict, figures and problems. */
export const markdown: ReportFormat = {
  beginning,
  write({ title, verdict, tables, suites }) {
    const facts = Object.entries(suites[0]?.facts ?? {});
    return [
      `${beginning}${inline(title)}`,
      verdict
        .map((sentence, index) => (index === 0 ? `**${inline(sentence)}**` : inline(sentence)))
        .join('  \n'),
      ...tables.filter(({ rows }) => rows.length > 0).map(tableText),
      ...wrong(suites),
      ...(facts.length === 0
        ? []
        : [facts.map(([fact, value]) => `${inline(fact)}: ${code(value)}`).join('  \n')]),
      '',
    ].join('\n\n');
  },
};

function wrong(suites: RunSummary['suites']): string[] {
  const isOne = suites.length === 1;
  const all = suites.flatMap(({ name, cases }) =>
    cases
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
      .map((test) => ({ test, who: isOne ? '' : `${name}: ` })),
  );
  const bad = all.filter(({ test }) => !test.repeats).map(({ test, who }) => detailsText(test, who));
  const more = all.length - Math.min(bad.length, MOST_SHOWN);
  return [
    ...bad.slice(0, MOST_SHOWN),
    ...(more > 0 ? [`and ${counted(more, 'other case')} that failed`] : []),
  ];
}

function detailsText({ name, why = '', report = [], command }: TestCase, who: string): string {
  const shown = report.length > MOST_LINES ? [...report.slice(0, MOST_LINES), '…'] : report;
  const head = `<code>${html(`${who}${name}`)}</code>: <code>${html(why)}</code>`;
  if (shown.length === 0 && command === undefined) return `- ${head}`;
  return [
    `<details><summary>${head}</summary>`,
    ...(shown.length === 0 ? [] : [fenced('text', shown)]),
    ...(command === undefined ? [] : [fenced('sh', [command])]),
    '</details>',
  ].join('\n\n');
}

function tableText({ headings, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const right = headings.map((_, column) => rows.every((row) => /^[\d.,%+-]*$/.test(row[column]!)));
  return [
    line(headings.map(inline)),
    line(right.map((isRight) => (isRight ? '---:' : '---'))),
    ...rows.map((row) => line(row.map(inline))),
  ].join('\n');
}

/** Escapes Markdown, HTML and mentions. */
function inline(text: string): string {
  return html(text)
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replaceAll('@', '&#64;');
}

function html(text: string): string {
  return escapeMarkup(visible(text));
}

/** Code, whatever it contains. */
function code(text: string): string {
  const shown = visible(text);
  const fence = '`'.repeat(longestRun(shown) + 1);
  return longestRun(shown) === 0 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}

function fenced(language: string, lines: readonly string[]): string {
  const text = lines.map(visible).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
