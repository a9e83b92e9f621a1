import { cut } from '../core/text/columns.ts';
import { visible } from '../core/text/visible.ts';
import type { PlayerResult, Result } from '../events/result.ts';
import type { InWords } from '../games/shown.ts';
import type { Table } from './reports/summary.ts';
import { duration, outcomeWords } from './terminal/words.ts';

const LONGEST_NAME = 40;

/** What each player of a game did: a row each. */
export function playersTable(
  { players }: Pick<Result, 'players'>,
  { figures }: Pick<InWords, 'figures'>,
): Table {
  const hasBanks = players.some(({ bankMs }) => bankMs !== undefined);
  const ofBanks = hasBanks ? ['time left', 'points off'] : [];
  const headings = ['seat', 'player', 'outcome', ...Object.values(figures), 'thinking', ...ofBanks];
  const rows = players.map((player) => [
    ...playerRow(player, Object.keys(figures)),
    ...(hasBanks ? bankCells(player) : []),
  ]);
  return { headings, rows };
}

function playerRow(player: PlayerResult, figures: readonly string[]): string[] {
  const counts = figures.map((figure) => String(player[figure] ?? ''));
  const { seat, entry } = player;
  // In a game with other seats than on the command line.
  const whose = seat === entry ? '' : ` (player ${entry})`;
  const name = `${cut(visible(player.name), LONGEST_NAME)}${whose}`;
  return [String(seat), name, outcomeWords(player), ...counts, duration(player.thinkMs)];
}

/** Who was never in the game has none. */
function bankCells({ bankMs, pointsOff }: PlayerResult): string[] {
  if (typeof bankMs !== 'number') return ['', ''];
  return [`${bankMs < 0 ? '-' : ''}${duration(Math.abs(bankMs))}`, String(pointsOff)];
}
