import type { Automaton } from '../../../lexicon/automaton.ts';
import { type Board, failureText, type ProgramFailure } from '../board/board.ts';
import { squareName } from '../board/squares.ts';
import type { RuleSet } from '../rule-sets.ts';
import { type Face, type TileSet, tileKind } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';

/** The terms of judging, besides position and hand. */
export interface JudgingTerms {
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  /** Undefined if all words are valid. */
  readonly lexicon: Automaton | undefined;
  readonly handSize: number;
}

/** Held tiles by kind. */
export type HeldTiles = ReadonlyMap<number, number>;

const directions = ['across', 'down'] as const;
export type Direction = (typeof directions)[number];

export interface FormedWord {
  readonly letters: string;
  /** The place of its first letter. */
  readonly x: number;
  readonly y: number;
  readonly direction: Direction;
  readonly points: number;
}

/** A program of the board that failed during judging, which is no player's fault. */
export type ProgramFault =
  /** The square does not exist then. */
  | { readonly is: 'board'; readonly x: number; readonly y: number; readonly failure: ProgramFailure }
  /** The word has 0 points then. */
  | {
      readonly is: 'square';
      readonly word: string;
      /** The index of the letter, and the kind of its square. */
      readonly position: number;
      readonly square: number;
      readonly priority: number;
      readonly failure: ProgramFailure;
    };

export function faultText(fault: ProgramFault): string {
  const why = failureText(fault.failure);
  if (fault.is === 'board') return `prog failed, so there is no square at (${fault.x}, ${fault.y}): ${why}`;
  const { square, priority, word, position } = fault;
  return `squares.${square}.${priority} failed at letter ${position + 1} of ${word}, so ${word} gets 0 points: ${why}`;
}

/** `points` includes all words and the bonus: 32 bits that wrap, as everywhere on the wire. */
export type Judgement =
  | {
      readonly legal: true;
      /** The main word first, then others by x and y. */
      readonly words: readonly FormedWord[];
      readonly points: number;
      readonly faults: readonly ProgramFault[];
    }
  | {
      readonly legal: false;
      readonly errors: readonly MoveError[];
      readonly faults: readonly ProgramFault[];
    };

/** Errors by their names on the wire. */
export type MoveError =
  | { readonly rule: 'emptymove' }
  | { readonly rule: 'piecedoesnotexist'; readonly id: number }
  | { readonly rule: 'playerdoesnothavepiece'; readonly id: number }
  | { readonly rule: 'invalidpieceinst'; readonly id: number; readonly face: Face }
  | { readonly rule: 'emptytile'; readonly x: number; readonly y: number }
  | {
      readonly rule: 'occupiedtile';
      readonly placed: Face;
      readonly x: number;
      readonly y: number;
      readonly there: Face;
    }
  /** Placements as sent. */
  | { readonly rule: 'wordnotonroworcolumn'; readonly placements: readonly Placement[] }
  | { readonly rule: 'wordoutsideboard' }
  | { readonly rule: 'wordnotconnected' }
  | { readonly rule: 'firstwordtooshort' }
  | { readonly rule: 'firstwordnotovercenter'; readonly center: readonly [x: number, y: number] }
  | { readonly rule: 'wordnotadjacent' }
  | { readonly rule: 'wordnotindictionary'; readonly word: string }
  /** The wanted number of tiles, and the number in the bag. */
  | { readonly rule: 'notenoughpieces'; readonly wanted: number; readonly left: number };

/** The words after `error` for this player. */
export function errorWords(error: MoveError, player: number): readonly string[] {
  return [error.rule, ...detailsOf(error, player).map(String)];
}

/** A line without its end. */
export function errorLine(error: MoveError, player: number): string {
  return `error ${errorWords(error, player).join(' ')}`;
}

function detailsOf(error: MoveError, player: number): readonly (string | number)[] {
  switch (error.rule) {
    case 'piecedoesnotexist':
      return [error.id];
    case 'playerdoesnothavepiece':
      return [player, error.id];
    case 'invalidpieceinst':
      return [error.id, faceText(error.face)];
    case 'emptytile':
      return [error.x, error.y];
    case 'occupiedtile':
      return [faceText(error.placed), error.x, error.y, faceText(error.there)];
    case 'wordnotonroworcolumn':
      return error.placements.flatMap(({ x, y }) => [x, y]);
    case 'firstwordnotovercenter':
      return error.center;
    case 'wordnotindictionary':
      return [error.word];
    case 'notenoughpieces':
      return [error.wanted, error.left];
    case 'emptymove':
    case 'wordoutsideboard':
    case 'wordnotconnected':
    case 'firstwordtooshort':
    case 'wordnotadjacent':
      return [];
    default:
      return error satisfies never;
  }
}

function faceText({ letter, points }: Face): string {
  return `${letter}${points}`;
}

/** A sentence for the mover, or about the player that `has` names. */
export function explain(
  error: MoveError,
  { board, tiles, rules, handSize }: JudgingTerms,
  has = 'you do not have',
): string {
  return sentenceOf(error, {
    has,
    place: (x, y) => squareName(x, y, board.layout),
    tile(id) {
      const letters = new Set(tileKind(tiles, id)?.faces.map(({ letter }) => letter));
      return letters.size === 1 ? [...letters].join() : 'a blank';
    },
    noChange(left) {
      if (rules.change === 'never') return 'these rules do not allow a change';
      const least = rules.change === 'hand-size' ? `, and must have ${handSize}` : '';
      return `${TOO_FEW}: it has ${left}${least}`;
    },
  });
}

/** Explains an error of a record, without board and tiles. */
export function explainWords(words: string): string {
  const error = errorOf(words);
  if (error === undefined) return words;
  return sentenceOf(error, {
    has: 'it does not have',
    place: (x, y) => `${x},${y}`,
    tile: (id) => (Number.isNaN(id) ? 'a tile' : `tile ${id}`),
    noChange: (left) => (Number.isNaN(left) ? TOO_FEW : `${TOO_FEW}: it has ${left}`),
  });
}

const TOO_FEW = 'the bag does not have enough tiles for this change';

interface Names {
  readonly has: string;
  place(x: number, y: number): string;
  tile(id: number): string;
  noChange(left: number): string;
}

function sentenceOf(error: MoveError, { has, place, tile, noChange }: Names): string {
  switch (error.rule) {
    case 'emptymove':
      return 'the move has no new tile';
    case 'piecedoesnotexist':
      return Number.isNaN(error.id) ? 'this game has no such tile' : `this game has no tile ${error.id}`;
    case 'playerdoesnothavepiece':
      return `${has} ${tile(error.id)}, or not enough of it`;
    case 'invalidpieceinst':
      return `${tile(error.id)} cannot stand for ${error.face.letter}`;
    case 'emptytile':
      return `there is no square at ${place(error.x, error.y)}`;
    case 'occupiedtile':
      return `${place(error.x, error.y)} already has ${error.there.letter}, so ${error.placed.letter} cannot go there`;
    case 'wordnotonroworcolumn':
      return 'the tiles must be in one row or in one column';
    case 'wordoutsideboard':
      return 'the word crosses a place where the board has no square';
    case 'wordnotconnected':
      return 'there is an empty square between the tiles';
    case 'firstwordtooshort':
      return 'the first word must have two letters or more';
    case 'firstwordnotovercenter':
      return `the first word must cover ${place(...error.center)}, the center`;
    case 'wordnotadjacent':
      return 'the tiles must touch a tile that is on the board';
    case 'wordnotindictionary':
      return `${error.word} is not in the word list`;
    case 'notenoughpieces':
      return noChange(error.left);
    default:
      return error satisfies never;
  }
}

/** Parses an error. Parts that watchers may not know are NaN. */
function errorOf(words: string): MoveError | undefined {
  const [rule, ...details] = words.split(' ') as [MoveError['rule'], ...string[]];
  const [first, second, third] = [0, 1, 2].map((index) => Number(details[index])) as [number, number, number];
  const face = (index: number): Face => {
    const [, letter = '', points = ''] = /^(.*?)(-?\d*)$/.exec(details[index] ?? '')!;
    return { letter, points: Number(points) };
  };
  switch (rule) {
    case 'piecedoesnotexist':
      return { rule, id: first };
    case 'playerdoesnothavepiece':
      return { rule, id: second };
    case 'invalidpieceinst':
      return { rule, id: first, face: face(1) };
    case 'emptytile':
      return { rule, x: first, y: second };
    case 'occupiedtile':
      return { rule, placed: face(0), x: second, y: third, there: face(3) };
    case 'wordnotonroworcolumn':
      return { rule, placements: [] };
    case 'firstwordnotovercenter':
      return { rule, center: [first, second] };
    case 'wordnotindictionary':
      return { rule, word: details[0] ?? 'a word' };
    case 'notenoughpieces':
      return { rule, wanted: first, left: second };
    case 'emptymove':
    case 'wordoutsideboard':
    case 'wordnotconnected':
    case 'firstwordtooshort':
    case 'wordnotadjacent':
      return { rule };
    default:
      rule satisfies never;
      return undefined;
  }
}
