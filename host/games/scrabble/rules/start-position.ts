import { counted } from '../../../core/text.ts';
import type { Seat } from '../../../core/units.ts';
import { sharedNoticeText } from '../../line-game/wire/notices.ts';
import { squareName } from '../board/squares.ts';
import {
  type Cgp,
  type ExplicitOptions,
  positionOfCgp,
  readCgp,
  termsOfCgp,
  usedTiles,
} from '../formats/cgp.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { ambiguousLetter, tilesIn } from '../tiles/bag.ts';
import { tileCount } from '../tiles/tile-set.ts';
import { noticeText, type Placement } from '../wire/messages.ts';

/** The position at the beginning of a game. */
export interface StartPosition {
  readonly position: Position;
  /** Known tiles in the order of turns. Missing tiles are drawn. */
  readonly racks: readonly HeldTiles[];
  /** In the same order. */
  readonly scores: readonly number[];
  /** The number of consecutive turns before it without points. */
  readonly scoreless: number;
}

/** Returns a sentence if no game can begin from the position. */
export function startPositionOf(
  text: string,
  terms: JudgingTerms,
  { seats, explicit }: { readonly seats: number; readonly explicit: ExplicitOptions },
): StartPosition | string {
  const twice = ambiguousLetter(terms.tiles);
  if (twice !== undefined)
    return `a position needs one kind of tile for each letter; the tile set ${terms.tiles.name} has two kinds for ${twice}`;
  const read = readCgp(text);
  if (!read.ok) return read.problem;
  const cgp = read.cgp;
  const problem = otherTerms(cgp, terms, explicit) ?? wrongSeats(cgp, seats);
  if (problem !== undefined) return problem;
  const placed = positionOfCgp(cgp, terms);
  if (!placed.ok) return placed.problem;
  const { position } = placed;
  const start = {
    position,
    racks: placed.racks.slice(0, seats),
    scores: cgp.scores.slice(0, seats),
    scoreless: cgp.scoreless,
  };
  return apart(position, terms) ?? whyOver(start, terms) ?? start;
}

/** The position fixes board and tiles. Another board would need other options. */
function otherTerms(cgp: Cgp, terms: JudgingTerms, explicit: ExplicitOptions): string | undefined {
  const named = termsOfCgp(cgp, terms, explicit);
  if (typeof named === 'string') return named;
  const { board, tiles, rules } = terms;
  if (named.board.name !== board.name)
    return `bdn: expected ${board.name}, the board of the game; got ${named.board.name}. Use --board ${named.board.name}`;
  if (named.tiles.name !== tiles.name)
    return `ld: expected ${tiles.name}, the tile set of the game; got ${named.tiles.name}. Use --tiles ${named.tiles.name}`;
  if (named.rules.bonus !== rules.bonus)
    return `bb: expected ${rules.bonus}, the bonus of the rules ${rules.name}; got ${named.rules.bonus}`;
  return undefined;
}

/** One player alone may have an empty second rack, which programs need to read a position. */
function wrongSeats({ racks, scores }: Cgp, seats: number): string | undefined {
  const isFull =
    racks.length >= seats && racks.every((rack, index) => index < seats || rack + scores[index] === '0');
  return isFull ? undefined : `expected ${counted(seats, 'rack')}, one for each player; got ${racks.length}`;
}

/** Returns why no legal plays lead to the position, apart from their words. */
function apart(position: Position, { rules, board }: JudgingTerms): string | undefined {
  const tiles = position.tiles();
  if (tiles.length === 0) return undefined;
  if (tiles.length < rules.firstWordLength)
    return `expected a first word of ${rules.firstWordLength} tiles or more; got ${tiles.length}`;
  const [x, y] = board.center;
  if (rules.firstOverCenter && !position.tileAt(x, y))
    return `expected a tile on the center, ${squareName(x, y, board.layout)}`;
  if (!rules.laterTouch) return undefined;
  const reached = connectedWith(position, tiles[0]!);
  const lost = tiles.find(({ x, y }) => !reached.has(`${x} ${y}`));
  return (
    lost &&
    `all tiles must be connected; the ${lost.letter} at ${squareName(lost.x, lost.y, board.layout)} is not connected to the ${tiles[0]!.letter} at ${squareName(tiles[0]!.x, tiles[0]!.y, board.layout)}`
  );
}

const around = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

function connectedWith(position: Position, first: Placement): ReadonlySet<string> {
  const reached = new Set([`${first.x} ${first.y}`]);
  const next = [first];
  for (let tile = next.pop(); tile; tile = next.pop())
    for (const [right, below] of around) {
      const beside = position.tileAt(tile.x + right, tile.y + below);
      if (!beside || reached.has(`${beside.x} ${beside.y}`)) continue;
      reached.add(`${beside.x} ${beside.y}`);
      next.push(beside);
    }
  return reached;
}

function whyOver({ position, racks, scoreless }: StartPosition, terms: JudgingTerms): string | undefined {
  const held = racks.map(tilesIn);
  let unseen = tileCount(terms.tiles) - position.count - held.reduce((sum, size) => sum + size, 0);
  for (const [index, size] of held.entries()) {
    const drawn = Math.min(unseen, terms.handSize - size);
    unseen -= drawn;
    if (size + drawn === 0)
      return `the game is already over: rack ${index + 1} is empty and no tiles are left`;
  }
  const most = terms.rules.quietEnd === 'one-more' ? 1 : 3 * racks.length - 1;
  if (scoreless > most)
    return `the game is already over: expected at most ${counted(most, 'turn')} in a row without points; got ${scoreless}`;
  return undefined;
}

/** Tiles that are neither laid nor known to be held. */
export function tilesLeft({ position, racks }: StartPosition, ids: readonly number[]): readonly number[] {
  const used = new Map(usedTiles(position.tiles(), racks));
  return ids.filter((id) => {
    const count = used.get(id) ?? 0;
    if (count > 0) used.set(id, count - 1);
    return count === 0;
  });
}

/** A move that players are told as made before the game began. */
export interface EarlierMove {
  readonly seat: Seat;
  /** Empty for a pass. */
  readonly placements: readonly Placement[];
  readonly points: number;
}

/**
 * Invents moves that lead to the position: connected plays in turns, then passes, the last by the player
 * before `first`. The last play of each player has all of its points. The real moves are unknown.
 */
export function earlierMoves(
  { position, scores, scoreless }: StartPosition,
  { rules, board, handSize }: JudgingTerms,
  first: Seat,
): readonly EarlierMove[] {
  const [x, y] = board.center;
  const plays = playsTo(position, (rules.firstOverCenter && position.tileAt(x, y)) || undefined, handSize);
  const passes = Array.from({ length: scoreless }, (): readonly Placement[] => []);
  const seats = scores.length;
  const all = [...plays, ...passes];
  const seatOf = (index: number) => ((((first - 1 - (all.length - index)) % seats) + seats) % seats) + 1;
  const scoreOf = (seat: Seat) => scores[(seat - first + seats) % seats]!;
  const paid = new Set<Seat>();
  const moves: EarlierMove[] = [];
  for (const [index, placements] of [...all.entries()].reverse()) {
    const seat = seatOf(index);
    const isLast = placements.length > 0 && !paid.has(seat);
    if (isLast) paid.add(seat);
    moves.unshift({ seat, placements, points: isLast ? scoreOf(seat) : 0 });
  }
  // On a board with few words a player may have points without a play.
  for (let seat = seats; seat >= 1; seat--)
    if (!paid.has(seat) && scoreOf(seat) !== 0)
      moves.unshift({ seat, placements: [], points: scoreOf(seat) });
  return moves;
}

/** Splits the position into connected plays of limited size. Tile numbers are those of the position. */
function playsTo(
  whole: Position,
  start: Placement | undefined,
  most: number,
): readonly (readonly Placement[])[] {
  const tiles = whole.tiles();
  const runs = runsIn(whole, tiles);
  const plays: (readonly Placement[])[] = [];
  const laid = tiles.map(() => false);
  const lay = (play: readonly number[]) => {
    plays.push(play.map((tile) => tiles[tile]!));
    for (const tile of play) laid[tile] = true;
  };
  const first = start ? [whole.indexAt(start.x, start.y)] : [];
  for (const tile of [...first, ...tiles.keys()]) {
    if (laid[tile]) continue;
    const through = runs.map((run) => partOf(run, run.indexOf(tile), laid, most));
    lay(longest([[tile], ...through]));
    for (let next = nextPlay(); next.length > 0; next = nextPlay()) lay(next);
  }
  return plays;

  function nextPlay(): readonly number[] {
    const touching = runs.map((run) => run.findIndex((tile) => laid[tile]));
    return longest(runs.map((run, index) => partOf(run, touching[index]!, laid, most)));
  }
}

const longest = (plays: readonly (readonly number[])[]) =>
  plays.reduce((best, each) => (each.length > best.length ? each : best), []);

/** All words of two tiles or more, unchecked. */
function runsIn(whole: Position, tiles: readonly Placement[]): readonly (readonly number[])[] {
  return tiles.flatMap(({ x, y }) =>
    [around[0], around[2]].flatMap(([right, below]) => {
      if (whole.indexAt(x - right, y - below) >= 0) return [];
      const run: number[] = [];
      const at = (place: number) => whole.indexAt(x + place * right, y + place * below);
      for (let tile = at(0); tile >= 0; tile = at(run.length)) run.push(tile);
      return run.length > 1 ? [run] : [];
    }),
  );
}

/** The unlaid tiles of a run next to this one, those behind it first. -1 stands for none. */
function partOf(
  run: readonly number[],
  from: number,
  laid: readonly boolean[],
  most: number,
): readonly number[] {
  if (from === -1 || run.every((tile) => laid[tile])) return [];
  const inOrder = [...run.slice(from), ...run.slice(0, from).reverse()];
  const taken = inOrder.filter((tile) => !laid[tile]).slice(0, most);
  return run.filter((tile) => taken.includes(tile));
}

/** Writes moves as on the wire. A player with points but no play has an empty one. */
export function earlierText(moves: readonly EarlierMove[]): string {
  return moves
    .map(({ seat, placements, points }) =>
      placements.length === 0 && points === 0
        ? sharedNoticeText({ type: 'passed', player: seat })
        : noticeText({ type: 'played', player: seat, points, placements }),
    )
    .join('');
}
