import { keyOf } from '../../../core/seed.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { OptionValues } from '../../../games/kit/option.ts';
import { wantsSeed } from '../../../games/scrabble/board/random-board.ts';
import type { PositionTerms } from '../../../games/scrabble/judge-position.ts';
import { scrabbleOptions } from '../../../games/scrabble/options.ts';
import { termsOf } from '../../../games/scrabble/rules/terms.ts';
import { scrabble } from '../../../games/scrabble/scrabble.ts';
import { dictionaryOptions } from '../../../settings/dictionary-options.ts';
import { fieldsOf } from '../../../settings/fields.ts';
import { settleOptions } from '../../../settings/settle-options.ts';
import type { Call } from '../../command.ts';
import { wordsFor } from '../../read-lexicon.ts';

const { rules, board, tiles, handsize } = scrabbleOptions;

/** What a position is looked at by, with nobody playing. */
export const positionOptions = { rules, board, tiles, handsize, ...dictionaryOptions } as const;

export function positionTerms(
  settled: OptionValues<typeof positionOptions>,
  said: Call['said'],
): PositionTerms {
  const wanted = settled.board && wantsSeed(settled.board.text);
  if (wanted !== undefined) throw new UsageError(`--board ${settled.board!.text}: ${wanted}`);
  const own = settleOptions(scrabbleOptions, []);
  const lexicon = wordsFor(scrabble, fieldsOf(dictionaryOptions, settled));
  const chance = { key: keyOf(''), keyOf };
  const { rules, board, tiles, handsize } = settled;
  const options = { ...own, rules, board, tiles, handsize };
  const asked = { board: said('board') !== undefined, tiles: said('tiles') !== undefined };
  return { ...termsOf({ options, lexicon, names: [], ...chance }), asked };
}
