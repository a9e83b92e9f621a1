import { type Cgp, cgpOf, positionOfCgp, setUpCgp } from '../../games/scrabble/formats/cgp.ts';
import { readHand } from '../../games/scrabble/formats/move-notation.ts';
import { readSiuMove } from '../../games/scrabble/formats/siu-moves.ts';
import { judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import { explain, type HeldTiles, type JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import type { Position } from '../../games/scrabble/judge/position.ts';
import { emptyHand, exchanged, tilesIn, withTiles } from '../../games/scrabble/tiles/bag.ts';

export interface SiuPosition {
  readonly cgp: Cgp;
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
  readonly inBag: number;
}

export type PositionReading =
  | { readonly ok: true; readonly position: SiuPosition }
  | { readonly ok: false; readonly code: 'bad-position' | 'bad-move'; readonly problem: string };

const ABOUT_OPTIONS = { board: false, tiles: false };
const RACK = /^rack\.(.+)$/i;

/** Reads `cgp` and a position, `moves` and moves, and `rack.TILES`. Words before `cgp` are ignored. */
export function readSiuPosition(words: readonly string[], terms: JudgingTerms): PositionReading {
  const from = words.findIndex((word) => word.toLowerCase() === 'cgp');
  if (from === -1) return bad('expected position cgp, and a position');
  const isMoves = (word: string) => word.toLowerCase() === 'moves';
  const after = words.slice(from + 1);
  const isRackLast = RACK.test(after.at(-1) ?? '');
  const listed = isRackLast ? after.slice(0, -1) : after;
  const end = listed.findIndex(isMoves);
  const setup = setUpCgp(listed.slice(0, end === -1 ? undefined : end).join(' '), terms, ABOUT_OPTIONS);
  if (!setup.ok) return bad(setup.problem);
  const table = new SiuGame(setup.cgp, setup.terms, setup.position);
  for (const text of end === -1 ? [] : listed.slice(end + 1)) {
    const problem = table.make(text);
    if (problem !== undefined) return { ok: false, code: 'bad-move', problem };
  }
  const [, rack] = (isRackLast ? RACK.exec(after.at(-1)!) : undefined) ?? [];
  return table.seen(rack);
}

const bad = (problem: string): PositionReading => ({ ok: false, code: 'bad-position', problem });

type Placed = ReturnType<typeof positionOfCgp>;

/** The board and the known tiles of each player, while moves are made. */
class SiuGame {
  readonly #cgp: Cgp;
  readonly #terms: JudgingTerms;
  #position: Position;
  /** The player to move is first. */
  #racks: HeldTiles[];

  constructor(cgp: Cgp, terms: JudgingTerms, position: Position) {
    this.#cgp = cgp;
    this.#terms = terms;
    this.#position = position;
    // A position is set up only if its racks can be read.
    this.#racks = cgp.racks.map((rack) => readHand(rack, terms.tiles) as HeldTiles);
  }

  /** Returns the error of a move. The board may have words that are not in the list. */
  make(text: string): string | undefined {
    const read = readSiuMove(text, this.#terms, this.#position);
    if (!read.ok) return read.problem;
    const { move, rack } = read;
    if (move.type === 'pass' || move.type === 'forfeit') return this.#next(this.#racks[0]!);
    const ids = move.type === 'play' ? move.placements.map(({ id }) => id) : move.ids;
    const before = rack ?? this.#racks[0]!;
    const holds = (id: number) => (before.get(id) ?? 0) >= ids.filter((each) => each === id).length;
    const hasAll = ids.every(holds);
    if (tilesIn(before) === this.#terms.handSize && !hasAll)
      return `${text}: the rack of the player does not have these tiles`;
    if (move.type === 'play') {
      const laid = withTiles(emptyHand, ids);
      const judged = judgePlay(this.#terms, this.#position, laid, move.placements);
      const error = judged.legal
        ? undefined
        : judged.errors.find(({ rule }) => rule !== 'wordnotindictionary');
      if (error) return `${text}: ${explain(error, this.#terms)}`;
    }
    const { inBag } = this.#placed() as { readonly inBag: number };
    if (move.type === 'play') this.#position = this.#position.with(move.placements);
    this.#next(inBag === 0 && hasAll ? exchanged(before, ids, []) : emptyHand);
    const placed = this.#placed();
    return placed.ok ? undefined : `${text}: ${placed.problem}`;
  }

  #next(rack: HeldTiles): undefined {
    this.#racks = [...this.#racks.slice(1), rack];
  }

  #placed(): Placed {
    const players = this.#racks.map((held) => ({ held, score: 0 }));
    return positionOfCgp(cgpOf(this.#position, this.#terms, players)!, this.#terms);
  }

  /** `rack` replaces the known tiles of the player to move. */
  seen(rack: string | undefined): PositionReading {
    if (rack !== undefined) {
      const held = readHand(rack, this.#terms.tiles);
      if (typeof held === 'string') return bad(`rack.${rack}: ${held}`);
      this.#racks[0] = held;
    }
    const placed = this.#placed();
    if (!placed.ok) return bad(placed.problem);
    const { position, held, inBag } = placed;
    return { ok: true, position: { cgp: this.#cgp, terms: this.#terms, position, held, inBag } };
  }
}
