import { asProgram } from 'wordhost/terminal';
import { run } from '../program/run.ts';
import { type HumanOptions, help, readOptions } from './options.ts';
import { sitDown } from './sit-down.ts';

/** `wordhost player human`: a person at a terminal. */
export async function play(args: readonly string[]): Promise<number> {
  const place = { input: process.stdin, send: (text: string) => process.stdout.write(text) };
  const sit = async ({ name, ...options }: HumanOptions & { readonly name: string }) =>
    await asProgram({ name }, () => sitDown(place, options, process.env));
  return await run({ name: 'human', help, play: sit }, readOptions(args));
}
