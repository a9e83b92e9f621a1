import { visible } from '../../core/text.ts';
import type { Noted } from '../../events/noted.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import { hasLostTurns } from '../../events/times.ts';
import { bestMoveOf } from '../../games/kit/scores.ts';
import type { InWords, Panel, Picture } from '../../games/presentation.ts';
import { writtenIn } from '../beside-moves.ts';
import { sizeOf, whyNotDrawn } from '../parts/grid-size.ts';
import { Sentences } from '../steps.ts';
import {
  duration,
  endingSentence,
  lostTurnsWords,
  outcomeWords,
  overloadNote,
  playerLabel,
  playersTable,
  schedulingNotes,
  warningsIn,
} from '../words.ts';
import type { Paint } from './paint.ts';
import { drawPanel, lastLines, pictureLines, spaceOf } from './pictures.ts';
import { bestMoveSentence, drawTable } from './table.ts';

/** Tells a game as text, live or from a record: a sentence with its time for each interesting event. */
export class Story {
  readonly #sentences: Sentences;

  constructor(game: Pick<InWords, 'describe'>) {
    this.#sentences = new Sentences(game);
  }

  /** Undefined for an event that is not shown. */
  tell(event: Noted): string | undefined {
    const sentence = this.#sentences.of(event);
    return sentence && `${seconds(event.t)}  ${sentence.text}`;
  }
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}

const STORY_INDENT = ' '.repeat(12);

interface RetellingRequest {
  readonly grids: boolean;
  readonly width: number;
  readonly paint: Paint;
}

/** Retells a record: some lines for each interesting event, and the end. */
export function* retelling(
  record: GameRecord,
  { grids, width, paint }: RetellingRequest,
): Generator<string[]> {
  const { game, header, events, result } = record;
  const picture = game.picture(header.players.length);
  const names = header.players.map(({ name }) => name);
  const space = width - STORY_INDENT.length;
  const story = new Story(game);
  const written = writtenIn(record);
  let shown = 0;
  const until = (t: number) => {
    const from = shown;
    while (shown < written.length && written[shown]!.t <= t) shown++;
    return written
      .slice(from, shown)
      .flatMap(({ t, who, lines }) => lines.map((line) => `${seconds(t)}  ${who} ${paint.dim(`| ${line}`)}`));
  };
  let cells = 0;
  for (const event of events) {
    const changed = picture.take(event);
    const sentence = story.tell(event);
    if (sentence === undefined) continue;
    const beside = until(event.t);
    if (beside.length > 0) yield beside;
    if (!grids || !changed || cells > MOST_DRAWN) {
      yield [sentence];
      continue;
    }
    cells += cellsIn(changed.seat === undefined ? picture.panels() : [changed]);
    const lines = cells > MOST_DRAWN ? [NO_MORE] : drawPanels(changed, picture, names, { space, paint });
    yield [sentence, '', ...indented(lines), ''];
  }
  const rest = until(Number.POSITIVE_INFINITY);
  if (rest.length > 0) yield rest;
  const drawing = lastLines(picture.panels(), result?.winner, names, space, paint);
  if (!result) yield ['', 'The record has no end, because the host was killed.'];
  else yield ['', ...gameSummary(result, game, drawing, { paint, width })];
  const note = result && overloadNote(result);
  if (note !== undefined) yield ['', note];
}

/** The limit of all drawings of a record in cells: fifty times a long game. */
const MOST_DRAWN = 2_000_000;
const NO_MORE = 'too much to draw: from here on, events are shown without grids';

function cellsIn(panels: readonly Panel[]): number {
  return panels.reduce((sum, panel) => {
    const { columns, rows } = sizeOf(panel);
    return sum + (whyNotDrawn(panel) === undefined ? columns * rows : 0) + (panel.list?.length ?? 0) + 1;
  }, 0);
}

/** Shared panels follow the panels of each player. */
function drawPanels(
  changed: Panel,
  picture: Picture,
  names: readonly string[],
  { space, paint }: { readonly space: number; readonly paint: Paint },
): string[] {
  return changed.seat === undefined
    ? pictureLines(picture.panels(), names, space, Number.POSITIVE_INFINITY, paint)
    : drawPanel(changed, spaceOf(space, paint));
}

function indented(rows: readonly string[]): string[] {
  return rows.map((row) => `${STORY_INDENT}${row}`.trimEnd());
}

const INDENT = '  ';

interface SummaryLook {
  readonly paint: Paint;
  readonly width: number;
  /** People may do nothing for a while, or end the game. */
  readonly withPeople?: boolean;
}

/** The winner, the reason, the figures of the players, and the final position. */
export function gameSummary(
  result: Result,
  game: InWords,
  drawing: readonly string[],
  { paint, width, withPeople }: SummaryLook,
): string[] {
  const lines = [paint.bold(endingSentence(result, game)), '', ...playersLines(result, game, width)];
  if (drawing.length > 0) lines.push('', ...drawing.map((row) => `  ${row}`.trimEnd()));
  const best = bestMoveOf(result);
  const sentences = best ? [bestMoveSentence(best, result.players[best.seat - 1]!)] : [];
  const notes = [...(withPeople ? [] : warningsIn(result)), ...schedulingNotes(result)];
  return [...lines, '', ...sentences, ...notes.map(paint.bad), paint.dim(gameLine(result))];
}

function playersLines(result: Result, game: InWords, width: number): string[] {
  const { headings, rows } = playersTable(result, game);
  return drawTable(headings, rows, width - INDENT.length).map((line) => `${INDENT}${line}`);
}

/** `turnMs` is the turn limit of an entry. */
export function gameInOneLine(
  number: number,
  result: Result,
  game: InWords,
  turnMs: (entry: number) => number | undefined = () => undefined,
): string {
  const odd = result.players.filter(droppedOut);
  const notes = odd.map((player) => `; ${playerLabel(player)}: ${outcomeWords(player)}`).join('');
  const slow = result.players.filter(hasLostTurns);
  const late = slow
    .map((player) => `; ${playerLabel(player)}: ${lostTurnsWords(player, turnMs(player.entry))}`)
    .join('');
  const over = result.players.filter(({ pointsOff }) => Number(pointsOff ?? 0) > 0);
  const off = over
    .map((player) => `; ${playerLabel(player)}: ${player.pointsOff} points off for overtime`)
    .join('');
  const left = schedulingNotes(result).map((note) => `; ${note}`);
  return `game ${number}: ${endingSentence(result, game)}${notes}${late}${off}${left.join('')}  (${duration(result.ms)}, ${seeds(result)})`;
}

interface Seeds {
  readonly seed: string;
  readonly playerSeed?: string | undefined;
}

/** The seeds that repeat a game. */
export function seeds({ seed, playerSeed }: Seeds): string {
  return `seed ${visible(seed)}${playerSeed === undefined ? '' : `, player seed ${visible(playerSeed)}`}`;
}

function gameLine({ id, ms, sandbox, memory, rejudged, ...result }: Result): string {
  const instead = rejudged ? `, instead of ${rejudged.map(visible).join(', ')} (overloaded)` : '';
  const watched =
    memory === undefined ? '' : `, memory limit: ${memory === 'group' ? 'control group' : 'polling'}`;
  return `game ${id}, ${seeds(result)}, ${duration(ms)}, sandbox: ${sandbox}${watched}${instead}`;
}
