import { upperCase } from '../../../lexicon/word-list.ts';
import type { Board } from '../board/board.ts';
import { squareName, squareNamed } from '../board/squares.ts';
import { tileFor } from '../formats/move-notation.ts';
import { emptyPosition, type Position } from '../judge/position.ts';
import { BLANK, rackLetters } from '../tiles/bag.ts';
import { isBlank, shown, type TileSet } from '../tiles/tile-set.ts';
import type { Move, Placement } from '../wire/messages.ts';
import { type Contradiction, type FilePlayer, FileProblem, type Pragma, type Token } from './gcg-file.ts';
import { type DrawnTile, Hands } from './hands.ts';
import type { FileTurns, Turn } from './turns.ts';

export interface MoveOfTurn {
  readonly turn: Turn;
  readonly move: Move;
}

interface Reconstruction {
  readonly moves: readonly MoveOfTurn[];
  /** The order of drawing. */
  readonly draws: string;
  /** The contradiction after these moves. */
  readonly problem: FileProblem | undefined;
  /** Racks that contradict other lines. */
  readonly wrongRacks: readonly Contradiction[];
}

interface Terms {
  readonly board: Board;
  readonly tiles: TileSet;
  readonly handSize: number;
  readonly players: readonly FilePlayer[];
  readonly pragmas: readonly Pragma[];
}

/** With more contradictions, racks and moves are of different games. */
const MOST_WRONG_RACKS = 20;

/** The distance to a rack that makes a later line wrong. */
const RACKS_BACK = 8;

/** Moves count before racks: the last rack whose removal helps is ignored. */
export function reconstruct(file: FileTurns, terms: Terms): Reconstruction {
  const whole = walk(file, terms, new Set());
  const leftOut = new Set<number>();
  const wrongRacks: Contradiction[] = [];
  let reached = whole;
  while (reached.problem && wrongRacks.length < MOST_WRONG_RACKS) {
    const { problem, table } = reached;
    const without = (rack: Token) => walk(file, terms, new Set([...leftOut, rack.line])).table;
    const wrong = table.racks.slice(-RACKS_BACK).findLast((rack) => without(rack).steps > table.steps);
    if (!wrong) break;
    const rack = wrong.line === problem.line ? 'this rack' : `the rack ${wrong.text} of line ${wrong.line}`;
    wrongRacks.push({ problem, instead: `${rack} is ignored` });
    leftOut.add(wrong.line);
    reached = walk(file, terms, leftOut);
  }
  const [{ table, problem }, wrong] = reached.problem ? [whole, []] : [reached, wrongRacks];
  const draws = table.hands.draws();
  return { moves: draws === undefined ? [] : table.moves(), draws: draws ?? '', problem, wrongRacks: wrong };
}

interface Walk {
  readonly table: FileReplay;
  readonly problem: FileProblem | undefined;
}

/** Racks in lines of `leftOut` are ignored. */
function walk(file: FileTurns, terms: Terms, leftOut: ReadonlySet<number>): Walk {
  const table = new FileReplay(terms, leftOut);
  let problem: FileProblem | undefined;
  for (const [index, turn] of file.turns.entries()) {
    const next = file.turns.find(({ line }, later) => later > index && line.seat === turn.line.seat);
    problem = table.take(turn, next?.line.rack);
    if (problem) break;
    table.steps++;
  }
  problem ??= table.takeEnd(file);
  if (!problem && table.hands.draws() === undefined)
    problem = new FileProblem(file.turns.at(-1)?.line ?? { line: 1 }, NO_TILES);
  if (!problem) table.steps++;
  return { table, problem };
}

const NO_TILES =
  'expected racks that fit the tiles of this game; with these racks, a tile would be in two places at once';

interface Laid {
  readonly turn: Turn;
  readonly placements?: readonly Placement[];
  readonly given?: readonly DrawnTile[];
}

class FileReplay {
  readonly hands: Hands;
  readonly racks: Token[] = [];
  steps = 0;
  readonly #leftOut: ReadonlySet<number>;
  readonly #terms: Terms;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #laid: Laid[] = [];
  #position: Position = emptyPosition;

  constructor(terms: Terms, leftOut: ReadonlySet<number>) {
    this.#terms = terms;
    this.#leftOut = leftOut;
    this.hands = new Hands(terms.tiles, terms.handSize);
    this.#ids = new Map([...rackLetters(terms.tiles)].map(([id, letter]) => [letter, id]));
  }

  take(turn: Turn, next: Token | undefined): FileProblem | undefined {
    const { line } = turn;
    const { rack, seat } = line;
    const shown = rack && this.#show(seat, rack);
    if (shown) return shown;
    switch (line.is) {
      case 'play':
        return this.#play(turn, line.place, line.word);
      case 'change': {
        const given = lettersOf(line.letters);
        const wrong = this.hands.show(seat, given, line.letters, this.#nameOf(seat));
        if (wrong) return wrong;
        this.#laid.push({ turn, given: this.hands.change(seat, given) });
        return undefined;
      }
      case 'unseen-change': {
        const held = this.hands.count(seat);
        if (line.count < 1 || line.count > held)
          return new FileProblem(line.letters, `expected a change of 1 to ${held} tiles; got ${line.count}`);
        const shown = next && !this.#leftOut.has(next.line) ? lettersOf(next) : [];
        const given = this.hands.changeUnseen(seat, line.count, shown);
        this.#laid.push({ turn, given });
        return undefined;
      }
      case 'pass':
        this.#laid.push({ turn });
        return undefined;
      default:
        return line satisfies never;
    }
  }

  /** Uses `#rack1` and `#rack2`, and the remaining tiles at the end. */
  takeEnd({ held }: FileTurns): FileProblem | undefined {
    for (const { seat, tiles } of held) {
      const holder = this.hands.count(seat) > 0 ? seat : 3 - seat;
      const wrong = this.hands.showAll(holder, lettersOf(tiles), tiles, this.#nameOf(holder));
      if (wrong) return wrong;
      this.steps++;
    }
    for (const { name, text, line } of this.#terms.pragmas) {
      const [, seat] = /^rack([12])$/.exec(name) ?? [];
      if (seat === undefined || text === '') continue;
      const wrong = this.#show(Number(seat), { text, line, column: 1 });
      if (wrong) return wrong;
      this.steps++;
    }
    return undefined;
  }

  /** Requires all tiles to be known. */
  moves(): readonly MoveOfTurn[] {
    return this.#laid.map(({ turn, placements, given }): MoveOfTurn => {
      if (placements) return { turn, move: { type: 'play', placements } };
      if (!given) return { turn, move: { type: 'pass' } };
      return { turn, move: { type: 'change', ids: given.map(({ tile }) => this.#ids.get(tile!)!) } };
    });
  }

  #play(turn: Turn, place: Token, word: Token): FileProblem | undefined {
    const { seat } = turn.line;
    const placements = layWord(place, word, this.#position, this.#terms);
    if (placements instanceof FileProblem) return placements;
    const letters = placements.map(({ id, letter }) => (isBlank(this.#terms.tiles, id) ? BLANK : letter));
    const wrong = this.hands.show(seat, letters, word, this.#nameOf(seat));
    if (wrong) return wrong;
    this.#laid.push({ turn, placements });
    if (turn.withdrawn) return undefined;
    this.hands.lay(seat, letters);
    this.#position = this.#position.with(placements);
    return undefined;
  }

  #show(seat: number, rack: Token): FileProblem | undefined {
    if (this.#leftOut.has(rack.line)) return undefined;
    this.racks.push(rack);
    return this.hands.show(seat, lettersOf(rack), rack, this.#nameOf(seat));
  }

  #nameOf(seat: number): string {
    return this.#terms.players[seat - 1]!.name;
  }
}

const lettersOf = ({ text }: Token): string[] => [...text.normalize('NFC').toUpperCase()];

/** Names the allowed places for one outside. */
function beyondEdge([x, y]: readonly [number, number], { layout }: BoardTerms['board']): string | undefined {
  if (!layout) return undefined;
  const isOn = x >= layout.x && x < layout.x + layout.width && y >= layout.y && y < layout.y + layout.height;
  if (isOn) return undefined;
  const last = squareName(layout.x + layout.width - 1, layout.y, layout).charAt(0);
  return `expected a row from 1 to ${layout.height} and a column from A to ${last}`;
}

interface BoardTerms {
  readonly board: Pick<Board, 'layout'>;
  readonly tiles: TileSet;
}

/** A dot, a letter in parentheses and an equal letter stand for existing tiles. */
function layWord(
  place: Token,
  word: Token,
  position: Position,
  { board, tiles }: BoardTerms,
): readonly Placement[] | FileProblem {
  const [, row, column, top, first] = /^(?:(\d+)([a-z])|([a-z])(\d+))$/i.exec(place.text)!;
  const start = squareNamed((column ?? top)!, Number(row ?? first), board.layout);
  if (!start)
    return new FileProblem(place, 'GCG supports boards of up to 26 columns; this board is wider or infinite');
  const beyond = beyondEdge(start, board);
  if (beyond !== undefined)
    return new FileProblem(place, `there is no square at ${shown(place.text)}: ${beyond}`);
  const [right, below] = row === undefined ? [0, 1] : [1, 0];
  const placements: Placement[] = [];
  let [x, y] = start;
  let isOpen = false;
  for (const [index, sign] of [...word.text.normalize('NFC')].entries()) {
    const at = { line: word.line, column: word.column + index };
    if (sign === '(' || sign === ')') {
      if (isOpen === (sign === '('))
        return new FileProblem(at, `expected parentheses in pairs; got ${shown(word.text)}`);
      isOpen = !isOpen;
      continue;
    }
    const there = position.tileAt(x, y);
    const where = squareName(x, y, board.layout);
    if (there) {
      if (sign !== '.' && upperCase(sign) !== there.letter)
        return new FileProblem(
          at,
          `expected a dot or ${there.letter}, the tile on ${where}; got ${shown(sign)}`,
        );
    } else {
      if (sign === '.' || isOpen)
        return new FileProblem(at, `expected a letter for the empty square ${where}; got ${shown(sign)}`);
      const tile = tileFor(sign, tiles);
      if (!tile)
        return new FileProblem(at, `expected a letter of the tiles ${tiles.name}; got ${shown(sign)}`);
      placements.push({ x, y, ...tile });
    }
    x += right;
    y += below;
  }
  return placements;
}
