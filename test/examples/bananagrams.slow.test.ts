import { isOtherAwk, players, playWholeGames } from './bananagrams-bots.ts';

playWholeGames(players.filter(isOtherAwk));
