import { type Command, groupOf } from '../command.ts';
import type { GamesWords } from '../game-words.ts';

/** Looks after stores. */
export function storeOf(games: GamesWords): Command {
  return groupOf({
    name: 'store',
    summary: 'Checks, exports and merges stores, the files and databases in which runs save their games.',
    form: 'check|export|info|merge …',
    expected: 'check, export, info or merge',
    examples: [
      ['wordhost store check nightly.db', 'check a store for damage'],
      ['wordhost store export nightly.db nightly', 'write its results and records to files'],
      ['wordhost store merge nightly.db other.db', 'add the games of another store'],
    ],
    each: {
      check: {
        summary: 'check stores for damage',
        load: async () => (await import('./store/check.ts')).checkStores(games),
      },
      export: {
        summary: 'write results and records to files',
        load: async () => (await import('./store/export.ts')).exportStore,
      },
      info: {
        summary: 'show the state of a farm: waiting games, workers, time left',
        load: async () => (await import('./store/info.ts')).infoOfStore,
      },
      merge: {
        summary: 'combine several stores',
        load: async () => (await import('./store/merge.ts')).mergeStores,
      },
    },
  });
}
