import { wordFinder } from 'wordhost/boggle';
import { chanceFrom } from '../../host/bots/chance.ts';
import { anyPlay } from '../../host/bots/scrabble/any-play.ts';
import { openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { AnyGame } from '../../host/games/game.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { wordsOf } from '../../host/lexicon/automaton.ts';
import { build } from '../../host/lexicon/build.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { liveClock } from '../../host/match/clock.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { longestPlay } from '../../players/longest/longest-play.ts';
import { expectOk } from '../support/expect-ok.ts';
import { boggleScript } from './boggle-script.ts';
import type { Contest } from './play-pair.ts';
import { racerScript } from './racer-script.ts';
import { rowBunch, rowLexicon, rowMind } from './row-mind.ts';
import { scrabbleScript } from './scrabble-script.ts';
import { solverMind } from './solver-mind.ts';

/** `longest` with all words, against `longest` with so much of them. */
export function longestAgainstLess(share: number): Contest {
  const lexicon = english();
  const less = partOf(lexicon, share);
  return contest(scrabble, lexicon, [
    (chance) => scrabbleScript(longestPlay, lexicon, chanceFrom(chance)),
    (chance) => scrabbleScript(longestPlay, less, chanceFrom(chance)),
  ]);
}

export function randomAgainstItself(): Contest {
  const lexicon = english();
  const one = (chance: string) => scrabbleScript(anyPlay, lexicon, chanceFrom(chance));
  return contest(scrabble, lexicon, [one, one]);
}

/** Each knows another half of the words. */
export function halfAgainstHalf(rules: 'classic' | 'turns'): Contest {
  const lexicon = english();
  const finder = wordFinder(lexicon);
  const knows = (who: string) => (word: string) => isKnown(`${who} ${word}`, 1 / 2);
  return contest(
    boggle,
    lexicon,
    [() => boggleScript(finder, knows('new')), () => boggleScript(finder, knows('old'))],
    { rules },
  );
}

/** In turns: all words, against so much of them. */
export function allAgainstLess(share: number): Contest {
  const lexicon = english();
  const finder = wordFinder(lexicon);
  return contest(
    boggle,
    lexicon,
    [() => boggleScript(finder, () => true), () => boggleScript(finder, (word) => isKnown(word, share))],
    { rules: 'turns' },
  );
}

export function solverAgainstItself(): Contest {
  const lexicon = english();
  const one = (chance: string) => racerScript(solverMind(lexicon, chanceFrom(chance)), liveClock);
  return contest(bananagrams, lexicon, [one, one]);
}

/** Small races between equal players. */
export function rowAgainstRow(): Contest {
  const one = (chance: string) => racerScript(rowMind(openStream(keyOf(chance), 'player')), liveClock);
  return contest(bananagrams, rowLexicon, [one, one], { bunch: rowBunch, hand: 3 });
}

function contest(
  game: AnyGame,
  lexicon: Lexicon,
  scripts: Contest['scripts'],
  options: Readonly<Record<string, unknown>> = {},
): Contest {
  // Nobody runs out of time because the machine is busy.
  const patient = { ...(game.options.timeout && { timeout: seconds(600) }), ...options };
  return { game, lexicon, scripts, options: { ...settleOptions(game.options, []), ...patient } };
}

function english(): Lexicon {
  const read = expectOk(loadLexicon('english'));
  return read.lexicon;
}

/** Always the same words. */
function partOf(lexicon: Lexicon, share: number): Lexicon {
  const built = build([...wordsOf(lexicon)].filter((word) => isKnown(word, share)));
  if (!built.ok) throw new Error('these words cannot be compiled');
  return { ...lexicon, ...built.automaton };
}

const isKnown = (word: string, share: number) => chanceFrom(`known ${word}`)() < share;
