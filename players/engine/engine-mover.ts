import {
  builtInBoard,
  builtInTileSet,
  type Choice,
  cgpOf,
  type Greeting,
  type Message,
  type Mover,
  otherRack,
  refusalOf,
} from 'wordhost/scrabble';
import { visibleLines } from 'wordhost/terminal';
import { Console } from './console.ts';
import { type EngineNames, engineKind } from './kinds.ts';
import type { EngineOptions } from './options.ts';
import { moveWritten } from './read-move.ts';

/** The part of a turn after which the engine is given up. */
const WITHIN = 0.9;
/** These consoles know only games of two. */
const PLAYERS = 2;
const HAND_SIZE = 7;

/** Starts the engine and tests its first move. Returns a sentence if it does not know the game. */
export async function openEngine(
  started: AsyncDisposableStack,
  told: Greeting,
  choice: Choice,
  options: EngineOptions,
): Promise<Mover | string> {
  const names = namesFor(told, options);
  if (typeof names === 'string') return names;
  const engine = new EngineMover(started.use(new Console(options.command)), options, names);
  const first = await engine.asked(choice, options.startWithinMs);
  return typeof first === 'string' ? first : engine;
}

/** Finds the engine's names of the game's parts, or the reason against playing. */
function namesFor(
  { names, handSize, board, tiles, dictionary }: Greeting,
  { kind, lexicon, ...own }: EngineOptions,
): EngineNames | string {
  const known = engineKind(kind);
  if (names.length !== PLAYERS)
    return `${kind} supports games of ${PLAYERS} players; this game has ${names.length}`;
  if (handSize !== HAND_SIZE)
    return `${kind} supports hands of ${HAND_SIZE} tiles; this game has hands of ${handSize}`;
  if (!board.layout) {
    const here = builtInBoard(board.name) ? `the board ${board.name}` : 'this board';
    return `${kind} supports boards with edges; ${here} has none`;
  }
  if (dictionary === undefined) return `${kind} needs a word list; in this game all words are valid`;
  if (own.board === undefined && !Object.hasOwn(known.boards, board.name))
    return `${kind} has the board ${Object.keys(known.boards).join(', ')}; this game uses ${nameForEngine(board, 'board')}. If the engine has that board, pass its name with --board`;
  if (own.tiles === undefined && !Object.hasOwn(known.tiles, tiles.name))
    return `${kind} has the tiles ${Object.keys(known.tiles).join(', ')}; this game uses ${nameForEngine(tiles, 'tile set')}. If the engine has these tiles, pass their name with --tiles`;
  return {
    lexicon,
    board: own.board ?? known.boards[board.name],
    tiles: own.tiles ?? known.tiles[tiles.name]!,
  };
}

/** Names of built-in boards and tile sets, if they are unchanged. */
function nameForEngine({ name }: { readonly name: string }, kind: 'board' | 'tile set'): string {
  return builtInBoard(name) || builtInTileSet(name) ? name : `a ${kind} without a name`;
}

class EngineMover implements Mover {
  readonly #console: Console;
  readonly #options: EngineOptions;
  readonly #names: EngineNames;

  constructor(engine: Console, options: EngineOptions, names: EngineNames) {
    this.#console = engine;
    this.#options = options;
    this.#names = names;
  }

  /** The player owns the console and waits for its end. */
  [Symbol.dispose](): void {}

  async move(choice: Choice, until: number): Promise<Message | string> {
    return await this.asked(choice, (until - performance.now()) * WITHIN);
  }

  async asked(choice: Choice, withinMs: number): Promise<Message | string> {
    const lines = engineKind(this.#options.kind).ask(positionOf(choice), this.#names);
    const answer = await this.#console.ask(lines, withinMs);
    if ('problem' in answer) return answer.problem;
    const move = moveWritten(answer.move, choice);
    if (typeof move === 'string')
      return `the engine's move ${JSON.stringify(answer.move)} is not valid: ${move}`;
    const wrong = refusalOf(move, choice);
    // The host judges the move, and the record has its reason.
    if (wrong !== undefined)
      process.stderr.write(
        visibleLines(
          `wordhost player engine: the engine's move ${JSON.stringify(answer.move)} is not legal: ${wrong}\n`,
        ),
      );
    return move;
  }
}

/** With an empty bag, the opponent's tiles are known. */
function positionOf(choice: Choice) {
  const { terms, position, held, player, scores, scoreless } = choice;
  const seats = [
    { held, score: scores[player - 1]! },
    { held: otherRack(choice) ?? new Map<number, number>(), score: scores[PLAYERS - player]! },
  ];
  return cgpOf(position, terms, seats, { scoreless })!;
}
