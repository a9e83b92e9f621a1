import type { Board } from '../board/board.ts';
import { tileKind } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import type { HeldTiles, Judgement, JudgingTerms, MoveError, ProgramFault } from './judgement.ts';
import { directionOf, gapsOf, inOrder, placeErrors, placementErrors } from './placements.ts';
import type { Position } from './position.ts';
import { judgeWords } from './words.ts';

/** Judges in stages. A later stage requires a clean earlier one. */
export function judgePlay(
  terms: JudgingTerms,
  position: Position,
  held: HeldTiles,
  placements: readonly Placement[],
): Judgement {
  if (placements.length === 0) return refuse([{ rule: 'emptymove' }]);
  const wrong = placementErrors(terms, position, held, placements);
  if (wrong) return refuse(wrong, failuresUnder(terms.board, wrong));
  const direction = directionOf(placements);
  if (!direction) return refuse([{ rule: 'wordnotonroworcolumn', placements }]);
  const laid = inOrder(placements, direction);
  const gaps = gapsOf(terms.board, position, laid, direction);
  if (gaps) return withGaps(terms.board, gaps);
  const misplaced = placeErrors(terms, position, laid);
  if (misplaced.length > 0) return refuse(misplaced);
  return judgeWords({ terms, position, laid, direction });
}

function withGaps(board: Board, { outside, isFree }: NonNullable<ReturnType<typeof gapsOf>>): Judgement {
  const errors: MoveError[] = [];
  if (outside) errors.push({ rule: 'wordoutsideboard' });
  if (isFree) errors.push({ rule: 'wordnotconnected' });
  return refuse(errors, outside ? failuresAt(board, [outside]) : []);
}

/** A few failures are enough to find a fault of the board. */
const MOST_FAILURES = 10;

function failuresUnder(board: Board, errors: readonly MoveError[]): readonly ProgramFault[] {
  if (!board.isInfinite) return [];
  return failuresAt(board, errors.filter((error) => error.rule === 'emptytile').slice(0, MOST_FAILURES));
}

function failuresAt(
  board: Board,
  places: readonly { readonly x: number; readonly y: number }[],
): readonly ProgramFault[] {
  return places.flatMap(({ x, y }): ProgramFault[] => {
    const failure = board.failureAt(x, y);
    return failure ? [{ is: 'board', x, y, failure }] : [];
  });
}

function refuse(errors: readonly MoveError[], faults: readonly ProgramFault[] = []): Judgement {
  return { legal: false, errors, faults };
}

/** Returns the errors of a change with this number of tiles in the bag. */
export function judgeChange(
  terms: JudgingTerms,
  held: HeldTiles,
  left: number,
  ids: readonly number[],
): readonly MoveError[] {
  if (ids.length === 0) return [{ rule: 'emptymove' }];
  const errors = idErrors(terms, held, ids);
  if (errors.length > 0 || left >= leastTiles(terms, ids.length)) return errors;
  return [{ rule: 'notenoughpieces', wanted: ids.length, left }];
}

function idErrors({ tiles }: JudgingTerms, held: HeldTiles, ids: readonly number[]): MoveError[] {
  const errors: MoveError[] = [];
  const used = new Map<number, number>();
  for (const id of ids) {
    const uses = used.get(id) ?? 0;
    used.set(id, uses + 1);
    if (!tileKind(tiles, id)) errors.push({ rule: 'piecedoesnotexist', id });
    else if (uses >= (held.get(id) ?? 0)) errors.push({ rule: 'playerdoesnothavepiece', id });
  }
  return errors;
}

function leastTiles({ rules, handSize }: JudgingTerms, wanted: number): number {
  switch (rules.change) {
    case 'hand-size':
      return handSize;
    case 'as-many':
      return wanted;
    case 'never':
      return Number.POSITIVE_INFINITY;
    default:
      return rules.change satisfies never;
  }
}
