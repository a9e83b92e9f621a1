import { join } from 'node:path';
import { type Command, type GameWords, UsageError } from 'wordhost/command-line';
import { answerTo, guessing } from './guessing.ts';
import { guessingSteps } from './guessing-check.ts';

const bots = join(import.meta.dirname, 'bots');
const bot = `exec '${process.execPath}' '${join(bots, 'javascript', 'bot.mjs')}'`;

/** All that the command line knows of the game. */
export const guessingWords = {
  title: 'Guessing',
  summary: 'guess a number, in turns',
  help: {
    summary: 'Plays a guessing game: who hits the number that was thought of has won.',
    examples: [['wordhost guessing ./a ./b', 'one game']],
    notes: 'Each PLAYER is a command for the shell.',
  },
  game: async () => guessing,
  judge: {
    example: ['wordhost judge guessing 50 42', 'what a guess is answered with'],
    load: async () => judgeGuessing,
  },
  check: async () => guessingSteps,
  demo: {
    players: [
      { name: 'Ada', command: bot },
      { name: 'Ben', command: bot },
    ],
    next: 'wordhost guessing ./mine',
  },
  templates: {
    folder: bots,
    languages: { javascript: { files: ['bot.mjs'], run: 'node bot.mjs', needs: 'Node' } },
  },
} as const satisfies GameWords;

const judgeGuessing: Command = {
  summary: 'Judges a guess: is the number higher or lower?',
  operands: { form: 'NUMBER GUESS', min: 2, max: 2, expected: 'two numbers' },
  options: {},
  examples: [['wordhost judge guessing 50 42', 'the number is 50, the guess 42']],
  async run({ operands }) {
    const [number, guess] = operands.map(Number);
    if (!Number.isInteger(number) || !Number.isInteger(guess))
      throw new UsageError(`judge guessing: expected two numbers; got ${operands.join(' ') || 'nothing'}`);
    const answer = answerTo(number!, guess!);
    process.stdout.write(`${answer}\n`);
    return answer === 'right' ? 0 : 1;
  },
};
