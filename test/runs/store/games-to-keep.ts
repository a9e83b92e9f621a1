import type { NewGame } from '../../../host/runs/store/contract.ts';

const LINES_MOD = 97;

/** A game of which everything follows from its number: its record is up to a hundred lines long. */
export function gameOf(number: number): NewGame & { readonly record: Uint8Array } {
  const result = JSON.stringify({
    number,
    wordhost: 1,
    id: `game-${number}`,
    word: 'ÄRGER'.repeat(number % 50),
  });
  const lines = Array.from({ length: 1 + ((number * 31) % LINES_MOD) }, (_, index) =>
    JSON.stringify({ n: index + 1, t: (number * 7919 + index * 104_729) % 1_000_003, type: 'in' }),
  );
  return {
    number,
    id: `game-${number}`,
    result,
    record: new Uint8Array(Buffer.from(`${lines.join('\n')}\n`)),
  };
}
