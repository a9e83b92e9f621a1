import type { Board } from '../../../games/boggle/board.ts';
import { type PathFinder, pathFinder } from '../../../games/boggle/path-finder.ts';
import type { GameAnswer, MoveAnswer } from '../api/schemas.ts';

type TurnAnswer = Pick<MoveAnswer, 'user' | 'message' | 'reason'>;

/** What the server refuses, and which parameter it is about; none: it is about none. */
interface RefusalText {
  readonly message: string;
  readonly parameter?: string;
}

const NAMED = /^([a-z][a-z\d_]*): (.)(.*)$/s;
/** For programs. Who plays has a field for it. */
const HEADER = /^expected (.*), as in "Authorization: [^"]*"; there is none$/s;
/** Longer ones are pages, or what a program has to say to another. */
const LONGEST = 500;

/**
 * Refusals are JSON with a message, or plain text; those of a proxy are often pages. Who plays is not told what parameters are
 * called.
 */
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

/** A game as somebody sees it who plays in it, or only looks. */
export interface Perspective {
  /** None: only looks. */
  readonly me: string | undefined;
  /** Who has the turn; none after the end. */
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

/** `names`: of the users of this browser, with the one first that was chosen. */
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

/** The other one of the two. */
export function opponentOf(game: GameAnswer, name: string): string {
  return game.user1_name === name ? game.user2_name : game.user1_name;
}

/** A sentence of texts, and of names, which the page shows each in its own direction of writing. */
export type Sentence = readonly (string | { readonly name: string })[];

/** Whose turn it is, or how it ended. */
export function standOf(game: GameAnswer, { me, next, isMyTurn }: Perspective): Sentence {
  if (next !== undefined) return isMyTurn ? ['Your turn.'] : [{ name: next }, '’s turn.'];
  const { winner = '' } = game;
  if (winner === '') return ['Game over: a draw.'];
  return winner === me ? ['Game over: you won.'] : ['Game over: ', { name: winner }, ' won.'];
}

/** What became of a turn, with its player and the winner as names. Some messages begin with who it was, others do not. */
export function turnSentence({ user, message }: TurnAnswer, names: readonly string[]): Sentence {
  const begins = message.startsWith(`${user} `);
  const rest = begins ? message.slice(user.length) : message;
  return [{ name: user }, ...(begins ? [] : [': ']), ...endSentence(rest, names)];
}

/** All that happened in a game, in words: a game that ends before its turns, and by no turn, was cancelled. */
export function historyOf(game: GameAnswer, turns: readonly TurnAnswer[]): readonly Sentence[] {
  const names = [game.user1_name, game.user2_name];
  const sentences = turns.map((turn) => turnSentence(turn, names));
  const isCancelled = game.game_over && game.turns_remaining > 0 && turns.at(-1)?.reason !== 'forfeited';
  if (!isCancelled) return sentences;
  const { winner = '' } = game;
  const loser = { name: opponentOf(game, winner) };
  return [...sentences, [loser, ' cancelled the game. ', { name: winner }, ' wins!']];
}

/** A message, with the winner that it may end with as a name. */
export function endSentence(message: string, names: readonly string[]): Sentence {
  for (const name of names) {
    const end = `${name} wins!`;
    const at = message.lastIndexOf(end);
    if (at !== -1 && (at === 0 || message[at - 1] === ' '))
      return [message.slice(0, at), { name }, message.slice(at + name.length)];
  }
  return [message];
}

export function turnsLeft({ turns_remaining, game_over }: GameAnswer): string {
  if (game_over) return 'no turns left';
  return turns_remaining === 1 ? 'last turn' : `${turns_remaining} turns left`;
}

/** Cells of a board, each a neighbour of the one before, none twice. */
export type Path = readonly number[];

/** A finger or a pointer has come to this cell: to go back to the cell before takes the last one away. */
export function pathAfterDrag(board: Board, path: Path, cell: number): Path {
  const last = path.at(-1);
  if (last === undefined) return [cell];
  if (path.at(-2) === cell) return path.slice(0, -1);
  return canFollow(board, path, cell) ? [...path, cell] : path;
}

/** This cell was chosen: after the last one it goes on, the last one is taken away, and any other begins a new word. */
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

/** Where a word that is typed lies on the board. */
interface TypedPath {
  /** Of as much of it as there is. */
  readonly path: Path;
  /** All of it is there, or a cell has its last letters and more, as QU has Q. */
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
    // The letters of a board are from A to Z: nothing else becomes one of them.
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

  /** What may come to complete a cell of several letters. */
  get #restsOfCells(): readonly string[] {
    const rests = this.#board.cells.flatMap((cell) =>
      Array.from({ length: cell.length - 1 }, (_, taken) => cell.slice(taken + 1)),
    );
    return [...new Set(rests)];
  }
}
