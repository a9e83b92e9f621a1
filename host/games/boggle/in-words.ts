import { cut } from '../../core/text/columns.ts';
import { counted } from '../../core/text/plural.ts';
import type { CommonReason } from '../kit/verdict.ts';
import { describeShared, scoreHeadings } from '../line-game/shared-in-words.ts';
import type { InWords } from '../shown.ts';
import type { BoggleEvent } from './events.ts';
import type { MissReason } from './judge-guess.ts';

const reasons = {
  'played-out': 'all players are done',
  'turns-used': 'all turns are used',
  'time-up': 'the time is up',
} as const;

export type EndReason = CommonReason | keyof typeof reasons;

export const boggleInWords: InWords<BoggleEvent> = {
  figures: scoreHeadings,
  reasons,
  timeUp: 'time-up' satisfies keyof typeof reasons,
  overlooked:
    'its lines may wait in a buffer: flush after each; without more guesses say `done`, and where players take turns `pass`',
  describe,
};

function describe(event: BoggleEvent): string | undefined {
  switch (event.type) {
    case 'board':
      return `the board is ${event.rows.join(' / ')}`;
    case 'guess':
      return event.reason === undefined
        ? `finds ${event.word} for ${event.points}`
        : `guesses ${cut(event.word, LONGEST_GUESS)}: ${misses[event.reason]}`;
    case 'pass':
      return 'passes';
    case 'done':
      return 'is done';
    case 'found':
      return `has ${counted(event.words.length, 'word')} for ${sum(event.points)}`;
    case 'forfeit':
    case 'timeout':
    case 'overtime':
    case 'late':
      return describeShared(event);
    case 'turn':
    case 'scores':
      return undefined;
    default:
      return event satisfies never;
  }
}

const LONGEST_GUESS = 40;

const misses: Readonly<Record<MissReason, string>> = {
  notindictionary: 'not in the dictionary',
  alreadyfound: 'found already',
  notonboard: 'not on the board',
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
