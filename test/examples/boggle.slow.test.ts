import t from 'tap';
import { isThere } from '../support/without.ts';
import { boards, compileExamples, play, players, playWholeGames } from './boggle-bots.ts';
import { isOtherAwk, shell } from './example-bots.ts';

compileExamples();
playWholeGames(
  players.filter((player) => !isOtherAwk(player)),
  boards.slice(1),
);
playWholeGames(players.filter(isOtherAwk), boards);

const seats = players.filter(({ tool }) => isThere(tool));
const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
t.test(
  'all sit at one table, and who plays along with half of the words has nothing for itself',
  {
    skip: nobody,
  },
  async (t) => {
    const table = [...seats.map(shell), 'wordhost player boggle --level half'];
    const { result } = await play(t, table, ['--width', '6', '--height', '5']);
    t.equal(result.players.at(-1)?.score, 0);
  },
);
