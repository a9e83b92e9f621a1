import type { Script, Stage } from '../../host/seats/scripted/scripted-seats.ts';

/** What a player of lines does: it is told a game, and answers to what it hears. */
export interface LinePart {
  /** It is told the game, up to `end`. */
  greeted(lines: readonly string[]): void;
  heard(line: string): void;
}

export function lineScript(partOf: (stage: Stage) => LinePart): Script {
  return (stage) => {
    const part = partOf(stage);
    const greeting: string[] = [];
    let isGreeted = false;
    let unfinished = '';
    return {
      hear(text) {
        const lines = (unfinished + text).split('\n');
        unfinished = lines.pop()!;
        for (const line of lines) {
          if (isGreeted) part.heard(line);
          else if (greeting.push(line) && line === 'end') {
            isGreeted = true;
            part.greeted(greeting);
            stage.say('ready\n');
          }
        }
      },
    };
  };
}
