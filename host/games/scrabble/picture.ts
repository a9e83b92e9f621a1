import type { Seat } from '../../core/units.ts';
import { ShownBanks } from '../line-game/shown-banks.ts';
import type { Panel, Picture, Sign } from '../shown.ts';
import type { ScrabbleEvent } from './events.ts';
import { type DrawnGame, drawnGame } from './shown/drawn-game.ts';
import { namesOf } from './shown/named-places.ts';
import type { Placement } from './wire/messages.ts';
import { placementsOf } from './wire/read-notice.ts';

/** Tiles on a board without edges are drawn with so much around them. */
const AROUND = 3;

interface Layout {
  readonly x: number;
  readonly y: number;
  readonly rows: readonly string[];
}

/** The board with all that lies on it, and each player's tiles and points. */
export function scrabblePicture(seats: number): Picture<ScrabbleEvent> {
  const racks = Array.from({ length: seats }, () => '');
  const scores = Array.from({ length: seats }, () => 0);
  const laid: Placement[] = [];
  /** How many of them lay there before the last move. */
  let before = 0;
  const banks = new ShownBanks();
  let layout: Layout | undefined;
  let game = drawnGame({});
  let title = 'the board';

  function takePlay({ seat, move, score, words, points }: AcceptedPlay): void {
    before = laid.length;
    laid.push(...placementsOf(move.split(' ')));
    scores[seat - 1] = score;
    title = `${words[0]} for ${points}`;
  }

  function board(): Panel {
    if (laid.length > MOST_TILES)
      return { seat: undefined, caption: `${title}; too many tiles to draw`, rows: [] };
    const { x, y, rows } = layout ?? emptyAround(laid);
    const cells = rows.map((row) => [...row]);
    const fresh: number[] = [];
    for (const [index, tile] of laid.entries()) {
      const [row, column] = [cells[tile.y - y], tile.x - x];
      if (row?.[column] === undefined) continue;
      row[column] = shown(tile, game);
      if (index >= before) fresh.push((tile.y - y) * row.length + column);
    }
    const legend = layout ? legendOf(layout, game) : [];
    const all = { seat: undefined, caption: title, rows: cells.map((row) => row.join('')), legend };
    return {
      ...all,
      ...(laid.length === 0 ? { isEmpty: true } : { fresh }),
      ...namesOf({ x, y, width: rows[0]?.length ?? 0, height: rows.length }, layout !== undefined),
    };
  }

  return {
    take(event) {
      if (event.type === 'game') game = drawnGame(event.options);
      if (event.type === 'board') layout = readable(event.layout, game);
      if (event.type === 'scores') takeScores(scores, event.seats, event.scores);
      if (event.type === 'turn' || event.type === 'scores') banks.take(event);
      if ('rack' in event && event.rack !== undefined) racks[event.seat - 1] = event.rack;
      if (event.type !== 'play' || event.errors !== undefined) return undefined;
      takePlay(event);
      return board();
    },
    panels() {
      const holding = racks.map((rack, index): Panel => {
        const caption = `${scores[index]} points${banks.of(index + 1)}`;
        return { seat: index + 1, caption, rows: [], ...(rack !== '' && { rack }) };
      });
      return laid.length === 0 && !layout ? holding : [board(), ...holding];
    },
  };
}

type AcceptedPlay = ScrabbleEvent & { readonly type: 'play'; readonly errors?: undefined };

function takeScores(scores: number[], seats: readonly Seat[], points: readonly number[]): void {
  for (const [index, seat] of seats.entries()) scores[seat - 1] = points[index]!;
}

function emptyAround(laid: readonly Placement[]): Layout {
  const last = laid.at(-1);
  if (!last) return { x: 0, y: 0, rows: [] };
  const [left, width] = extent(
    laid.map(({ x }) => x),
    last.x,
  );
  const [top, height] = extent(
    laid.map(({ y }) => y),
    last.y,
  );
  return { x: left, y: top, rows: Array.from({ length: height }, () => ' '.repeat(width)) };
}

/** Of a record from outside: no game has as many. */
const [MOST_TILES, MOST_SQUARES] = [4_000, 40_000];

/** No more is drawn either way: tiles may lie a billion squares apart. */
const MOST_DRAWN = 200;

/** All of them with some room around, or as many as there is room for around this one. */
function extent(places: readonly number[], around: number): [from: number, length: number] {
  const from = places.reduce((least, place) => Math.min(least, place), around) - AROUND;
  const length = places.reduce((most, place) => Math.max(most, place), around) + AROUND - from + 1;
  return length <= MOST_DRAWN ? [from, length] : [around - MOST_DRAWN / 2, MOST_DRAWN];
}

/** Of the squares that this board has. */
function legendOf({ rows }: Layout, { signs }: DrawnGame): readonly Sign[] {
  const drawn = new Set(rows.join(''));
  return [...signs.values()]
    .filter(({ sign }) => drawn.has(sign))
    .sort((one, other) => one.weight - other.weight);
}

/** Small letters are blanks here: squares are drawn as on paper, with signs. */
function readable(layout: Layout | null, { signs }: DrawnGame): Layout | undefined {
  const sign = (drawn: string) => (drawn === '#' || drawn === '.' ? drawn : (signs.get(drawn)?.sign ?? '.'));
  const isDrawn = layout && layout.rows.length * (layout.rows[0]?.length ?? 0) <= MOST_SQUARES;
  return isDrawn ? { ...layout, rows: layout.rows.map((row) => [...row].map(sign).join('')) } : undefined;
}

function shown({ id, letter }: Placement, { isBlank }: DrawnGame): string {
  return isBlank(id) ? letter.toLowerCase() : letter;
}
