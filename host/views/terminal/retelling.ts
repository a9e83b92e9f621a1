import type { GameRecord } from '../../events/read-record.ts';
import type { Panel, Picture } from '../../games/shown.ts';
import { gameSummary } from './game-summary.ts';
import { drawPanel, spaceOf } from './grids/panels.ts';
import { lastLines, sceneLines } from './grids/scene-lines.ts';
import { overloadNote } from './overload-note.ts';
import type { Paint } from './paint.ts';
import { Story } from './story.ts';

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
  for (const event of events) {
    const changed = picture.take(event);
    const sentence = story.tell(event);
    if (sentence === undefined) continue;
    yield grids && changed
      ? [sentence, '', ...indented(drawn(changed, picture, names, { space, paint })), '']
      : [sentence];
  }
  const drawing = lastLines(picture.scene(), result?.winner, names, space, paint);
  if (!result) yield ['', 'The record has no end: the host was killed.'];
  else yield ['', ...gameSummary(result, game, drawing, { paint, width })];
  const note = result && overloadNote(result);
  if (note !== undefined) yield ['', note];
}

/** What belongs to all players is shown with each player's part. */
function drawn(
  changed: Panel,
  picture: Picture,
  names: readonly string[],
  { space, paint }: { readonly space: number; readonly paint: Paint },
): string[] {
  return changed.seat === undefined
    ? sceneLines(picture.scene(), names, space, Number.POSITIVE_INFINITY, paint)
    : drawPanel(changed, spaceOf(space, paint));
}

function indented(rows: readonly string[]): string[] {
  return rows.map((row) => `${INDENT}${row}`.trimEnd());
}
