import { readFileSync } from 'node:fs';
import { Bench } from 'tinybench';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';
import type { Figure } from './figure.ts';
import { microsOf } from './micros-of.ts';

const MOVES = 500;

/** Legal moves that form two words or more each, on a board where so many tiles lie. */
interface Case {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly moves: readonly Move[];
}

interface Move {
  readonly placements: readonly Placement[];
  readonly held: HeldTiles;
}

export async function scrabbleJudging(): Promise<readonly Figure[]> {
  const { lexicon } = expectOk(loadLexicon('english'));
  const standard = caseOn('standard', lexicon, 50);
  const infinite = caseOn('infinite', lexicon, 300);
  const bench = new Bench({ time: 1000, warmupTime: 500 })
    .add('standard', () => judgeAll(standard))
    .add('infinite', () => judgeAll(infinite));
  await bench.run();
  const [near, far] = ['standard', 'infinite'].map((name) => microsOf(bench, name) / MOVES) as [
    number,
    number,
  ];
  const what = 'judging a legal Scrabble move of several words with its score';
  return [
    {
      what: `${what}, standard board, 50 tiles`,
      measured: near,
      unit: 'µs',
      target: 1e6 / 300_000,
      baseline: `${MOVES} moves of ${average(standard)} tiles; ${Math.round(1e6 / near)} a second`,
    },
    {
      what: 'the same on an infinite board, 300 tiles',
      measured: far / near,
      unit: 'times',
      target: 3,
      baseline: `${Math.round(1e6 / far)} a second, ${average(infinite)} tiles a move`,
    },
  ];
}

function average({ moves }: Case): string {
  return (moves.reduce((sum, { placements }) => sum + placements.length, 0) / moves.length).toFixed(1);
}

function judgeAll({ terms, position, moves }: Case): void {
  for (const { placements, held } of moves)
    if (!judgePlay(terms, position, held, placements).legal) throw new Error('a legal move was refused');
}

function caseOn(board: 'standard' | 'infinite', lexicon: Lexicon, tiles: number): Case {
  const terms: JudgingTerms = {
    rules: ruleSets.course,
    board: builtInBoard(board)!,
    tiles: builtInTileSet('course')!,
    lexicon,
    handSize: 7,
  };
  const words = readFileSync(lexicon.path, 'latin1')
    .split('\n')
    .filter((word) => word.length > 1 && word.length < 8);
  const dice = diceFrom(7);
  let position = emptyPosition;
  while (position.count < tiles) {
    const move = randomMove(terms, position, position.tiles(), words, dice);
    if (move && judgePlay(terms, position, move.held, move.placements).legal)
      position = position.with(move.placements);
  }
  const moves: Move[] = [];
  const lying = position.tiles();
  while (moves.length < MOVES) {
    const move = randomMove(terms, position, lying, words, dice);
    const judgement = move && judgePlay(terms, position, move.held, move.placements);
    if (judgement?.legal && judgement.words.length > 1) moves.push(move!);
  }
  return { terms, position, moves };
}

type Dice = (sides: number) => number;

/** The same throws each time, good enough to make moves. */
function diceFrom(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A word laid through a letter that lies, or along one; often it stands. */
function randomMove(
  { tiles }: JudgingTerms,
  position: Position,
  lying: readonly Placement[],
  words: readonly string[],
  dice: Dice,
): Move | undefined {
  const word = words[dice(words.length)]!;
  const [right, down] = dice(2) === 0 ? [1, 0] : [0, 1];
  const near = lying.length === 0 ? { x: 0, y: 0 } : lying[dice(lying.length)]!;
  const side = dice(3) - 1;
  const place = dice(word.length);
  const placements: Placement[] = [];
  for (const [index, letter] of [...word].entries()) {
    const x = near.x + (index - place) * right + side * down;
    const y = near.y + (index - place) * down + side * right;
    const lies = position.tileAt(x, y);
    if (lies && lies.letter !== letter) return undefined;
    const kind = tiles.tiles[letter.charCodeAt(0) - 64]!;
    if (!lies) placements.push({ x, y, id: kind.id, ...kind.faces[0]! });
  }
  if (placements.length === 0 || placements.length > 7) return undefined;
  const held = new Map<number, number>();
  for (const { id } of placements) held.set(id, (held.get(id) ?? 0) + 1);
  return { placements, held };
}
