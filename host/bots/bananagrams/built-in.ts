import type { ProgramInput, SeatProgram } from '../../seats/remote/program-seats.ts';
import type { Strength } from '../strengths.ts';
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
} as const satisfies Readonly<Record<Strength, object>>;

/** `past` are its texts before a restart, and when it has been told again what it was told. */
export function builtInBot(
  name: Strength,
  { said, told }: { readonly said: readonly string[]; readonly told: Promise<void> },
): SeatProgram {
  const { msPerTile, longest } = levels[name];
  const isResumed = said.length > 1;
  const strategy = unhurried(solvingWith(longest), msPerTile, { isResumed });
  return async ({ lexicon, seed }, { input, send }) => {
    if (!lexicon) return 'the game has no word list';
    const place = { input: isResumed ? inputAfter(told, said.join(''), input) : input, send };
    await playAt(place, strategy, { lexicon, seed: String(seed) });
    return undefined;
  };
}

/** A player that starts again hears of its past by its hand. */
function inputAfter(told: Promise<void>, said: string, input: ProgramInput): ProgramInput {
  return {
    listen(hear, ended) {
      let past = '';
      let isPast = true;
      input.listen((text) => {
        if (isPast) past += text;
        else hear(text);
      }, ended);
      void told.then(() => {
        isPast = false;
        hear(toldAgain(past, said));
      });
    },
  };
}
