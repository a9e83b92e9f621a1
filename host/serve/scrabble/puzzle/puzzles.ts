import { handOf } from '../../../bots/scrabble/assistant.ts';
import { refusedMove } from '../../../bots/scrabble/refusal.ts';
import { counted } from '../../../core/text.ts';
import { type CountedMove, type JudgedTurn, TurnJudge } from '../../../games/scrabble/analysis/best-moves.ts';
import { builtInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import { positionOfCgp, readCgp } from '../../../games/scrabble/formats/cgp.ts';
import { readSpokenMove } from '../../../games/scrabble/formats/typed-move.ts';
import type { JudgingTerms } from '../../../games/scrabble/judge/judgement.ts';
import { THOUSANDTHS } from '../../../games/scrabble/moves/ranked-plays.ts';
import { scrabbleOptions } from '../../../games/scrabble/options.ts';
import { boardPanel, pointsByLetter, tilesLaid, wholePlay } from '../../../games/scrabble/picture.ts';
import { ruleSets } from '../../../games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { PuzzleAnswer, PuzzleMove, PuzzleSource, PuzzleView } from '../../home/contract.ts';
import { RecentValues } from '../../recent-values.ts';

/** Positions of tournament rules, with this word list. */
export function puzzleTerms(lexicon: Lexicon): JudgingTerms {
  const rules = ruleSets.tournament;
  const [board, tiles] = [builtInBoard(rules.board)!, builtInTileSet(rules.tiles)!];
  return { rules, board, tiles, lexicon, handSize: scrabbleOptions.handsize.default };
}

const BEST_SHOWN = 3;
/** Somebody may open the page before midnight and answer after it. */
const DAYS_CACHED = 4;
const DAY_MS = 86_400_000;

/** A position for each day from a fixed list in CGP. The best moves of a day are searched once. */
export class ScrabblePuzzles implements PuzzleSource {
  readonly game = 'scrabble';
  readonly #terms: JudgingTerms;
  readonly #positions: readonly string[];
  readonly #days = new RecentValues<Puzzle>(DAYS_CACHED);

  constructor(lexicon: Lexicon, positions: readonly string[]) {
    this.#terms = puzzleTerms(lexicon);
    this.#positions = positions;
  }

  view(day: number): PuzzleView {
    return this.#of(day).view;
  }

  best(day: number): readonly PuzzleMove[] {
    const { judged, view } = this.#of(day);
    return judged().best.map((move) => puzzleMove(move, view));
  }

  judge(day: number, text: string): PuzzleAnswer {
    const { choice, judged, view } = this.#of(day);
    const read = readSpokenMove(text, choice);
    if (!read.ok) return read;
    const { move } = read;
    if (move.type !== 'play' && move.type !== 'change')
      return { ok: false, problem: 'expected a play such as 8H WORD, or a change such as change AB' };
    const refusal = refusedMove(move, choice);
    if (refusal) return { ok: false, ...refusal };
    const { count, best } = judged();
    const [first] = best.map((each) => puzzleMove(each, view));
    return {
      ok: true,
      move: puzzleMove(count(move)!, view),
      best: { points: first!.points, leave: first!.leave },
    };
  }

  #of(day: number): Puzzle {
    return this.#days.get(String(day), () => this.#open(day));
  }

  #open(day: number): Puzzle {
    const terms = this.#terms;
    const text = this.#positions[day % this.#positions.length]!;
    const read = readCgp(text);
    const placed = read.ok ? positionOfCgp(read.cgp, terms) : read;
    if (!read.ok || !placed.ok) throw new Error(`position of day ${day}: ${text}`);
    const { position, held, inBag } = placed;
    const { racks, scores, scoreless } = read.cgp;
    const { tiles, board } = terms;
    const drawn = boardPanel({ board, tiles, position, fresh: [] }, board.layout!);
    // A judge is for the turns of one game.
    const judge = new TurnJudge(terms, { measure: 'equity', top: BEST_SHOWN });
    let judgedTurn: JudgedTurn | undefined;
    return {
      choice: { terms, position, held, inBag, player: 1, scores, scoreless, chance: () => 0 },
      judged: () => (judgedTurn ??= judge.judge({ position, held, inBag, scores })),
      view: {
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        panel: { ...drawn, caption: 'the board', rack: racks[0]!, points: pointsByLetter(tiles) },
        hand: handOf({ terms, position, held, inBag }),
        about: `you have ${scores[0]} points, the other ${scores[1]}; ${counted(inBag, 'tile')} in the bag`,
      },
    };
  }
}

interface Puzzle {
  readonly choice: Parameters<typeof refusedMove>[1];
  readonly judged: () => JudgedTurn;
  readonly view: PuzzleView;
}

function puzzleMove({ text, points, worth }: CountedMove, { panel }: PuzzleView): PuzzleMove {
  const leave = (worth - THOUSANDTHS * points) / THOUSANDTHS;
  return { text: wholePlay(text, panel), points, leave, laid: tilesLaid(text, panel) };
}
