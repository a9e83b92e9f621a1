import { grouped } from '../../../core/text/plural.ts';
import { visible } from '../../../core/text/visible.ts';
import type { Fact } from '../../../views/html/tables.ts';
import type { HeadStart, RaceReport } from '../race-report.ts';
import { countOf, micros } from './number-words.ts';

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
    ? 'The order is drawn for each gate, so that no player has this head start more often'
    : 'The order was fixed in this run: the same player always had the head start';
  return [
    {
      name: 'head start',
      value: `${micros(headStart.medianUs)} in the middle, ${micros(headStart.p99Us)} at the 99th percentile`,
      means: `From before the first letter of a gate is written to before the last${eachPlace(headStart)}. A write takes time, so one player is always first. ${whose}.`,
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
      means: `Read in another order than the racers wrote them in, by their own clocks. Pairs within ${tieUs} µs are ties and are not counted. More than a tenth is not fair.`,
    },
  ];
}

function deadHeatsFact({ deadHeats, inversions }: RaceReport): Fact[] {
  if (!deadHeats) return [];
  const { count: number, of, windowUs } = deadHeats;
  const came = inversions ? "were written, by the racers' own clocks," : 'arrived at the host';
  return [
    {
      name: 'dead heats',
      value: countOf(number, of, 'gates'),
      means: `The first two peels ${came} within ${micros(windowUs)} of each other: noise of the machine may have decided.`,
    },
  ];
}

function photoFinishFact({ photoFinish, mode }: RaceReport): Fact[] {
  if (!photoFinish) return [];
  const { coins, of, overturned } = photoFinish;
  return [
    {
      name: 'photo finish',
      value: countOf(coins, of, 'gates were decided by the coin'),
      means: `More than one legal peel came within ${micros(mode.photoFinishUs)}. ${grouped(overturned)} times the coin took another than the first to arrive.`,
    },
  ];
}

function lateFact({ late }: RaceReport): Fact {
  return {
    name: 'late peels',
    value: late.map((number, index) => `seat ${index + 1}: ${grouped(number)}`).join(', '),
    means: `Another player had taken the number before. That is no offence.`,
  };
}

function offencesFact({ offences, offenders }: RaceReport): Fact {
  const shown = offenders.map(({ name, seat, seed, kind, rule, detail }) => {
    return `${visible(name)} in seat ${seat}, game with seed ${visible(seed)}: ${kind} (${rule}), ${visible(detail)}`;
  });
  const means = shown.length === 0 ? {} : { means: shown.join('; ') };
  return { name: 'offences', value: grouped(offences), ...means };
}

function unpolledFact({ unpolledGates, gates, mode }: RaceReport): Fact {
  return {
    name: 'unpolled gates',
    value: mode.flushes ? countOf(unpolledGates, gates, 'gates') : 'all of them',
    means: mode.flushes
      ? 'Opened before the host had seen that no other input was on its way, because players kept writing.'
      : 'The host opened gates without polling for other input (--no-flush).',
  };
}

function loopDelayFact({ loopDelayMs }: RaceReport): Fact {
  return {
    name: 'loop delay',
    value: `${loopDelayMs.toFixed(1)} ms at the worst`,
    means: 'How late the host itself was.',
  };
}

function pinsFact({ pinned, unpinnedBecause }: RaceReport): Fact[] {
  if (pinned) return [{ name: 'pinned', value: 'one processor for each player, drawn for each game' }];
  return unpinnedBecause === null ? [] : [{ name: 'pinned', value: `no: ${visible(unpinnedBecause)}` }];
}

function leaversFact({ leftBatchClass }: RaceReport): Fact[] {
  if (leftBatchClass.length === 0) return [];
  return [
    {
      name: 'no batch work',
      value: leftBatchClass.map(({ name, seen }) => `${visible(name)} (${visible(seen)})`).join(', '),
      means: 'The system runs such a player before the others: it is no race between equals',
    },
  ];
}

/** What records and the user's players do not show. */
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
