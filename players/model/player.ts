import { readFileSync } from 'node:fs';
import { bananagrams, boggle, type ModelPlayerOptions, scrabble } from 'wordhost/models';
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
  if (options.printed !== undefined) {
    const [game, ...words] = options.printed.split(' ').filter(Boolean);
    const messages = gameNamed(game)?.promptOf(words, { ...options, prompt }, options.position);
    if (!messages) return fail(`--print-prompt: expected ${NAMES}`);
    if (typeof messages === 'string') return fail(messages);
    process.stdout.write(`${messages.join('\n\n')}\n`);
    return 0;
  }
  const key = process.env[keyVariable] || undefined;
  // What this process starts or prints never has the key.
  delete process.env[keyVariable];
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    return fail(`the variable ${keyVariable} has characters that a header cannot have`);
  return await playHere({ ...options, url: url!, model: model!, key, prompt });
}

const games = { bananagrams, boggle, scrabble } as const;
const NAMES = `a game of ${Object.keys(games).join(', ')}`;

function gameNamed(name = 'scrabble') {
  return Object.hasOwn(games, name) ? games[name as keyof typeof games] : undefined;
}

/** Plays the game that the host names. */
async function playHere(options: ModelPlayerOptions): Promise<number> {
  const game = gameNamed(process.env.WORDHOST_GAME_NAME || undefined);
  if (game) return await game.playByModel(options);
  process.stderr.write(`${options.name}: expected ${NAMES}\n`);
  return 2;
}
