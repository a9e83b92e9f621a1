import type { ReadableStore, Store, StoredGame } from '../../../host/runs/store/contract.ts';
import { openStore } from '../../../host/runs/store/store.ts';

export async function openedToWrite(path: string): Promise<Store> {
  const opening = await openStore(path, { mode: 'write' });
  if (opening.ok) return opening.store;
  throw new Error(opening.problem);
}

export async function openedToRead(path: string): Promise<ReadableStore> {
  const opening = await openStore(path, { mode: 'read' });
  if (opening.ok) return opening.store;
  throw new Error(opening.problem);
}

export async function gamesOf(store: ReadableStore): Promise<StoredGame[]> {
  const games: StoredGame[] = [];
  for await (const each of store.games()) games.push(each);
  return games;
}
