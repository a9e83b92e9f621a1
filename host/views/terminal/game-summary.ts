import { cut } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';
import { hasLostTurns } from '../../events/overload.ts';
import { droppedOut, type PlayerResult, type Result } from '../../events/result.ts';
import type { InWords } from '../../games/shown.ts';
import type { Paint } from './paint.ts';
import { schedulingNotes } from './player-notes.ts';
import { drawTable } from './table.ts';
import { duration, endingSentence, outcomeWords, turnsLost, whoIs } from './words.ts';

const LONGEST_NAME = 40;
const INDENT = '  ';

/** One game, after its end: who won and why, what each did, and what there is to see of it. */
export function gameSummary(
  result: Result,
  game: InWords,
  drawing: readonly string[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  const lines = [paint.bold(endingSentence(result, game)), '', ...playersTable(result, game, width)];
  if (drawing.length > 0) lines.push('', ...drawing.map((row) => `  ${row}`.trimEnd()));
  return [...lines, '', ...schedulingNotes(result).map(paint.bad), paint.dim(gameLine(result))];
}

/** One line for one game of several. */
export function gameInOneLine(number: number, result: Result, game: InWords, turnMs?: number): string {
  const odd = result.players.filter(droppedOut);
  const notes = odd.map((player) => `; ${whoIs(player)}: ${outcomeWords(player)}`).join('');
  const slow = result.players.filter(hasLostTurns);
  const late = slow.map((player) => `; ${whoIs(player)}: ${turnsLost(player, turnMs)}`).join('');
  const over = result.players.filter(({ pointsOff }) => Number(pointsOff ?? 0) > 0);
  const off = over
    .map((player) => `; ${whoIs(player)}: ${player.pointsOff} points off for overtime`)
    .join('');
  const left = schedulingNotes(result).map((note) => `; ${note}`);
  return `game ${number}: ${endingSentence(result, game)}${notes}${late}${off}${left.join('')}  (${duration(result.ms)}, ${seeds(result)})`;
}

function playersTable(result: Result, { figures }: InWords, width: number): string[] {
  const { players } = result;
  const hasBanks = players.some(({ bankMs }) => bankMs !== undefined);
  const ofBanks = hasBanks ? ['time left', 'points off'] : [];
  const headings = ['seat', 'player', 'outcome', ...Object.values(figures), 'thinking', ...ofBanks];
  const rows = players.map((player) => [
    ...playerRow(player, Object.keys(figures)),
    ...(hasBanks ? bankCells(player) : []),
  ]);
  return drawTable(headings, rows, width - INDENT.length).map((line) => `${INDENT}${line}`);
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

interface Seeds {
  readonly seed: string;
  readonly playerSeed?: string | undefined;
}

/** All that gives the same game again. */
export function seeds({ seed, playerSeed }: Seeds): string {
  return `seed ${visible(seed)}${playerSeed === undefined ? '' : `, player seed ${visible(playerSeed)}`}`;
}

function gameLine({ id, ms, sandbox, memory, rejudged, ...result }: Result): string {
  const instead = rejudged ? `, instead of ${rejudged.map(visible).join(', ')} (overloaded)` : '';
  const watched =
    memory === undefined ? '' : `, memory limit: ${memory === 'group' ? 'control group' : 'polling'}`;
  return `game ${id}, ${seeds(result)}, ${duration(ms)}, sandbox: ${sandbox}${watched}${instead}`;
}
