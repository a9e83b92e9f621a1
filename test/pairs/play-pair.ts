import { seconds } from '../../host/core/units.ts';
import { EventLog } from '../../host/events/event-log.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import type { AnyGame } from '../../host/games/game.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { liveClock } from '../../host/match/clock.ts';
import { planMatch } from '../../host/match/plan.ts';
import { playMatch } from '../../host/match/play-match.ts';
import type { OpenSeats } from '../../host/match/seat.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';

export const names = ['new', 'old'] as const;

/** The tiles of the two games of a pair. */
export const dealings = ['other tiles', 'one order', 'an order a seat'] as const;
export type Dealing = (typeof dealings)[number];

export interface Contest {
  readonly game: AnyGame;
  readonly options: Readonly<Record<string, unknown>>;
  readonly lexicon: Lexicon;
  /** NEW and OLD, each from a text for its own chance: it is another one in each game, whatever the seat is. */
  readonly scripts: readonly [(chance: string) => Script, (chance: string) => Script];
}

/** Two games, in which each player has each seat once. */
export async function playPair(contest: Contest, dealing: Dealing, seed: string): Promise<readonly Result[]> {
  const seeds = dealing === 'other tiles' ? [`${seed} 1`, `${seed} 2`] : [seed, seed];
  const results = [];
  for (const turns of [0, 1]) results.push(await playOne(contest, dealing, seeds[turns]!, turns));
  return results;
}

async function playOne(
  { game, options, lexicon, scripts }: Contest,
  dealing: Dealing,
  seed: string,
  turns: number,
): Promise<Result> {
  const entries = [0, 1].map((index) => (index + turns) % 2);
  const plan = planMatch({
    ...{ game, options, lexicon, seed },
    mirrored: dealing === 'an order a seat',
    limits: { readyTimeout: seconds(60), gameTimeout: 0 },
    players: entries.map((entry, index) => {
      const name = names[entry]!;
      return { seat: index + 1, entry: entry + 1, name, command: name };
    }),
  });
  const fold = new ResultFold(game, 2);
  const { verdict, endedAt } = await playMatch(plan, {
    openSeats: seatsOf(scripts, `${seed} ${turns}`),
    clock: liveClock,
    log: new EventLog([fold]),
    interrupt: undefined,
  });
  return fold.finish(verdict, endedAt);
}

/** Seats for NEW and OLD, wherever they sit. `game` is another text in each game. */
export function seatsOf(scripts: Contest['scripts'], game: string): OpenSeats {
  return (requests, listenerOf) => {
    const bySeat = [...requests].sort((one, other) => one.seat - other.seat);
    const seated = bySeat.map(({ name }) => scripts[name === names[0] ? 0 : 1](`${game} ${name}`));
    return scriptedSeats(seated, liveClock)(requests, listenerOf);
  };
}
