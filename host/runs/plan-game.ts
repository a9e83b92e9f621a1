import { openStream, shuffle } from '../core/chance.ts';
import { keyOf, seedOfGame } from '../core/seed.ts';
import { type MatchPlan, type MatchSettings, type PlayerPlan, planMatch } from '../match/plan/plan.ts';

export interface SeriesRequest extends Omit<MatchSettings, 'players' | 'rejudged' | 'id' | 'edition'> {
  readonly games: number;
  /** Everybody moves on by one seat after each game. */
  readonly rotate: boolean;
  /** The next game begins while the players of the last one are ended, where nothing speaks against it. */
  readonly overlap?: boolean | undefined;
  /** How often a game is played again, at most, that was overloaded. */
  readonly rejudges: number;
  /** As many as there are players: each has one to itself, drawn again for each game. */
  readonly processors?: readonly number[] | undefined;
  readonly entries: readonly { readonly name: string; readonly command: string }[];
}

/** One game of a series, by its number from 1; played instead of games with these ids. */
export function planGame(request: SeriesRequest, game: number, rejudged: readonly string[]): MatchPlan {
  const { games, rotate, overlap: _, rejudges: __, processors, entries, ...match } = request;
  // The games of a group have one seed.
  const size = request.mirrored ? entries.length : 1;
  const ofGame = (text: string) => (games <= size ? text : seedOfGame(text, Math.ceil(game / size)));
  const playerSeed = request.playerSeed === undefined ? undefined : ofGame(request.playerSeed);
  const seeds = { seed: ofGame(request.seed), playerSeed };
  const players = onProcessors(seated(entries, rotate ? game - 1 : 0), processors, seeds.seed);
  return planMatch({ ...match, ...seeds, players, rejudged });
}

function seated(entries: SeriesRequest['entries'], turns: number): PlayerPlan[] {
  return entries.map((_, index) => {
    const entry = (index + turns) % entries.length;
    return { seat: index + 1, entry: entry + 1, ...entries[entry]! };
  });
}

/** One may be better than another: who has which is drawn for each game. */
function onProcessors(
  players: readonly PlayerPlan[],
  processors: readonly number[] | undefined,
  seed: string,
): readonly PlayerPlan[] {
  if (!processors) return players;
  const [drawn] = shuffle(openStream(keyOf(seed), 'processor'), processors);
  return players.map((player, index) => ({ ...player, processor: drawn[index] }));
}
