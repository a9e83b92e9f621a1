import { bananagrams } from '../../games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../games/bananagrams/options.ts';
import { type MatchPlan, type PlayerPlan, planMatch } from '../../plan/match-plan.ts';
import { keyOf, seedOfGame } from '../../plan/seed.ts';
import { settleOptions } from '../../plan/settle-options.ts';
import { onProcessor, type Pinning } from '../../seats/processors/pinning.ts';
import { openStream, type Stream, shuffle } from '../../tabletop/chance.ts';
import type { Nanos, Seat } from '../../tabletop/units.ts';
import type { RaceWishes } from '../measure-race.ts';
import type { RacerProgram } from './racer-program.ts';
import { LONGEST_ROW, rowsOfA } from './rows-of-a.ts';

/** One game that is about to be played. */
export interface Lineup {
  readonly plan: MatchPlan;
  /** Of racers that are not equal: the one that thinks less. */
  readonly quick: Seat | undefined;
}

const GAMES = 50;
const FEWEST_GATES = 10;

interface Entry {
  readonly name: string;
  readonly command: string;
}

/** Who sits where in which game. All chance comes from the seed of the race. */
export type LineUp = (game: number, gatesWanted: number) => Lineup;

/** Players of the user's: seats rotate. */
export function lineUpPlayers(wishes: RaceWishes, pinning: Pinning | undefined): LineUp {
  const plan = planner(wishes, { 'photo-finish': wishes.photoFinish });
  return (game) => {
    const { pin } = drawGame(wishes, pinning, game);
    return { plan: plan(game, pin(seated(wishes.entries, game - 1))), quick: undefined };
  };
}

/** Racers, each with as many gates as its row has room for. With an advantage, one of them is quicker than the rest. */
export function lineUpRacers(
  wishes: RaceWishes,
  racer: RacerProgram,
  pinning: Pinning | undefined,
  advantage: Nanos | undefined,
): LineUp {
  const lexicon = rowsOfA();
  return (game, gatesWanted) => {
    const { pin, quick } = drawGame(wishes, pinning, game);
    const entries = racers(wishes, racer);
    const sitting = seated(entries, wishes.dialect === 'mixed' ? game - 1 : 0).map((player) => {
      const thinks = advantage === undefined || player.seat === quick ? 0 : advantage;
      return { ...player, command: racer.command(dialectOf(wishes, player.entry), thinks) };
    });
    const gates = Math.min(gatesWanted, gatesOfAGame(wishes));
    const bunch = { A: wishes.players * gates };
    const plan = planner({ ...wishes, lexicon }, { 'photo-finish': wishes.photoFinish, bunch, hand: 1 });
    return { plan: plan(game, pin(sitting)), quick: advantage === undefined ? undefined : quick };
  };
}

/** Enough games to tell luck that lasts for a game from a seat's; and no more starts than they are worth. */
function gatesOfAGame({ gates }: RaceWishes): number {
  return Math.min(LONGEST_ROW, Math.max(FEWEST_GATES, Math.ceil(gates / GAMES)));
}

export function racers(wishes: RaceWishes, racer: RacerProgram): Entry[] {
  return Array.from({ length: wishes.players }, (_, index) => {
    const dialect = dialectOf(wishes, index + 1);
    return { name: `${dialect} racer ${index + 1}`, command: racer.command(dialect, 0) };
  });
}

function dialectOf({ dialect }: RaceWishes, entry: number): 'numbered' | 'plain' {
  if (dialect === 'mixed') return entry % 2 === 0 ? 'plain' : 'numbered';
  return dialect;
}

type Planner = (game: number, players: readonly PlayerPlan[]) => MatchPlan;

function planner(wishes: RaceWishes, own: Readonly<Record<string, unknown>>): Planner {
  const { lexicon, limits, seed, playerSeed } = wishes;
  const options = { ...settleOptions(bananagramsOptions, []), ...own };
  return (game, players) => {
    const seeds = {
      seed: seedOfGame(seed, game),
      playerSeed: playerSeed === undefined ? undefined : seedOfGame(playerSeed, game),
    };
    return planMatch({ game: bananagrams, options, lexicon, ...seeds, limits, players });
  };
}

interface Drawn {
  readonly quick: Seat;
  readonly pin: (players: readonly PlayerPlan[]) => PlayerPlan[];
}

function drawGame(wishes: RaceWishes, pinning: Pinning | undefined, game: number): Drawn {
  const seats = Array.from({ length: wishes.players }, (_, index) => index + 1);
  const [[quick], afterQuick] = shuffle(chanceOf(wishes.seed, `game ${game}`), seats);
  if (!pinning?.ok) return { quick: quick!, pin: (players) => [...players] };
  const { processors, program } = pinning;
  const [drawn, afterDrawn] = shuffle(afterQuick, processors);
  const [places] = shuffle(afterDrawn, seats);
  const pin = ({ seat, command, ...player }: PlayerPlan): PlayerPlan => {
    const processor = drawn[places.indexOf(seat) % drawn.length]!;
    return { ...player, seat, command: onProcessor(program, processor, wishes.hosting.shell, command) };
  };
  return { quick: quick!, pin: (players) => players.map(pin) };
}

/** A stream of its own for what the lab draws. */
export function chanceOf(seed: string, what: string): Stream {
  return openStream(keyOf(`the race lab's ${what} of ${seed}`), 'order');
}

function seated(entries: readonly Entry[], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}
