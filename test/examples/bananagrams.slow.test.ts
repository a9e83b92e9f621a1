import { compileExamples, isOtherAwk, players, playWholeGames } from './bananagrams-bots.ts';

compileExamples();
playWholeGames(players.filter(isOtherAwk));
