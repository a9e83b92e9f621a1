import { bananagrams } from '../../games/bananagrams/bananagrams.ts';
import { gameCommand } from '../game-command.ts';

export const bananagramsCommand = gameCommand(bananagrams, {
  summary: 'Plays Bananagrams: a race between programs that lay all their tiles as words that cross.',
  examples: [
    ['wordhost "ruby player.rb" "./player --fast"', 'one game'],
    [
      'wordhost bananagrams --games 100 --require "games.1>=55%" ./new ./old',
      'for CI: is the new one better?',
    ],
    ['wordhost bananagrams --record games --seed 42 ./a ./b', 'to replay and verify'],
    ['wordhost bananagrams --trace --lenient ./mine "wordhost player bananagrams"', 'see what is said'],
  ],
  notes: 'Each PLAYER is a command for the shell; it reads standard input and writes standard output.',
});
