import { wordsOf } from '../../host/lexicon/automaton.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { wordsOfScene } from '../../host/tools/check/scene.ts';
import { expectOk } from '../support/expect-ok.ts';

/** Enough to lay something with every hand of the scenes, and few enough for a bot that tries them all. */
const words = `
  AD AG AN AS AT DA DO EN ER ES ET GO IN IS IT NE NO OD ON OS RE SO TA TE TI TO ACT AND ATE CAT COT DOG EAT GOD NIT
  OAT RAT SEA TAG TAR TEA TEN TIN ACTS CAGE CATS COAT COTS DATA DOGS EATS GODS NOTE OATS REST RING SEAT STAG TEAS
  TOAD TONE CASTE CASTER CATERS COATS HOUSE NOTES OATEN RINGS STING STONE TOADS TONES CASTERS RESTING STINGER`;

export const smallWords = wordsOfScene(words.trim().split(/\s+/));

/** English words of four letters at most: for bots that must get rid of any letters. */
function shortWords(): string {
  const english = expectOk(loadLexicon('english'));
  return wordsOfScene([...wordsOf(english.lexicon)].filter(({ length }) => length <= 4)).path;
}

/** A list for a check by the command line: each step starts the bot again, which reads the list and tries its words. */
export function listToCheckWith(game: string): string {
  return game === 'bananagrams' ? shortWords() : smallWords.path;
}
