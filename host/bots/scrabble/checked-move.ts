import type { Move, Placement } from '../../games/scrabble/wire/messages.ts';
import { refuse } from '../expected.ts';

/** What a program has given as a move. `expected`: what may be given in its place. */
export function checkedMove(what: string, expected: string, given: unknown): Move {
  const { type, placements, ids } = (given ?? {}) as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'play':
      return { type, placements: checkedPlacements(`${what}: the placements of a play`, placements) };
    case 'change':
      return { type, ids: checkedIds(`${what}: the ids of a change`, ids) };
    case 'pass':
    case 'forfeit':
      return { type };
    default:
      return refuse(what, expected, given);
  }
}

export function checkedPlacements(what: string, given: unknown): readonly Placement[] {
  return isListOf(isPlacement, given)
    ? given
    : refuse(what, 'an array of { x, y, id, letter, points }', given);
}

function checkedIds(what: string, given: unknown): readonly number[] {
  return isListOf(isWhole, given) ? given : refuse(what, 'an array of numbers of tiles', given);
}

function isListOf<Thing>(is: (thing: unknown) => thing is Thing, given: unknown): given is readonly Thing[] {
  return Array.isArray(given) && given.every(is);
}

const isWhole = (given: unknown): given is number => Number.isSafeInteger(given);

function isPlacement(given: unknown): given is Placement {
  const { x, y, id, letter, points } = (given ?? {}) as Readonly<Record<string, unknown>>;
  return [x, y, id, points].every(isWhole) && typeof letter === 'string' && /^\S$/u.test(letter);
}
