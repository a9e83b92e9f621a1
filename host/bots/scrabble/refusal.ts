import { judgeChange, judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import { explain } from '../../games/scrabble/judge/judgement.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import type { Choice } from './strategy.ts';

export function refusalOf(move: Move, choice: Choice): string | undefined {
  const reasons = errorsOf(move, choice).map((error) => explain(error, choice.terms));
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ');
}

function errorsOf(move: Move, { terms, position, held, inBag }: Choice) {
  if (move.type === 'change') return judgeChange(terms, held, inBag, move.ids);
  if (move.type !== 'play') return [];
  const judgement = judgePlay(terms, position, held, move.placements);
  return judgement.legal ? [] : judgement.errors;
}
