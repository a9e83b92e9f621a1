import { grouped, percent, visible } from '../../../core/text.ts';
import type { Fact } from '../../../views/html/markup.ts';
import type { HeadStart, Machine, RaceReport } from '../race-report.ts';

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
    ...(jobs === null ? [] : [besideIt(jobs)]),
    ...(mode.restUs === null
      ? []
      : [`${mode.restUs === 0 ? 'no pause' : `a pause of ${micros(mode.restUs)}`} before each gate`]),
    ...(mode.photoFinishUs > 0 ? [`photo finish ${micros(mode.photoFinishUs)}`] : []),
    ...(mode.shuffles ? [] : ['FIXED writing order']),
    ...(mode.flushes ? [] : ['gates opened WITHOUT polling first']),
    ...(mode.batch === false ? ['players MAY PREEMPT the host (not in the batch scheduling class)'] : []),
  ];
}

function besideIt(jobs: number): string {
  return jobs > 1 ? `${jobs} games in parallel, each in its own process` : 'no other game in parallel';
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
  return [
    ...headStartFact(report),
    ...inversionsFact(report),
    ...deadHeatsFact(report),
    ...photoFinishFact(report),
    lateFact(report),
    unpolledFact(report),
    loopDelayFact(report),
    ...pinsFact(report),
    ...leaversFact(report),
    offencesFact(report),
  ];
}

function headStartFact({ headStart, mode }: RaceReport): Fact[] {
  if (!headStart) return [];
  const whose = mode.shuffles
    ? 'The order is random at each gate, so no player has this head start more often than others'
    : 'The order was fixed in this run, so the same player always had the head start';
  return [
    {
      name: 'head start',
      value: `median ${micros(headStart.medianUs)}, 99th percentile ${micros(headStart.p99Us)}`,
      means: `Time from the write of the first letter of a gate to the write of the last letter${eachPlace(headStart)}. A write takes time, so one player is always first. ${whose}.`,
    },
  ];
}

function eachPlace({ byPlace }: HeadStart): string {
  if (byPlace.length < 2) return '';
  const places = byPlace.map(({ place, medianUs }) => `${place}: ${micros(medianUs)}`);
  return ` (median for each position: ${places.join(', ')})`;
}

function inversionsFact({ inversions }: RaceReport): Fact[] {
  if (!inversions) return [];
  const { count: number, of, tieUs } = inversions;
  return [
    {
      name: 'inversions',
      value: countOf(number, of, 'pairs of peels'),
      means: `The host read these peels in a different order than the racers wrote them, by the clocks of the racers. Pairs within ${tieUs} µs are ties and do not count. More than a tenth is not fair.`,
    },
  ];
}

function deadHeatsFact({ deadHeats, inversions }: RaceReport): Fact[] {
  if (!deadHeats) return [];
  const { count: number, of, windowUs } = deadHeats;
  const came = inversions ? "were written, by the racers' clocks," : 'arrived at the host';
  return [
    {
      name: 'dead heats',
      value: countOf(number, of, 'gates'),
      means: `The first two peels ${came} within ${micros(windowUs)} of each other, so noise of the machine may have decided.`,
    },
  ];
}

function photoFinishFact({ photoFinish, mode }: RaceReport): Fact[] {
  if (!photoFinish) return [];
  const { coins, of, overturned } = photoFinish;
  return [
    {
      name: 'photo finish',
      value: countOf(coins, of, 'gates decided by a coin toss'),
      means: `More than one legal peel arrived within ${micros(mode.photoFinishUs)}. In ${counted(overturned, 'case')} the coin toss did not choose the first to arrive.`,
    },
  ];
}

function lateFact({ late }: RaceReport): Fact {
  return {
    name: 'late peels',
    value: late.map((number, index) => `seat ${index + 1}: ${grouped(number)}`).join(', '),
    means: `Another player was first with that peel. A late peel is not an offense.`,
  };
}

function offencesFact({ offences, offenders }: RaceReport): Fact {
  const shown = offenders.map(({ name, seat, seed, kind, rule, detail }) => {
    return `${visible(name)} in seat ${seat}, game with seed ${visible(seed)}: ${kind} (${rule}), ${visible(detail)}`;
  });
  const means = shown.length === 0 ? {} : { means: shown.join('; ') };
  return { name: 'offenses', value: grouped(offences), ...means };
}

function unpolledFact({ unpolledGates, gates, mode }: RaceReport): Fact {
  return {
    name: 'unpolled gates',
    value: mode.flushes ? countOf(unpolledGates, gates, 'gates') : 'all gates',
    means: mode.flushes
      ? 'The host opened these gates before it knew that no other input was pending, because players kept writing.'
      : 'The host opened all gates without polling for pending input.',
  };
}

function loopDelayFact({ loopDelayMs }: RaceReport): Fact {
  return {
    name: 'loop delay',
    value: `at most ${loopDelayMs.toFixed(1)} ms`,
    means: 'Largest delay of the event loop of the host.',
  };
}

function pinsFact({ pinned, unpinnedBecause }: RaceReport): Fact[] {
  if (pinned)
    return [{ name: 'pinned', value: 'one processor for each player, chosen at random for each game' }];
  return unpinnedBecause === null ? [] : [{ name: 'pinned', value: `no: ${visible(unpinnedBecause)}` }];
}

function leaversFact({ leftBatchClass }: RaceReport): Fact[] {
  if (leftBatchClass.length === 0) return [];
  return [
    {
      name: 'not batch work',
      value: leftBatchClass.map(({ name, seen }) => `${visible(name)} (${visible(seen)})`).join(', '),
      means: 'The system runs such a player before the others, so the race is not fair',
    },
  ];
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

export function machineFacts(report: RaceReport): readonly Fact[] {
  const { kernel, platform, node, wordhost, busy } = report.machine;
  const system = visible(kernel === null ? platform : `${platform} ${kernel}`);
  return [
    { name: 'processors', value: processorsOf(report.machine) },
    ...loadFact(report.machine),
    ...(busy.length > 0 ? [{ name: 'other load', value: busy.map(busyOne).join(', ') }] : []),
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

function busyOne({ name, pid, share }: Machine['busy'][number]): string {
  return `${visible(name)} (pid ${pid}) ${percent(share)}`;
}

/** Terminal and page write figures alike. */

export function counted(value: number, one: string, many = `${one}s`): string {
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

export function probability(p: number): string {
  if (p < 0.0001) return 'p < 0.0001';
  return `p = ${p < 0.1 ? Number(p.toPrecision(2)) : p.toFixed(2)}`;
}

function countOf(part: number, whole: number, what: string): string {
  return `${grouped(part)} of ${grouped(whole)} ${what}${whole === 0 ? '' : ` (${percent(part / whole, part / whole < 0.01 ? 2 : 1)})`}`;
}
