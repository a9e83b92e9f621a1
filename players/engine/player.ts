import { playMoves } from 'wordhost/scrabble';
import { run } from '../program/run.ts';
import { openEngine } from './engine-mover.ts';
import { type EngineOptions, help, readOptions } from './options.ts';
import { answerPositions } from './positions.ts';

/** `wordhost player engine`: an engine with a console as a player. */
export async function play(args: readonly string[]): Promise<number> {
  const sit = async ({ name, ...options }: EngineOptions & { readonly name: string }) => {
    if (options.positions) return await answerPositions({ name, ...options });
    await using started = new AsyncDisposableStack();
    return await playMoves((told, choice) => openEngine(started, told, choice, options), { name });
  };
  return await run({ name: 'engine', help, play: sit }, readOptions(args));
}
