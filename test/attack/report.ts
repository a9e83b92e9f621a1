import type { Finding, Findings } from './finding.ts';

/** For people: a line for each attack, a column for each user and level. */
export function report({ findings, notTried }: Findings): string {
  const columns = [...new Set(findings.map(columnOf))];
  const names = [...new Set(findings.map(({ attack }) => attack))];
  const widest = Math.max(0, ...names.map(({ length }) => length));
  const rows = names.map((name) => [
    name.padEnd(widest),
    ...columns.map((column) =>
      cell(findings.filter((each) => each.attack === name && columnOf(each) === column)),
    ),
  ]);
  const head = [''.padEnd(widest), ...columns];
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((row) => row[index]!.length)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
  const broken = findings.flatMap((each) =>
    each.broken.map((what) => `${each.attack}, ${columnOf(each)}: ${what.trimEnd()}`),
  );
  return [
    ...lines,
    ...section(
      'Not tried',
      notTried.map(({ attack, user, level, reason }) => `${attack}, ${user} ${level}: ${reason}`),
    ),
    ...section('Not as promised (! above)', broken),
    '',
    broken.length === 0 ? 'all is as promised' : `${broken.length} findings are not as promised`,
    '',
  ].join('\n');
}

const columnOf = ({ user, level }: Pick<Finding, 'user' | 'level'>) => `${user} ${level}`;

/** Of several times: each way it came. */
function cell(found: readonly Finding[]): string {
  const ways = new Set(found.map(({ came, broken }) => `${came}${broken.length > 0 ? ' !' : ''}`));
  return [...ways].join(', ') || '-';
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...new Set(lines.map((line) => `  ${line}`))];
}
