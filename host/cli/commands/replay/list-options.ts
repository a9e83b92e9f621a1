import type { OptionTable } from '../../../games/kit/option.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';

/** The word list of a recorded game, where none with its hash has been compiled here. */
export function listOptions(when: string) {
  return {
    dictionary: {
      kind: 'text',
      default: undefined as string | undefined,
      value: 'NAME|FILE',
      help: `${when}: word list of that game, if none with its hash has been compiled here`,
    },
    'skip-non-words': {
      ...dictionaryOptions['skip-non-words'],
      help: 'with --dictionary: lines of it that are no words are left out, if they were in that game',
    },
  } as const satisfies OptionTable;
}
