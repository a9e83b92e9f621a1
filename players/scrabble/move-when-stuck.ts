import { type HeldTiles, type JudgingTerms, judgeChange, type Message } from 'wordhost/scrabble';

interface Stuck {
  readonly terms: JudgingTerms;
  readonly held: HeldTiles;
  readonly inBag: number;
}

/** The move of a player that can lay nothing: a change of as many tiles as the rules allow now, or else a pass. */
export function moveWhenStuck({ terms, held, inBag }: Stuck): Message {
  const all = [...held].flatMap(([id, count]) => new Array<number>(count).fill(id));
  const ids = all.slice(0, inBag);
  const stands = judgeChange(terms, held, inBag, ids).length === 0;
  return stands ? { type: 'change', ids } : { type: 'pass' };
}
