import { play, type Strategy } from 'wordhost/scrabble';
import type { Reading } from '../program/options.ts';
import { run } from '../program/run.ts';
import { withKnownWords } from './known-words.ts';
import type { PlayerOptions } from './options.ts';

/** The specific part of a Scrabble player. */
interface OwnPart<Options> {
  readonly name: string;
  readonly help: string;
  strategyOf(options: Options): Strategy;
  readonly bestFirst?: boolean;
}

/** A Scrabble player that learns everything from standard input. */
export async function playScrabble<Options extends PlayerOptions>(
  { name, help, strategyOf, bestFirst }: OwnPart<Options>,
  reading: Reading<Options>,
): Promise<number> {
  const program = {
    name,
    help,
    play: (options: Options & { readonly name: string }) =>
      play(withKnownWords(strategyOf(options), options.level, options.seed), { ...options, bestFirst }),
  };
  return await run(program, reading);
}
