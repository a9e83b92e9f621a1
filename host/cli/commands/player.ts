import { commandOf } from '../command.ts';
import { playAs, playerNames } from '../process/player-process.ts';

/** The built-in players: programs on the other side of the pipe. A process that is called for one comes by `runPlayer` instead. */
export const player = commandOf({
  summary: 'Starts a built-in player, which speaks the protocol on its standard input and output.',
  operands: {
    form: 'NAME [options]',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    expected: 'a player',
    choices: [playerNames],
  },
  options: {},
  examples: [],
  passesOn: true,
  run: async ({ operands }) => await playAs(operands),
});
