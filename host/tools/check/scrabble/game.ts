import type { Board } from '../../../games/scrabble/board/board.ts';
import type { BoardFile } from '../../../games/scrabble/board/board-file.ts';
import { type BuiltInBoard, builtInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../../games/scrabble/board/make-board.ts';
import type { JudgingTerms, MoveError } from '../../../games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../../games/scrabble/judge/position.ts';
import { type RuleSetName, ruleSets } from '../../../games/scrabble/rule-sets.ts';
import {
  countsOf,
  countsOfTiles,
  emptyHand,
  exchanged,
  type Hand,
  withTiles,
} from '../../../games/scrabble/tiles/bag.ts';
import type { TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import { builtInTileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import { greetingText } from '../../../games/scrabble/wire/greeting.ts';
import type { Message, Notice, Placement } from '../../../games/scrabble/wire/messages.ts';
import { noticeText } from '../../../games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../../games/scrabble/wire/scanner.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { LineAction } from '../line-actions.ts';
import { CheckedLineGame, type LineSetting, LONGEST_LINE, namesOf } from '../line-game.ts';
import { type Stage, wordsOfScene } from '../step.ts';

/** A step as data: its setting, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  readonly setting: Setting;
  readonly actions: readonly Action[];
}

interface Setting extends LineSetting {
  readonly rules?: RuleSetName;
  readonly board?: BuiltInBoard | BoardFile;
  readonly tiles?: TileSet;
  /** Instead of the word list of the user: these, or all. */
  readonly words?: 'all' | readonly string[];
  readonly first?: number;
  /** The bot's first tiles as letters, `?` for a blank; what it draws next, in this order; and how many there are. */
  readonly hand: string;
  readonly draws?: string;
  readonly bag?: number;
  /** What to do about an illegal move, if the advice of the step is about something else. */
  readonly ifIllegal?: string;
  /** Illegal plays that are no fault here: they only lose the turn. */
  readonly tolerated?: readonly MoveError['rule'][] | 'all';
}

export type Action =
  | LineAction
  | Turn
  | { readonly do: 'other'; readonly player: number; readonly does: OtherMove };

export interface Turn {
  readonly do: 'turn';
  /** Without it the step cannot go on. */
  readonly wants?: 'play' | 'change';
  /** The move is legal, and refused with these lines all the same. */
  readonly refused?: (move: RefusedMove) => readonly string[];
}

export interface RefusedMove {
  readonly seat: number;
  /** Of a play. */
  readonly placements: readonly Placement[];
  /** Of a change. */
  readonly ids: readonly number[];
}

export type OtherMove =
  | { readonly plays: string }
  | { readonly fails: string }
  | { readonly changes: number }
  | 'passes'
  | 'times-out'
  | 'forfeits';

/**
 * The game of a step: only the bot is real. It judges like the host, but the scene decides what is dealt, what other
 * players do and when.
 */
export class CheckedGame extends CheckedLineGame<Message, Setting, ResolvedSetting> {
  readonly answer = 'move';
  #bag: number[];
  position: Position = emptyPosition;
  hand: Hand;
  score = 0;

  constructor(...given: ConstructorParameters<typeof CheckedLineGame<Message, Setting, ResolvedSetting>>) {
    super(...given);
    this.#bag = [...this.set.bag];
    this.hand = this.set.hand;
  }

  get inBag(): number {
    return this.#bag.length;
  }

  tolerates(errors: readonly MoveError[]): boolean {
    const { tolerated = [] } = this.setting;
    return tolerated === 'all' || errors.every(({ rule }) => tolerated.includes(rule));
  }

  async tell(...notices: readonly Notice[]): Promise<void> {
    await this.write(notices.map(noticeText).join(''));
  }

  greeting(): string {
    const { rules, seat, names, first, handSize, lexicon, board, tiles, hand } = this.set;
    return greetingText({
      rules: rules.name,
      player: seat,
      names,
      first,
      handSize,
      timeoutMs: this.turnMs,
      bank: this.bankTold,
      dictionary: lexicon?.path,
      board,
      tiles,
      hand: countsOf(hand),
    });
  }

  /** It is the bot's turn, for so long; none for one without end. */
  async giveTurn(ms: number | undefined): Promise<void> {
    this.turns++;
    await this.tell({ type: 'bag', tiles: this.inBag }, ...this.bankNotices, {
      type: 'turn',
      ms,
      k: this.turns,
    });
  }

  /** The bot's play is accepted. */
  async accept(placements: readonly Placement[], points: number): Promise<void> {
    this.position = this.position.with(placements);
    this.score += points;
    const drawn = this.#bag.splice(0, placements.length);
    const used = placements.map(({ id }) => id);
    this.hand = exchanged(this.hand, used, drawn);
    await this.tell({ type: 'playsuccess', points, placements, drawn: countsOfTiles(drawn) });
  }

  async acceptChange(ids: readonly number[]): Promise<void> {
    const drawn = this.#bag.splice(0, ids.length);
    this.#bag.push(...ids);
    this.hand = exchanged(this.hand, ids, drawn);
    await this.tell({ type: 'changesuccess', drawn: countsOfTiles(drawn) });
  }

  /** The play of another player is accepted. */
  async layFor(player: number, placements: readonly Placement[], points: number): Promise<void> {
    this.position = this.position.with(placements);
    this.#bag.splice(Math.max(0, this.#bag.length - placements.length));
    await this.tell({ type: 'played', player, points, placements });
  }
}

export async function openGame({ setting, actions }: Scene, { request, open }: Stage): Promise<CheckedGame> {
  const set = resolveSetting(setting, request.lexicon, lettersByPlayer(actions));
  const letters = new Set(set.tiles.tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
  const beyondAscii = [...letters].some((letter) => letter > '\x7f');
  const bot = await open({
    seat: set.seat,
    players: set.names.length,
    lexicon: set.lexicon,
    scanner: scrabbleScanner({ longest: LONGEST_LINE, beyondAscii }, letters),
  });
  return new CheckedGame(setting, set, bot, request);
}

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
  laid: LettersByPlayer = new Map(),
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

/** The letters of each other player that a scene shows, in this order, by the player's number. */
type LettersByPlayer = ReadonlyMap<number, string>;

export function lettersByPlayer(actions: readonly Action[]): LettersByPlayer {
  const laid = new Map<number, string>();
  for (const action of actions) {
    if (action.do !== 'other') continue;
    laid.set(action.player, (laid.get(action.player) ?? '') + lettersOf(action));
  }
  return laid;
}

function lettersOf({ does }: Extract<Action, { do: 'other' }>): string {
  if (typeof does === 'string' || 'changes' in does) return '';
  return 'plays' in does ? does.plays : does.fails;
}
