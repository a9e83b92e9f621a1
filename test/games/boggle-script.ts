import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { millis } from '../../host/core/units.ts';
import { readNotice } from '../../host/games/boggle/wire/messages.ts';
import type { Clock } from '../../host/match/clock.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { words } from './boggle-table.ts';
import { keyNumber } from './table.ts';

/**
 * A player of chance, by either rules: it guesses right and wrong, early and late, in pieces and many at once; it
 * passes, is done, leaves, and sometimes breaks the wire. Its chance is a number, so that it does the same again.
 */
export function boggleScript(chance: number, clock: Clock): Script {
  return ({ say, leave }) => {
    let playsAtOnce = false;
    let stream: Stream = openStream(keyNumber(chance), 'player');
    const roll = (below: number): number => {
      let rolled: number;
      [rolled, stream] = draw(stream, below);
      return rolled;
    };
    const oneOf = <Thing>(things: readonly Thing[]): Thing => things[roll(things.length)]!;
    const later = (ms: number, act: () => void) => void clock.alarm(clock.now() + millis(ms), act);

    function inPieces(text: string): void {
      const cut = 1 + roll(text.length - 1);
      say(text.slice(0, cut));
      say(text.slice(cut));
    }

    const guess = () => `guess ${oneOf([...words, ...words, 'ZZ', 'cat', 'C4T'])}\n`;

    function talk(left: number): void {
      const fate = roll(60);
      if (fate === 0) leave(oneOf(['exited', 'closed', 'crashed']));
      else if (fate === 1) say('forfeit\n');
      else if (fate === 2) say(oneOf(['help\n', 'guess\n', 'pass\n', '\n']));
      else if (fate < 8 || left === 0) say('done\n');
      else if (fate < 20) say(guess() + guess() + guess());
      else inPieces(guess());
      if (left > 0) later(1 + roll(80), () => talk(left - 1));
    }

    function answer(k: number): void {
      const fate = roll(30);
      const tag = roll(2) === 0 ? `@${k} ` : '';
      if (fate === 0) leave(oneOf(['exited', 'closed', 'crashed']));
      else if (fate === 1) say(oneOf(['forfeit\n', 'done\n', '@99 pass\n']));
      else if (fate < 4) return;
      else if (fate < 8) later(90 + roll(40), () => say(`@${k} ${guess()}`));
      else if (fate < 11) say(`${tag}pass\n`);
      else inPieces(tag + guess());
    }

    return {
      hear(text) {
        for (const line of text.trimEnd().split('\n')) {
          if (line === 'rules classic') playsAtOnce = true;
          if (line === 'end') say('ready\n');
          const notice = readNotice(line);
          if (notice?.type === 'start' && playsAtOnce) later(1, () => talk(roll(12)));
          if (notice?.type === 'turn') answer(notice.k);
        }
      },
    };
  };
}
