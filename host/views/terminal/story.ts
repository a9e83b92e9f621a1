import type { Noted } from '../../events/noted.ts';
import type { GameRecord } from '../../events/read-record.ts';
import type { InWords, Panel, Picture } from '../../games/shown.ts';
import { sizeOf, whyNotDrawn } from '../grid-size.ts';
import { Sentences } from '../sentences.ts';
import { gameSummary } from './game-summary.ts';
import { drawPanel, spaceOf } from './grids/panels.ts';
import { lastLines, pictureLines } from './grids/picture-lines.ts';
import { overloadNote } from './overload-note.ts';
import type { Paint } from './paint.ts';

/** A game as text, while it runs or of its record: a sentence for each event of interest, with its time. */
export class Story {
  readonly #sentences: Sentences;

  constructor(game: Pick<InWords, 'describe'>) {
    this.#sentences = new Sentences(game);
  }

  /** None for an event that is not shown. */
  tell(event: Noted): string | undefined {
    const sentence = this.#sentences.of(event);
    return sentence && `${seconds(event.t)}  ${sentence.text}`;
  }
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}

const INDENT = ' '.repeat(12);

export interface RetellingRequest {
  /** Draw the grid or board after each move. */
  readonly grids: boolean;
  readonly width: number;
  readonly paint: Paint;
}

/** A record as text: some lines for each event of interest, and its end. */
export function* retelling(
  record: GameRecord,
  { grids, width, paint }: RetellingRequest,
): Generator<string[]> {
  const { game, header, events, result } = record;
  const picture = game.picture(header.players.length);
  const names = header.players.map(({ name }) => name);
  const space = width - INDENT.length;
  const story = new Story(game);
  let cells = 0;
  for (const event of events) {
    const changed = picture.take(event);
    const sentence = story.tell(event);
    if (sentence === undefined) continue;
    if (!grids || !changed || cells > MOST_DRAWN) {
      yield [sentence];
      continue;
    }
    cells += cellsIn(changed.seat === undefined ? picture.panels() : [changed]);
    const lines = cells > MOST_DRAWN ? [NO_MORE] : drawn(changed, picture, names, { space, paint });
    yield [sentence, '', ...indented(lines), ''];
  }
  const drawing = lastLines(picture.panels(), result?.winner, names, space, paint);
  if (!result) yield ['', 'The record has no end: the host was killed.'];
  else yield ['', ...gameSummary(result, game, drawing, { paint, width })];
  const note = result && overloadNote(result);
  if (note !== undefined) yield ['', note];
}

/** All drawings of a record together, in cells: fifty times what a long game has. */
const MOST_DRAWN = 2_000_000;
const NO_MORE = 'too much to draw: from here on it is told what happens, without grids';

/** A list has a line for an item. */
function cellsIn(panels: readonly Panel[]): number {
  return panels.reduce((sum, panel) => {
    const { columns, rows } = sizeOf(panel);
    return sum + (whyNotDrawn(panel) === undefined ? columns * rows : 0) + (panel.list?.length ?? 0) + 1;
  }, 0);
}

/** What belongs to all players is shown with each player's part. */
function drawn(
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
  return rows.map((row) => `${INDENT}${row}`.trimEnd());
}
