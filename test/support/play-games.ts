import type { Experiment, RunGame } from '../../host/runs/experiment.ts';
import { type RunOptions, run } from '../../host/runs/run.ts';

/** The games of a run, each when it is counted. When no more are taken, the run ends. */
export async function* playGames(experiment: Experiment, options: RunOptions): AsyncGenerator<RunGame> {
  let isDone = false;
  let given = Promise.withResolvers<RunGame | undefined>();
  let taken = Promise.withResolvers<void>();
  const fold = {
    get isDone() {
      return isDone;
    },
    async take(played: RunGame) {
      given.resolve(played);
      await taken.promise;
    },
  };
  const running = run(experiment, { ...options, fold });
  running.then(
    () => given.resolve(undefined),
    (error: unknown) => given.reject(error),
  );
  try {
    for (let next = await given.promise; next !== undefined; next = await given.promise) {
      given = Promise.withResolvers();
      yield next;
      const { resolve } = taken;
      taken = Promise.withResolvers();
      resolve();
    }
  } finally {
    isDone = true;
    taken.resolve();
    await running.catch(() => {});
  }
}
