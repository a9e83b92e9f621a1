/**
 * A change at one place: `added` replaces the `removed` characters that follow `kept` unchanged ones. The next change
 * counts from there.
 */
export type TextSplice = readonly [kept: number, removed: number, added: string];

/** Tags, words and shapes of a drawing. */
const BEFORE_TOKEN = /(?=[<M ])/;
/** A row of a table has about 50 tokens. Tokens that differ for longer are replaced up to the end. */
const MOST_SKIPPED = 120;

/** The changes of a page part. A drawing changes in a few places that are far apart. */
export function splicesBetween(before: string, after: string): readonly TextSplice[] {
  const [old, now] = [before.split(BEFORE_TOKEN), after.split(BEFORE_TOKEN)];
  const splices: TextSplice[] = [];
  let [kept, from, to] = [0, 0, 0];
  while (from < old.length || to < now.length) {
    if (old[from] === now[to]) {
      kept += old[from]!.length;
      from++;
      to++;
      continue;
    }
    const [removedTokens, addedTokens] = skipped(old, now, from, to);
    const removed = old.slice(from, from + removedTokens).join('');
    splices.push([kept, removed.length, now.slice(to, to + addedTokens).join('')]);
    kept = 0;
    from += removedTokens;
    to += addedTokens;
  }
  return splices;
}

/** The least numbers of tokens until two of them are alike again. One alone may be alike by chance. */
function skipped(old: readonly string[], now: readonly string[], from: number, to: number) {
  const [mostRemoved, mostAdded] = [old.length - from, now.length - to];
  for (let sum = 1; sum <= MOST_SKIPPED; sum++)
    for (let removed = Math.max(0, sum - mostAdded); removed <= Math.min(sum, mostRemoved); removed++) {
      const added = sum - removed;
      const [one, other] = [from + removed, to + added];
      if (old[one] === now[other] && old[one + 1] === now[other + 1]) return [removed, added] as const;
    }
  return [mostRemoved, mostAdded] as const;
}

export function spliced(text: string, splices: readonly TextSplice[]): string {
  let [result, at] = ['', 0];
  for (const [kept, removed, added] of splices) {
    result += text.slice(at, at + kept) + added;
    at += kept + removed;
  }
  return result + text.slice(at);
}
