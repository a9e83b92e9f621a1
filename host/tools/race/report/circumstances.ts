import { visible } from '../../../core/text/visible.ts';
import type { RaceReport } from '../race-report.ts';
import { counted, micros, seconds } from './number-words.ts';

/** What was measured, in a sentence. */
export function whatWasMeasured(report: RaceReport): string {
  const { gates, games, interrupted } = report;
  const soFar = interrupted ? ', until it was interrupted' : '';
  return `${counted(gates, 'gate')} in ${counted(games, 'game')} ${between(report)}${soFar}`;
}

function between({ players, source, racer }: RaceReport): string {
  switch (source) {
    case 'racers':
      return `between ${players} equal racers${racer === 'script' ? ' (a script: there is no compiler here)' : ''}`;
    case 'players':
      return `between ${counted(players, 'player')} of yours, each in every seat in turn`;
    case 'records':
      return `of ${counted(players, 'player')}, from records`;
    default:
      return source satisfies never;
  }
}

/** How it was measured; differences from a game are in capitals. */
export function howItWasMeasured({
  mode,
  load,
  jobs,
  seconds: took,
  source,
  seed,
}: RaceReport): readonly string[] {
  return [
    ...(source === 'records' ? [] : [seconds(took)]),
    ...(seed === null ? [] : [`seed ${visible(seed)}`]),
    ...besideIt(load, jobs ?? 1),
    ...(mode.restUs === null
      ? []
      : [`${mode.restUs === 0 ? 'no pause' : `a pause of ${micros(mode.restUs)}`} before each gate`]),
    ...(mode.photoFinishUs > 0 ? [`photo finish ${micros(mode.photoFinishUs)}`] : []),
    ...(mode.shuffles ? [] : ['order of writing FIXED (--no-shuffle)']),
    ...(mode.flushes ? [] : ['gates opened WITHOUT polling first (--no-flush)']),
    ...(mode.batch === false ? ['players MAY PREEMPT the host (not batch work)'] : []),
  ];
}

function besideIt(load: RaceReport['load'], jobs: number): readonly string[] {
  return [
    ...(jobs > 1 ? [`${jobs} games at once, each by a process of its own`] : []),
    ...(load === 'busy' ? ['beside another game in a process of its own'] : []),
    ...(load === 'idle' && jobs === 1 ? ['no other game beside it'] : []),
  ];
}

/** The last line of a report, which a program that reads logs can look for. */
export function verdictLine(report: RaceReport): string {
  return `verdict: ${verdictWord(report)}. ${report.verdict.sentence}`;
}

export function verdictWord({ verdict: { fair, judged } }: RaceReport): string {
  if (!fair) return 'NOT FAIR';
  return judged ? 'fair' : 'not judged';
}
