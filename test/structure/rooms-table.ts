import { rooms } from './rooms.ts';

const names = Object.keys(rooms);
const isGame = (name: string) => /^games\/(bananagrams|boggle|scrabble)$/.test(name);

interface Row {
  readonly names: string[];
  readonly holds: string[];
  readonly may: string;
}

/** The rooms as a table for people; the games share a row. */
export function roomsTable(): string {
  const rows: Row[] = [];
  for (const name of names) {
    const last = rows.at(-1);
    const room = rooms[name]!;
    if (isGame(name) && isGame(last?.names[0] ?? '')) {
      last!.names.push(name);
      last!.holds.push(room.holds);
    } else rows.push({ names: [name], holds: [room.holds], may: mayImport(name) });
  }
  const lines = rows.map(
    ({ names, holds, may }) => `| ${names.map(code).join(', ')} | ${holds.join('; ')} | ${may} |`,
  );
  return ['| room of `host` | what is in it | may import |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Where the exceptions are few, they say it shorter. */
function mayImport(name: string): string {
  const { imports } = rooms[name]!;
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
