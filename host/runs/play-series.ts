import { type MatchPlan, type MatchWishes, type PlayerPlan, planMatch } from '../plan/match-plan.ts';
import { seedOfGame } from '../plan/seed.ts';
import { type GameReport, type GameTools, playGame } from './play-game.ts';

export interface SeriesWishes extends Omit<MatchWishes, 'players'> {
  readonly games: number;
  /** Everybody moves on by one seat after each game. */
  readonly rotate: boolean;
  readonly entries: readonly { readonly name: string; readonly command: string }[];
}

/** Games one after another, each given out when it is over. An interruption ends the one that runs, and the rest. */
export async function* playSeries(
  wishes: SeriesWishes,
  tools: GameTools,
): AsyncGenerator<{ readonly game: number; readonly plan: MatchPlan; readonly report: GameReport }> {
  for (let game = 1; game <= wishes.games && !tools.interrupt?.aborted; game++) {
    const plan = planGame(wishes, game);
    yield { game, plan, report: await playGame(plan, tools) };
  }
}

function planGame(wishes: SeriesWishes, game: number): MatchPlan {
  const { games, rotate, entries, ...match } = wishes;
  const ofGame = (text: string) => (games === 1 ? text : seedOfGame(text, game));
  const playerSeed = wishes.playerSeed === undefined ? undefined : ofGame(wishes.playerSeed);
  const seeds = { seed: ofGame(wishes.seed), playerSeed };
  return planMatch({ ...match, ...seeds, players: seated(entries, rotate ? game - 1 : 0) });
}

function seated(entries: SeriesWishes['entries'], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}
