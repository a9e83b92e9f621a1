import type { Games } from '../../games/game.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import type { PageRequest } from '../../views/html/page.ts';
import { tournamentPageRequest } from '../../views/tournament/page.ts';
import { tournamentInStore } from './report.ts';

/** Makes a text that changes when games have come. */
export async function stateOf(store: ReadableStore): Promise<string> {
  const [{ games }, file] = [await store.counts(), await store.file()];
  return `${file?.version} ${games}`;
}

/**
 * The report beside a live page. Made when it is asked for, and again when something has come. Each game in it has a
 * page of its own.
 */
export function reportOf(store: ReadableStore, path: string, games: Games): () => Promise<PageRequest> {
  let made: { readonly of: string; readonly page: PageRequest } | undefined;
  return async () => {
    const of = await stateOf(store);
    if (made?.of === of) return made.page;
    const tournament = await tournamentInStore(store, path, games, { reads: 'bad games', shown: 0 });
    const { records } = await store.counts();
    const page = tournamentPageRequest({
      ...tournament,
      isSeedHidden: true,
      ...(records > 0 && { gameAddress: (number: number) => `games/${number}` }),
    });
    made = { of, page };
    return page;
  };
}
