import type { FieldsOf, SettingTable } from './fields.ts';

/** Which words count. */
export const dictionaryOptions = {
  dictionary: {
    kind: 'text',
    default: 'english',
    names: ['english', 'odd'],
    value: 'NAME|FILE',
    sets: 'dictionary',
    help: 'word list: `english`, `odd` (its words with an odd number of letters), or a file with one word a line',
    everyday: true,
  },
  'skip-non-words': {
    kind: 'flag',
    default: false,
    sets: 'skipsNonWords',
    help: 'lines of the word list that are no words are left out; a note says how many, and shows the first',
  },
} as const satisfies SettingTable;

export type WordListSettings = FieldsOf<typeof dictionaryOptions>;
