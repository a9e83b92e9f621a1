import { guessing } from '../../fourth-game/guessing.ts';
import type { Dice } from '../../fuzz/dice.ts';
import type { GameSubject, Speaker } from './subject.ts';

/** The game that is not in the registry. */
export const guessingSubject: GameSubject = {
  game: guessing,
  lexicon: undefined,
  tables: [{ seats: 2 }, { seats: 3, options: { highest: 20 } }, { seats: 1, options: { highest: 3 } }],
  speaker: (dice: Dice): Speaker => ({
    ready: 'ready\n',
    hears() {},
    says: () => `${1 + dice.roll(20)}\n`,
  }),
};
