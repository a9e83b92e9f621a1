import type { Panel } from '../../games/game.ts';
import { cut, escaped } from '../escape.ts';
import { fellOut, type PlayerResult, type Result } from '../result.ts';
import type { Paint } from './paint.ts';
import { drawPanel } from './panels.ts';
import { drawTable } from './table.ts';
import { duration, endingSentence, outcomeWords, whoIs } from './words.ts';

const LONGEST_NAME = 40;

/** One game, after its end: who won and why, what each did, the winner's grid. */
export function gameSummary(
  result: Result,
  figures: readonly string[],
  panel: Panel | undefined,
  paint: Paint,
): string[] {
  const lines = [paint.bold(endingSentence(result)), '', ...playersTable(result, figures)];
  if (panel && panel.rows.length > 0) lines.push('', ...drawPanel(panel).map((row) => `  ${row}`));
  return [...lines, '', paint.dim(gameLine(result))];
}

/** One line for one game of several. */
export function gameInOneLine(game: number, result: Result): string {
  const odd = result.players.filter(fellOut);
  const notes = odd.map((player) => `; ${whoIs(player)}: ${outcomeWords(player)}`).join('');
  return `game ${game}: ${endingSentence(result)}${notes}  (${duration(result.ms)}, seed ${result.seed})`;
}

function playersTable(result: Result, figures: readonly string[]): string[] {
  const headings = ['seat', 'player', 'outcome', ...figures, 'thinking'];
  return drawTable(
    headings,
    result.players.map((player) => playerRow(player, figures)),
  ).map((line) => `  ${line}`);
}

function playerRow(player: PlayerResult, figures: readonly string[]): string[] {
  const counts = figures.map((figure) => String(player[figure] ?? ''));
  const name = cut(escaped(player.name), LONGEST_NAME);
  return [String(player.seat), name, outcomeWords(player), ...counts, duration(player.thinkMs)];
}

function gameLine({ id, seed, ms, sandbox, memory }: Result): string {
  const watched =
    memory === undefined ? '' : `, memory watched by: ${memory === 'group' ? 'control group' : 'polling'}`;
  return `game ${id}, seed ${seed}, ${duration(ms)}, players held by: ${sandbox}${watched}`;
}
