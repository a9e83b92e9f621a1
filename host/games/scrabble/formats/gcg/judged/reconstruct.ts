import type { Board } from '../../../board/board.ts';
import { emptyPosition, type Position } from '../../../judge/position.ts';
import { BLANK, rackLetters } from '../../../rules/rack.ts';
import { isBlank } from '../../../shown/board-panel.ts';
import type { TileSet } from '../../../tiles/tile-set.ts';
import type { Move, Placement } from '../../../wire/messages.ts';
import type { FilePlayer, Pragma } from '../read/file-line.ts';
import { Misread, type Token } from '../read/misread.ts';
import type { FileTurns, Turn } from '../read/turns.ts';
import type { Drawn } from './fill-unseen.ts';
import { Hands } from './hands.ts';
import { laidWord } from './laid-word.ts';

export interface MoveOfTurn {
  readonly turn: Turn;
  readonly move: Move;
}

/** The game as far as its moves and racks fit each other. */
export interface Reconstruction {
  readonly moves: readonly MoveOfTurn[];
  /** The order in which tiles were drawn. */
  readonly draws: string;
  /** What does not fit, after these moves. */
  readonly problem: Misread | undefined;
}

interface Terms {
  readonly board: Board;
  readonly tiles: TileSet;
  readonly handSize: number;
  readonly players: readonly FilePlayer[];
  readonly pragmas: readonly Pragma[];
}

/** From the racks, the moves and what is held at the end: who drew which tile when. */
export function reconstruct(file: FileTurns, terms: Terms): Reconstruction {
  const table = new Table(terms);
  let problem: Misread | undefined;
  for (const [index, turn] of file.turns.entries()) {
    const next = file.turns.find(({ line }, later) => later > index && line.seat === turn.line.seat);
    problem = table.take(turn, next?.line.rack);
    if (problem) break;
  }
  problem ??= table.takeEnd(file);
  const draws = table.hands.draws();
  if (draws !== undefined) return { moves: table.moves(), draws, problem };
  const place = file.turns.at(-1)?.line ?? { line: 1 };
  return { moves: [], draws: '', problem: problem ?? new Misread(place, NO_TILES) };
}

const NO_TILES =
  'expected racks that fit the tiles of this game up to here: with these, some tile would be in two places at once';

interface Laid {
  readonly turn: Turn;
  readonly placements?: readonly Placement[];
  readonly given?: readonly Drawn[];
}

class Table {
  readonly hands: Hands;
  readonly #terms: Terms;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #laid: Laid[] = [];
  #position: Position = emptyPosition;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.hands = new Hands(terms.tiles, terms.handSize);
    this.#ids = new Map([...rackLetters(terms.tiles)].map(([id, letter]) => [letter, id]));
  }

  take(turn: Turn, next: Token | undefined): Misread | undefined {
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
          return new Misread(line.letters, `expected a change of 1 to ${held} tiles; got ${line.count}`);
        const given = this.hands.changeUnseen(seat, line.count, next ? lettersOf(next) : []);
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

  /** What `#rack1` and `#rack2` say, and what is held when the game is over. */
  takeEnd({ held }: FileTurns): Misread | undefined {
    for (const { seat, tiles } of held) {
      const holder = this.hands.count(seat) > 0 ? seat : 3 - seat;
      const wrong = this.hands.showAll(holder, lettersOf(tiles), tiles, this.#nameOf(holder));
      if (wrong) return wrong;
    }
    for (const { name, text, line } of this.#terms.pragmas) {
      const [, seat] = /^rack([12])$/.exec(name) ?? [];
      if (seat === undefined || text === '') continue;
      const wrong = this.#show(Number(seat), { text, line, column: 1 });
      if (wrong) return wrong;
    }
    return undefined;
  }

  /** Once all tiles are known. */
  moves(): readonly MoveOfTurn[] {
    return this.#laid.map(({ turn, placements, given }): MoveOfTurn => {
      if (placements) return { turn, move: { type: 'play', placements } };
      if (!given) return { turn, move: { type: 'pass' } };
      return { turn, move: { type: 'change', ids: given.map(({ tile }) => this.#ids.get(tile!)!) } };
    });
  }

  #play(turn: Turn, place: Token, word: Token): Misread | undefined {
    const { seat } = turn.line;
    const placements = laidWord(place, word, this.#position, this.#terms);
    if (placements instanceof Misread) return placements;
    const letters = placements.map(({ id, letter }) => (isBlank(this.#terms.tiles, id) ? BLANK : letter));
    const wrong = this.hands.show(seat, letters, word, this.#nameOf(seat));
    if (wrong) return wrong;
    this.#laid.push({ turn, placements });
    if (turn.withdrawn) return undefined;
    this.hands.lay(seat, letters);
    this.#position = this.#position.with(placements);
    return undefined;
  }

  #show(seat: number, rack: Token): Misread | undefined {
    const letters = lettersOf(rack);
    const size = this.hands.count(seat);
    return letters.length > size
      ? new Misread(rack, `expected at most ${size} tiles, as ${this.#nameOf(seat)} holds; got ${rack.text}`)
      : this.hands.show(seat, letters, rack, this.#nameOf(seat));
  }

  #nameOf(seat: number): string {
    return this.#terms.players[seat - 1]!.name;
  }
}

const lettersOf = ({ text }: Token): string[] => [...text.normalize('NFC').toUpperCase()];
