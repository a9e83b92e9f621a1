import { readFileSync } from 'node:fs';
import {
  type ModelPlayerOptions,
  playBananagrams,
  playBoggle,
  playScrabble,
  promptOf,
} from 'wordhost/models';
import { run } from '../program/run.ts';
import { help, type ModelPlayer, readOptions } from './options.ts';

/** `wordhost player model`. */
export async function play(args: readonly string[]): Promise<number> {
  return await run({ name: 'model', help, play: sit }, readOptions(args));
}

const LONGEST_PROMPT = 1024 * 1024;

async function sit(options: ModelPlayer & { readonly name: string }): Promise<number> {
  const { url, model, keyVariable, promptFile, name } = options;
  const fail = (problem: string) => {
    process.stderr.write(`${name}: ${problem}\n`);
    return 2;
  };
  let prompt: string | undefined;
  try {
    prompt = promptFile && readFileSync(promptFile, 'utf8').slice(0, LONGEST_PROMPT);
  } catch (error) {
    return fail(`--prompt: ${(error as Error).message}`);
  }
  if (options.printsPrompt) {
    const printed = promptOf(options.position, { ...options, prompt });
    if (typeof printed === 'string') return fail(`--position: ${printed}`);
    process.stdout.write(`${printed.messages.join('\n\n')}\n`);
    return 0;
  }
  const key = process.env[keyVariable] || undefined;
  // What this process starts or prints never has the key.
  delete process.env[keyVariable];
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    return fail(`the variable ${keyVariable} has characters that a header cannot have`);
  return await playHere({ ...options, url: url!, model: model!, key, prompt });
}

const games: Readonly<Record<string, (options: ModelPlayerOptions) => Promise<number>>> = {
  bananagrams: playBananagrams,
  boggle: playBoggle,
  scrabble: playScrabble,
};

/** Plays the game that the host names. */
async function playHere(options: ModelPlayerOptions): Promise<number> {
  const game = process.env.WORDHOST_GAME_NAME || 'scrabble';
  const play = Object.hasOwn(games, game) ? games[game] : undefined;
  if (play) return await play(options);
  process.stderr.write(`${options.name}: expected a game of ${Object.keys(games).join(', ')}\n`);
  return 2;
}
