import { chanceFrom } from 'wordhost/games';
import { judgePlay, type Strategy } from 'wordhost/scrabble';
import { type LevelName, shareKnown } from '../program/levels.ts';

/** Hides plays whose longest word the player does not know. A seed fixes the known words. */
export function withKnownWords(strategy: Strategy, level: LevelName, seed: string): Strategy {
  if (level === 'all') return strategy;
  const isKnown = (word: string) => chanceFrom(`${seed} ${word}`)() < shareKnown[level];
  return (choice) => {
    const { terms, position, held } = choice;
    const chooser = strategy(choice);
    return {
      look(found) {
        const judgement = judgePlay(terms, position, held, found.placements());
        const word = judgement.legal ? judgement.words[0]?.letters : undefined;
        if (word !== undefined && isKnown(word)) chooser.look(found);
      },
      get least() {
        return chooser.least ?? Number.NEGATIVE_INFINITY;
      },
      chosen: () => chooser.chosen(),
    };
  };
}
