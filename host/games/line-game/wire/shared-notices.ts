/** What the hosts of all games in lines say. `player` is a number from 1, as everywhere on the wire. */
export type SharedNotice =
  | { readonly type: 'start' }
  | { readonly type: 'passed' | 'forfeited' | 'timeout'; readonly player: number }
  | { readonly type: 'gameover'; readonly scores: readonly Score[] };

export interface Score {
  readonly player: number;
  readonly points: number;
}

/** A line with its end. */
export function sharedNoticeText(notice: SharedNotice): string {
  switch (notice.type) {
    case 'start':
      return 'start\n';
    case 'passed':
    case 'forfeited':
    case 'timeout':
      return `${notice.type} ${notice.player}\n`;
    case 'gameover':
      return `gameover${notice.scores.map(({ player, points }) => ` ${player} ${points}`).join('')}\n`;
    default:
      return notice satisfies never;
  }
}

/** None where the first word is not one of these. */
export function readSharedNotice(
  first: string | undefined,
  words: readonly string[],
): SharedNotice | undefined {
  switch (first) {
    case 'start':
      return { type: first };
    case 'passed':
    case 'forfeited':
    case 'timeout':
      return { type: first, player: Number(words[0]) };
    case 'gameover':
      return { type: first, scores: scoresOf(words.map(Number)) };
    default:
      return undefined;
  }
}

/** `none` is a turn without end. */
export function millisecondsIn(word: string | undefined): number | undefined {
  return word === 'none' ? undefined : Number(word);
}

function scoresOf(numbers: readonly number[]): Score[] {
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => ({
    player: numbers[2 * index]!,
    points: numbers[2 * index + 1]!,
  }));
}
