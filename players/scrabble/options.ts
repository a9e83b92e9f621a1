import * as program from '../program/options.ts';

export function helpOf(name: string, does: string): string {
  return `wordhost player ${name} [options]

${does}
It plays on standard input and output: a host starts it, as in
  wordhost scrabble "wordhost player ${name}" ./mine
Rules, board, tiles and word list are what the host says. Where it can lay nothing, it passes:
how many tiles are left to change for, no player is told.

Options
  --pause DURATION  wait about so long before each move, so that people can watch: 500ms, 1s; at most
                    a third of the time that a turn has (default: 0)
  --seed N          for its own chance (default: WORDHOST_PLAYER_SEED, else 1)
  --help            this text
`;
}

export function readOptions(
  args: readonly string[],
  seedFromHost: string | undefined,
): program.Reading<program.PaceAndChance> {
  return program.readOptions(args, program.paceAndChance(seedFromHost), program.paceAndChanceReaders);
}
