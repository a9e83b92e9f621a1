import type { ProgramInput, SeatProgram } from '../../seats/remote/program-seats.ts';
import { toldAgain } from './assistant.ts';
import { playAt } from './play.ts';
import { solvingWith, unhurried } from './strategies.ts';

/** Bots that need no process, from the weakest to the strongest: milliseconds for a tile, and the longest word. */
const levels = {
  beginner: { msPerTile: 20_000, longest: 4 },
  easy: { msPerTile: 12_000, longest: 4 },
  medium: { msPerTile: 7000, longest: 5 },
  hard: { msPerTile: 4000, longest: 6 },
  best: { msPerTile: 2000, longest: 8 },
} as const;

export const builtInBots = Object.keys(levels) as (keyof typeof levels)[];

/** `past` are its messages before a restart, without its ready. */
export function builtInBot(name: keyof typeof levels, past: readonly string[]): SeatProgram {
  const { msPerTile, longest } = levels[name];
  const isResumed = past.length > 0;
  const strategy = unhurried(solvingWith(longest), msPerTile, { isResumed });
  return async ({ lexicon, seed }, { input, send }) => {
    if (!lexicon) return 'the game has no word list';
    const place = { input: isResumed ? inputAfter(past.join(''), input) : input, send };
    await playAt(place, strategy, { lexicon, seed: String(seed) });
    return undefined;
  };
}

/** A player that starts again hears of its past by its hand, once the past is told up to its last answer. */
function inputAfter(past: string, input: ProgramInput): ProgramInput {
  const messages = past.match(/[dp]/g)?.length ?? 0;
  let told = '';
  let isPast = true;
  return {
    listen(hear, ended) {
      const hearPast = (text: string) => {
        if (!isPast) return hear(text);
        told += text;
        if ((told.match(/[+-]|d/g)?.length ?? 0) < messages) return;
        isPast = false;
        hear(toldAgain(told, past));
      };
      input.listen(hearPast, ended);
    },
  };
}
