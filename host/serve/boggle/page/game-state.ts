import { counted } from '../../../core/text.ts';
import { type Board, boardRows, rowsOf } from '../../../games/boggle/board.ts';
import { type MissReason, misses, pointsOf } from '../../../games/boggle/judge.ts';
import { type PathFinder, pathFinder } from '../../../games/boggle/path-finder.ts';
import type { MoveLine, Panel } from '../../../games/presentation.ts';
import type { GameAnswer, MoveAnswer } from '../api/schemas.ts';

type TurnAnswer = Pick<MoveAnswer, 'user' | 'message' | 'reason' | 'word' | 'points'>;

/** A refusal, and the parameter that it is about. */
interface RefusalText {
  readonly message: string;
  readonly parameter?: string;
}

const NAMED = /^([a-z][a-z\d_]*): (.)(.*)$/s;
/** This text is for programs. The page has a field for the token. */
const HEADER = /^expected (.*), as in "Authorization: [^"]*"; there is none$/s;
/** Longer texts are pages or for programs. */
const LONGEST = 500;

/** Reads JSON with a message, or plain text, without names of parameters. */
export function refusalIn(answer: string, status = 400): RefusalText {
  const message = messageIn(answer, status);
  const [, token] = HEADER.exec(message) ?? [];
  if (token !== undefined)
    return { message: `Expected ${token}: enter it on the first page, under “Use an existing name”.` };
  const [, parameter, first = '', rest] = NAMED.exec(message) ?? [];
  return parameter === undefined ? { message } : { message: `${first.toUpperCase()}${rest}.`, parameter };
}

function messageIn(answer: string, status: number): string {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {}
  const text = answer.trim();
  const isSentence = text !== '' && !text.startsWith('<') && text.length <= LONGEST;
  return isSentence ? text : messageOf(status);
}

function messageOf(status: number): string {
  if (status === 429) return 'The server is busy. Try again in a moment.';
  if (status >= 500) return `The server is not available (status ${status}). Try again in a moment.`;
  return `The server refused the request (status ${status}).`;
}

/** A game from the view of a player or a watcher. */
export interface Perspective {
  /** Undefined for a watcher. */
  readonly me: string | undefined;
  /** Undefined after the end. */
  readonly next: string | undefined;
  readonly isMyTurn: boolean;
  readonly players: readonly PlayerRow[];
}

interface PlayerRow {
  readonly name: string;
  readonly points: number;
  readonly isNext: boolean;
  readonly isMe: boolean;
}

/** `names` are the users of this browser, the chosen one first. */
export function perspectiveOf(game: GameAnswer, names: readonly string[]): Perspective {
  const both = [game.user1_name, game.user2_name];
  const me = names.find((name) => both.includes(name));
  const next = game.game_over ? undefined : both[game.user1_is_next ? 0 : 1];
  const points = [game.user1_points, game.user2_points];
  const players = both.map((name, index) => ({
    name,
    points: points[index]!,
    isNext: name === next,
    isMe: name === me,
  }));
  return { me, next, isMyTurn: me !== undefined && next === me, players };
}

export function opponentOf(game: GameAnswer, name: string): string {
  return game.user1_name === name ? game.user2_name : game.user1_name;
}

/** Texts and names. The page shows each name in its own writing direction. */
export type Sentence = readonly (string | { readonly name: string })[];

/** Says whose turn it is, or how the game ended. */
export function standOf(game: GameAnswer, { me, next, isMyTurn }: Perspective): Sentence {
  if (next !== undefined) return isMyTurn ? ['Your turn.'] : [{ name: next }, '’s turn.'];
  const { winner = '' } = game;
  if (winner === '') return ['Game over: a draw.'];
  return winner === me ? ['Game over: you won.'] : ['Game over: ', { name: winner }, ' won.'];
}

/** A turn, or the end by a cancellation. */
interface Turn {
  readonly seat: number;
  readonly sentence: Sentence;
  /** Undefined without a word. */
  readonly line?: MoveLine;
}

/** A game that ends before its turns, and by no turn, was cancelled. */
export function turnsOf(game: GameAnswer, turns: readonly TurnAnswer[]): readonly Turn[] {
  const names = [game.user1_name, game.user2_name];
  const totals = [0, 0];
  const told = turns.map((turn, index): Turn => {
    const seat = names.indexOf(turn.user) + 1;
    const { word, points = 0, reason } = turn;
    totals[seat - 1]! += points;
    const note = reason === undefined ? {} : { note: misses[reason as MissReason] };
    const line = { seat, at: String(index + 1), word, ...note, points, total: totals[seat - 1]! };
    return { seat, sentence: turnSentence(turn, names), ...(word !== '' && { line }) };
  });
  const isCancelled = game.game_over && game.turns_remaining > 0 && turns.at(-1)?.reason !== 'forfeited';
  if (!isCancelled) return told;
  const { winner = '' } = game;
  const loser = opponentOf(game, winner);
  const sentence = [{ name: loser }, ' cancelled the game. ', { name: winner }, ' wins!'];
  return [...told, { seat: names.indexOf(loser) + 1, sentence }];
}

/** Describes a turn, with player and winner as names. Only some messages begin with the player. */
function turnSentence({ user, message }: TurnAnswer, names: readonly string[]): Sentence {
  const begins = message.startsWith(`${user} `);
  const rest = begins ? message.slice(user.length) : message;
  return [{ name: user }, ...(begins ? [] : [': ']), ...endSentence(rest, names)];
}

/** A message that may end with the winner's name. */
export function endSentence(message: string, names: readonly string[]): Sentence {
  for (const name of names) {
    const end = `${name} wins!`;
    const at = message.lastIndexOf(end);
    if (at !== -1 && (at === 0 || message[at - 1] === ' '))
      return [message.slice(0, at), { name }, message.slice(at + name.length)];
  }
  return [message];
}

/** Who has won, by how many points. */
export function endTitle(
  { user1_points, user2_points, winner = '' }: GameAnswer,
  me: string | undefined,
): Sentence {
  if (winner === '') return ['A draw'];
  const margin = Math.abs(user1_points - user2_points);
  const by = margin === 0 ? '' : ` by ${counted(margin, 'point')}`;
  return winner === me ? [`You won${by}`] : [{ name: winner }, ` won${by}`];
}

/** What is known of a word before it is played. */
export function wordHint(
  word: string,
  isWhole: boolean,
  { words_found }: Pick<GameAnswer, 'words_found'>,
): string {
  if (!isWhole) return 'This word is not on the board.';
  return words_found.includes(word.toUpperCase()) ? 'This word has been found already.' : '';
}

/** The points of a word, if it is in the dictionary. */
export function worthOf(word: string): number {
  return /^[a-z]+$/i.test(word) ? pointsOf(word) : 0;
}

export function turnsLeft({ turns_remaining, game_over }: GameAnswer): string {
  if (game_over) return 'no turns left';
  return turns_remaining === 1 ? 'last turn' : `${turns_remaining} turns left`;
}

/** A path of distinct neighboring cells. */
export type Path = readonly number[];

/** The board with the letters of a path pressed. */
export function boardPanel(board: Board, path: Path): Panel {
  return { seat: undefined, caption: 'the board', rows: boardRows(rowsOf(board)), path, fresh: path };
}

/** A drag to the previous cell removes the last one. */
export function pathAfterDrag(board: Board, path: Path, cell: number): Path {
  const last = path.at(-1);
  if (last === undefined) return [cell];
  if (path.at(-2) === cell) return path.slice(0, -1);
  return canFollow(board, path, cell) ? [...path, cell] : path;
}

/** A choice extends the path, removes the last cell, or begins a new word. */
export function pathAfterChoice(board: Board, path: Path, cell: number): Path {
  if (path.at(-1) === cell) return path.slice(0, -1);
  return path.length > 0 && canFollow(board, path, cell) ? [...path, cell] : [cell];
}

function canFollow(board: Board, path: Path, cell: number): boolean {
  return !path.includes(cell) && board.neighbours[path.at(-1)!]!.includes(cell);
}

export function wordOf({ cells }: Board, path: Path): string {
  return path.map((cell) => cells[cell]).join('');
}

interface TypedPath {
  /** The path of the letters that are on the board. */
  readonly path: Path;
  /** The path covers the word. A cell may have more letters at its end, as QU for Q. */
  readonly isWhole: boolean;
}

export class TypedWords {
  readonly #board: Board;
  readonly #paths: PathFinder;

  constructor(board: Board) {
    this.#board = board;
    this.#paths = pathFinder(board);
  }

  pathOf(typed: string): TypedPath {
    // Letters of a board are A to Z. Other characters never become one of them.
    const word = typed.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase());
    if (word === '') return { path: [], isWhole: true };
    for (let length = word.length; length > 0; length--) {
      const path = this.#beginning(word.slice(0, length));
      if (path) return { path, isWhole: length === word.length };
    }
    return { path: [], isWhole: false };
  }

  #beginning(word: string): Path | undefined {
    const whole = this.#paths.pathOf(word);
    if (whole) return whole;
    for (const rest of this.#restsOfCells) {
      const path = this.#paths.pathOf(word + rest);
      if (path) return path;
    }
    return undefined;
  }

  /** Letters that may complete a cell with several. */
  get #restsOfCells(): readonly string[] {
    const rests = this.#board.cells.flatMap((cell) =>
      Array.from({ length: cell.length - 1 }, (_, taken) => cell.slice(taken + 1)),
    );
    return [...new Set(rests)];
  }
}
