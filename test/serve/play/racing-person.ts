import { solvingWith } from '../../../host/bots/bananagrams/strategies.ts';
import { chanceFrom } from '../../../host/bots/chance.ts';
import type { RaceHand } from '../../../host/games/bananagrams/tile-grid.ts';
import { gridText } from '../../../host/serve/bananagrams/page/race.ts';
import { english } from './served-play.ts';

type RaceMove =
  | { readonly peel: { readonly number: number; readonly grid: string } }
  | { readonly dump: string };

/** A person that always finds a grid for its letters, or a letter to dump. */
export function solver(): (hand: Pick<RaceHand, 'letters' | 'number'>) => RaceMove {
  const answerTo = solvingWith(15)({ lexicon: english(), chance: chanceFrom('1') });
  let known = '';
  return ({ letters, number }) => {
    let drew = [...known].reduce((left, letter) => left.replace(letter, ''), letters);
    known = letters;
    for (;;) {
      const answer = answerTo({ letters, drew, refused: 0 });
      drew = '';
      if (answer && 'peel' in answer) return { peel: { number, grid: gridText(answer.peel) } };
      if (answer && 'dump' in answer) {
        known = known.replace(answer.dump, '');
        return answer;
      }
    }
  };
}
