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

/** Of the time of a turn, the part after which the engine is given up. */
const WITHIN = 0.9;
/** All that these consoles know. */
const PLAYERS = 2;
const HAND_SIZE = 7;

/** Starts the engine and asks it for a first move, to see whether it knows the game. A sentence: it does not. */
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

/** What the engine calls what it plays with, or why it cannot play. */
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
    return `${kind} has the board ${Object.keys(known.boards).join(', ')}; this game uses ${named(board, 'board')}. If the engine has that board, pass its name with --board`;
  if (own.tiles === undefined && !Object.hasOwn(known.tiles, tiles.name))
    return `${kind} has the tiles ${Object.keys(known.tiles).join(', ')}; this game uses ${named(tiles, 'tile set')}. If the engine has these tiles, pass their name with --tiles`;
  return {
    lexicon,
    board: own.board ?? known.boards[board.name],
    tiles: own.tiles ?? known.tiles[tiles.name]!,
  };
}

/** Players are told the names of boards and tiles that are built in, and are as they were. */
function named({ name }: { readonly name: string }, kind: 'board' | 'tile set'): string {
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

  /** The console is its player's, who waits for its end. */
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
    // The host judges: what it says of the move is in the record then.
    if (wrong !== undefined)
      process.stderr.write(
        visibleLines(
          `wordhost player engine: the engine's move ${JSON.stringify(answer.move)} is not legal: ${wrong}\n`,
        ),
      );
    return move;
  }
}

/** The tiles of the other are known when the bag is empty. */
function positionOf(choice: Choice) {
  const { terms, position, held, player, scores, scoreless } = choice;
  const seats = [
    { held, score: scores[player - 1]! },
    { held: otherRack(choice) ?? new Map<number, number>(), score: scores[PLAYERS - player]! },
  ];
  return cgpOf(position, terms, seats, { scoreless })!;
}
