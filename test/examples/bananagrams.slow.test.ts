import { compileExamples, players, playWholeGames } from './bananagrams-bots.ts';
import { isOtherAwk } from './example-bots.ts';

compileExamples();
playWholeGames(players.filter(isOtherAwk));
