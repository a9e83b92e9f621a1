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

/** What a game begins from that does not begin with an empty board. */
export interface StartPosition {
  readonly position: Position;
  /** In the order of turns: the tiles that are known. What is missing of a hand is drawn. */
  readonly racks: readonly HeldTiles[];
  /** In the same order. */
  readonly scores: readonly number[];
  /** So many turns in a row before it brought no points. */
  readonly scoreless: number;
}

/** The position as text for so many players; a text is why no game can begin from it. */
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
  return apart(position, terms) ?? over(start, terms) ?? start;
}

/** What the position names is what is played: another board would need other options. */
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

/** One player alone may have an empty rack beside its own, without which programs do not read a position. */
function wrongSeats({ racks, scores }: Cgp, seats: number): string | undefined {
  const isFull =
    racks.length >= seats && racks.every((rack, index) => index < seats || rack + scores[index] === '0');
  return isFull ? undefined : `expected ${counted(seats, 'rack')}, one for each player; got ${racks.length}`;
}

/** Plays that would have led to it must be legal, but for their words. */
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

function over({ position, racks, scoreless }: StartPosition, terms: JudgingTerms): string | undefined {
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

/** The tiles that neither lie nor are known to be held. */
export function tilesLeft({ position, racks }: StartPosition, ids: readonly number[]): readonly number[] {
  const used = new Map(usedTiles(position.tiles(), racks));
  return ids.filter((id) => {
    const count = used.get(id) ?? 0;
    if (count > 0) used.set(id, count - 1);
    return count === 0;
  });
}

/** A move that players are told as one that was made before the game began. */
export interface EarlierMove {
  readonly seat: Seat;
  /** None: it was a pass. */
  readonly placements: readonly Placement[];
  readonly points: number;
}

/**
 * Moves that lead to the position, in turns, the last by the player before `first`: plays in lines, each of which touches those before
 * it, and then passes. The last play of each player has all of its points. They are not those that were made: nobody knows these.
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
  // On a board with few words a player may have points and have laid nothing.
  for (let seat = seats; seat >= 1; seat--)
    if (!paid.has(seat) && scoreOf(seat) !== 0)
      moves.unshift({ seat, placements: [], points: scoreOf(seat) });
  return moves;
}

/**
 * All that lies, in plays of at most so many tiles; each is in a line, without a gap, and touches what lies. Tiles are numbered as in the
 * position.
 */
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

/** All words of two tiles or more, whether the list has them or not. */
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

/** Those of a run that do not lie yet, next to the one at this place and as many as may be, first those behind it; -1: none. */
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

/** As the wire tells moves. A player that has points and laid nothing is told without a placement. */
export function earlierText(moves: readonly EarlierMove[]): string {
  return moves
    .map(({ seat, placements, points }) =>
      placements.length === 0 && points === 0
        ? sharedNoticeText({ type: 'passed', player: seat })
        : noticeText({ type: 'played', player: seat, points, placements }),
    )
    .join('');
}
