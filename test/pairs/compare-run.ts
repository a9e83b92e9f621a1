import { seconds } from '../../host/core/units.ts';
import { CompareFold } from '../../host/runs/comparison.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { run } from '../../host/runs/run.ts';
import { seriesExperiment } from '../../host/runs/series.ts';
import type { Comparison, Question } from '../../host/tournament/comparison.ts';
import { type Contest, names, seatsOf } from './play-pair.ts';

/** What `wordhost compare` comes to: mirrored games until the test is decided. */
export async function compareRun(
  { scripts, ...played }: Contest,
  question: Question,
  seed: string,
): Promise<Comparison> {
  const fold = new CompareFold(question);
  let game = 0;
  await using executor = new LocalExecutor({
    openSeats: (requests, listenerOf) => seatsOf(scripts, `${seed} ${++game}`)(requests, listenerOf),
  });
  const experiment = seriesExperiment({
    ...{ ...played, seed, games: 20_000, rotate: true, mirrored: true, rejudges: 0 },
    limits: { readyTimeout: seconds(60), gameTimeout: 0 },
    entries: names.map((name) => ({ name, command: name })),
  });
  await run(experiment, { executor, fold });
  return fold.comparison;
}
