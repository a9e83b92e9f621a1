import { HostFailure } from '../core/host-failure.ts';
import { UsageError } from '../core/usage-error.ts';
import type { AnyGame } from '../games/game.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { loadLexicon } from '../lexicon/load.ts';

export function lexiconOf(nameOrFile: string): Lexicon {
  const reading = loadLexicon(nameOrFile);
  if (!reading.ok) throw new (reading.byMachine ? HostFailure : UsageError)(reading.problem);
  return reading.lexicon;
}

/** `none` is no word list, where the game allows it. */
export function wordsFor(game: Pick<AnyGame, 'name' | 'wordless'>, nameOrFile: string): Lexicon | undefined {
  if (nameOrFile !== 'none') return lexiconOf(nameOrFile);
  if (game.wordless) return undefined;
  throw new UsageError(`--dictionary none: ${game.name} cannot be played without a word list`);
}
