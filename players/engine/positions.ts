import { createInterface } from 'node:readline';
import {
  builtInBoard,
  builtInTileSet,
  type Cgp,
  messageText,
  positionOfCgp,
  readCgp,
  ruleSets,
} from 'wordhost/scrabble';
import { visibleLines } from 'wordhost/terminal';
import { Console, shown } from './console.ts';
import { type EngineNames, engineKind } from './kinds.ts';
import type { EngineOptions } from './options.ts';
import { moveWritten } from './read-move.ts';

const HAND_SIZE = 7;
/** The reason may repeat output of the engine. */
const LONGEST_WHY = 400;

/** Prints the engine's move for each position on standard input. Returns the exit status. */
export async function answerPositions(options: EngineOptions & { readonly name: string }): Promise<number> {
  await using engine = new Console(options.command);
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await answerTo(line, engine, options);
    if ('problem' in answer) {
      process.stderr.write(visibleLines(`${options.name}: ${answer.problem}\n`));
      return 2;
    }
    process.stdout.write(`${answer.move}\n`);
  }
  return 0;
}

type Answer = { readonly move: string } | { readonly problem: string };

async function answerTo(line: string, engine: Console, options: EngineOptions): Promise<Answer> {
  const read = readCgp(line);
  if (!read.ok) return { problem: `invalid position: ${read.problem}` };
  const [boardName, tilesName] = [nameIn(read.cgp, 'bdn', 'official'), nameIn(read.cgp, 'ld', 'english')];
  const [board, tiles] = [builtInBoard(boardName), builtInTileSet(tilesName)];
  const names = namesFor(boardName, tilesName, options);
  if (typeof names === 'string') return { problem: names };
  if (!board || !tiles)
    return {
      problem: `invalid position: expected a built-in board and built-in tiles; got ${boardName} and ${tilesName}`,
    };
  const terms = { rules: ruleSets.tournament, board, tiles, lexicon: undefined, handSize: HAND_SIZE };
  const placed = positionOfCgp(read.cgp, terms);
  if (!placed.ok) return { problem: `invalid position: ${placed.problem}` };
  const lines = engineKind(options.kind).ask({ ...read.cgp, operations: [] }, names);
  const answer = await engine.ask(lines, options.startWithinMs);
  if ('problem' in answer) return answer;
  const move = moveWritten(answer.move, { terms, position: placed.position });
  if (typeof move !== 'string') return { move: messageText(move) };
  return { problem: `the engine's move ${shown(answer.move)} is not valid: ${move.slice(0, LONGEST_WHY)}` };
}

const nameIn = ({ operations }: Cgp, operation: string, standard: string) =>
  operations.find(({ name }) => name === operation)?.value ?? standard;

function namesFor(
  board: string,
  tiles: string,
  { kind, lexicon, ...own }: EngineOptions,
): EngineNames | string {
  const known = engineKind(kind);
  if (own.board === undefined && !Object.hasOwn(known.boards, board))
    return `${kind} has the board ${Object.keys(known.boards).join(', ')}; the position has ${board}`;
  if (own.tiles === undefined && !Object.hasOwn(known.tiles, tiles))
    return `${kind} has the tiles ${Object.keys(known.tiles).join(', ')}; the position has ${tiles}`;
  return { lexicon, board: own.board ?? known.boards[board], tiles: own.tiles ?? known.tiles[tiles]! };
}
