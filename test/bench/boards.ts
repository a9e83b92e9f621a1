import { Bench } from 'tinybench';
import { keyOf } from '../../host/core/seed.ts';
import { type Board, FAILED, type ScoredWord } from '../../host/games/scrabble/board/board.ts';
import { boardNames, namedBoard } from '../../host/games/scrabble/board/board-choice.ts';
import { type Figure, shown } from './figure.ts';
import { microsOf } from './micros-of.ts';

const SIDE = 32;

/** QUIXOTRY over all kinds of squares but the single letter. */
const word: ScoredWord = {
  length: 8,
  points: Int32Array.of(10, 1, 1, 8, 1, 1, 1, 4),
  chars: Int32Array.from('QUIXOTRY', (letter) => letter.charCodeAt(0)),
};
const kinds = [4, 1, 2, 0, 3, 1, 2, 0];

function named(name: string): Board {
  const board = namedBoard(name, keyOf, keyOf('bench'));
  if (!board) throw new Error(`there is no board ${name}`);
  return board;
}

/** What it costs to ask a board which square lies somewhere, and its squares what a word is worth. */
export async function boards(): Promise<readonly Figure[]> {
  const endless = boardNames.map(named).filter(({ isInfinite }) => isInfinite);
  const standard = named('standard');
  const calls = functionsInOrder(standard);
  const wanted = (10 + 2 + 3 + 8 + 1 + 2 + 3 + 4) * 3 * 2;
  const bench = new Bench({ time: 600, warmupTime: 300 });
  for (const board of [...endless, standard]) bench.add(board.name, () => cells(board));
  bench.add('score', () => {
    let acc = 0;
    for (const { run, pos } of calls) acc = run(word, pos, acc);
    if (acc === FAILED) throw new Error('a square program failed');
  });
  const score = calls.reduce((acc, { run, pos }) => run(word, pos, acc), 0);
  if (score !== wanted) throw new Error(`QUIXOTRY is ${score}`);
  await bench.run();
  const nanosOfCell = (name: string) => (microsOf(bench, name) * 1e3) / (SIDE * SIDE);
  const layout = `the layout of a finite board: ${shown(nanosOfCell('standard'), 'ns')}`;
  return [
    ...endless.map(({ name }): Figure => {
      const measured = nanosOfCell(name);
      const what = `the square at a place of \`${name}\`, by its compiled program`;
      const baseline = `${(1e3 / measured).toFixed(0)} million a second; ${layout}`;
      return { what, measured, unit: 'ns', target: 200, baseline };
    }),
    {
      what: 'the score of a word of 8 letters by its squares, 10 programs',
      measured: microsOf(bench, 'score') * 1e3,
      unit: 'ns',
      baseline: layout,
    },
  ];
}

function cells(board: Board): number {
  let sum = 0;
  for (let y = -SIDE / 2; y < SIDE / 2; y++)
    for (let x = -SIDE / 2; x < SIDE / 2; x++) sum += board.squareAt(x, y);
  return sum;
}

function functionsInOrder(board: Board) {
  return kinds
    .flatMap((id, pos) => board.kindOf(id)!.functions.map(({ priority, run }) => ({ priority, run, pos })))
    .sort((one, other) => one.priority - other.priority || one.pos - other.pos);
}
