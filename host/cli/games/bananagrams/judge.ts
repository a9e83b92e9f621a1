import { UsageError } from '../../../core/errors.ts';
import { judgeAlone } from '../../../games/bananagrams/judge.ts';
import { readGrid } from '../../../games/bananagrams/wire/messages.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import { dictionaryOptions, fieldsOf } from '../../../settings/options.ts';
import { type Call, commandOf } from '../../command.ts';
import { printJson, printLines } from '../../output.ts';
import { lexiconOf } from '../../read-lexicon.ts';

const options = {
  tiles: {
    kind: 'text',
    default: undefined,
    value: 'LETTERS',
    help: 'tiles of the player; the grid must use each of them once',
  },
  ...dictionaryOptions,
  json: { kind: 'flag', default: false, help: 'print the verdict as one JSON object' },
} as const;

/** A grid, judged like a peel. */
export const judgeBananagrams = commandOf({
  summary: 'Judges a grid like a peel: tiles, connection, and words.',
  operands: {
    form: '[--tiles LETTERS] GRID',
    min: 1,
    max: 1,
    expected: 'one grid: wordhost judge bananagrams --tiles AEEHRTTYA 003005..AHERA.TT.YE..',
  },
  options,
  examples: [
    [
      'wordhost judge bananagrams --tiles AEEHRTTYA 003005..AHERA.TT.YE..',
      'judge a grid as in a peel: width, height, cells',
    ],
    ['wordhost judge bananagrams 003003ANDN..T..', 'judge a grid of any letters'],
    ['wordhost judge bananagrams p007003003ANDN..T..', 'judge a complete peel message'],
  ],
  notes: 'Exit status: 0 legal, 1 illegal.',
  run: async (call) => judgeGridOf(call),
});

/** The beginning of a peel before its grid, with a number or without one. The grid begins with six digits. */
const PEEL = /^p(\d{3})?(?=\d{6})/;

function judgeGridOf({ operands, options: settled }: Call<typeof options>): number {
  const text = operands[0]!;
  const tiles = settled.tiles?.toUpperCase();
  if (tiles !== undefined && !/^[A-Z]*$/.test(tiles))
    throw new UsageError(`--tiles: expected letters A to Z; got ${JSON.stringify(settled.tiles)}`);
  const reading = readGrid(text.trim().replace(PEEL, ''));
  if (!reading.ok)
    throw new UsageError(`${JSON.stringify(text.slice(0, 40))} is not a valid grid: ${reading.problem}`);
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settled));
  const verdict = judgeAlone(reading.grid, tiles, lexicon);
  if (settled.json) printJson(verdict);
  else
    printLines([
      verdict.legal ? 'legal' : `not legal (${verdict.rule}): ${verdict.detail}${why(verdict, lexicon)}`,
    ]);
  return verdict.legal ? 0 : 1;
}

function why({ rule }: { readonly rule: string }, lexicon: Lexicon): string {
  return rule === 'word' ? `: ${notInList(lexicon)}` : '';
}
