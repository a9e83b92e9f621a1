import { Talk } from '../../host/bots/bananagrams/play.ts';
import { PartReader } from '../../host/bots/inbox.ts';
import type { Clock } from '../../host/match/clock.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';

/** Lays the letters of a hand, step by step. */
export interface Mind {
  give(letters: string): void;
  /** All letters are laid. */
  readonly isComplete: boolean;
  step(): void;
  /** The letter that it would rather not have; none while it has not tried enough. `refused`: so many dumps in a row. */
  unwanted(refused: number): string | undefined;
  rows(): readonly string[];
}

/** A player of Bananagrams, in this process. A step takes a turn of the loop, whatever the machine does meanwhile. */
export function racerScript(mind: Mind, clock: Clock): Script {
  return ({ say }) => {
    const talk = new Talk('numbered');
    const reader = new PartReader('.');
    let isThinking = false;

    async function think(): Promise<void> {
      isThinking = true;
      while (talk.dealt && !talk.over && !talk.dumping && !mind.isComplete) {
        await clock.poll();
        if (talk.over || mind.isComplete) break;
        const unwanted = mind.unwanted(talk.refused);
        if (unwanted === undefined) mind.step();
        else say(talk.dump(unwanted));
      }
      isThinking = false;
      if (mind.isComplete && talk.mayPeel) say(talk.peel(mind.rows()));
    }

    say(talk.ready);
    return {
      hear(text) {
        for (const message of reader.read(text)) mind.give(talk.hear(message));
        if (!isThinking) void think();
      },
    };
  };
}
