/** A suggestion for a name that was nearly right. `written`: how the right one is to be written. */
export function meant(
  wrong: string,
  names: readonly string[],
  written: (name: string) => string = (name) => name,
): string {
  const near = names
    .map((name) => ({ name, far: distance(wrong, name) }))
    .filter(({ name, far }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .sort((one, other) => one.far - other.far)[0];
  return near ? `; did you mean ${written(near.name)}?` : '';
}

/** Letters to change, add, leave out or swap. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(row[j - 1]! + same, row[j]! + 1, next[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
