import { UsageError } from '../../core/usage-error.ts';
import type { ReadableStore, Store } from '../../runs/store/contract.ts';

/** A store that a user names, to read. */
export async function storeToRead(path: string): Promise<ReadableStore> {
  const { openStore } = await import('../../runs/store/store.ts');
  const opening = await openStore(path, { mode: 'read' });
  if (opening.ok) return opening.store;
  throw new UsageError(opening.problem);
}

/** One to write, which is made if it is not there. */
export async function storeToWrite(path: string): Promise<Store> {
  const { openStore } = await import('../../runs/store/store.ts');
  const opening = await openStore(path, { mode: 'write' });
  if (opening.ok) return opening.store;
  throw new UsageError(opening.problem);
}
