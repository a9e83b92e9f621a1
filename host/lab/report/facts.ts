import { escaped } from '../../records/escape.ts';
import type { HeadStart, Machine, RaceReport } from '../race-report.ts';
import { count, countOf, micros, percent } from './number-words.ts';

/** A figure, and what it means in plain words. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly means?: string;
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
    offencesFact(report),
  ];
}

function headStartFact({ headStart, mode }: RaceReport): Fact[] {
  if (!headStart) return [];
  const whose = mode.shuffles
    ? "The order is drawn anew at each gate, which makes this head start nobody's"
    : "The order was fixed in this run: the head start was always the same player's";
  return [
    {
      name: 'head start',
      value: `${micros(headStart.medianUs)} in the middle, ${micros(headStart.p99Us)} at the 99th percentile`,
      means: `From before the first letter of a gate is written to before the last${eachPlace(headStart)}. A write takes time, so somebody has to be first. ${whose}.`,
    },
  ];
}

function eachPlace({ byPlace }: HeadStart): string {
  if (byPlace.length < 2) return '';
  const places = byPlace.map(({ place, medianUs }) => `${place}: ${micros(medianUs)}`);
  return ` (in the middle, by place: ${places.join(', ')})`;
}

function inversionsFact({ inversions }: RaceReport): Fact[] {
  if (!inversions) return [];
  const { count: number, of, tieUs } = inversions;
  return [
    {
      name: 'inversions',
      value: countOf(number, of, 'pairs of peels'),
      means: `Read in another order than the racers wrote them in, by their own clocks. Pairs within ${tieUs} µs are ties and are not counted.`,
    },
  ];
}

function deadHeatsFact({ deadHeats }: RaceReport): Fact[] {
  if (!deadHeats) return [];
  const { count: number, of, windowUs } = deadHeats;
  return [
    {
      name: 'dead heats',
      value: countOf(number, of, 'gates'),
      means: `The first two peels were written within ${windowUs} µs of each other: the noise of the machine may have decided.`,
    },
  ];
}

function photoFinishFact({ photoFinish, mode }: RaceReport): Fact[] {
  if (!photoFinish) return [];
  const { coins, of, overturned } = photoFinish;
  return [
    {
      name: 'photo finish',
      value: countOf(coins, of, 'gates went to the coin'),
      means: `More than one legal peel came within ${micros(mode.photoFinishUs)}. ${count(overturned)} times the coin took another than the first to arrive.`,
    },
  ];
}

function lateFact({ late }: RaceReport): Fact {
  return {
    name: 'late peels',
    value: late.map((number, index) => `seat ${index + 1}: ${count(number)}`).join(', '),
    means: `Another had taken the number before them. That is no offence.`,
  };
}

function offencesFact({ offences, offenders }: RaceReport): Fact {
  const shown = offenders.map(({ name, seat, seed, kind, rule, detail }) => {
    return `${escaped(name)} in seat ${seat}, game with seed ${seed}: ${kind} (${rule}), ${escaped(detail)}`;
  });
  const means = shown.length === 0 ? {} : { means: shown.join('; ') };
  return { name: 'offences', value: count(offences), ...means };
}

function unpolledFact({ unpolledGates, gates, mode }: RaceReport): Fact {
  return {
    name: 'unpolled gates',
    value: mode.flushes ? countOf(unpolledGates, gates, 'gates') : 'all of them',
    means: mode.flushes
      ? 'Opened before the host had seen that nothing else was on its way, because players kept writing.'
      : 'The host did not look whether anything else was on its way before it opened a gate (--no-flush).',
  };
}

function loopDelayFact({ loopDelayMs }: RaceReport): Fact {
  return {
    name: 'loop delay',
    value: `${loopDelayMs.toFixed(1)} ms at the worst`,
    means: 'How late the host itself came to what was due.',
  };
}

function pinsFact({ pinned, unpinnedBecause }: RaceReport): Fact[] {
  if (pinned) return [{ name: 'pinned', value: 'each player on one processor, drawn anew for each game' }];
  return unpinnedBecause === null ? [] : [{ name: 'pinned', value: `no: ${escaped(unpinnedBecause)}` }];
}

export function machineFacts(report: RaceReport): readonly Fact[] {
  const { kernel, platform, node, wordhost, busy } = report.machine;
  const system = kernel === null ? platform : `${platform} ${escaped(kernel)}`;
  return [
    { name: 'processors', value: processorsOf(report.machine) },
    ...loadFact(report.machine),
    ...(busy.length > 0 ? [{ name: 'busy besides', value: busy.map(busyOne).join(', ') }] : []),
    { name: 'system', value: `${system}, Node ${node}, wordhost ${wordhost}` },
  ];
}

function processorsOf({ processors, allowedProcessors, quota, model }: Machine): string {
  const allowed = allowedProcessors === null ? '' : `; the host may use ${escaped(allowedProcessors)}`;
  const granted = quota === null ? '' : `; granted: ${quota}`;
  return `${processors}${model === null ? '' : ` (${escaped(model)})`}${allowed}${granted}`;
}

function loadFact({ loadBefore, loadAfter, othersShare }: Machine): Fact[] {
  if (loadBefore === null || loadAfter === null) return [];
  const value = `${loadBefore.toFixed(2)} before, ${loadAfter.toFixed(2)} after`;
  const others = othersShare === null ? '' : `; others had ${percent(othersShare)} of the processors`;
  return [{ name: 'load average', value: `${value}${others}` }];
}

function busyOne({ name, pid, share }: Machine['busy'][number]): string {
  return `${escaped(name)} (pid ${pid}) ${percent(share)}`;
}

/** What records and players of the user's cannot tell. */
export function unknownFacts({ spawns, inversions, deadHeats, headStart }: RaceReport): readonly string[] {
  const figures = {
    'the order in which players were started': spawns,
    'the head start': headStart,
    inversions,
    'dead heats': deadHeats,
  };
  return Object.entries(figures)
    .filter(([, figure]) => figure === null)
    .map(([name]) => name);
}
