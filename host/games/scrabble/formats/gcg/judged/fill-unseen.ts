/** A tile from when it is drawn until it goes back into the bag: the same tile may be drawn again. */
export interface Drawn {
  /** As a letter, `?` for a blank; none: the file has not shown it yet. */
  tile: string | undefined;
  /** Draws and returns are counted together, in their order. */
  readonly drawnAt: number;
  returnedAt: number;
}

/**
 * Gives each tile that was never shown a letter, in the order in which they were drawn: the one of which most are left that
 * nobody shows later. False where there is none. A tile counts as taken for good where it is not known to go back, so what
 * is left of a letter never becomes less with time, and it does not matter which one is taken first.
 */
export function fillUnseen(
  drawn: readonly Drawn[],
  counts: ReadonlyMap<string, number>,
  moments: number,
): boolean {
  const unseen = drawn.filter(({ tile }) => tile === undefined);
  const left = [...counts].map(([tile, count]) => ({
    tile,
    leftFrom: leftFrom(tile, count, drawn, moments),
  }));
  if (left.some(({ leftFrom }) => (leftFrom[0] ?? 0) < 0)) return false;
  const given = new Map<string, number>();
  const back: Drawn[] = [];
  for (const each of unseen) {
    for (const other of back.filter(({ returnedAt }) => returnedAt < each.drawnAt)) {
      back.splice(back.indexOf(other), 1);
      given.set(other.tile!, given.get(other.tile!)! - 1);
    }
    let most = 0;
    for (const { tile, leftFrom } of left) {
      const here = leftFrom[each.drawnAt]! - (given.get(tile) ?? 0);
      if (here > most) [most, each.tile] = [here, tile];
    }
    if (each.tile === undefined) return false;
    given.set(each.tile, (given.get(each.tile) ?? 0) + 1);
    if (each.returnedAt < moments) back.push(each);
  }
  return true;
}

/** From each moment on, the fewest of this letter that the bag ever has by what is shown. */
function leftFrom(tile: string, count: number, drawn: readonly Drawn[], moments: number): Int32Array {
  const change = new Int32Array(moments + 1);
  for (const each of drawn) {
    if (each.tile !== tile) continue;
    change[each.drawnAt]!--;
    if (each.returnedAt < moments) change[each.returnedAt]!++;
  }
  const left = new Int32Array(moments + 1);
  let now = count;
  for (let moment = 0; moment <= moments; moment++) left[moment] = now += change[moment]!;
  for (let moment = moments - 1; moment >= 0; moment--)
    left[moment] = Math.min(left[moment]!, left[moment + 1]!);
  return left;
}
