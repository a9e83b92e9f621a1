import { layout } from './layout.ts';

const names = Object.keys(layout);
const isGame = (name: string) => /^games\/(bananagrams|boggle|scrabble)$/.test(name);

interface Row {
  readonly names: string[];
  readonly holds: string[];
  readonly may: string;
}

/** The folders as a table for people; the games share a row. */
export function layoutTable(): string {
  const rows: Row[] = [];
  for (const name of names) {
    const last = rows.at(-1);
    const folder = layout[name]!;
    if (isGame(name) && isGame(last?.names[0] ?? '')) {
      last!.names.push(name);
      last!.holds.push(folder.holds);
    } else rows.push({ names: [name], holds: [folder.holds], may: mayImport(name) });
  }
  const lines = rows.map(
    ({ names, holds, may }) => `| ${names.map(code).join(', ')} | ${holds.join('; ')} | ${may} |`,
  );
  return ['| folder of `host` | what is in it | may import |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Where the exceptions are few, they say it shorter. */
function mayImport(name: string): string {
  const { imports } = layout[name]!;
  const above = names.slice(0, names.indexOf(name));
  const others = above.filter((other) => !imports.includes(other));
  if (imports.length === 0) return 'nothing';
  if (others.length === 0) return 'all above';
  if (others.length < imports.length / 2) return `all above but ${listed(others)}`;
  return listed(above.filter((other) => imports.includes(other)));
}

function listed(found: readonly string[]): string {
  const allGames = names.filter(isGame).every((game) => found.includes(game));
  const shown = found.map((name) => (allGames && isGame(name) ? 'each game' : code(name)));
  return [...new Set(shown)].join(', ');
}

function code(name: string): string {
  return `\`${name}\``;
}
