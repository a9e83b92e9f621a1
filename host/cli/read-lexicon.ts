import { HostFailure, UsageError } from '../core/errors.ts';
import type { AnyGame } from '../games/game.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { loadLexicon } from '../lexicon/load.ts';
import { explainSkipped } from '../lexicon/problem.ts';
import type { WordListSettings } from '../settings/options.ts';
import { printNotes } from './output.ts';

/** Reports skipped lines, unless only results are printed. */
export function lexiconOf({ dictionary, skipsNonWords }: WordListSettings, quiet = false): Lexicon {
  const reading = loadLexicon(dictionary, undefined, { skipsNonWords });
  if (!reading.ok) throw new (reading.byMachine ? HostFailure : UsageError)(reading.problem);
  if (reading.skipped !== undefined && !quiet) printNotes([explainSkipped(dictionary, reading.skipped)]);
  return reading.lexicon;
}

/** `none` means no word list, if the game allows it. */
export function wordsFor(
  game: Pick<AnyGame, 'name' | 'wordless'>,
  settings: WordListSettings,
  quiet = false,
): Lexicon | undefined {
  if (game.wordless === 'always') return undefined;
  if (settings.dictionary !== 'none') return lexiconOf(settings, quiet);
  if (game.wordless) return undefined;
  throw new UsageError(`--dictionary none: ${game.name} requires a word list`);
}
