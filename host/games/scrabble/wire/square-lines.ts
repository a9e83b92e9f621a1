import type { Premium, SquareFunction, SquareKind } from '../board/board.ts';

/** The lines of all kinds of squares. Brief: without those that say what they multiply. */
export function squareLines(kinds: readonly SquareKind[], brief: boolean): string[] {
  const premiums = brief ? () => [] : toldPremiums(kinds);
  return kinds.flatMap((kind) => [
    ...programLines(kind),
    ...premiums(kind).map(({ multiplies, times }) => `premium ${kind.id} ${multiplies} ${times}`),
  ]);
}

function programLines({ id, functions }: SquareKind): string[] {
  if (functions.length === 0) return [`square ${id}`];
  return functions.map(({ priority, program }) => `square ${id} ${priority} ${program}`);
}

/**
 * The functions of each kind that multiply the letter or the word, and do nothing else. The word is what all letters
 * came to: what is multiplied before the last letter has been added, or between letters, is not yet the word.
 */
function toldPremiums(kinds: readonly SquareKind[]): (kind: SquareKind) => readonly Premium[] {
  const last = Math.max(...kinds.flatMap(({ functions }) => functions.filter(addsLetter).map(priorityOf)));
  return ({ functions }) =>
    functions.flatMap(({ priority, premium }) =>
      premium && (premium.multiplies === 'letter' || priority > last) ? [premium] : [],
    );
}

const addsLetter = ({ premium }: SquareFunction) => premium?.multiplies === 'letter';
const priorityOf = ({ priority }: SquareFunction) => priority;
