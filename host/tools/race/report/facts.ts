import { grouped, percent, visible } from '../../../core/text.ts';
import type { Fact } from '../../../views/html/markup.ts';
import type { HeadStart, Machine, RaceReport, Share, Spread } from '../race-report.ts';

export function whatWasMeasured(report: RaceReport): string {
  const { gates, games, interrupted } = report;
  const soFar = interrupted ? ', until it was interrupted' : '';
  return `${counted(gates, 'gate')} in ${counted(games, 'game')} ${between(report)}${soFar}`;
}

function between({ players, source, racer }: RaceReport): string {
  switch (source) {
    case 'racers':
      return `between ${players} identical racers${racer === 'script' ? ' (a script, because this machine has no compiler)' : ''}`;
    case 'players':
      return `between ${counted(players, 'player')} of yours, each in every seat`;
    case 'records':
      return `of ${counted(players, 'player')}, from records`;
    default:
      return source satisfies never;
  }
}

/** Differences from a game are in capitals. */
export function howItWasMeasured({ mode, jobs, seconds: took, source, seed }: RaceReport): readonly string[] {
  return [
    ...(source === 'records' ? [] : [seconds(took)]),
    ...(seed === null ? [] : [`seed ${visible(seed)}`]),
    ...(jobs === null
      ? []
      : [jobs > 1 ? `${jobs} games in parallel, each in its own process` : 'no other game in parallel']),
    ...(mode.restUs === null
      ? []
      : [`${mode.restUs === 0 ? 'no pause' : `a pause of ${micros(mode.restUs)}`} before each gate`]),
    ...(mode.photoFinishUs > 0 ? [`photo finish ${micros(mode.photoFinishUs)}`] : []),
    ...(mode.shuffles ? [] : ['FIXED writing order']),
    ...(mode.flushes ? [] : ['gates opened WITHOUT polling first']),
    ...(mode.batch === false ? ['players MAY PREEMPT the host (not in the batch scheduling class)'] : []),
  ];
}

/** Programs that read logs look for this last line. */
export function verdictLine(report: RaceReport): string {
  return `verdict: ${verdictWord(report)}. ${report.verdict.sentence}`;
}

export function verdictWord({ verdict: { fair, judged } }: RaceReport): string {
  if (!fair) return 'NOT FAIR';
  return judged ? 'fair' : 'not judged';
}

export function raceFacts(report: RaceReport): readonly Fact[] {
  const { headStart, inversions, deadHeats, photoFinish, late, mode } = report;
  const whose = mode.shuffles
    ? 'The order is random at each gate, so no player has this head start more often than others'
    : 'The order was fixed in this run, so the same player always had the head start';
  const came = inversions ? "were written, by the racers' clocks," : 'arrived at the host';
  const facts: readonly (Fact | null | false)[] = [
    headStart && {
      name: 'head start',
      value: `median ${micros(headStart.medianUs)}, 99th percentile ${micros(headStart.p99Us)}`,
      means: `Time from the write of the first letter of a gate to the write of the last letter${eachPlace(headStart)}. A write takes time, so one player is always first. ${whose}.`,
    },
    inversions && {
      name: 'inversions',
      value: countOf(inversions.count, inversions.of, 'pairs of peels'),
      means: `The host read these peels in a different order than the racers wrote them, by the clocks of the racers. Pairs within ${inversions.tieUs} µs are ties and do not count. More than a tenth is not fair.`,
    },
    deadHeats && {
      name: 'dead heats',
      value: countOf(deadHeats.count, deadHeats.of, 'gates'),
      means: `The first two peels ${came} within ${micros(deadHeats.windowUs)} of each other, so noise of the machine may have decided.`,
    },
    photoFinish && {
      name: 'photo finish',
      value: countOf(photoFinish.coins, photoFinish.of, 'gates decided by a coin toss'),
      means: `More than one legal peel arrived within ${micros(mode.photoFinishUs)}. In ${counted(photoFinish.overturned, 'case')} the coin toss did not choose the first to arrive.`,
    },
    {
      name: 'late peels',
      value: late.map((number, index) => `seat ${index + 1}: ${grouped(number)}`).join(', '),
      means: 'Another player was first with that peel. A late peel is not an offense.',
    },
    {
      name: 'unpolled gates',
      value: mode.flushes ? countOf(report.unpolledGates, report.gates, 'gates') : 'all gates',
      means: mode.flushes
        ? 'The host opened these gates before it knew that no other input was pending, because players kept writing.'
        : 'The host opened all gates without polling for pending input.',
    },
    {
      name: 'loop delay',
      value: `at most ${report.loopDelayMs.toFixed(1)} ms`,
      means: 'Largest delay of the event loop of the host.',
    },
    report.pinned && {
      name: 'pinned',
      value: 'one processor for each player, chosen at random for each game',
    },
    !report.pinned &&
      report.unpinnedBecause !== null && { name: 'pinned', value: `no: ${visible(report.unpinnedBecause)}` },
    report.leftBatchClass.length > 0 && {
      name: 'not batch work',
      value: report.leftBatchClass.map(({ name, seen }) => `${visible(name)} (${visible(seen)})`).join(', '),
      means: 'The system runs such a player before the others, so the race is not fair',
    },
    offencesFact(report),
  ];
  return facts.filter((fact) => fact !== null && fact !== false);
}

function eachPlace({ byPlace }: HeadStart): string {
  if (byPlace.length < 2) return '';
  const places = byPlace.map(({ place, medianUs }) => `${place}: ${micros(medianUs)}`);
  return ` (median for each position: ${places.join(', ')})`;
}

function offencesFact({ offences, offenders }: RaceReport): Fact {
  const shown = offenders.map(({ name, seat, seed, kind, rule, detail }) => {
    return `${visible(name)} in seat ${seat}, game with seed ${visible(seed)}: ${kind} (${rule}), ${visible(detail)}`;
  });
  const means = shown.length === 0 ? {} : { means: shown.join('; ') };
  return { name: 'offenses', value: grouped(offences), ...means };
}

/** Figures that records and the user's players do not have. */
export function unknownFacts({ spawns, inversions, deadHeats, headStart }: RaceReport): readonly string[] {
  const figures = {
    'the starting order of the players': spawns,
    'the head start': headStart,
    inversions,
    'dead heats': deadHeats,
  };
  return Object.entries(figures)
    .filter(([, figure]) => figure === null)
    .map(([name]) => name);
}

export function machineFacts({ machine }: RaceReport): readonly Fact[] {
  const { kernel, platform, node, wordhost, busy } = machine;
  const system = visible(kernel === null ? platform : `${platform} ${kernel}`);
  const busyOnes = busy.map(({ name, pid, share }) => `${visible(name)} (pid ${pid}) ${percent(share)}`);
  return [
    { name: 'processors', value: processorsOf(machine) },
    ...loadFact(machine),
    ...(busy.length > 0 ? [{ name: 'other load', value: busyOnes.join(', ') }] : []),
    { name: 'system', value: `${system}, Node ${visible(node)}, wordhost ${visible(wordhost)}` },
  ];
}

function processorsOf({ processors, allowedProcessors, quota, model }: Machine): string {
  const allowed = allowedProcessors === null ? '' : `; the host may use ${visible(allowedProcessors)}`;
  const granted = quota === null ? '' : `; granted: ${quota}`;
  return `${processors}${model === null ? '' : ` (${visible(model)})`}${allowed}${granted}`;
}

function loadFact({ loadBefore, loadAfter, othersShare }: Machine): Fact[] {
  if (loadBefore === null || loadAfter === null) return [];
  const value = `${loadBefore.toFixed(2)} before, ${loadAfter.toFixed(2)} after`;
  const others = othersShare === null ? '' : `; others had ${percent(othersShare)} of the processors`;
  return [{ name: 'load average', value: `${value}${others}` }];
}

/** Terminal and page write figures alike. */

function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

export function micros(us: number): string {
  if (us >= 1000) return `${Number((us / 1000).toFixed(us < 100_000 ? 1 : 0))} ms`;
  return `${Number(us.toFixed(us < 100 ? 1 : 0))} µs`;
}

function seconds(value: number): string {
  if (value >= 120) return `${Math.round(value / 60)} min`;
  return `${value.toFixed(value < 10 ? 1 : 0)} s`;
}

function probability(p: number): string {
  if (p < 0.0001) return 'p < 0.0001';
  return `p = ${p < 0.1 ? Number(p.toPrecision(2)) : p.toFixed(2)}`;
}

function countOf(part: number, whole: number, what: string): string {
  return `${grouped(part)} of ${grouped(whole)} ${what}${whole === 0 ? '' : ` (${percent(part / whole, part / whole < 0.01 ? 2 : 1)})`}`;
}

export interface ShareTable {
  readonly title: string;
  readonly chance: string | undefined;
  readonly heading: string;
  readonly rows: readonly ShareRow[];
  readonly fair: number;
  readonly says: string;
}

export interface ShareRow {
  readonly label: string;
  /** A name of a player may be any text. */
  readonly isName?: true;
  readonly wins: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export function shareTables(report: RaceReport): readonly ShareTable[] {
  const { seats, spawns, places, entries, players, mode } = report;
  const even = percent(1 / players);
  const limit =
    seats.byGame === null
      ? 'The race is not fair if p is below 0.001.'
      : 'Gates of one game depend on each other, so the race is not fair only if p is below 0.001 for whole games too.';
  const whose = mode.shuffles
    ? 'The order is random at each gate, so no player keeps this advantage.'
    : 'The order was fixed in this run, so the same players had this advantage at every gate.';
  const tables = [
    tableOf(seats, players, {
      title: 'By seat',
      heading: 'seat',
      says: `Judged. If all seats are equal, each wins about ${even}. p is the probability that chance alone makes the shares at least this uneven. ${limit}`,
    }),
    spawns &&
      tableOf(spawns, players, {
        title: 'By starting order',
        heading: 'started',
        says: 'Judged in the same way. The starting order of the processes is random in each game.',
      }),
    tableOf(places, players, {
      title: 'By writing order',
      heading: 'written',
      says: `Not judged: a write takes time, so one player is always first, and the size of this advantage depends on the machine. ${whose}`,
    }),
    entries && {
      title: 'By player',
      chance: undefined,
      heading: 'player',
      rows: entries.map((entry) => ({ ...row(entry), label: entry.name, isName: true }) as const),
      fair: 1 / players,
      says: 'Not judged: a better player wins more gates in any seat. Each player has every seat equally often, so this does not affect the seats.',
    },
  ];
  return tables.filter((table) => table !== null);
}

function tableOf(
  { shares, p, byGame, method }: Spread,
  players: number,
  words: Pick<ShareTable, 'title' | 'heading' | 'says'>,
): ShareTable {
  const ofGames = byGame === null ? '' : `, for games ${probability(byGame)}`;
  return {
    ...words,
    chance: `${probability(p)}${ofGames}, ${method}`,
    rows: shares.map(row),
    fair: 1 / players,
  };
}

function row({ index, wins, share, low, high }: Share): ShareRow {
  return { label: String(index), wins, share, low, high };
}

export function curveTable({ curve, players }: RaceReport): ShareTable | undefined {
  if (curve.length === 0) return undefined;
  const rows = curve.map(({ advantageUs, wins, share, low, high }) => {
    return { label: `${advantageUs} µs`, wins, share, low, high };
  });
  const fewest = Math.min(...curve.map(({ gates }) => gates));
  const rivals = players === 2 ? 'the other' : 'each of the others';
  const says = `Without pauses. One racer thinks this much less than ${rivals}; at least ${counted(fewest, 'gate')} for each line. Without an advantage it would win ${percent(1 / players)}.`;
  const title = 'Wins by advantage in thinking time';
  return { title, chance: undefined, heading: 'advantage', rows, fair: 1 / players, says };
}
