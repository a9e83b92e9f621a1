import { seconds } from '../../../host/core/units.ts';
import { boggle } from '../../../host/games/boggle/boggle.ts';
import { readNotice } from '../../../host/games/boggle/wire/read-notice.ts';
import type { Dice } from '../../fuzz/dice.ts';
import { boardFrom, small, words } from '../../games/boggle-table.ts';
import { lexiconWith } from '../../games/table.ts';
import type { GameSubject, Speaker } from './subject.ts';

const board = boardFrom(small);
const shared = { board, timeout: seconds(20), 'max-late': 256 };
const inTurns = { ...shared, rules: 'turns', turns: 12 };

export const boggleSubject: GameSubject = {
  game: boggle,
  lexicon: lexiconWith(words),
  tables: [
    { seats: 3, options: { ...shared, time: seconds(100) } },
    { seats: 1, options: shared },
    { seats: 2, options: inTurns },
    { seats: 2, options: { ...inTurns, 'last-player': 'continue', 'turn-cpu': seconds(5) } },
  ],
  speaker,
};

function speaker(dice: Dice): Speaker {
  let isInTurns = false;
  let turn = 0;
  return {
    ready: 'ready\n',
    hears(text) {
      for (const line of text.split('\n')) {
        if (line === 'rules turns') isInTurns = true;
        const notice = readNotice(line);
        if (notice?.type === 'turn') turn = notice.k;
      }
    },
    says() {
      const fate = dice.roll(40);
      const tag = isInTurns && dice.roll(2) === 0 ? `@${turn} ` : '';
      if (fate === 0) return `${tag}forfeit\n`;
      if (fate < 3) return isInTurns ? `${tag}pass\n` : 'done\n';
      return `${tag}guess ${dice.oneOf([...words, 'XQ', 'cat'])}\n`;
    },
  };
}
