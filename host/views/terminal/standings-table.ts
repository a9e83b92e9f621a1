import { cut } from '../../core/columns.ts';
import { visible } from '../../core/visible.ts';
import { drawTable } from './table.ts';

interface Row {
  readonly name: string;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly out: number;
}

/** Several games: how many each player won, with an interval. */
export function standingsTable(players: readonly Row[], games: number): string[] {
  const rows = players.map(({ name, won, lost, drawn, out }) => {
    const share = games === 0 ? '' : `${((100 * (won + drawn / 2)) / games).toFixed(1)}%`;
    return [cut(visible(name), 40), String(won), String(drawn), String(lost), String(out), share];
  });
  return drawTable(['player', 'won', 'drawn', 'lost', 'out', 'share'], rows).map((line) => `  ${line}`);
}
