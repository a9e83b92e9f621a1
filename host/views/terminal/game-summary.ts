import { visible } from '../../core/text/visible.ts';
import { hasLostTurns } from '../../events/overload.ts';
import { PlayerWarnings } from '../../events/player-warnings.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import { bestMoveOf } from '../../games/kit/score-figures.ts';
import type { InWords } from '../../games/shown.ts';
import { playersTable } from '../players-table.ts';
import type { Paint } from './paint.ts';
import { schedulingNotes, warningNotes } from './player-notes.ts';
import { bestMoveSentence, drawTable } from './table.ts';
import { duration, endingSentence, outcomeWords, turnsLost, whoIs } from './words.ts';

const INDENT = '  ';

/** One game, after its end: who won and why, what each did, and what there is to see of it. */
export function gameSummary(
  result: Result,
  game: InWords,
  drawing: readonly string[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  const lines = [paint.bold(endingSentence(result, game)), '', ...playersLines(result, game, width)];
  if (drawing.length > 0) lines.push('', ...drawing.map((row) => `  ${row}`.trimEnd()));
  const best = bestMoveOf(result);
  const sentences = best ? [bestMoveSentence(best, result.players[best.seat - 1]!)] : [];
  const warnings = new PlayerWarnings();
  warnings.take(1, result);
  const notes = [...warningNotes(warnings, result.players), ...schedulingNotes(result)];
  return [...lines, '', ...sentences, ...notes.map(paint.bad), paint.dim(gameLine(result))];
}

function playersLines(result: Result, game: InWords, width: number): string[] {
  const { headings, rows } = playersTable(result, game);
  return drawTable(headings, rows, width - INDENT.length).map((line) => `${INDENT}${line}`);
}

/** One line for one game of several. `turnMs`: the time limit of a turn of that entry. */
export function gameInOneLine(
  number: number,
  result: Result,
  game: InWords,
  turnMs: (entry: number) => number | undefined = () => undefined,
): string {
  const odd = result.players.filter(droppedOut);
  const notes = odd.map((player) => `; ${whoIs(player)}: ${outcomeWords(player)}`).join('');
  const slow = result.players.filter(hasLostTurns);
  const late = slow
    .map((player) => `; ${whoIs(player)}: ${turnsLost(player, turnMs(player.entry))}`)
    .join('');
  const over = result.players.filter(({ pointsOff }) => Number(pointsOff ?? 0) > 0);
  const off = over
    .map((player) => `; ${whoIs(player)}: ${player.pointsOff} points off for overtime`)
    .join('');
  const left = schedulingNotes(result).map((note) => `; ${note}`);
  return `game ${number}: ${endingSentence(result, game)}${notes}${late}${off}${left.join('')}  (${duration(result.ms)}, ${seeds(result)})`;
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
