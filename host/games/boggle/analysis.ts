import { counted } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import {
  type AnalysisRequest,
  type AnalyzedGame,
  type Columns,
  type GameAnalysis,
  type MoveRow,
  secondsOf,
} from '../analysis.ts';
import type { Setup } from '../game.ts';
import { boggle } from './boggle.ts';
import type { BoggleEvent } from './events.ts';
import { missReasons, pointsOf } from './judge.ts';
import type { boggleOptions } from './options.ts';
import { finderFor } from './word-finder.ts';

const columns = {
  seconds: { heading: 'at', unit: 'seconds' },
  move: { heading: 'word' },
  points: { heading: 'points' },
  others: { heading: 'others' },
  reason: { heading: 'refused' },
} as const satisfies Columns;

/** Points of words, one column each for missed words. */
const worths = [1, 2, 3, 5, 11] as const;

const figures = {
  words: { heading: 'words' },
  points: { heading: 'points' },
  ...Object.fromEntries(worths.map((points) => [`missed${points}`, { heading: `missed at ${points}` }])),
  missedPoints: { heading: 'points missed' },
  nobody: { heading: 'not found' },
  ...Object.fromEntries(missReasons.map((reason) => [reason, { heading: reason }])),
  wordsPerSecond: { heading: 'words a second' },
} satisfies Columns;

/** Measures each guess: its time, its points and the other finders; and lists missed words. */
export const boggleAnalysis: GameAnalysis<BoggleEvent> = {
  columns,
  figures,
  measure: undefined,
  summary: ({ words, missedPoints }) =>
    `found ${counted(Number(words ?? 0), 'word')} and missed ${counted(Number(missedPoints ?? 0), 'point')}`,
  analyze,
  figuresOf(moves, sums) {
    const right = moves.filter(({ cells }) => cells.reason === undefined);
    const { seconds = 0 } = sums;
    return {
      words: right.length,
      points: right.reduce((sum, { cells }) => sum + Number(cells.points), 0),
      ...Object.fromEntries(worths.map((points) => [`missed${points}`, sums[`missed${points}`]])),
      missedPoints: sums.missedPoints,
      nobody: sums.nobody,
      ...Object.fromEntries(
        missReasons.map((reason) => [reason, moves.filter(({ cells }) => cells.reason === reason).length]),
      ),
      wordsPerSecond: seconds > 0 ? right.length / seconds : undefined,
    };
  },
};

function* analyze({ setup, events, top }: AnalysisRequest<BoggleEvent>): Generator<never, AnalyzedGame> {
  const { board, lexicon, options } = boggle.prepare(setup as Setup<typeof boggleOptions>);
  const guesses = events.filter((event) => event.type === 'guess');
  const finders = new Map<string, Set<Seat>>();
  for (const { seat, word, points } of guesses)
    if (points !== undefined) finders.set(word, (finders.get(word) ?? new Set()).add(seat));
  const begun = events.find(({ type }) => type === 'board')?.t;
  const moves = guesses.map(({ n, t, seat, word, points, reason }): MoveRow => {
    const others = points === undefined ? undefined : finders.get(word)!.size - 1;
    // In a simultaneous game, a word counts if only one player found it.
    const counts = options.rules === 'turns' || others === 0 ? points : 0;
    const seconds = secondsOf(t - (begun ?? t));
    const cells = { seconds, move: word, points: points === undefined ? 0 : counts, others, reason };
    return { n, seat, cells, measure: undefined, best: [] };
  });
  const known =
    begun === undefined
      ? []
      : finderFor(lexicon)
          .wordsOn(board)
          .filter((word) => pointsOf(word) > 0);
  const unfound = known.filter((word) => !finders.has(word));
  const players = setup.names.map((_, index) => {
    const seat = index + 1;
    // In a game in turns, a word can be found once.
    const missed =
      options.rules === 'turns' ? unfound : known.filter((word) => !finders.get(word)?.has(seat));
    const last = events.findLast((event) => event.type === 'guess' && event.seat === seat)?.t;
    const seconds = last === undefined ? 0 : secondsOf(last - begun!)!;
    return { sums: { ...missedSums(missed), nobody: unfound.length, seconds }, notes: notesOn(missed, top) };
  });
  return { moves, players, missed: bestOf(unfound).slice(0, MOST_UNFOUND).map(worded) };
}

const MOST_UNFOUND = 8;
const worded = (word: string) => `${word} ${pointsOf(word)}`;
/** The words with the most points first, then the longest. */
export const bestOf = (words: readonly string[]) =>
  words.toSorted((one, other) => pointsOf(other) - pointsOf(one) || other.length - one.length);

function missedSums(missed: readonly string[]): Readonly<Record<string, number>> {
  const counts = worths.map((points) => [
    `missed${points}`,
    missed.filter((word) => pointsOf(word) === points).length,
  ]);
  const missedPoints = missed.reduce((sum, word) => sum + pointsOf(word), 0);
  return { ...Object.fromEntries(counts), missedPoints };
}

function notesOn(missed: readonly string[], top: number): readonly string[] {
  const longest = bestOf(missed).slice(0, top);
  return longest.length === 0
    ? []
    : [`missed ${longest.map((word) => `${word} (${pointsOf(word)})`).join(', ')}`];
}
