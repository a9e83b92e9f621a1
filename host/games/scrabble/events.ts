import {
  anyOf,
  listOf,
  noted,
  object,
  oneOf,
  optional,
  orNull,
  refine,
  seat,
  text,
  tuple,
  whole,
} from '../../core/shape.ts';
import { counted } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { EventOf, EventsWith, EventTable } from '../events.ts';
import type { JudgedMove, Tally } from '../game.ts';
import { numberIn } from '../kit/option.ts';
import { byteRange, type FigureFields } from '../kit/result-fields.ts';
import {
  BestMove,
  bestMove,
  forfeit,
  lateLine,
  noFigures,
  overtime,
  type ScoreFigures,
  scoreFigures,
  scores,
  takeScores,
  takeTimeout,
  timeout,
  turnTime,
} from '../kit/scores.ts';
import type { CommonReason } from '../kit/verdict.ts';
import { describeLineEvent, scoreHeadings } from '../line-game/presentation.ts';
import type { InWords } from '../presentation.ts';
import { programErrors } from './board/board.ts';
import { explainWords, faultText } from './judge/judgement.ts';
import { ruleSetNames } from './rule-sets.ts';
import { arePlacements, type Placement, placementsOf } from './wire/messages.ts';

const counts = noted(
  'tiles by id, as in 4x1 5x2',
  text(/^(?:\d+x\d+(?: \d+x\d+)*)?$/, 'counts as in 4x1 5x2'),
);
const rack = noted('the hand as letters, ? for a tile that can be several', text());
const errors = noted('as on the wire, without error before it', listOf(text(), 1));
const PLACEMENTS = 'placements as in 0 0 4D2 1 0 1A1';
const placements = refine(PLACEMENTS, text(), (move) => move === '' || arePlacements(move.split(' ')));
const move = noted('the placements, as sent', placements);
const ids = noted('the tiles that the player changed, as sent', listOf(whole()));

const failure = object({ error: oneOf(...programErrors), line: whole(1), column: whole(1), detail: text() });

const fault = anyOf(
  object({ is: oneOf('board'), x: whole(), y: whole(), failure }),
  object({
    is: oneOf('square'),
    word: text(),
    position: noted('position of the letter in the word, from 0', whole(0)),
    square: noted('the kind', whole(0)),
    priority: whole(),
    failure,
  }),
);

const faults = optional(noted('programs of the board that failed', listOf(fault, 1)));

const retry = optional(
  noted('with `--illegal retry=N`: the same turn is given again, for this time', whole(1)),
);

const layout = orNull(object({ x: whole(), y: whole(), rows: listOf(text()) }));

export const scrabbleEvents = {
  board: {
    name: text(),
    rules: oneOf(...ruleSetNames),
    handSize: whole(1),
    center: tuple<[number, number]>(whole(), whole()),
    layout: noted('a finite board as it is drawn; null for an infinite board', layout),
  },
  position: {
    moves: noted(
      'tiles on the board and points at the start of a game from a position, written as moves; no player made these moves',
      listOf(
        object({
          seat,
          move: noted('the placements; empty if no tile was laid', placements),
          points: whole(),
        }),
      ),
    ),
  },
  deal: { seat, tiles: counts, rack },
  turn: { seat, k: whole(1), retry, ...turnTime },
  play: [
    {
      seat,
      move,
      points: whole(),
      words: noted('the one along the play first', listOf(text(), 1)),
      drew: counts,
      score: noted('points of all plays so far', whole()),
      rack,
      faults,
      bytes: byteRange,
    },
    { seat, move, errors, faults, retry, bytes: byteRange },
  ],
  change: [
    { seat, ids, drew: counts, rack, bytes: byteRange },
    { seat, ids, errors, retry, bytes: byteRange },
  ],
  pass: [
    { seat, bytes: byteRange },
    { seat, why: noted('its hand was empty, so it had no choice', oneOf('empty-hand')) },
  ],
  forfeit,
  timeout,
  overtime,
  late: lateLine,
  scores,
} as const satisfies EventTable;

export type ScrabbleEvent = EventOf<typeof scrabbleEvents>;

export const scrabbleFigures = {
  game: {
    turns: whole(0),
    best: bestMove,
    retry: optional(
      noted(
        'N of `--illegal retry=N`; otherwise missing. Such games cannot be combined with others',
        whole(1),
      ),
    ),
  },
  player: scoreFigures('legal plays and changes', 'illegal plays and changes'),
} as const satisfies FigureFields;

const reasons = {
  'played-out': 'bag and hand are empty',
  scoreless: 'no player scored in the last turns',
  'passed-out': 'all players passed',
  'max-turns': 'the limit of turns was reached',
} as const;

export type EndReason = CommonReason | keyof typeof reasons;

export const scrabbleInWords: InWords<ScrabbleEvent> = {
  figures: scoreHeadings,
  reasons,
  wordRules: ['wordnotindictionary'],
  describe,
};

function describe(event: ScrabbleEvent): string | undefined {
  switch (event.type) {
    case 'deal':
      return `is dealt ${event.rack}`;
    case 'play':
      return `${playText(event)}${event.faults?.map((fault) => `; ${faultText(fault)}`).join('') ?? ''}`;
    case 'change':
      return event.errors === undefined
        ? `changes ${event.ids.length} tiles`
        : `may not change: ${inSentences(event.errors)}${againText(event)}`;
    case 'pass':
      return `passes${event.why === undefined ? '' : ' (with an empty hand)'}`;
    case 'forfeit':
    case 'timeout':
    case 'overtime':
    case 'late':
      return describeLineEvent(event);
    case 'position':
      return `begins with ${counted(laidBefore(event).length, 'tile')} on the board`;
    case 'board':
    case 'turn':
    case 'scores':
      return undefined;
    default:
      return event satisfies never;
  }
}

function playText(event: Extract<ScrabbleEvent, { readonly type: 'play' }>): string {
  return event.errors === undefined
    ? `plays ${event.words.join(', ')} for ${event.points}: ${event.score} points`
    : `tries ${event.move}: ${inSentences(event.errors)}${againText(event)}`;
}

const againText = ({ retry }: { readonly retry?: number | undefined }): string =>
  retry === undefined ? '' : '; the turn goes on';

const inSentences = (errors: readonly string[]): string => [...new Set(errors.map(explainWords))].join('; ');

/** As on the wire, others see refused placements and the number of changed tiles. */
export function publicEvent(event: ScrabbleEvent): ScrabbleEvent | undefined {
  switch (event.type) {
    case 'deal':
    case 'late':
      return undefined;
    case 'play':
      return event.errors === undefined ? { ...event, drew: '', rack: '' } : unlessRetried(event);
    case 'change': {
      const ids = event.ids.map(() => 0);
      return event.errors === undefined
        ? { ...event, ids, drew: '', rack: '' }
        : unlessRetried({ ...event, ids, errors: event.errors.map((error) => error.split(' ', 1)[0]!) });
    }
    case 'turn':
      return unlessRetried(event);
    default:
      return event;
  }
}

/** The others never hear of a refused move after which the turn goes on. */
function unlessRetried(event: ScrabbleEvent): ScrabbleEvent | undefined {
  return isRetried(event) ? undefined : event;
}

/** The event belongs to a refused move after which the player was asked again: the turn goes on. */
export function isRetried(event: EventsWith<ScrabbleEvent>): boolean {
  return 'retry' in event && event.retry !== undefined;
}

type PositionEvent = ScrabbleEvent & { readonly type: 'position' };

/** The tiles at the beginning of the game. */
export function laidBefore({ moves }: PositionEvent): readonly Placement[] {
  return moves.flatMap(({ move }) => (move === '' ? [] : placementsOf(move.split(' '))));
}

/** Checks a record that may be forged: no tile covers another, and each play has tiles. */
export function faultIn(events: readonly EventsWith<ScrabbleEvent>[]): string | undefined {
  const covered = new Set<string>();
  for (const event of events) {
    const laid = laidIn(event);
    if (event.type === 'play' && event.errors === undefined && laid.length === 0)
      return 'a play of the record has no tiles; wordhost replay --verify says what is wrong';
    for (const { x, y } of laid) {
      if (covered.has(`${x} ${y}`))
        return 'a tile of the record covers another; wordhost replay --verify says what is wrong';
      covered.add(`${x} ${y}`);
    }
  }
  return undefined;
}

function laidIn(event: EventsWith<ScrabbleEvent>): readonly Placement[] {
  if (event.type === 'position') return laidBefore(event);
  return event.type === 'play' && event.errors === undefined ? placementsOf(event.move.split(' ')) : [];
}

export function scrabbleTally(seats: number): Tally<ScrabbleEvent> {
  const figures = noFigures(seats);
  const best = new BestMove();
  let turns = 0;
  let retry: number | undefined;
  return {
    take(event) {
      if (event.type === 'game') retry = numberIn(event.options.illegal ?? '');
      if (event.type === 'turn' && !isRetried(event)) turns++;
      if (event.type === 'scores') takeScores(figures, event);
      if (event.type === 'position')
        for (const { seat, points } of event.moves) figures[seat - 1]!.score += points;
      if (event.type === 'play' || event.type === 'change') takeMove(figures[event.seat - 1]!, event);
      if (event.type === 'play' && event.errors === undefined)
        best.take(event.seat, event.words[0]!, event.points);
      if (event.type === 'timeout') takeTimeout(figures[event.seat - 1]!, event);
    },
    game: () => ({ turns, ...best.figures, ...(retry !== undefined && { retry }) }),
    player: (seat: Seat) => ({ ...figures[seat - 1]! }),
  };
}

export function judgedMove(event: EventsWith<ScrabbleEvent>): JudgedMove | undefined {
  if (event.type !== 'play' && event.type !== 'change') return undefined;
  const { seat, errors } = event;
  if (errors === undefined) return { seat };
  const [first = ''] = errors;
  const move = event.type === 'play' ? `play ${event.move}` : `change ${event.ids.join(' ')}`;
  const sentence = inSentences(errors);
  return { seat, refusal: { rule: first.split(' ', 1)[0]!, why: errors.join('; '), sentence, move } };
}

function takeMove(mine: ScoreFigures, move: ScrabbleEvent & { readonly type: 'play' | 'change' }): void {
  if (move.errors !== undefined) mine.errors++;
  else mine.moves++;
  if (move.type === 'play' && move.score !== undefined) mine.score = move.score;
}
