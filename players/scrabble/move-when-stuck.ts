import { type HeldTiles, type JudgedTable, judgeChange, type Message } from 'wordhost/scrabble';

interface Stuck {
  readonly table: JudgedTable;
  readonly held: HeldTiles;
  readonly inBag: number;
}

/** The move of a player that can lay nothing: a change of as many tiles as the rules allow now, or else a pass. */
export function moveWhenStuck({ table, held, inBag }: Stuck): Message {
  const all = [...held].flatMap(([id, count]) => new Array<number>(count).fill(id));
  const ids = all.slice(0, inBag);
  const stands = judgeChange(table, held, inBag, ids).length === 0;
  return stands ? { type: 'change', ids } : { type: 'pass' };
}
