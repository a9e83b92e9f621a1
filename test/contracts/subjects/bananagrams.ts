import { seconds } from '../../../host/core/units.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import type { State } from '../../../host/games/bananagrams/rules/state.ts';
import { lettersOf } from '../../../host/games/bananagrams/tiles.ts';
import type { Dice } from '../../fuzz/dice.ts';
import { inOrder, row } from '../../games/drawings.ts';
import { abc } from '../../games/table.ts';
import type { GameSubject, Speaker } from './subject.ts';

const bunch = { A: 14, B: 6, C: 4 };

/** All letters that are in order are a word: so each hand has a grid. */
export const bananagramsSubject: GameSubject = {
  game: bananagrams,
  lexicon: abc,
  tables: [
    { seats: 2, options: { bunch, hand: 2 } },
    { seats: 3, options: { bunch, hand: 3, 'photo-finish': seconds(0.01), 'last-player': 'continue' } },
    { seats: 1, options: { bunch, hand: 4, stall: 0 } },
    { seats: 2, options: { bunch, hand: 3, 'offender-tiles': 'remove', 'max-late': 1024 } },
  ],
  speaker,
  tilesIn: ({ bunch, players }: State) =>
    players.reduce((sum, { tiles }) => sum + lettersOf(tiles).length, bunch.left),
};

function speaker(dice: Dice): Speaker {
  const isNumbered = dice.roll(2) === 0;
  let hand = '';
  let last = 0;
  const peel = (letters: string) => {
    const number = last + (dice.roll(8) === 0 ? dice.roll(2) : 1);
    return `p${isNumbered ? String(number % 1000).padStart(3, '0') : ''}${row(letters || 'A')}`;
  };
  return {
    ready: isNumbered ? 'n' : 'r',
    hears(text) {
      const number = /^[+=](\d{3})/.exec(text)?.[1];
      if (number !== undefined) last = Number(number);
      hand += text.replace(/[^A-Z]/g, '');
    },
    says() {
      const fate = dice.roll(30);
      if (fate === 0) return peel([...hand].reverse().join(''));
      if (fate < 6 && hand !== '') {
        const letter = dice.oneOf([...hand]);
        hand = hand.replace(letter, '');
        return `d${letter}`;
      }
      return peel(inOrder(fate < 9 ? hand.slice(1) : hand));
    },
  };
}
