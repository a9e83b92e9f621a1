/** So much of a line is shown whole. */
const WHOLE = 200;
const [BEFORE, AFTER] = [60, 120];

/** Two lines that differ: of long ones the part at which they begin to. */
export function aroundDifference(one: string, other: string): readonly [string, string] {
  if (Math.max(one.length, other.length) <= WHOLE) return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = Math.max(0, same - BEFORE);
  const part = (line: string) =>
    `${from > 0 ? '…' : ''}${line.slice(from, same + AFTER)}${line.length > same + AFTER ? '…' : ''}`;
  return [part(one), part(other)];
}
