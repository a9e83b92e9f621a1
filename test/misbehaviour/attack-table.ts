import type { SandboxLevel } from '../../host/match/seat.ts';
import type { User } from './users.ts';

/** The columns. On `off` it is as on `process`. */
export const tableLevels = ['strict', 'bubblewrap', 'unshare', 'process'] as const satisfies SandboxLevel[];
export type TableLevel = (typeof tableLevels)[number];

type Names = Readonly<Record<User['name'], boolean>>;
/** By level: whether it succeeds as root, and as somebody else. */
export type AttackRow = Readonly<Record<TableLevel, Names>>;
export type AttackTable = ReadonlyMap<string, AttackRow>;

const cells: Readonly<Record<string, Names>> = {
  no: { root: false, user: false },
  yes: { root: true, user: true },
  'as root': { root: true, user: false },
  'as user': { root: false, user: true },
};

function cellOf({ root, user }: Names): string {
  return Object.keys(cells).find((cell) => cells[cell]!.root === root && cells[cell]!.user === user)!;
}

const head = `| | ${tableLevels.map((level) => `\`${level}\``).join(' | ')} |\n|${' --- |'.repeat(5)}\n`;

const BETWEEN_NAMES = '<br>';

/** As it is in a page: attacks with the same outcome on each level are one row. */
export function writtenTable(table: AttackTable): string {
  const rows = new Map<string, string[]>();
  for (const [name, row] of table) {
    const outcomes = tableLevels.map((level) => cellOf(row[level])).join(' | ');
    rows.set(outcomes, [...(rows.get(outcomes) ?? []), name]);
  }
  const lines = [...rows].map(([outcomes, names]) => `| ${names.join(BETWEEN_NAMES)} | ${outcomes} |\n`);
  return `${head}${lines.join('')}`;
}

/** The first table of that head in a page. */
export function readTable(page: string): AttackTable {
  const rows = textOf(page).slice(head.length).trimEnd().split('\n');
  return new Map(rows.flatMap(readRow));
}

export function withTable(page: string, table: AttackTable): string {
  return page.replace(textOf(page), () => writtenTable(table));
}

function textOf(page: string): string {
  const from = page.indexOf(head);
  if (from === -1) throw new Error(`expected a table that begins with ${head}`);
  return /^(?:\|.*\n)+/.exec(page.slice(from))![0];
}

function readRow(row: string): [string, AttackRow][] {
  const [names = '', ...became] = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  const read = tableLevels.map((level, index) => [level, readCell(became[index] ?? '', row)] as const);
  return names.split(BETWEEN_NAMES).map((name) => [name, Object.fromEntries(read) as AttackRow]);
}

function readCell(cell: string, row: string): Names {
  const found = cells[cell];
  if (!found) throw new Error(`expected ${Object.keys(cells).join(', ')}; came "${cell}" in ${row}`);
  return found;
}
