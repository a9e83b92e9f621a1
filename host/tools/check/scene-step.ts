import type { Finding } from './finding.ts';
import type { Stage, Step } from './step.ts';

interface Scene<Beat> {
  readonly name: string;
  readonly advice: string;
  readonly beats: readonly Beat[];
}

/** The actions of a scene, one after the other, until the first finding. */
export function sceneStep<Table, Beat>(
  { name, advice, beats }: Scene<Beat>,
  open: (stage: Stage) => Promise<Table>,
  perform: (table: Table, beat: Beat) => Promise<Finding | undefined>,
): Step {
  return {
    name,
    advice,
    async play(stage) {
      const table = await open(stage);
      for (const beat of beats) {
        const finding = await perform(table, beat);
        if (finding) return finding;
      }
      return undefined;
    },
  };
}
