import { excerpt } from '../../../games/line-game/wire/scanner.ts';
import type { BoardFile } from '../../../games/scrabble/board/board-file.ts';
import { type BuiltInBoard, builtInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../../games/scrabble/board/make-board.ts';
import { judgeChange, judgePlay } from '../../../games/scrabble/judge/judge-move.ts';
import {
  errorLine,
  type HeldTiles,
  type JudgingTerms,
  type MoveError,
} from '../../../games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../../games/scrabble/judge/position.ts';
import { searchPlays } from '../../../games/scrabble/moves/search-plays.ts';
import { type RuleSetName, ruleSets } from '../../../games/scrabble/rule-sets.ts';
import {
  countsOf,
  countsOfTiles,
  emptyHand,
  exchanged,
  type Hand,
  rackLetters,
  rackText,
  withTiles,
} from '../../../games/scrabble/tiles/bag.ts';
import { builtInTileSet, type TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import { greetingText } from '../../../games/scrabble/wire/greeting.ts';
import {
  type Message,
  moveText,
  noticeText,
  type Placement,
  placementText,
} from '../../../games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../../games/scrabble/wire/scanner.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import { type Finding, untried } from '../findings.ts';
import {
  type Completions,
  LineGame,
  type LineIntroduction,
  type LineRules,
  type LineSetting,
  LONGEST_LINE,
  type SharedLine,
  seatsOf,
} from '../line-game.ts';
import { type MessageEvent, type Scene, type SceneGame, type SceneLine, wordsOfScene } from '../scene.ts';
import type { Stage } from '../step.ts';

interface Setting extends LineSetting {
  readonly rules?: RuleSetName;
  readonly board?: BuiltInBoard | BoardFile;
  readonly tiles?: TileSet;
  /** Words that replace the user's word list. */
  readonly words?: 'all' | readonly string[];
  readonly first?: number;
  /** The bot's first tiles as letters (`?` is a blank), the tiles that it draws next, and their number. */
  readonly hand?: string;
  readonly draws?: string;
  readonly bag?: number;
  /** Replaces the advice of the scene after an illegal move. */
  readonly ifIllegal?: string;
  /** Illegal plays of these rules only lose the turn. */
  readonly tolerates?: readonly MoveError['rule'][] | 'all';
}

type Expected = 'answer' | 'play' | 'change' | 'play refused' | 'change refused' | 'late answer';

/** Lines that the game completes. `error` has names for the parts of the refused move. */
type Line =
  | SharedLine
  | `< ${'played' | 'playfailed'} ${number} ${string}`
  | `< changed ${number} ${number}`
  | `< error ${string}`
  | '< failed'
  | `> ${Expected}`;
export type ScrabbleLine = SceneLine<Line>;
export type ScrabbleScene = Scene<Setting, Line>;

export async function openScrabble(
  { setting = {}, lines }: ScrabbleScene,
  { request, open }: Stage,
): Promise<SceneGame> {
  const terms = resolveSetting(setting, request.lexicon, laidLetters(lines));
  const letters = new Set(terms.tiles.tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
  const beyondAscii = [...letters].some((letter) => letter > '\x7f');
  const bot = await open({
    seat: terms.seat,
    players: terms.names.length,
    lexicon: terms.lexicon,
    scanner: scrabbleScanner({ longest: LONGEST_LINE, beyondAscii }, letters),
  });
  return new LineGame(bot, request, setting, new ScrabbleRules(terms));
}

const MOST_WITHOUT_POINTS = 3;

class ScrabbleRules implements LineRules<Message>, Situation {
  readonly answers = 'play, pass, change or forfeit';
  readonly nothing = 'nothing before its turn: a move only answers a `turn` line';
  readonly silentBefore = ['turn', 'gameover'];
  readonly #terms: Terms;
  #bag: readonly number[];
  position: Position = emptyPosition;
  hand: Hand;
  #score = 0;
  #pointless = 0;
  #refusedMove: Message | undefined;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#bag = terms.bag;
    this.hand = terms.hand;
  }

  get inBag(): number {
    return this.#bag.length;
  }

  greeting(shared: LineIntroduction): string {
    const { rules, first, handSize, lexicon, board, tiles, hand } = this.#terms;
    const dictionary = lexicon?.path;
    const more = { rules: rules.name, first, handSize, dictionary, board, tiles, hand: countsOf(hand) };
    return greetingText({ ...shared, ...more });
  }

  isOver(): boolean {
    return (this.inBag === 0 && this.hand.size === 0) || this.#pointless >= MOST_WITHOUT_POINTS;
  }

  pointsOf(player: number): number {
    return player === this.#terms.seat ? this.#score : 0;
  }

  beforeTurn(): string {
    return `bag ${this.inBag}\n`;
  }

  readonly completions: Completions = {
    played: (player, letters = '') => {
      const held = withTiles(emptyHand, idsOf(letters, this.#terms.tiles));
      const placements = findPlay(this.#terms, this.position, held);
      if (!placements) return untried(`with these words another player cannot lay anything of ${letters}`);
      const points = this.#lay(held, placements);
      this.#bag = this.#bag.slice(0, Math.max(0, this.inBag - placements.length));
      return `played ${player} ${points} ${placementText(placements)}\n`;
    },
    playfailed: (player, letters = '') =>
      `playfailed ${player} ${placementText(overCenter(this.#terms, letters))}\n`,
    error: (...words) => {
      const details = this.#refusedMove && detailsOf(this.#refusedMove, this.#terms.seat);
      return `error ${words.map((word) => details?.[word] ?? word).join(' ')}\n`;
    },
  };

  #lay(held: HeldTiles, placements: readonly Placement[]): number {
    const judgement = judgePlay(this.#terms, this.position, held, placements);
    this.position = this.position.with(placements);
    return judgement.legal ? judgement.points : 0;
  }

  answer({ message, bytes }: MessageEvent<Message>, what: Expected): string | Finding {
    const [kind, isRefused] = what.split(' ');
    const errors = errorsOf(this.#terms, this, message);
    if (errors.length > 0) return this.#refusal(errors, what) ?? this.#illegalMove(message, errors, bytes[0]);
    if (what !== 'answer' && message.type !== kind) return this.#otherMove(message, kind!);
    if (!isRefused) return this.#accept(message);
    this.#refusedMove = message;
    return '';
  }

  #illegalMove({ line }: Message, errors: readonly MoveError[], at: number): Finding {
    const { seat, tiles, ifIllegal } = this.#terms;
    const lines = errors.map((error) => `${errorLine(error, seat)} (${meaning(error, this.#terms)})`);
    return {
      is: 'wrong',
      expected: `a legal move with the hand ${rackText(this.hand, rackLetters(tiles)) || 'nothing'}`,
      came: `${excerpt(line)}, which gets ${lines.join('; ')}`,
      fault: [...new Set(errors.map(({ rule }) => rule))].join(' '),
      at,
      advice: ifIllegal,
    };
  }

  /** Handles an illegal move that is no fault here. */
  #refusal(errors: readonly MoveError[], what: Expected): string | Finding | undefined {
    const { seat, tolerates } = this.#terms;
    const isRefusedChange = errors.every(({ rule }) => rule === 'notenoughpieces');
    const isTolerated = tolerates === 'all' || errors.every(({ rule }) => tolerates.includes(rule));
    if (!isRefusedChange && !isTolerated) return undefined;
    this.#pointless++;
    if (!isRefusedChange && what !== 'answer')
      return untried('its play was not legal here, which is not a fault');
    return `${errors.map((error) => `${errorLine(error, seat)}\n`).join('')}failed\n`;
  }

  #otherMove({ type }: Message, kind: string): Finding {
    if (kind === 'change') return untried(`this step needs a change; the bot answered ${type}`);
    const held = rackText(this.hand, rackLetters(this.#terms.tiles));
    const placements = findPlay(this.#terms, this.position, this.hand);
    const better = placements
      ? `though it could ${moveText({ type: 'play', placements })}`
      : 'and there was no legal play';
    return untried(
      `this step needs a play; the bot answered ${type} with ${held}, ${better}`,
      `${type}, and ${placements ? 'a' : 'no'} play was possible`,
    );
  }

  #accept(message: Message): string | Finding {
    this.#pointless++;
    switch (message.type) {
      case 'play': {
        const { placements } = message;
        const points = this.#lay(this.hand, placements);
        if (points !== 0) this.#pointless = 0;
        this.#score += points;
        const drawn = this.#draw(placements.map(({ id }) => id));
        return noticeText({ type: 'playsuccess', points, placements, drawn });
      }
      case 'change': {
        const drawn = this.#draw(message.ids);
        this.#bag = [...this.#bag, ...message.ids];
        return noticeText({ type: 'changesuccess', drawn });
      }
      case 'pass':
        return `passed ${this.#terms.seat}\n`;
      case 'forfeit':
        return untried('it forfeited, which it may');
      default:
        return message satisfies never;
    }
  }

  /** Draws as many tiles as the bot gave back. */
  #draw(ids: readonly number[]) {
    const drawn = this.#bag.slice(0, ids.length);
    this.#bag = this.#bag.slice(ids.length);
    this.hand = exchanged(this.hand, ids, drawn);
    return countsOfTiles(drawn);
  }
}

function detailsOf(move: Message, seat: number): Readonly<Record<string, string>> {
  if (move.type === 'change') return { COUNT: `${move.ids.length}`, PLAYER: `${seat}` };
  if (move.type !== 'play') return {};
  const [first] = move.placements;
  const { x, y, id, letter, points } = first!;
  return {
    PLAYER: `${seat}`,
    ID: `${id}`,
    FACE: `${letter}${points}`,
    X: `${x}`,
    Y: `${y}`,
    SQUARES: move.placements.map((placement) => `${placement.x} ${placement.y}`).join(' '),
    LETTERS: move.placements.map((placement) => placement.letter).join(''),
  };
}

interface Situation {
  readonly position: Position;
  readonly hand: Hand;
  readonly inBag: number;
}

export function errorsOf(
  terms: JudgingTerms,
  { position, hand, inBag }: Situation,
  message: Message,
): readonly MoveError[] {
  if (message.type === 'change') return judgeChange(terms, hand, inBag, message.ids);
  if (message.type !== 'play') return [];
  const judgement = judgePlay(terms, position, hand, message.placements);
  return judgement.legal ? [] : judgement.errors;
}

function meaning(error: MoveError, { lexicon }: Terms): string {
  const tile = 'id' in error ? `tile ${error.id}` : '';
  const meanings: Readonly<Record<MoveError['rule'], string>> = {
    emptymove: 'it has no tiles',
    piecedoesnotexist: `the table of tiles has no ${tile}`,
    playerdoesnothavepiece: `the hand does not have enough of ${tile}`,
    invalidpieceinst: `${tile} cannot stand for that, or not with those points`,
    emptytile: 'the board has no square there',
    occupiedtile: 'a tile is already there',
    wordnotonroworcolumn: 'not all on one row or column',
    wordoutsideboard: 'the word crosses a place without a square',
    wordnotconnected: 'there is a free square in the middle of the word',
    firstwordtooshort: 'a first word has two letters or more',
    firstwordnotovercenter: 'the board is empty: a first word covers its center',
    wordnotadjacent: 'it does not touch a tile on the board',
    wordnotindictionary: lexicon ? notInList(lexicon) : 'not in the word list',
    notenoughpieces: 'too few tiles in the bag',
  };
  return meanings[error.rule];
}

const MOST_STEPS = 2_000_000;

/** Finds a legal play of this many tiles in bounded time. */
function findPlay(
  terms: JudgingTerms,
  position: Position,
  held: HeldTiles,
): readonly Placement[] | undefined {
  const size = [...held.values()].reduce((sum, count) => sum + count, 0);
  let longest: readonly Placement[] | undefined;
  const search = searchPlays(terms, position, held, (found) => {
    const placements = found.placements();
    if (placements.length > (longest?.length ?? 0)) longest = placements;
  });
  for (const steps of search) if (longest?.length === size || steps > MOST_STEPS) break;
  return longest;
}

function overCenter({ board, tiles }: Terms, letters: string): Placement[] {
  const [x, y] = board.center;
  return idsOf(letters, tiles).map((id, index) => {
    const face = tiles.tiles.find((kind) => kind.id === id)!.faces[0]!;
    return { x: x + index, y, id, ...face };
  });
}

interface Terms extends JudgingTerms {
  readonly lexicon: Lexicon | undefined;
  readonly seat: number;
  readonly first: number;
  readonly names: readonly string[];
  readonly hand: Hand;
  /** The bot draws from the start, the others from the end. */
  readonly bag: readonly number[];
  readonly tolerates: NonNullable<Setting['tolerates']>;
  readonly ifIllegal: string | undefined;
}

const HAND = 7;
const BAG = 60;

/** Adds the letters that other players lay. The tile table must be true, so each kind of tile is counted. */
export function resolveSetting(setting: Setting, userWords: Lexicon, laid = ''): Terms {
  const { hand: letters = 'CATDOGS', draws = 'EATRINGSTONE', bag: size = BAG, board, words } = setting;
  const { seat, names } = seatsOf(setting);
  const rules = ruleSets[setting.rules ?? 'tournament'];
  const tiles = setting.tiles ?? builtInTileSet(rules.tiles)!;
  const handSize = Math.max(HAND, letters.length);
  const hand = idsOf(letters, tiles);
  const otherTiles = idsOf(laid, tiles);
  const inHands = (names.length - 1) * handSize;
  const own = idsOf(draws.slice(0, size), tiles);
  const others = otherTiles.slice(inHands);
  const bag = [...own, ...fillers(tiles, size - own.length - others.length), ...others];
  const hands = [...otherTiles.slice(0, inHands), ...fillers(tiles, inHands - otherTiles.length)];
  const all = [...hand, ...bag, ...hands];
  return {
    rules,
    board:
      typeof board === 'object' ? soundBoard('of the check', board) : builtInBoard(board ?? rules.board)!,
    tiles: {
      name: 'of the check',
      tiles: tiles.tiles.map((kind) => ({ ...kind, count: all.filter((id) => id === kind.id).length })),
    },
    tolerates: setting.tolerates ?? [],
    ifIllegal: setting.ifIllegal,
    lexicon: words === 'all' ? undefined : words ? wordsOfScene(words) : userWords,
    handSize,
    seat,
    first: setting.first ?? seat,
    names,
    hand: withTiles(emptyHand, hand),
    bag,
  };
}

/** `?` is a tile that can stand for several letters. */
export function idsOf(letters: string, { tiles }: TileSet): number[] {
  return Array.from(letters, (letter) => {
    const kind = tiles.find(({ faces }) => (faces.length > 1 ? letter === '?' : faces[0]!.letter === letter));
    if (!kind) throw new Error(`a scene has ${letter}, and its tiles have not`);
    return kind.id;
  });
}

/** Takes this many tiles of the set, mixed in the same way each time. */
function fillers({ tiles }: TileSet, count: number): number[] {
  const all = tiles.flatMap(({ id, count: times }) => new Array<number>(times).fill(id));
  const stride = 37;
  return Array.from({ length: Math.max(0, count) }, (_, index) => all[(index * stride) % all.length]!);
}

export function laidLetters(lines: readonly ScrabbleLine[]): string {
  const letters = lines.map((line) => {
    if (typeof line === 'string') return /^< play(?:ed|failed) \d+ (.+)$/.exec(line)?.[1] ?? '';
    return laidLetters('untilOver' in line ? line.untilOver : line);
  });
  return letters.join('');
}
