import { hasWord } from '../../../lexicon/automaton.ts';
import { type Board, FAILED, type ScoredWord, type SquareFunction } from '../board/board.ts';
import type { Placement } from '../wire/messages.ts';
import type { Direction, FormedWord, Judgement, JudgingTerms, ProgramFault } from './judgement.ts';
import { hasNeighbour } from './placements.ts';
import type { Position } from './position.ts';

/** A run of tiles for programs. Hot path: the object is reused, so that spelling allocates nothing. */
class SpelledWord implements ScoredWord {
  length = 0;
  points = new Int32Array(32);
  chars = new Int32Array(32);
  /** The kind of square under each letter, after covering. */
  squares = new Int32Array(32);
  x = 0;
  y = 0;

  /** Spells the run through the tiles from `first` to `end`, which are in order and without a gap. */
  spell(
    board: Board,
    position: Position,
    laid: readonly Placement[],
    first: number,
    end: number,
    direction: Direction,
  ): void {
    const right = direction === 'across' ? 1 : 0;
    const down = 1 - right;
    let { x, y } = laid[first]!;
    while (position.indexAt(x - right, y - down) >= 0) {
      x -= right;
      y -= down;
    }
    this.x = x;
    this.y = y;
    this.length = 0;
    for (let next = first; ; x += right, y += down) {
      const tile = laid[next];
      if (next < end && tile!.x === x && tile!.y === y) {
        this.#add(tile!.letter.codePointAt(0)!, tile!.points, board.squareAt(x, y));
        next++;
        continue;
      }
      const index = position.indexAt(x, y);
      if (index < 0) return;
      this.#add(position.letterOf(index), position.pointsOf(index), board.usedSquare);
    }
  }

  text(): string {
    let letters = '';
    for (let place = 0; place < this.length; place++) letters += textOf(this.chars[place]!);
    return letters;
  }

  #add(char: number, points: number, square: number): void {
    const place = this.length++;
    if (place === this.chars.length) this.#grow();
    this.chars[place] = char;
    this.points[place] = points;
    this.squares[place] = square;
  }

  #grow(): void {
    const larger = (before: Int32Array) => {
      const after = new Int32Array(before.length * 2);
      after.set(before);
      return after;
    };
    this.chars = larger(this.chars);
    this.points = larger(this.points);
    this.squares = larger(this.squares);
  }
}

const LAST_OF_ONE_UNIT = 0xffff;

/** V8 caches strings of one unit, but `fromCodePoint` makes new ones. */
function textOf(char: number): string {
  return char > LAST_OF_ONE_UNIT ? String.fromCodePoint(char) : String.fromCharCode(char);
}

/** A move with its tiles in order along `direction`. */
interface LaidMove {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly laid: readonly Placement[];
  readonly direction: Direction;
}

interface Findings {
  readonly wrong: FormedWord[];
  readonly faults: ProgramFault[];
}

export function judgeWords(move: LaidMove): Judgement {
  const findings: Findings = { wrong: [], faults: [] };
  return move.terms.rules.words === 'all' ? judgeAll(move, findings) : judgeAlong(move, findings);
}

/** Each run of two or more counts. The main word of a single tile is across, if possible. */
function judgeAll(move: LaidMove, findings: Findings): Judgement {
  const { position, laid } = move;
  const direction = mainDirection(move);
  const words = [form(move, 0, laid.length, direction, findings)];
  const other = direction === 'across' ? 'down' : 'across';
  for (let index = 0; index < laid.length; index++)
    if (hasNeighbour(position, laid[index]!, other))
      words.push(form(move, index, index + 1, other, findings));
  const ordered = direction === 'down' && words.length > 2 ? othersInOrder(words) : words;
  const { wrong, faults } = findings;
  if (wrong.length > 0) {
    const odd = new Set(wrong);
    return notWords(ordered.filter((word) => odd.has(word)));
  }
  return { legal: true, words: ordered, points: pointsOf(move, ordered), faults };
}

/** Only the run along the play counts. A single tile is read in the better direction. */
function judgeAlong(move: LaidMove, findings: Findings): Judgement {
  const { laid, direction } = move;
  const ways: readonly Direction[] = laid.length > 1 ? [direction] : ['across', 'down'];
  const runs = ways.map((way) => form(move, 0, laid.length, way, findings));
  const words = runs.filter((run) => !findings.wrong.includes(run));
  if (words.length === 0) return notWords([most(runs, ({ letters }) => Array.from(letters).length)]);
  const best = most(words, ({ points }) => points);
  return { legal: true, words: [best], points: pointsOf(move, [best]), faults: findings.faults };
}

function mainDirection({ position, laid, direction }: LaidMove): Direction {
  const tile = laid[0]!;
  if (laid.length > 1 || hasNeighbour(position, tile, 'across')) return direction;
  return hasNeighbour(position, tile, 'down') ? 'down' : 'across';
}

/** Reused for each word. */
const spelled = new SpelledWord();

function form(
  { terms, position, laid }: LaidMove,
  first: number,
  end: number,
  direction: Direction,
  { wrong, faults }: Findings,
): FormedWord {
  const { board, rules, lexicon } = terms;
  spelled.spell(board, position, laid, first, end, direction);
  const letters = spelled.text();
  const { x, y } = spelled;
  const isWord = lexicon === undefined || hasWord(lexicon, letters);
  const points = rules.score === 'letters' ? spelled.length : isWord ? scoreWord(board, spelled, faults) : 0;
  const word = { letters, x, y, direction, points };
  if (!isWord) wrong.push(word);
  return word;
}

/** 32 bits, as in the programs. */
function pointsOf({ terms, laid }: LaidMove, words: readonly FormedWord[]): number {
  let points = laid.length === terms.handSize ? terms.rules.bonus : 0;
  for (const word of words) points = (points + word.points) | 0;
  return points;
}

function othersInOrder([main, ...others]: readonly FormedWord[]): readonly FormedWord[] {
  return [main!, ...others.sort((one, other) => one.x - other.x || one.y - other.y)];
}

function notWords(words: readonly FormedWord[]): Judgement {
  const errors = words.map(({ letters }) => ({ rule: 'wordnotindictionary', word: letters }) as const);
  return { legal: false, errors, faults: [] };
}

/** The first word with the largest number. */
function most(words: readonly FormedWord[], numberOf: (word: FormedWord) => number): FormedWord {
  return words.reduce((best, word) => (numberOf(word) > numberOf(best) ? word : best));
}

/** Functions of each letter's square, and the number of completed ones. */
const functions: (readonly SquareFunction[])[] = [];
let turns = new Int32Array(32);

const none: readonly SquareFunction[] = [];
const LAST_PRIORITY = 2 ** 31;

/**
 * Applies the functions of all squares by priority, then by letter. A failed program leaves no points and is
 * added to `faults`. Hot path: it allocates nothing.
 */
function scoreWord(board: Board, word: SpelledWord, faults: ProgramFault[]): number {
  gather(board, word);
  let points = 0;
  for (
    let priority = nextPriority(word.length);
    priority < LAST_PRIORITY;
    priority = nextPriority(word.length)
  )
    for (let place = 0; place < word.length; place++) {
      const ofSquare = functions[place]!;
      const turn = turns[place]!;
      if (turn === ofSquare.length || ofSquare[turn]!.priority !== priority) continue;
      const after = ofSquare[turn]!.run(word, place, points);
      if (after === FAILED) {
        note(word, place, points, ofSquare[turn]!, faults);
        return 0;
      }
      points = after;
      turns[place] = turn + 1;
    }
  return points;
}

function gather(board: Board, { length, squares }: SpelledWord): void {
  if (length > turns.length) turns = new Int32Array(length * 2);
  for (let place = 0; place < length; place++) {
    functions[place] = board.kindOf(squares[place]!)?.functions ?? none;
    turns[place] = 0;
  }
}

function nextPriority(length: number): number {
  let lowest = LAST_PRIORITY;
  for (let place = 0; place < length; place++) {
    const ofSquare = functions[place]!;
    const turn = turns[place]!;
    if (turn < ofSquare.length && ofSquare[turn]!.priority < lowest) lowest = ofSquare[turn]!.priority;
  }
  return lowest;
}

function note(
  word: SpelledWord,
  position: number,
  points: number,
  failed: SquareFunction,
  faults: ProgramFault[],
): void {
  const failure = failed.why(word, position, points);
  if (!failure) throw new Error(`the program "${failed.program}" failed for an unknown reason`);
  const { priority } = failed;
  faults.push({
    is: 'square',
    word: word.text(),
    position,
    square: word.squares[position]!,
    priority,
    failure,
  });
}
