import type { Stream } from '../../core/chance.ts';
import { grouped, percent, visible } from '../../core/text.ts';
import type { Nanos } from '../../core/units.ts';
import { chiSquared } from '../../statistics/distributions.ts';
import { exchangeTest, type PlacedWins, permutationTest } from '../../statistics/permutation.ts';
import { exactBinomial, wilson } from '../../statistics/proportion.ts';
import { chanceOf } from './lineup.ts';
import type {
  CurvePoint,
  EntryShare,
  Inversions,
  Machine,
  RaceMode,
  RaceReport,
  RaceVerdict,
  Share,
  Spread,
} from './race-report.ts';
import { type GameWins, type RaceTally, TIE } from './race-tally.ts';

export interface Circumstances {
  readonly source: RaceReport['source'];
  readonly players: number;
  readonly seconds: number;
  readonly seed: string | null;
  readonly interrupted: boolean;
  readonly mode: RaceMode;
  readonly jobs: RaceReport['jobs'];
  readonly racer: RaceReport['racer'];
  /** Players that may differ in strength. */
  readonly entries: readonly { readonly name: string; readonly command: string }[] | null;
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

/** Compares equal racers gate by gate, and players that may differ game by game. */
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

const ALPHA = 0.001;
const FEWEST_GATES = 100;
const FEWEST_GAMES = 16;

/** A correct host reads about one pair in a thousand in another order. */
const MOST_INVERTED = 0.1;
const FEWEST_PAIRS = 100;

type RaceFigures = Pick<RaceReport, 'gates' | 'games' | 'seats' | 'spawns' | 'inversions' | 'leftBatchClass'>;

/** Judges seats and starting positions. The writing order always matters, and is drawn again at each gate. */
export function judgeRace(race: RaceFigures, everybodyMoved: boolean): RaceVerdict {
  const leavers = race.leftBatchClass.map(
    ({ entry, name, seen, games }) =>
      `player ${entry} (${visible(name)}) left the batch scheduling class in ${games} of ${counted(race.games, 'game')}: it was ${visible(seen)}`,
  );
  if (leavers.length > 0)
    return { fair: false, judged: true, sentence: `${capital(leavers.join('; '))}.`, alpha: ALPHA };
  const unclear = whyUnclear(race, everybodyMoved);
  if (unclear !== undefined) return { fair: true, judged: false, sentence: unclear, alpha: ALPHA };
  const unfair = [
    ...favourSentence('seat', race.seats),
    ...(race.spawns ? favourSentence('starting position', race.spawns) : []),
    ...(race.inversions ? inversionSentence(race.inversions) : []),
  ];
  const fair = unfair.length === 0;
  return {
    fair,
    judged: true,
    sentence: fair ? fairSentence(race) : `${capital(unfair.join('; '))}.`,
    alpha: ALPHA,
  };
}

function whyUnclear({ gates, games, seats }: RaceFigures, everybodyMoved: boolean): string | undefined {
  if (gates < FEWEST_GATES)
    return `Too few gates for a verdict: ${counted(gates, 'gate')}; at least ${FEWEST_GATES} are needed.`;
  if (seats.method === 'permutation' && !everybodyMoved)
    return 'No player changed seats, so the report cannot distinguish a better player from a better seat (use --rotate).';
  if (games < FEWEST_GAMES)
    return `Too few games for a verdict: ${counted(games, 'game')}; at least ${FEWEST_GAMES} are needed, because the gates of one game depend on each other.`;
  return undefined;
}

/** Gates may depend on each other, so games are tested too. */
function certainty({ p, byGame }: Spread): number {
  return Math.max(p, byGame ?? 0);
}

function favourSentence(what: string, spread: Spread): string[] {
  const { shares } = spread;
  const p = certainty(spread);
  if (p >= ALPHA) return [];
  const most = shares.reduce((one, other) => (other.share > one.share ? other : one));
  const even = percent(1 / shares.length);
  return [
    `${what} ${most.index} won ${percent(most.share)} of ${counted(most.of, 'gate')}, but ${even} is expected (${shownP(p)})`,
  ];
}

function inversionSentence({ count, of, share }: Inversions): string[] {
  if (of < FEWEST_PAIRS || share <= MOST_INVERTED) return [];
  return [
    `the host read peels in a different order than the players wrote them: ${counted(count, 'pair')} of ${grouped(of)}`,
  ];
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

function fairSentence({ seats, spawns, gates }: RaceFigures): string {
  const tests = [
    `seats ${shownP(certainty(seats))}`,
    ...(spawns ? [`starting order ${shownP(certainty(spawns))}`] : []),
  ];
  return `No player had an advantage beyond chance in ${counted(gates, 'gate')}: ${tests.join(', ')}.`;
}

const shownP = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(p < 0.01 ? 4 : 2)}`);
const counted = (count: number, what: string) => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;

/** Tests gate by gate whether all places win equally often. */
function evenSpread(wins: readonly number[]): Spread & { readonly byGame: null } {
  const of = sum(wins);
  const shares = wins.map((each, index) => shareOf(index + 1, each, of));
  return wins.length === 2
    ? { shares, p: exactBinomial(wins[0]!, of), byGame: null, method: 'exact binomial' }
    : { shares, p: chiSquared(wins), byGame: null, method: 'chi-squared' };
}

/** Tests places of equal players, and whole games besides. */
function equalSpread(games: readonly (readonly number[])[], places: number, chance: Stream): Spread {
  const wins = Array.from({ length: places }, (_, place) => sum(games.map((game) => game[place]!)));
  return { ...evenSpread(wins), byGame: exchangeTest(games, chance) };
}

/** Tests places of players that may differ in strength, by whole games. */
function dealtSpread(games: readonly PlacedWins[], places: number, chance: Stream): Spread {
  const wins = new Array<number>(places).fill(0);
  for (const game of games)
    for (const [entry, place] of game.places.entries()) wins[place]! += game.wins[entry]!;
  const shares = wins.map((each, index) => shareOf(index + 1, each, sum(wins)));
  return { shares, p: permutationTest(games, chance), byGame: null, method: 'permutation' };
}

export function shareOf(index: number, wins: number, of: number): Share {
  return { index, wins, of, share: of === 0 ? 0 : wins / of, ...wilson(wins, of) };
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
