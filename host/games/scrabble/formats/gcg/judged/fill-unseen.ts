/** A tile from when it is drawn until it goes back into the bag: the same tile may be drawn again. */
export interface Drawn {
  /** As a letter, `?` for a blank; none: the file has not shown it yet. */
  tile: string | undefined;
  /** Draws and returns are counted together, in their order. */
  readonly drawnAt: number;
  returnedAt: number;
}

/**
 * Gives each tile that was never shown a letter, in the order in which they were drawn: the one of which most are left until
 * the end or, if there is none, until that tile goes back. False where there is none either. Where no such tile goes back,
 * what is left of a letter until the end never becomes less with time, and it does not matter which one is taken first.
 */
export function fillUnseen(
  drawn: readonly Drawn[],
  counts: ReadonlyMap<string, number>,
  moments: number,
): boolean {
  const left = new Map([...counts].map(([tile, count]) => [tile, new Int32Array(moments).fill(count)]));
  for (const each of drawn) if (each.tile !== undefined) take(left.get(each.tile)!, each);
  if ([...left.values()].some((perMoment) => perMoment.some((count) => count < 0))) return false;
  for (const each of drawn) {
    if (each.tile !== undefined) continue;
    each.tile = mostLeft(left, each.drawnAt, moments) ?? mostLeft(left, each.drawnAt, each.returnedAt);
    if (each.tile === undefined) return false;
    take(left.get(each.tile)!, each);
  }
  return true;
}

function take(left: Int32Array, { drawnAt, returnedAt }: Drawn): void {
  for (let moment = drawnAt; moment < left.length && moment < returnedAt; moment++) left[moment]!--;
}

/** The tile of which most are left at each of these moments. */
function mostLeft(left: ReadonlyMap<string, Int32Array>, from: number, to: number): string | undefined {
  let [most, found] = [0, undefined as string | undefined];
  for (const [tile, counts] of left) {
    let moment = from;
    let fewest = counts[from]!;
    while (fewest > most && ++moment < to) fewest = Math.min(fewest, counts[moment]!);
    if (fewest > most) [most, found] = [fewest, tile];
  }
  return found;
}
