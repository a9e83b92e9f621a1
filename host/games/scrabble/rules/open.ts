import { draw, openStream, shuffle } from '../../../core/chance.ts';
import type { Seat } from '../../../core/units.ts';
import { andThen, type Effect, type Present, type Setup } from '../../game.ts';
import { optionsOf } from '../../kit/option.ts';
import { filledPool, takeFrom } from '../../kit/pool.ts';
import { firstSeatProblem, startText } from '../../line-game/end.ts';
import { seatedPlayer, tell } from '../../line-game/state.ts';
import { bankNotice, bankProblem } from '../../line-game/time-bank.ts';
import { millisecondsOf } from '../../line-game/turns.ts';
import { NO_SQUARE } from '../board/board.ts';
import { boardOf } from '../board/board-choice.ts';
import { builtInBoard } from '../board/built-in-boards.ts';
import type { ScrabbleEvent } from '../events.ts';
import { emptyPosition } from '../judge/position.ts';
import type { Options, scrabbleOptions } from '../options.ts';
import { ruleSets } from '../rule-sets.ts';
import {
  type Bag,
  countsOf,
  emptyHand,
  type Hand,
  rackLetters,
  rackText,
  tilesIn,
  tilesOfSet,
  withTiles,
} from '../tiles/bag.ts';
import { builtInTileSet, shown, type TileKind, type TileSet } from '../tiles/tile-set.ts';
import { greetingText } from '../wire/greeting.ts';
import { countText, placementText } from '../wire/messages.ts';
import { endIfFewAreLeft } from './end.ts';
import {
  type EarlierMove,
  earlierMoves,
  earlierText,
  type StartPosition,
  startPositionOf,
  tilesLeft,
} from './start-position.ts';
import type { Player, ScrabbleStep, State, Terms } from './state.ts';
import { nextTurn } from './turns.ts';

/** Hands of all named players, ready or not. */
export interface Deal {
  readonly terms: Terms;
  readonly hands: readonly Hand[];
  readonly bag: Bag;
  readonly first: Seat;
  /** Undefined for an empty board. */
  readonly start: StartPosition | undefined;
}

export function deal(setup: ScrabbleSetup): Deal {
  const terms = termsOf(setup);
  const start = startPositionFor(setup, terms);
  const first = firstSeat(setup, start);
  const all = tilesOfSet(terms.tiles);
  let bag = filledPool(start ? tilesLeft(start, all) : all, setup, drawnFirst(terms));
  const hands: Hand[] = setup.names.map(() => emptyHand);
  // Known hands are in the order of turns. Without any, all seats are alike.
  for (const [turn] of hands.entries()) {
    const seat = start ? ((first - 1 + turn) % hands.length) + 1 : turn + 1;
    const known = start?.racks[turn] ?? emptyHand;
    const missing = terms.handSize - tilesIn(known);
    let drawn: readonly number[];
    [drawn, bag] = takeFrom(bag, seat, missing);
    hands[seat - 1] = withTiles(known, drawn);
  }
  return { terms, hands, bag, first, start };
}

/** In games from one position the seats change, and its player to move stays the same. */
function firstSeat(
  { options: { first }, key, names }: ScrabbleSetup,
  start: StartPosition | undefined,
): Seat {
  return first ?? (start ? 1 : draw(openStream(key, 'first'), names.length)[0] + 1);
}

function startPositionFor({ options, names }: ScrabbleSetup, terms: Terms): StartPosition | undefined {
  if (options.position === undefined) return undefined;
  const start = startPositionOf(options.position, terms, {
    seats: names.length,
    explicit: explicitOf(options),
  });
  if (typeof start === 'string') throw new Error(`it was a valid position when it was chosen: ${start}`);
  return start;
}

const explicitOf = ({ board, tiles }: Options) => ({
  board: board !== undefined,
  tiles: tiles !== undefined,
});

/** The tiles of `--draws`. Of two kinds with one letter, the first. */
function drawnFirst({ options: { draws = '' }, rackLetters }: Terms): readonly number[] {
  const ids = new Map([...rackLetters].reverse().map(([id, letter]) => [letter, id]));
  return [...draws].map((letter) => ids.get(letter)!);
}

export function greet({ terms, hands, first }: Deal, seat: Seat): string {
  const { rules, board, tiles, handSize, lexicon, names, brief } = terms;
  const options = optionsOf(terms, seat);
  return greetingText({
    rules: rules.name,
    player: seat,
    names,
    first,
    handSize,
    timeoutMs: millisecondsOf(options.timeout),
    bank: bankNotice(options),
    dictionary: lexicon?.path,
    board,
    tiles,
    hand: countsOf(hands[seat - 1]!),
    leftover: options.leftover === 'twice' ? options.leftover : undefined,
    brief,
  });
}

export function openGame(deal: Deal, present: readonly Present[]): ScrabbleStep {
  const { terms, hands, bag, first, start } = deal;
  const earlier = start ? earlierMoves(start, terms, first) : [];
  const scoreOf = (seat: Seat) =>
    earlier.reduce((sum, move) => sum + (move.seat === seat ? move.points : 0), 0);
  const players = present.map(
    ({ seat }): Player => ({ ...seatedPlayer(seat, terms), hand: hands[seat - 1]!, score: scoreOf(seat) }),
  );
  const { position = emptyPosition, scoreless = 0 } = start ?? {};
  const history = {
    turns: 0,
    scoreless,
    playless: scoreless,
    pointlessBefore: false,
    pointless: scoreless > 0,
  };
  const state: State = { terms, players, bag, position, turn: undefined, history, over: false };
  const text = startText(state, earlierText(earlier));
  const started = players.map(({ seat }) => tell(seat, text));
  const effects = [...dealt(state, start && positionEvent(earlier)), ...started];
  const step: ScrabbleStep = { state, effects };
  return andThen(step, (next) => endIfFewAreLeft(next) ?? nextTurn(next, first - 1));
}

function positionEvent(earlier: readonly EarlierMove[]): ScrabbleEvent {
  const moves = earlier.map(({ seat, placements, points }) => ({
    seat,
    move: placementText(placements),
    points,
  }));
  return { type: 'position', moves };
}

function dealt({ players, terms }: State, position: ScrabbleEvent | undefined): Effect<ScrabbleEvent>[] {
  const hands = players.map(({ seat, hand }): Effect<ScrabbleEvent> => {
    const event = {
      type: 'deal',
      seat,
      tiles: countText(countsOf(hand)),
      rack: rackText(hand, terms.rackLetters),
    } as const;
    return { do: 'record', event };
  });
  const board = [boardEvent(terms), ...(position ? [position] : [])];
  return [...board.map((event): Effect<ScrabbleEvent> => ({ do: 'record', event })), ...hands];
}

/** The layout of the board: the whole of a finite one. */
function boardEvent({ board, rules, handSize }: Terms): ScrabbleEvent {
  const { name, center, layout } = board;
  const drawn = layout && {
    x: layout.x,
    y: layout.y,
    rows: Array.from({ length: layout.height }, (_, row) =>
      Array.from(layout.ids.subarray(row * layout.width, (row + 1) * layout.width), (id) =>
        id === NO_SQUARE ? '#' : board.drawnAs(id),
      ).join(''),
    ),
  };
  return { type: 'board', name, rules: rules.name, handSize, center, layout: drawn ?? null };
}

export type ScrabbleSetup = Setup<typeof scrabbleOptions>;

/** From this edition on players are told multipliers, counts, built-in names and the bag. */
const TELLS_OF_TILES = 3;

export function termsOf(setup: ScrabbleSetup): Terms {
  const { options, own, lexicon, names } = setup;
  const brief = (setup.edition ?? TELLS_OF_TILES) < TELLS_OF_TILES;
  const rules = ruleSets[options.rules];
  const board = options.board ? boardOf(options.board, setup) : builtInBoard(rules.board)!;
  const letters = permutation(setup);
  const usual = tilesFor(options);
  const tiles = letters ? permutedTiles(usual, letters) : usual;
  const handSize = options.handsize;
  return {
    options,
    own,
    rules,
    board,
    tiles,
    lexicon,
    handSize,
    names,
    brief,
    rackLetters: rackLetters(tiles),
  };
}

/** `--alphabet permuted`: the letters of the tiles change places, as far as the word list has them. */
export function permutation({
  options,
  lexicon,
  key,
}: ScrabbleSetup): ReadonlyMap<string, string> | undefined {
  if (options.alphabet !== 'permuted') return undefined;
  const listed = new Set(lexicon?.alphabet);
  const letters = [...lettersOf(options)].filter((letter) => !lexicon || listed.has(letter));
  const [shuffled] = shuffle(openStream(key, 'alphabet'), letters);
  return new Map(letters.map((letter, index) => [letter, shuffled[index]!]));
}

function permutedTiles({ name, tiles }: TileSet, letters: ReadonlyMap<string, string>): TileSet {
  const faces = (kind: TileKind) =>
    kind.faces.map(({ letter, points }) => ({ letter: letters.get(letter) ?? letter, points }));
  return { name: `${name} permuted`, tiles: tiles.map((kind) => ({ ...kind, faces: faces(kind) })) };
}

function tilesFor({ tiles, rules }: Options): TileSet {
  return tiles ?? builtInTileSet(ruleSets[rules].tiles);
}

export function lettersOf(options: Options): ReadonlySet<string> {
  return new Set(tilesFor(options).tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
}

/** Returns a sentence if the bag cannot deal every hand. */
export function unplayable(options: Options, seats: number): string | undefined {
  const { tiles } = tilesFor(options);
  const count = tiles.reduce((sum, tile) => sum + tile.count, 0);
  const needed = seats * options.handsize;
  if (needed <= count || hasPositions(options))
    return (
      withLetters(options) ??
      wrongDraws(options) ??
      bankProblem(options) ??
      firstSeatProblem(options, seats) ??
      wrongPosition(options, seats)
    );
  const each = Math.floor(count / seats);
  const ways = [
    ...(seats > 1 ? ['use fewer players'] : []),
    ...(each > 0 ? [`use --handsize N (at most ${each})`] : []),
    'use more tiles (--tiles english:2)',
  ];
  const players = seats === 1 ? '1 player' : `${seats} players`;
  return `there are ${count} tiles, but ${players} with ${options.handsize} each need ${needed}: ${ways.join(' or ')}`;
}

const hasPositions = ({ position, positions }: Options) => (position ?? positions) !== undefined;

function wrongPosition(options: Options, seats: number): string | undefined {
  if (!hasPositions(options)) return undefined;
  const { position, positions = [], rules: name, board: choice, handsize: handSize } = options;
  const rules = ruleSets[name];
  const board = choice ? choice.board : builtInBoard(rules.board);
  const where = position === undefined ? '--positions' : '--position';
  if (!board) return `${where}: expected a board that is the same in each game; got ${choice!.text}`;
  const terms = { rules, board, tiles: tilesFor(options), lexicon: undefined, handSize };
  const lines = position === undefined ? positions : [{ text: position }];
  for (const each of lines) {
    const start = startPositionOf(each.text, terms, { seats, explicit: explicitOf(options) });
    const line = 'line' in each ? ` line ${each.line}:` : '';
    if (typeof start === 'string') return `${where}:${line} ${start}`;
  }
  return undefined;
}

/** Texts of the user have the usual letters. */
function withLetters(options: Options): string | undefined {
  const names = ['draws', 'position', 'positions'] as const;
  const name =
    options.alphabet !== 'permuted' ? undefined : names.find((each) => options[each] !== undefined);
  return name && `--alphabet permuted and --${name}: use one or the other`;
}

function wrongDraws(options: Options): string | undefined {
  const tiles = tilesFor(options);
  const letters = new Set(rackLetters(tiles).values());
  const other = [...(options.draws ?? '')].find((letter) => !letters.has(letter));
  if (other === undefined) return undefined;
  return `--draws: expected tiles as letters, with ? for a blank, such as AEINRS?; got ${shown(other)}, which is not a tile of ${tiles.name}`;
}
