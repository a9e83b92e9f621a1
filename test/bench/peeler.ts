import type { Script } from '../../host/seats/scripted/scripted-seats.ts';

/** Peels whenever it is given a letter. In every tenth game it leaves, in another it offends, in every third it dumps. */
export function peeler(dialect: 'n' | 'r', chance: number): Script {
  return ({ say, leave }) => {
    let tiles = 0;
    let number = 0;
    let heard = 0;
    say(dialect);
    const grid = () => `${String(tiles).padStart(3, '0')}001${'A'.repeat(tiles)}`;
    return {
      hear(text) {
        number = Number(/^[+=](\d{3})/.exec(text)?.[1] ?? number);
        tiles += text.replace(/[^A]/g, '').length;
        heard++;
        if (text.startsWith('-')) return;
        if (chance % 10 === 0 && heard > 3) leave('crashed');
        else if (chance % 10 === 1 && heard > 4) say('!');
        else if (chance % 3 === 0 && heard === 2) {
          tiles--;
          say('dA');
        } else say(`p${dialect === 'n' ? String(number + 1).padStart(3, '0') : ''}${grid()}`);
      },
    };
  };
}
