import t from 'tap';
import { isThere } from '../support/without.ts';
import { isOtherAwk } from './example-bots.ts';
import { board, compileExamples, play, players, playWholeGames, variants } from './scrabble-bots.ts';

compileExamples();
playWholeGames(
  players.filter((player) => !isOtherAwk(player)),
  variants.slice(1),
);
playWholeGames(players.filter(isOtherAwk), variants.slice(0, 1));

const seats = players.filter(({ tool }) => isThere(tool));
const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
t.test('all sit at one table, where a square counts vowels', { skip: nobody }, async (t) => {
  const told = await play(t, seats, ['--board', board('vowels'), '--tiles', 'english:2']);
  for (const [index, { endless }] of seats.entries())
    if (endless === 'plays') t.ok(told[index]?.scored, `${seats[index]?.name} has points`);
});
