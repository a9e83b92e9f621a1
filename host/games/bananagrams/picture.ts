import { counted } from '../../core/text.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import type { EventsWith } from '../events.ts';
import type { Result } from '../kit/result-fields.ts';
import type { MoveLine, Panel, Picture } from '../presentation.ts';
import { type BananagramsEvent, bananagramsSituations } from './events.ts';
import { beyondTiles, handSize, readBunch, tilesOf } from './tiles.ts';

/** An event of a record has its time. */
type Timed = EventsWith<BananagramsEvent> & { readonly t?: Nanos };

/** The last accepted grid of each player. */
export function bananagramsPicture(seats: number): Picture<BananagramsEvent> {
  const panels = Array.from({ length: seats }, (_, index): Panel => emptyPanel(index + 1));
  const situations = bananagramsSituations(seats);
  /** When each peel was made, by its number. */
  const peeled = new Map<string, Nanos | undefined>();
  let lines: readonly MoveLine[] = [];
  let bunch: number | undefined;
  /** The number of dealt tiles, as long as no deal is told. */
  let hidden = 0;

  function takePeel({ seat, number, grid }: Peel, t: Nanos | undefined): Panel {
    const panel = { seat, caption: `peel ${number}`, rows: rowsOf(grid), score: lettersIn(grid).length };
    panels[seat - 1] = panel;
    peeled.set(number, t);
    lines = [{ seat, at: number, word: 'peel', total: panel.score }];
    return panel;
  }

  /** Watchers are not told which letters are dealt and drawn, but how many tiles that are. */
  function takeBunch(event: Timed): void {
    if (event.type === 'game') {
      hidden = seats * (Number(event.options.hand) || handSize(seats));
      bunch = tilesInBunch(event.options.bunch);
    }
    if (bunch === undefined) return;
    if (event.type === 'deal') {
      hidden = 0;
      bunch -= event.tiles.length;
    }
    if (event.type === 'peel') bunch -= Object.keys(event.drew).length;
    if (event.type === 'dump' && !event.refused) bunch -= DRAWN_FOR_ONE - 1;
  }

  function shown(panel: Panel): Panel {
    const { hand = '', position = '' } = situations.of(panel.seat!);
    const loose = beyondTiles(tilesOf(hand), tilesOf(lettersIn(position)));
    const isKnown = bunch !== undefined && (hand !== '' || hidden > 0);
    const stock = isKnown ? { stock: `${bunch! - hidden} in the bunch` } : {};
    return { ...panel, ...(loose !== '' && { loose }), ...stock };
  }

  return {
    take(event: Timed) {
      lines = [];
      situations.take(event);
      takeBunch(event);
      if (event.type === 'end') takeResult(panels, event.result);
      if (event.type === 'late') lines = [lateLine(event, event.t, peeled)];
      return event.type === 'peel' ? takePeel(event, event.t) : undefined;
    },
    panels: () => panels.map(shown),
    moves: () => lines,
  };
}

type Peel = BananagramsEvent & { readonly type: 'peel' };
type Late = BananagramsEvent & { readonly type: 'late' };

const DRAWN_FOR_ONE = 3;

function lateLine(
  { seat, number }: Late,
  t: Nanos | undefined,
  peeled: ReadonlyMap<string, Nanos | undefined>,
): MoveLine {
  const first = number === null ? undefined : peeled.get(number);
  const note =
    t === undefined || first === undefined ? 'too late' : `${((t - first) / 1e6).toFixed(1)} ms late`;
  return { seat, ...(number !== null && { at: number }), word: 'late peel', note };
}

function tilesInBunch(text: string | null | undefined): number | undefined {
  const read = readBunch(text ?? '');
  return read.ok ? Object.values(read.value).reduce((sum, count) => sum + count, 0) : undefined;
}

const lettersIn = (grid: string): string => grid.slice(6).replaceAll('.', '');

/** A result alone has the last grids. */
function takeResult(panels: Panel[], { players }: Result): void {
  for (const { seat, grid, peels } of players)
    if (typeof grid === 'string') {
      const [caption, score] = [counted(Number(peels), 'peel'), lettersIn(grid).length];
      panels[seat - 1] = { seat, caption, rows: rowsOf(grid), score };
    }
}

function emptyPanel(seat: Seat): Panel {
  return { seat, caption: 'no peel yet', rows: [], score: 0 };
}

/** Cuts `xxxyyy` and its cells into rows. */
export function rowsOf(grid: string): string[] {
  const width = Number(grid.slice(0, 3));
  const cells = grid.slice(6).replaceAll('.', ' ');
  return Array.from({ length: Number(grid.slice(3, 6)) }, (_, row) =>
    cells.slice(row * width, (row + 1) * width),
  );
}
