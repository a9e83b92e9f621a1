import { layout } from './layout.ts';

const isGame = (name: string) => /^games\/(bananagrams|boggle|scrabble)$/.test(name);

interface Row {
  readonly names: string[];
  readonly holds: string[];
}

/** The folders as a table for people; the games share a row. */
export function layoutTable(): string {
  const rows: Row[] = [];
  for (const [name, { holds }] of Object.entries(layout)) {
    const last = rows.at(-1);
    if (isGame(name) && isGame(last?.names[0] ?? '')) {
      last!.names.push(name);
      last!.holds.push(holds);
    } else rows.push({ names: [name], holds: [holds] });
  }
  const lines = rows.map(
    ({ names, holds }) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${holds.join('; ')} |`,
  );
  return ['| folder of `host` | content |', '| --- | --- |', ...lines].join('\n');
}
