import { run } from '../../host/cli/cli.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { guessingWords } from './guessing-words.ts';

/** The command line with one game more. */
await run(process.argv.slice(2), { ...gameWords, guessing: guessingWords });
