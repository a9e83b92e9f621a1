/**
 * The rules of a grid once more, as plainly as can be, for tests alone: nothing is shared with the player that
 * they try, nor with the host's own judge.
 */
export function whatIsWrong(
  rows: readonly string[],
  hand: string,
  words: ReadonlySet<string>,
): string | undefined {
  const letters = sorted(rows.join('').replaceAll('.', ''));
  if (letters !== sorted(hand)) return `the grid has ${letters}, the hand is ${sorted(hand)}`;
  const columns = [...(rows[0] ?? '')].map((_, column) => rows.map((row) => row[column]).join(''));
  const runs = [...rows, ...columns].flatMap((line) => line.split('.')).filter((run) => run.length > 1);
  const wrong = runs.find((run) => !words.has(run));
  if (wrong !== undefined) return `${wrong} is no word`;
  return isConnected(rows) ? undefined : 'the tiles are not connected';
}

export const sorted = (letters: string): string => [...letters].sort().join('');

/** Paints one tile and again and again all beside what is painted; then nothing may be left unpainted. */
function isConnected(rows: readonly string[]): boolean {
  const width = rows[0]?.length ?? 0;
  let picture = rows.join('\n').replace(/[A-Z]/, '*');
  const beside = new RegExp(`(?<=\\*|\\*[^]{${width}})[A-Z]|[A-Z](?=\\*|[^]{${width}}\\*)`, 'g');
  for (let before = ''; before !== picture; ) {
    before = picture;
    picture = picture.replace(beside, '*');
  }
  return !/[A-Z]/.test(picture);
}

/** The rows of a grid as it is in a peel. */
export function rowsOf(grid: string): string[] {
  const width = Number(grid.slice(0, 3));
  const rows = grid.slice(6).match(new RegExp(`[A-Z.]{${width}}`, 'g')) ?? [];
  if (rows.length !== Number(grid.slice(3, 6)) || rows.join('') !== grid.slice(6))
    throw new Error(`no grid: ${grid}`);
  return rows;
}
