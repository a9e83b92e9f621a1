import { pointsOf } from '../../games/boggle/judge.ts';
import type { SeatProgram } from '../../seats/remote/program-seats.ts';
import type { Strength } from '../strengths.ts';
import { type Strategy, sitDown } from './play.ts';

/** Bots that need no process, from the weakest to the strongest: the share of words that each knows, and the longest. */
const levels = {
  beginner: { knows: 1 / 8, longest: 4 },
  easy: { knows: 1 / 8, longest: 5 },
  medium: { knows: 1 / 4, longest: 6 },
  hard: { knows: 1 / 2, longest: 7 },
  best: { knows: 1, longest: Number.POSITIVE_INFINITY },
} as const satisfies Readonly<Record<Strength, object>>;

/** `past` are its answers before a restart, without its ready. */
export function builtInBot(name: Strength, past: readonly string[]): SeatProgram {
  return async ({ lexicon, seed }, place) =>
    await sitDown({ ...place, lexicon, past: past.length }, strategyOf(name), {
      pauseMs: 0,
      seed: String(seed),
    });
}

function strategyOf(name: Strength): Strategy {
  const { knows, longest } = levels[name];
  return ({ words, chance }) =>
    words
      .filter((word) => pointsOf(word) > 0 && word.length <= longest && chance() < knows)
      .sort((one, other) => other.length - one.length);
}
