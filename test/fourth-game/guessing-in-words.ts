import type { InWords, Panel, Picture } from 'wordhost/games';
import type { GuessingEvent } from './guessing.ts';

export const guessingInWords: InWords<GuessingEvent> = {
  figures: { guesses: 'guesses' },
  reasons: { guessed: 'the number was guessed' },
  describe(event) {
    switch (event.type) {
      case 'range':
        return `a number from 1 to ${event.highest} is thought of`;
      case 'guess':
        return `guesses ${event.number}: ${event.answer}`;
      default:
        return event satisfies never;
    }
  },
};

/** Where the number still can be, as a line of 40 places. */
export function guessingPicture(): Picture<GuessingEvent> {
  const last: GuessingEvent[] = [];
  let [low, high, highest] = [1, 1, 1];
  const panel = (): Panel => {
    const place = (number: number) => Math.floor(((number - 1) * 39) / Math.max(1, highest - 1));
    const row = Array.from({ length: 40 }, (_, index) =>
      index < place(low) || index > place(high) ? 'X' : '?',
    ).join('');
    const list = last.map((event) => guessingInWords.describe(event)!).reverse();
    return { seat: undefined, caption: `from ${low} to ${high}`, rows: [row], list };
  };
  return {
    take(event) {
      if (event.type === 'range') [low, high, highest] = [1, event.highest, event.highest];
      if (event.type !== 'guess') return undefined;
      const { number, answer } = event;
      if (answer !== 'lower') low = Math.max(low, answer === 'right' ? number : number + 1);
      if (answer !== 'higher') high = Math.min(high, answer === 'right' ? number : number - 1);
      last.push(event);
      return panel();
    },
    panels: () => [panel()],
  };
}
