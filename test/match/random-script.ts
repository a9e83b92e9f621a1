import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { inOrder, row } from '../games/drawings.ts';
import { keyNumber } from '../games/table.ts';

/**
 * A player of chance: whatever it is told, it says something: a peel that is mostly right, a dump, half a message.
 * Its own chance is a number, so that it does the same again in the same game.
 */
export function randomScript(chance: number): Script {
  return ({ say, leave }) => {
    let stream: Stream = openStream(keyNumber(chance), 'player');
    const roll = (below: number): number => {
      let rolled: number;
      [rolled, stream] = draw(stream, below);
      return rolled;
    };
    const numbered = roll(2) === 0;
    let hand = '';
    let last = 0;
    let unanswered = 0;

    function peel(): string {
      const number = String((last + 1) % 1000).padStart(3, '0');
      return `p${numbered ? number : ''}${row(inOrder(hand) || 'A')}`;
    }

    function inPieces(message: string): void {
      const cut = 1 + roll(message.length - 1);
      say(message.slice(0, cut));
      say(message.slice(cut));
    }

    function act(): void {
      const fate = roll(100);
      if (fate < 2) leave(fate === 0 ? 'crashed' : 'exited');
      else if (fate < 4) say('!');
      else if (fate < 6) say(`p${numbered ? '900' : ''}${row('BA')}`);
      else if (fate < 20 && hand !== '' && unanswered < 2) {
        const letter = hand[roll(hand.length)]!;
        hand = hand.replace(letter, '');
        unanswered++;
        say(`d${letter}`);
      } else if (fate < 40) inPieces(peel());
      else if (fate < 45) say(peel() + peel());
      else if (!numbered || unanswered === 0) say(peel());
    }

    say(numbered ? 'n' : 'r');
    return {
      hear(text) {
        const number = /^[+=](\d{3})/.exec(text)?.[1];
        if (number !== undefined) last = Number(number);
        const letters = text.replace(/[^A-Z]/g, '');
        if (text.startsWith('d') || (!numbered && letters.length === 3))
          unanswered = Math.max(0, unanswered - 1);
        hand += letters;
        act();
      },
    };
  };
}
