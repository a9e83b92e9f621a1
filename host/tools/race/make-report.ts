import type { Nanos } from '../../core/units.ts';
import type { PlacedWins } from '../../statistics/permutation.ts';
import { TIE } from './gates/inversions.ts';
import type { GameWins, RaceTally } from './gates/race-tally.ts';
import { dealtSpread, equalSpread, evenSpread, shareOf } from './gates/spreads.ts';
import { chanceOf } from './playing/lineup.ts';
import type { CurvePoint, EntryShare, Machine, RaceMode, RaceReport } from './race-report.ts';
import { judgeRace } from './verdict.ts';

/** What is known of a race besides its gates. */
export interface Circumstances {
  readonly source: RaceReport['source'];
  readonly players: number;
  readonly seconds: number;
  readonly seed: string | null;
  readonly interrupted: boolean;
  readonly mode: RaceMode;
  readonly load: RaceReport['load'];
  readonly jobs: RaceReport['jobs'];
  readonly racer: RaceReport['racer'];
  /** Where they are not all alike. */
  readonly entries: readonly { readonly name: string; readonly command: string }[] | null;
  /** In which order processes were started, and what they stamped, is known. */
  readonly hasStamps: boolean;
  readonly window: Nanos;
  readonly pinned: boolean;
  readonly unpinnedBecause: string | null;
  readonly curve: readonly CurvePoint[];
  readonly machine: Machine;
}

const MOST_OFFENDERS = 10;

export function makeReport(tally: RaceTally, about: Circumstances): RaceReport {
  const { seed, players, window, hasStamps, entries, mode, ...rest } = about;
  const { inversions, gates } = tally;
  const games = tally.games.length;
  const { seats, spawns } = spreads(tally, about);
  const everybodyMoved = new Set(tally.games.map((game) => game.seats.join())).size > 1;
  const share = inversions.count / Math.max(1, inversions.of);
  const leftBatchClass = tally.leavers.report();
  const pairs = hasStamps ? { ...inversions, share, tieUs: TIE / 1e3 } : null;
  return {
    wordhost: 1,
    kind: 'race',
    ...rest,
    seed,
    mode,
    players,
    games,
    gates,
    seats,
    spawns,
    places: evenSpread(tally.placeWins),
    entries: entries && entryShares(entries, tally),
    headStart: tally.headStarts.report(),
    inversions: pairs,
    deadHeats: { ...tally.deadHeats, windowUs: window / 1e3 },
    photoFinish: mode.photoFinishUs > 0 ? tally.coins : null,
    late: tally.late,
    offences: tally.offenders.length,
    leftBatchClass,
    offenders: tally.offenders
      .slice(0, MOST_OFFENDERS)
      .map(({ name, seat, seed, kind, rule, detail }) => ({ name, seat, seed, kind, rule, detail })),
    loopDelayMs: tally.loopDelayMs,
    unpolledGates: tally.unpolled,
    verdict: judgeRace({ gates, games, seats, spawns, inversions: pairs, leftBatchClass }, everybodyMoved),
  };
}

/** Equal racers are compared gate by gate; players that may differ, game by game. */
function spreads(
  { games }: RaceTally,
  { entries, players, seed, source }: Circumstances,
): Pick<RaceReport, 'seats' | 'spawns'> {
  const spread = (placesOf: (game: GameWins) => readonly number[], what: string) => {
    const placed = games.map((game) => ({ wins: game.wins, places: placesOf(game) }));
    const chance = chanceOf(seed ?? 'records', what);
    if (entries || source === 'records') return dealtSpread(placed, players, chance);
    return equalSpread(placed.map(winsByPlace), players, chance);
  };
  return {
    seats: spread((game) => game.seats, 'seats'),
    spawns: games.every(({ spawns }) => spawns) ? spread((game) => game.spawns!, 'spawns') : null,
  };
}

function winsByPlace({ wins, places }: PlacedWins): number[] {
  return wins.map((_, place) => wins[places.indexOf(place)]!);
}

function entryShares(
  entries: readonly { readonly name: string; readonly command: string }[],
  { games, gates, gamesWon, lateByEntry }: RaceTally,
): EntryShare[] {
  return entries.map(({ name, command }, index) => ({
    ...shareOf(
      index + 1,
      games.reduce((sum, { wins }) => sum + wins[index]!, 0),
      gates,
    ),
    name,
    command,
    games: games.length,
    gamesWon: gamesWon[index]!,
    late: lateByEntry[index]!,
  }));
}
