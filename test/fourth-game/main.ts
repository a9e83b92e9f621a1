import { gameWords, run } from 'wordhost/command-line';
import { guessingWords } from './guessing-words.ts';

/** The command line with one game more. */
await run({ ...gameWords, guessing: guessingWords });
