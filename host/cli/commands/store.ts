import { UsageError } from '../../core/errors.ts';
import { type Command, commandOf } from '../command.ts';
import type { GamesWords } from '../game-words.ts';

/** Looks after stores. */
export function storeOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Checks, exports and merges stores, the files and databases in which runs save their games.',
    operands: {
      form: 'check|export|info|merge …',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: 'check, export, info or merge',
    },
    options: {},
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
    async run({ operands: [verb] }) {
      const came = verb === undefined ? 'nothing' : JSON.stringify(verb);
      throw new UsageError(`store: expected check, export, info or merge; got ${came}`);
    },
  });
}
