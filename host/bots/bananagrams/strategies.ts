import { type Automaton, wordsOf } from '../../lexicon/automaton.ts';
import { build } from '../../lexicon/build.ts';
import type { Answer, Strategy } from './play.ts';
import { Solver } from './solver.ts';

/** Boards to try before a dump. Each refusal in a row doubles the number. */
const TRIES_BEFORE_DUMP = 400;
/** The search looks for messages after this time. */
const LOOK_UP_EVERY_MS = 5;

/** Lays all letters as words up to a length, or dumps the hardest. */
export function solvingWith(longest: number): Strategy {
  return ({ lexicon, chance }) => {
    const solver = new Solver(wordsUpTo(lexicon, longest), chance);
    return ({ drew, refused }) => {
      solver.give(drew);
      const limit = TRIES_BEFORE_DUMP * 2 ** refused;
      const until = performance.now() + LOOK_UP_EVERY_MS;
      while (!solver.complete && solver.tries < limit && performance.now() < until) solver.step();
      if (solver.complete) return { peel: solver.rows() };
      return solver.tries < limit ? undefined : { dump: solver.giveUpHardest() };
    };
  };
}

/** A server plays many games with a list. */
const shortened = new WeakMap<Automaton, Map<number, Automaton>>();

function wordsUpTo(lexicon: Automaton, longest: number): Automaton {
  if (longest === Number.POSITIVE_INFINITY) return lexicon;
  const known = shortened.get(lexicon) ?? new Map<number, Automaton>();
  shortened.set(lexicon, known);
  const before = known.get(longest);
  if (before) return before;
  const built = build([...wordsOf(lexicon, longest)]);
  // Part of a compilable list is compilable.
  const words = built.ok ? built.automaton : lexicon;
  known.set(longest, words);
  return words;
}

/** Delays a strategy for each new tile, as people are slow. A resumed player has laid its first tiles but one before. */
export function unhurried(
  strategy: Strategy,
  msPerTile: number,
  { now = () => performance.now(), isResumed = false } = {},
): Strategy {
  if (msPerTile === 0) return strategy;
  return (table) => {
    const answerTo = strategy(table);
    let readyAt = 0;
    let answer: Answer | undefined;
    let unseen = '';
    let isKnown = isResumed;
    return (hand) => {
      const tiles = isKnown ? 1 : hand.drew.length;
      isKnown = false;
      if (hand.drew !== '') readyAt = Math.max(readyAt, now()) + tiles * msPerTile;
      unseen += hand.drew;
      // A letter that it has decided to dump no longer counts, whatever comes meanwhile.
      if (!answer || (unseen !== '' && 'peel' in answer)) {
        answer = answerTo({ ...hand, drew: unseen });
        unseen = '';
      }
      const wait = readyAt - now();
      if (answer && wait > 0) return { wait };
      const given = answer;
      answer = undefined;
      return given;
    };
  };
}
