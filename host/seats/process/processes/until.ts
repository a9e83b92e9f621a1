const LONGEST_PAUSE_MS = 20;

/**
 * Looks again and again, at first soon. Where there will be news of it, for these first, and so that the look is worth its
 * cost; but not for long, because they may never come.
 */
export async function until(
  condition: () => boolean,
  deadline: number,
  news?: Promise<unknown>,
): Promise<void> {
  const left = () => Math.max(0, deadline - performance.now());
  if (news !== undefined) await pause(Math.min(LONGEST_PAUSE_MS, left()), news);
  for (let length = 1; !condition(); length = Math.min(2 * length, LONGEST_PAUSE_MS)) {
    const most = left();
    if (most === 0) return;
    await pause(Math.min(length, most));
  }
}

function pause(milliseconds: number, news?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void news?.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
