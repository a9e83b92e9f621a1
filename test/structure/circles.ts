/** The circles in a graph of imports: each set of files that reach one another, in alphabetical order. */
export function circlesIn(
  imports: readonly { readonly file: string; readonly target: string }[],
): string[][] {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports) targets.set(file, [...(targets.get(file) ?? []), target]);
  const reached = new Map([...targets.keys()].map((file) => [file, reachableFrom(file, targets)]));
  const circles = new Map<string, string[]>();
  for (const [file, files] of reached) {
    if (!files.has(file)) continue;
    const circle = [...files].filter((other) => reached.get(other)?.has(file)).sort();
    circles.set(circle[0]!, circle);
  }
  return [...circles.values()];
}

function reachableFrom(file: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(targets.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(targets.get(next) ?? []));
  }
  return reached;
}
