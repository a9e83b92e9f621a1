import { anyOf, listOf, object, optional, text, type ValueOf, whole } from '../../core/shape.ts';
import { judgeChange, judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import { rackLetters } from '../../games/scrabble/tiles/bag.ts';
import { tileKind } from '../../games/scrabble/tiles/tile-set.ts';
import { type Move, moveText, type Placement, readNotice } from '../../games/scrabble/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import {
  type AssistantMove,
  forfeiting,
  type MoveRefusal,
  type PersonSeat,
  passing,
  WireLines,
} from '../assistant.ts';
import { followGame, type GameSetup } from './game.ts';
import { readMove } from './model/model-player.ts';
import { describePosition, describeRules, PastMoves } from './model/prompt.ts';
import { refusedMove } from './refusal.ts';
import type { Choice } from './strategy.ts';

const MOVES_SHOWN = 3;

const placed = object({
  row: whole(),
  col: whole(),
  tile: whole(0),
  letter: optional(text(/^.$/u, 'one letter')),
});

/** A move on a page. Rows and columns count from 0. */
export const jsonMove = anyOf(
  object({ play: listOf(placed, 1) }),
  object({ written: text(undefined, undefined, { most: 100 }) }),
  object({ change: listOf(whole(0), 1) }),
  passing,
  forfeiting,
);

type JsonMove = ValueOf<typeof jsonMove>;

export class ScrabbleAssistant implements PersonSeat {
  readonly ready = 'ready\n';
  readonly #lines: WireLines;
  #setup!: GameSetup;
  #moves!: PastMoves;

  constructor(lexicon: Lexicon) {
    const begin = (lines: readonly string[]) => {
      const setup = followGame(lines, lexicon);
      if (typeof setup === 'string') throw new Error(setup);
      this.#setup = setup;
      this.#moves = new PastMoves(setup.told);
    };
    this.#lines = new WireLines(begin, (line) => {
      const notice = readNotice(line);
      if (!notice) return;
      this.#setup.game.hear(notice);
      this.#moves.hear(notice);
    });
  }

  get isDue(): boolean {
    return this.#setup?.game.turn !== undefined;
  }

  hear(text: string): void {
    this.#lines.take(text);
  }

  rules(): string {
    const rules = describeRules(this.#setup.told, this.#choice());
    return `${rules}\nIn make_move write the text of "move" alone, such as 8H WORD.`;
  }

  position(): string {
    return describePosition(this.#setup.told, this.#choice(), this.#moves.last(MOVES_SHOWN));
  }

  read(written: string): AssistantMove | string {
    const choice = this.#choice();
    const read = readMove({ move: written }, choice);
    if (typeof read === 'string') return read;
    return read.refused ?? this.#moveOf(read.move, choice);
  }

  hand() {
    const { game } = this.#setup;
    return { ...handOf(game), ...(game.turn && { turn: game.turn.k }) };
  }

  readJson(json: JsonMove): AssistantMove | MoveRefusal | string {
    const choice = this.#choice();
    const move = this.#moveIn(json, choice);
    if (typeof move === 'string') return move;
    return refusedMove(move, choice) ?? this.#moveOf(move, choice);
  }

  sent(text: string): void {
    this.#setup.game.sent(text);
  }

  #moveIn(json: JsonMove, choice: Choice): Move | string {
    if ('play' in json) return this.#play(json.play);
    if (!('written' in json)) return plainMove(json);
    const read = readMove({ move: json.written }, choice);
    return typeof read === 'string' ? read : read.move;
  }

  #play(tiles: readonly ValueOf<typeof placed>[]): Move | string {
    const { board, tiles: set } = this.#setup.game.terms;
    const placements: Placement[] = [];
    for (const { row, col, tile, letter } of tiles) {
      const faces = tileKind(set, tile)?.faces ?? [];
      const face =
        letter === undefined && faces.length > 1
          ? undefined
          : faces.find((each) => each.letter === (letter ?? each.letter));
      if (!face)
        return letter === undefined ? `choose a letter for tile ${tile}` : `tile ${tile} is not ${letter}`;
      placements.push({
        x: (board.layout?.x ?? 0) + col,
        y: (board.layout?.y ?? 0) + row,
        id: tile,
        ...face,
      });
    }
    return { type: 'play', placements };
  }

  #moveOf(move: Move, choice: Choice): AssistantMove {
    const { game } = this.#setup;
    return {
      ...broughtBy(move, choice),
      send() {
        const { k } = game.turn!;
        game.answer(move);
        return `${moveText(move, k)}\n`;
      },
    };
  }

  #choice(): Choice {
    return this.#setup.game.choice(() => 0);
  }
}

/** The tiles of a player as its page is told of them. */
export function handOf({
  terms,
  position,
  held,
  inBag,
}: Pick<Choice, 'terms' | 'position' | 'held' | 'inBag'>) {
  const letters = rackLetters(terms.tiles);
  const tiles = [...held].flatMap(([id, count]) => {
    const points = tileKind(terms.tiles, id)?.faces[0]?.points ?? 0;
    return new Array(count).fill({ id, letter: letters.get(id) ?? '?', points });
  });
  const changes = held.size > 0 && judgeChange(terms, held, inBag, [[...held.keys()][0]!]).length === 0;
  const unseen: Record<string, number> = {};
  const seen = Map.groupBy(position.tiles(), ({ id }) => id);
  for (const { id, count } of terms.tiles.tiles) {
    const left = count - (seen.get(id)?.length ?? 0) - (held.get(id) ?? 0);
    const letter = letters.get(id) ?? '?';
    if (left > 0) unseen[letter] = (unseen[letter] ?? 0) + left;
  }
  return { tiles, bag: inBag, changes, unseen };
}

function plainMove(json: Exclude<JsonMove, { play: unknown } | { written: unknown }>): Move {
  if ('change' in json) return { type: 'change', ids: json.change };
  return { type: 'pass' in json ? 'pass' : 'forfeit' };
}

function broughtBy(move: Move, { terms, position, held }: Choice): Pick<AssistantMove, 'brings' | 'points'> {
  if (move.type === 'change') return { brings: `exchanges ${move.ids.length} tiles` };
  const judgement = move.type === 'play' ? judgePlay(terms, position, held, move.placements) : undefined;
  if (!judgement?.legal) return { brings: 'no points' };
  const { points, words } = judgement;
  const listed = words.map((word) => `${word.letters} ${word.points}`).join(', ');
  return { brings: `${points} points: ${listed}`, points };
}
