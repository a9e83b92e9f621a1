import { judgeChange, judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import { explain } from '../../games/scrabble/judge/judgement.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import type { MoveRefusal } from '../assistant.ts';
import type { Choice } from './strategy.ts';

/** Why a move is not legal, in words. */
export function refusalOf(move: Move, choice: Choice): string | undefined {
  return refusedMove(move, choice)?.problem;
}

export function refusedMove(move: Move, choice: Choice): MoveRefusal | undefined {
  const errors = errorsOf(move, choice);
  if (errors.length === 0) return undefined;
  const reasons = errors.map((error) => explain(error, choice.terms));
  const words = errors.flatMap((error) => (error.rule === 'wordnotindictionary' ? [error.word] : []));
  return { problem: [...new Set(reasons)].join('; '), ...(words.length > 0 && { words }) };
}

function errorsOf(move: Move, { terms, position, held, inBag }: Choice) {
  if (move.type === 'change') return judgeChange(terms, held, inBag, move.ids);
  if (move.type !== 'play') return [];
  const judgement = judgePlay(terms, position, held, move.placements);
  return judgement.legal ? [] : judgement.errors;
}
