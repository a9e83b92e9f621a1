import { playMoves } from 'wordhost/scrabble';
import { run } from '../program/run.ts';
import { help, readOptions, type WebBotOptions } from './options.ts';
import { openWebBot } from './web-mover.ts';

/** `wordhost player merknera`: a bot that is a web server, at the table of a host. */
export async function play(args: readonly string[]): Promise<number> {
  const sit = async ({ name, ...options }: WebBotOptions & { readonly name: string }) =>
    await playMoves((told, choice) => openWebBot(told, choice, options), { name });
  return await run({ name: 'merknera', help, play: sit }, readOptions(args));
}
