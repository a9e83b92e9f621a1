import type { Readable } from 'node:stream';
import { type Lexicon, loadLexicon } from 'wordhost/lexicon';
import { BestPlays, type JudgingTerms, readGreeting, ruleSets } from 'wordhost/scrabble';
import { chanceFrom } from '../program/chance.ts';
import { Inbox } from '../program/inbox.ts';
import { LineReader, linesOfGreeting } from '../program/lines.ts';
import { FollowedGame } from './followed-game.ts';
import { withKnownWords } from './known-words.ts';
import type { PlayerOptions } from './options.ts';
import { Seat } from './seat.ts';
import type { Strategy } from './strategy.ts';

export interface Place {
  readonly input: Readable;
  readonly send: (text: string) => void;
}

/** How plays are looked for in a game. */
export type FindPlays = (terms: JudgingTerms, lexicon: Lexicon | undefined) => BestPlays;

/** From the first line of the host to the last. Returns a sentence if it cannot play. */
export async function sitDown(
  { input, send }: Place,
  strategy: Strategy,
  { pauseMs, seed, level }: PlayerOptions,
  find: FindPlays = (terms) => new BestPlays(terms, undefined),
): Promise<string | undefined> {
  const inbox = new Inbox(input, new LineReader(), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const followed = gameOf(lines);
  if (typeof followed === 'string') return followed;
  const { game, lexicon } = followed;
  const known = withKnownWords(strategy, level, seed);
  const plays = find(game.terms, lexicon);
  await new Seat({ inbox, send, game, strategy: known, plays, pauseMs, chance: chanceFrom(seed) }).play();
  return undefined;
}

function gameOf(
  lines: readonly string[],
): { readonly game: FollowedGame; readonly lexicon: Lexicon | undefined } | string {
  const read = readGreeting(lines);
  if (!read.ok) return `the board that it was told: ${read.problem}`;
  const { told } = read;
  const rules = Object.values(ruleSets).find(({ name }) => name === told.rules);
  if (!rules) return `it does not know the rules ${told.rules}, only ${Object.keys(ruleSets).join(', ')}`;
  const loaded = told.dictionary === undefined ? undefined : loadLexicon(told.dictionary);
  if (loaded?.ok === false) return loaded.problem;
  const lexicon: Lexicon | undefined = loaded?.lexicon;
  return { game: new FollowedGame(told, rules, lexicon), lexicon };
}
