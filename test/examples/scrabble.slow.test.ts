import t from 'tap';
import { isThere } from '../support/without.ts';
import {
  board,
  compileExamples,
  isOtherAwk,
  play,
  players,
  playWholeGames,
  tables,
} from './scrabble-bots.ts';

compileExamples();
playWholeGames(
  players.filter((player) => !isOtherAwk(player)),
  tables.slice(1),
);
playWholeGames(players.filter(isOtherAwk), tables.slice(0, 1));

const seats = players.filter(({ tool }) => isThere(tool));
const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
t.test('all sit at one table, where a square counts vowels', { skip: nobody }, async (t) => {
  const told = await play(t, seats, ['--board', board('vowels'), '--tiles', 'english:2']);
  for (const [index, { endless }] of seats.entries())
    if (endless === 'plays') t.ok(told[index]?.scored, `${seats[index]?.name} has points`);
});
