import { ruleSets } from '../../games/scrabble/rule-sets.ts';
import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import { readGreeting } from '../../games/scrabble/wire/read-greeting.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import { FollowedGame } from './followed-game.ts';

export interface ToldGame {
  readonly told: Introduction;
  readonly game: FollowedGame;
  readonly lexicon: Lexicon | undefined;
}

/** What the host has told before the game, or why it cannot be played. */
export function followGame(lines: readonly string[]): ToldGame | string {
  const read = readGreeting(lines);
  if (!read.ok) return `the board that it was told: ${read.problem}`;
  const { told } = read;
  const rules = Object.values(ruleSets).find(({ name }) => name === told.rules);
  if (!rules) return `it does not know the rules ${told.rules}, only ${Object.keys(ruleSets).join(', ')}`;
  const loaded = told.dictionary === undefined ? undefined : loadLexicon(told.dictionary);
  if (loaded?.ok === false) return loaded.problem;
  const lexicon: Lexicon | undefined = loaded?.lexicon;
  return { told, game: new FollowedGame(told, rules, lexicon), lexicon };
}
