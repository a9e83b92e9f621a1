import { seconds } from '../../host/core/units.ts';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import { scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { planMatch } from '../../host/match/plan.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { playHere } from './playing.ts';

interface StaircaseGame {
  /** Of the host's process, the start of the players included, in microseconds. */
  readonly cpu: number;
  readonly ms: number;
}

/** One game of so many turns between two players of this command, who lay one more step of a staircase in each. */
export async function playStaircase(command: string, turns: number): Promise<StaircaseGame> {
  const plan = planMatch({
    game: scrabble,
    options: { ...settleOptions(scrabbleOptions, []), ...allAs, 'max-turns': turns },
    lexicon: undefined,
    seed: 'bench',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    players: [1, 2].map((seat) => ({ seat, entry: seat, name: `p${seat}`, command })),
  });
  const { result, cpu } = await playHere(plan);
  if (result.turns !== turns || result.reason !== 'max-turns') throw new Error(JSON.stringify(result));
  return { cpu, ms: result.ms };
}

const board = namedChoice('infinite');
const allAs = {
  board: board?.ok ? board.value : undefined,
  tiles: { name: 'all As', tiles: [{ id: 1, count: 11_000, faces: [{ letter: 'A', points: 1 }] }] },
};
