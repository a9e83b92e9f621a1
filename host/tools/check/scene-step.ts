import type { Finding } from './finding.ts';
import type { Stage, Step } from './step.ts';

interface Scene<Action> {
  readonly name: string;
  readonly advice: string;
  readonly actions: readonly Action[];
}

/** The actions of a scene, one after the other, until the first finding. */
export function sceneStep<Game, Action>(
  { name, advice, actions }: Scene<Action>,
  open: (stage: Stage) => Promise<Game>,
  perform: (game: Game, action: Action) => Promise<Finding | undefined>,
): Step {
  return {
    name,
    advice,
    async play(stage) {
      const game = await open(stage);
      for (const action of actions) {
        const finding = await perform(game, action);
        if (finding) return finding;
      }
      return undefined;
    },
  };
}
