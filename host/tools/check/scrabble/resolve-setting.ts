import type { Board } from '../../../games/scrabble/board/board.ts';
import { builtInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../../games/scrabble/board/make-board.ts';
import type { JudgingTerms } from '../../../games/scrabble/judge/judgement.ts';
import { ruleSets } from '../../../games/scrabble/rule-sets.ts';
import { emptyHand, type Hand, withTiles } from '../../../games/scrabble/tiles/bag.ts';
import { builtInTileSet } from '../../../games/scrabble/tiles/built-in-tiles.ts';
import type { TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { namesOf } from '../lines/checked-line-game.ts';
import { wordsOfScene } from '../words-of-scene.ts';
import type { LaidByOthers } from './laid-by-others.ts';
import type { Setting } from './scene.ts';

/** A resolved setting. */
export interface ResolvedSetting extends JudgingTerms {
  readonly lexicon: Lexicon | undefined;
  readonly seat: number;
  readonly first: number;
  readonly names: readonly string[];
  readonly hand: Hand;
  /** The bot's next tile is the first; the others draw from the end. */
  readonly bag: readonly number[];
}

const HAND = 7;
const BAG = 60;

export function resolveSetting(
  setting: Setting,
  words: Lexicon,
  laid: LaidByOthers = new Map(),
): ResolvedSetting {
  const { draws = '', bag: size = BAG, seat = 1, first = seat } = setting;
  const rules = ruleSets[setting.rules ?? 'tournament'];
  const tiles = setting.tiles ?? builtInTileSet(rules.tiles)!;
  const handSize = Math.max(HAND, setting.hand.length);
  const names = namesOf(setting);
  const hand = idsOf(setting.hand, tiles);
  const others = names.flatMap((_, index) =>
    index + 1 === seat ? [] : [idsOf(laid.get(index + 1) ?? '', tiles)],
  );
  const bag = bagOf(
    tiles,
    size,
    idsOf(draws, tiles),
    others.flatMap((ids) => ids.slice(handSize)),
  );
  const hands = others.map((ids) => filled(tiles, handSize, ids.slice(0, handSize)));
  return {
    rules,
    board: boardOf(setting.board ?? rules.board),
    tiles: counted(tiles, [...hand, ...bag, ...hands.flat()]),
    lexicon: lexiconOf(setting.words, words),
    handSize,
    seat,
    first,
    names,
    hand: withTiles(emptyHand, hand),
    bag,
  };
}

function boardOf(board: NonNullable<Setting['board']>): Board {
  return typeof board === 'string' ? builtInBoard(board)! : soundBoard('of the check', board);
}

function lexiconOf(own: Setting['words'], words: Lexicon): Lexicon | undefined {
  if (own === undefined) return words;
  return own === 'all' ? undefined : wordsOfScene(own);
}

/** The tiles of these letters, `?` for one that can stand for several. */
export function idsOf(letters: string, { tiles }: TileSet): number[] {
  return Array.from(letters, (letter) => {
    const found = tiles.find(({ faces }) =>
      faces.length > 1 ? letter === '?' : faces[0]!.letter === letter,
    );
    if (!found) throw new Error(`a scene has ${letter}, and its tiles have not`);
    return found.id;
  });
}

/** What the bot draws, any others, and last what other players draw and lay. */
function bagOf(tiles: TileSet, size: number, drawn: readonly number[], last: readonly number[]): number[] {
  return [...filled(tiles, size - last.length, drawn), ...last].slice(0, Math.max(size, drawn.length));
}

function filled(tiles: TileSet, size: number, ids: readonly number[]): number[] {
  return [...ids, ...fillers(tiles, Math.max(0, size - ids.length))];
}

/** As many of each kind as there are in the scene, so that what a bot is told of the tiles is true. */
function counted({ tiles }: TileSet, ids: readonly number[]): TileSet {
  const kinds = tiles.map((kind) => ({ ...kind, count: ids.filter((id) => id === kind.id).length }));
  return { name: 'of the check', tiles: kinds };
}

/** So many of the set, mixed, and the same each time. */
function fillers({ tiles }: TileSet, count: number): number[] {
  const all = tiles.flatMap(({ id, count: times }) => new Array<number>(times).fill(id));
  const stride = 37;
  return Array.from({ length: count }, (_, index) => all[(index * stride) % all.length]!);
}
