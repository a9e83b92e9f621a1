import { scrabble } from '../../games/scrabble/scrabble.ts';
import { gameCommand } from '../game-command.ts';

export const scrabbleCommand = gameCommand(scrabble, {
  summary: 'Plays Scrabble: in turns, on boards that are programs, under three sets of rules.',
  examples: [
    ['wordhost scrabble "python3 bot.py" "wordhost player longest"', 'one game, by tournament rules'],
    ['wordhost scrabble --rules course --board infinite --timeout 2s ./a ./b', 'as the course plays it'],
    ['wordhost scrabble --board hole.json --tiles english:3 ./a ./b', 'a board of your own, 300 tiles'],
    ['wordhost scrabble --games 100 --require "games.1>=55%" ./new ./old', 'for CI: is the new one better?'],
  ],
  notes:
    'Each PLAYER is a command for the shell; it reads lines from standard input and writes lines to standard output.',
});
