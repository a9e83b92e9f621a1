import { judgeChange } from '../../games/scrabble/judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import type { BestPlays } from '../../games/scrabble/moves/best-plays.ts';
import type { FoundPlay } from '../../games/scrabble/moves/search-plays.ts';
import type { Move, Placement } from '../../games/scrabble/wire/messages.ts';
import type { Inbox, Listener } from '../inbox.ts';
import { refuse } from '../misuse.ts';
import { partOver, type Turn } from '../turn.ts';
import type { Choice, Chooser, Mover, Strategy } from './strategy.ts';

export interface Due {
  readonly choice: Choice;
  readonly turn: Turn;
  readonly inbox: Inbox<string>;
  readonly listener: Listener;
  isOver(): boolean;
}

/** Returns a move, or a sentence if the player cannot play on. Undefined means that the turn is over. */
export type Decide = (due: Due) => Promise<Move | string | undefined>;

/** The search looks for new messages after this time. */
const LOOK_UP_EVERY_MS = 5;
/**
 * The step limit of a turn's search. Ordinary tiles never reach it. Counting steps makes games repeatable.
 */
const MOST_STEPS = 20_000_000;
/** The part of a turn's time in which the player answers. */
const ANSWER_WITHIN = 0.6;

export function bySearch(strategy: Strategy, plays: BestPlays): Decide {
  return async ({ choice, turn, inbox }) => {
    const until = partOver(turn, ANSWER_WITHIN);
    const { position, held } = choice;
    const chooser = strategy(choice);
    if (typeof chooser?.look !== 'function' || typeof chooser.chosen !== 'function')
      refuse('what the strategy returns', 'an object with the functions look and chosen', chooser);
    // Judging a play runs the programs of the board.
    const look = (found: FoundPlay) => {
      if (performance.now() < until) chooser.look(found);
      return chooser.least ?? Number.NEGATIVE_INFINITY;
    };
    let lookedUp = performance.now();
    for (const steps of plays.search(position, held, look, chooser.beside)) {
      const now = performance.now();
      if (steps > MOST_STEPS || now > until || inbox.ended) break;
      if (now < lookedUp + LOOK_UP_EVERY_MS) continue;
      await inbox.glance();
      lookedUp = performance.now();
    }
    return moveOfChooser(chooser, choice);
  };
}

/** The player listens to the host while the mover decides. */
export function byMover(mover: Mover): Decide {
  return async ({ choice, turn, inbox, listener, isOver }) => {
    const answers: unknown[] = [];
    const hear = async () => {
      answers.push(await mover.move(choice, partOver(turn, 1)));
      inbox.wake();
    };
    await Promise.race([hear(), listener.hearUntil(() => answers.length > 0 || isOver())]);
    return answers.length > 0 ? answerOf(answers[0]) : undefined;
  };
}

function answerOf(given: unknown): Move | string {
  return isSentence(given) ? given : checkMove('what the mover returns', ANSWERS, given);
}

export const isSentence = (given: unknown): given is string => typeof given === 'string' && given !== '';

const ANSWERS =
  'a move of type play, change, pass or forfeit, or a string with the reason why it cannot continue';

interface Stuck {
  readonly terms: JudgingTerms;
  readonly held: HeldTiles;
  readonly inBag: number;
}

export function moveOfChooser(chooser: Chooser, stuck: Stuck): Move {
  const chosen = chooser.chosen();
  if (chosen === undefined || chosen === null) return moveWhenStuck(stuck);
  if (Array.isArray(chosen)) return { type: 'play', placements: checkPlacements('chosen', chosen) };
  return checkMove('chosen', MOVES, chosen);
}

const MOVES = 'placements, or a move of type play, change, pass or forfeit';

/** The move of a player without a play: an exchange of as many tiles as the rules allow, else a pass. */
export function moveWhenStuck({ terms, held, inBag }: Stuck): Move {
  const all = [...held].flatMap(([id, count]) => new Array<number>(count).fill(id));
  const ids = all.slice(0, inBag);
  const stands = judgeChange(terms, held, inBag, ids).length === 0;
  return stands ? { type: 'change', ids } : { type: 'pass' };
}

/** `expected` lists the allowed values. */
function checkMove(what: string, expected: string, given: unknown): Move {
  const { type, placements, ids } = (given ?? {}) as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'play':
      return { type, placements: checkPlacements(`${what}: the placements of a play`, placements) };
    case 'change':
      return { type, ids: checkIds(`${what}: the ids of a change`, ids) };
    case 'pass':
    case 'forfeit':
      return { type };
    default:
      return refuse(what, expected, given);
  }
}

function checkPlacements(what: string, given: unknown): readonly Placement[] {
  return isListOf(isPlacement, given)
    ? given
    : refuse(what, 'an array of { x, y, id, letter, points }', given);
}

function checkIds(what: string, given: unknown): readonly number[] {
  return isListOf(isWhole, given) ? given : refuse(what, 'an array of tile numbers', given);
}

function isListOf<Thing>(is: (thing: unknown) => thing is Thing, given: unknown): given is readonly Thing[] {
  return Array.isArray(given) && given.every(is);
}

const isWhole = (given: unknown): given is number => Number.isSafeInteger(given);

function isPlacement(given: unknown): given is Placement {
  const { x, y, id, letter, points } = (given ?? {}) as Readonly<Record<string, unknown>>;
  return [x, y, id, points].every(isWhole) && typeof letter === 'string' && /^\S$/u.test(letter);
}
