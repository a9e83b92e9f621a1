import { UsageError } from '../../../core/errors.ts';
import { counted } from '../../../core/text.ts';
import type { Seat } from '../../../core/units.ts';
import { hasWord } from '../../../lexicon/automaton.ts';
import type { KlvFile } from '../../../lexicon/formats/klv-file.ts';
import {
  type AnalysisRequest,
  type AnalyzedGame,
  type Columns,
  type GameAnalysis,
  type MoveRow,
  mean,
  numbersIn,
  quantile,
  secondsOf,
  shareOf,
  type TimedEvent,
} from '../../analysis.ts';
import { NO_SQUARE } from '../board/board.ts';
import { builtInBoard } from '../board/built-in-boards.ts';
import { Course } from '../course.ts';
import { isRetried, type ScrabbleEvent } from '../events.ts';
import { cgpOf, cgpText } from '../formats/cgp.ts';
import { readWrittenMove, writtenPlay } from '../formats/move-notation.ts';
import type { JudgingTerms } from '../judge/judgement.ts';
import { otherRack } from '../moves/endgame.ts';
import { fileLeaves, type LeaveValues } from '../moves/leaves.ts';
import { THOUSANDTHS } from '../moves/ranked-plays.ts';
import { deal, openGame, type ScrabbleSetup } from '../rules/open.ts';
import type { State } from '../rules/state.ts';
import { emptyHand, type Hand, rackText, tilesIn } from '../tiles/bag.ts';
import { builtInTileSet } from '../tiles/tile-set.ts';
import { countsOf, type Move, placementsOf } from '../wire/messages.ts';
import {
  type CountedMove,
  type JudgedTurn,
  type Measure,
  TurnJudge,
  type TurnPosition,
} from './best-moves.ts';

const columns = {
  turn: { heading: 'turn' },
  rack: { heading: 'hand' },
  kind: { heading: 'kind', isDetail: true },
  move: { heading: 'move' },
  points: { heading: 'points' },
  bestMove: { heading: 'best' },
  bestPoints: { heading: 'points' },
  loss: { heading: 'lost' },
  bingo: { heading: 'bingo' },
  phony: { heading: 'not words' },
  seconds: { heading: 'time', unit: 'seconds' },
} as const satisfies Columns;

const figures = {
  moves: { heading: 'moves' },
  lossMean: { heading: 'points lost per move' },
  lossMedian: { heading: 'median' },
  within0: { heading: 'the best move', unit: 'share' },
  within5: { heading: 'within 5 points', unit: 'share' },
  within20: { heading: 'within 20 points', unit: 'share' },
  bingos: { heading: 'bingos' },
  bingosMissed: { heading: 'bingos missed' },
  bingoShare: { heading: 'bingos found', unit: 'share' },
  phonies: { heading: 'phonies' },
  phoniesStood: { heading: 'phonies that stood' },
  exchangesWorse: { heading: 'worse exchanges' },
  secondsMean: { heading: 'time per move', unit: 'seconds' },
} as const satisfies Columns;

/** Compares each move with the best possible one, by points or with the value of the leave. */
export const scrabbleAnalysis: GameAnalysis<ScrabbleEvent> = {
  columns,
  figures,
  measure: 'points given away',
  mistakes: [5, 15, 30],
  summary({ lossMean = 0, bingosMissed = 0 }) {
    const bingos = Number(bingosMissed) === 0 ? '' : ` and missed ${counted(Number(bingosMissed), 'bingo')}`;
    return `gave away ${Number(lossMean).toFixed(1)} points per move${bingos}`;
  },
  analyze,
  figuresOf(moves) {
    const losses = numbersIn(moves, 'loss');
    const within = (points: number) => shareOf(losses.filter((loss) => loss <= points).length, losses.length);
    const count = (column: keyof typeof columns, ...values: readonly string[]) =>
      moves.filter(({ cells }) => values.includes(String(cells[column]))).length;
    const [found, missed] = [count('bingo', 'found'), count('bingo', 'missed')];
    const phonies = moves.filter(({ cells }) => cells.phony !== undefined);
    return {
      moves: moves.filter(({ cells }) => cells.kind !== 'retried').length,
      lossMean: mean(losses),
      lossMedian: quantile(losses, 0.5),
      within0: within(0),
      within5: within(5),
      within20: within(20),
      bingos: found,
      bingosMissed: missed,
      bingoShare: shareOf(found, found + missed),
      phonies: phonies.length,
      phoniesStood: phonies.filter(({ cells }) => cells.kind === 'play').length,
      exchangesWorse: moves.filter(({ cells, measure = 0 }) => cells.kind === 'change' && measure > 0).length,
      secondsMean: mean(numbersIn(moves, 'seconds')),
    };
  },
};

function* analyze({
  setup,
  events,
  thought,
  options,
  top,
}: AnalysisRequest<ScrabbleEvent>): Generator<string, AnalyzedGame, string> {
  const rows: MoveRow[] = [];
  const table = new RecordedGameState(setup as ScrabbleSetup, events);
  const { terms } = table;
  const leaves = options.leaves === undefined ? undefined : leavesFor(options.leaves as KlvFile, terms);
  const measure = leaves ? 'equity' : (options.by as Measure);
  const judge = new TurnJudge(terms, { measure, leaves, top });
  for (const event of events) {
    const tried = triedMove(event);
    if (tried) {
      table.check(event, tried);
      const turn = table.turnOf(tried.seat);
      const judged = judge.judge(turn);
      const best =
        options.engine === undefined ? judged.best : [moveOf(yield table.cgpFor(tried.seat), judged, terms)];
      const cells = cellsOf(tried, judged, best, table);
      const seconds = secondsOf(thought.get(event.n));
      rows.push({
        n: event.n,
        seat: tried.seat,
        cells: { ...cells, seconds },
        measure: cells.loss,
        best: best.map(inWords),
      });
    }
    table.take(event, tried);
  }
  return { moves: rows, players: setup.names.map(() => ({ sums: {}, notes: [] })) };
}

function leavesFor(file: KlvFile, { tiles }: JudgingTerms): LeaveValues {
  const leaves = fileLeaves(file, tiles);
  if (typeof leaves === 'string') throw new UsageError(`--leave: ${leaves}`);
  return leaves;
}

function inWords({ text, points, worth }: CountedMove): string {
  const kept = worth - THOUSANDTHS * points;
  const more = kept === 0 ? '' : ` ${kept > 0 ? '+' : '-'} ${(Math.abs(kept) / THOUSANDTHS).toFixed(2)}`;
  return `${text} ${points}${more}`;
}

interface TriedMove {
  readonly seat: Seat;
  /** `retried`: it was refused, and the turn went on. */
  readonly kind: 'play' | 'change' | 'pass' | 'timeout' | 'refused' | 'retried';
  readonly move: Move;
  /** Errors of a refused move. */
  readonly errors?: readonly string[];
  /** Points of an accepted play. */
  readonly points?: number;
  readonly words?: readonly string[];
}

type Events = TimedEvent<ScrabbleEvent>;

/** Undefined for events that are no chosen move. */
function triedMove(event: Events): TriedMove | undefined {
  switch (event.type) {
    case 'play': {
      const { seat, errors, points, words } = event;
      const move = { type: 'play', placements: placementsOf(event.move.split(' ')) } as const;
      return errors === undefined
        ? { seat, kind: 'play', move, points, words }
        : { seat, kind: kindOfRefused(event), move, errors };
    }
    case 'change': {
      const { seat, ids, errors } = event;
      const move = { type: 'change', ids } as const;
      return errors === undefined
        ? { seat, kind: 'change', move }
        : { seat, kind: kindOfRefused(event), move, errors };
    }
    case 'pass':
      return event.why === undefined ? { seat: event.seat, kind: 'pass', move: { type: 'pass' } } : undefined;
    case 'timeout':
      return { seat: event.seat, kind: 'timeout', move: { type: 'pass' } };
    default:
      return undefined;
  }
}

const kindOfRefused = (event: Events) => (isRetried(event) ? 'retried' : 'refused');

const REFUSED_WORD = 'wordnotindictionary ';

function cellsOf(
  tried: TriedMove,
  judged: JudgedTurn,
  [best]: readonly CountedMove[],
  table: RecordedGameState,
) {
  const { kind, move, points = 0, words: [main = ''] = [] } = tried;
  const made =
    kind === 'play'
      ? judged.count(move, { points, main })
      : kind === 'change'
        ? judged.count(move)
        : undefined;
  // A refused play, or one with a word that is not in this list, may be worth more than any legal move.
  // The move after a retried one says what the turn has lost.
  const isRetried = kind === 'retried';
  const loss = isRetried ? undefined : Math.max(0, best!.worth - (made?.worth ?? 0)) / THOUSANDTHS;
  const phony = phoniesIn(tried, table.terms);
  return {
    turn: table.numberOf(tried.seat),
    rack: table.rackOf(tried.seat),
    kind,
    move: kind === 'timeout' ? 'no answer' : (made?.text ?? table.written(move)),
    points,
    bestMove: best!.text,
    bestPoints: best!.points,
    loss,
    bingo: made?.isBingo ? 'found' : judged.hasBingo && !isRetried ? 'missed' : undefined,
    phony: phony.length > 0 ? phony.join(' ') : undefined,
  };
}

/** Invalid words of a refused play, or of one that stood anyway. */
function phoniesIn(
  { kind, words = [], errors = [] }: TriedMove,
  { lexicon, rules }: JudgingTerms,
): readonly string[] {
  if (kind === 'refused' || kind === 'retried')
    return errors.flatMap((error) =>
      error.startsWith(REFUSED_WORD) ? [error.slice(REFUSED_WORD.length)] : [],
    );
  const counting = rules.words === 'along' ? words.slice(0, 1) : words;
  return lexicon ? counting.filter((word) => !hasWord(lexicon, word)) : [];
}

/** An engine may write anything. */
const LONGEST_SHOWN = 200;

/** Judges an engine's move as one of ours. */
function moveOf(text: string, { count }: JudgedTurn, terms: JudgingTerms): CountedMove {
  const read = readWrittenMove(text, terms);
  const counted = read.ok ? count(read.move) : undefined;
  if (counted) return counted;
  const why = read.ok ? 'it is not legal here' : read.problem;
  throw new UsageError(
    `--engine: expected a move that can be made; got ${JSON.stringify(text.slice(0, LONGEST_SHOWN))}: ${why}`,
  );
}

/** Board, hands and bag before each event. */
class RecordedGameState {
  readonly terms: JudgingTerms;
  readonly #opened: State;
  readonly #hands: Hand[];
  readonly #turns: number[];
  readonly #course: Course;
  #inBag: number;

  constructor(setup: ScrabbleSetup, events: readonly Events[]) {
    const ready = new Set(events.flatMap((event) => (event.type === 'ready' ? [event.seat] : [])));
    const present = setup.names.flatMap((_, index) =>
      ready.has(index + 1) ? [{ seat: index + 1, dialect: undefined }] : [],
    );
    const { state } = openGame(deal(setup), present);
    this.#opened = state;
    this.terms = state.terms;
    this.#course = new Course(setup.names.length);
    this.#inBag = state.bag.left;
    this.#hands = setup.names.map(() => emptyHand);
    this.#turns = setup.names.map(() => 0);
  }

  turnOf(seat: Seat): TurnPosition {
    const held = this.#hands[seat - 1]!;
    const { position, scores } = this.#course;
    return { position, held, inBag: this.#inBag, scores };
  }

  numberOf(seat: Seat): number {
    return this.#turns[seat - 1]!;
  }

  rackOf(seat: Seat): string {
    return rackText(this.#hands[seat - 1]!, this.#opened.terms.rackLetters);
  }

  written(move: Move): string {
    if (move.type === 'play' && move.placements.length === 0) return 'no tiles';
    if (move.type === 'play') return writtenPlay(this.#course.position, move.placements, '', this.terms);
    if (move.type !== 'change') return move.type;
    const letters = move.ids.map((id) => this.#opened.terms.rackLetters.get(id) ?? '?');
    return `change ${letters.join('')}`;
  }

  /** The position for an engine, as the player to move knows it. */
  cgpFor(seat: Seat): string {
    const { terms } = this;
    const turn = this.turnOf(seat);
    const { position, scores, scoreless } = this.#course;
    const others = scores.flatMap((score, index) => (index === seat - 1 ? [] : [score]));
    const rack = otherRack({ terms, ...turn }) ?? new Map<number, number>();
    const seats = [
      { held: turn.held, score: scores[seat - 1]! },
      ...others.map((score) => ({ held: rack, score })),
    ];
    const { board, tiles } = terms;
    const operations = [
      ...(builtInBoard(board.name) ? [{ name: 'bdn', value: board.name }] : []),
      ...(builtInTileSet(tiles.name) ? [{ name: 'ld', value: tiles.name }] : []),
    ];
    const cgp = cgpOf(position, terms, seats, { scoreless, operations });
    if (cgp && others.length === 1) return cgpText(cgp);
    throw new UsageError(
      `--engine: expected games of two players on boards with edges; got ${others.length + 1} on the board ${board.name}`,
    );
  }

  take(event: Events, tried: TriedMove | undefined): void {
    if (tried) this.#takeMove(event, tried);
    else if (event.type === 'deal') this.#hold(event.n, event.seat, handWith(emptyHand, [], event.tiles));
    else if (event.type === 'turn') this.#turns[event.seat - 1] = event.k;
    // Tiles of removed players leave the game.
    else if (event.type === 'forfeit' || event.type === 'offence' || event.type === 'left')
      this.#hands[event.seat - 1] = emptyHand;
    this.#course.take(event);
  }

  /** A record may be from anywhere, and the search requires tiles on squares. */
  check({ n }: Events, { kind, move }: TriedMove): void {
    if (kind !== 'play' || move.type !== 'play') return;
    const { board } = this.terms;
    const isFree = (x: number, y: number) =>
      board.squareAt(x, y) !== NO_SQUARE && !this.#course.position.tileAt(x, y);
    if (move.placements.length === 0 || move.placements.some(({ x, y }) => !isFree(x, y)))
      throw notRight(n, `tiles on free squares of the board ${board.name}`);
  }

  #hold(n: number, seat: Seat, hand: Hand): void {
    const { handSize } = this.terms;
    if (tilesIn(hand) > handSize || [...hand.keys()].some((id) => !this.#opened.terms.rackLetters.has(id)))
      throw notRight(n, `a hand of at most ${handSize} tiles of this game`);
    this.#hands[seat - 1] = hand;
  }

  #takeMove(event: Events, { seat, move }: TriedMove): void {
    if (!('drew' in event) || event.drew === undefined) return;
    const hand = this.#hands[seat - 1]!;
    if (event.type === 'change') this.#hold(event.n, seat, handWith(hand, event.ids, event.drew));
    if (event.type !== 'play' || move.type !== 'play') return;
    const { placements } = move;
    const ids = placements.map(({ id }) => id);
    const after = handWith(hand, ids, event.drew);
    this.#inBag -= tilesIn(after) - (tilesIn(hand) - ids.length);
    this.#hold(event.n, seat, after);
  }
}

const notRight = (n: number, expected: string) =>
  new UsageError(`event ${n}: expected ${expected}: wordhost replay --verify says what is wrong`);

/** Exchanges tiles by the counts of a record. */
function handWith(hand: Hand, given: readonly number[], drew: string): Hand {
  const held = new Map(hand);
  for (const id of given) {
    const count = held.get(id) ?? 0;
    if (count > 1) held.set(id, count - 1);
    else held.delete(id);
  }
  if (drew !== '')
    for (const { id, count } of countsOf(drew.split(' '))) held.set(id, (held.get(id) ?? 0) + count);
  return held;
}
