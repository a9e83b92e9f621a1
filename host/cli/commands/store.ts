import { UsageError } from '../../core/errors.ts';
import { type Command, commandOf } from '../command.ts';
import type { GamesWords } from '../game-words.ts';

/** Looks after stores. */
export function storeOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Looks after a store, in which a tournament or a comparison keeps its games.',
    operands: {
      form: 'check|export|info|merge …',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: 'check, export, info or merge',
    },
    options: {},
    examples: [
      ['wordhost store check nightly.db', 'whether all in it is as it was kept'],
      ['wordhost store export nightly.db nightly', 'its results and records as files'],
      ['wordhost store merge nightly.db other.db', 'the games of another store, too'],
    ],
    each: {
      check: {
        summary: 'whether all in a store is as it was kept',
        load: async () => (await import('./store/check.ts')).checkStores(games),
      },
      export: {
        summary: 'results and records as files',
        load: async () => (await import('./store/export.ts')).exportStore,
      },
      info: {
        summary: 'how a farm is: games that wait, workers, the time left',
        load: async () => (await import('./store/info.ts')).infoOfStore,
      },
      merge: {
        summary: 'games of several stores in one',
        load: async () => (await import('./store/merge.ts')).mergeStores,
      },
    },
    async run({ operands: [verb] }) {
      const came = verb === undefined ? 'nothing' : JSON.stringify(verb);
      throw new UsageError(`store: expected check, export, info or merge; got ${came}`);
    },
  });
}
