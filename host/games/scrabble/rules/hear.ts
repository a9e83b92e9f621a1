import type { Seat } from '../../../core/units.ts';
import { andThen } from '../../game.ts';
import { putBack, takeFrom } from '../../kit/pool.ts';
import type { Offence } from '../../kit/verdict.ts';
import { courseOf } from '../../line-game/course.ts';
import { forfeitedText, removalByForfeit, removalByOffence } from '../../line-game/removal.ts';
import { playersWith, tell, tellOthers, withPlayer } from '../../line-game/state.ts';
import { recordPass } from '../../line-game/turns.ts';
import { excerpt } from '../../line-game/wire/scanner.ts';
import type { ScrabbleEvent } from '../events.ts';
import { judgeChange, judgePlay } from '../judge/judge-move.ts';
import {
  errorWords,
  explain,
  type Judgement,
  type MoveError,
  type ProgramFault,
} from '../judge/judgement.ts';
import { countsOfTiles, exchanged, rackText } from '../tiles/bag.ts';
import {
  countText,
  type Message,
  type Notice,
  noticeText,
  type Placement,
  placementText,
} from '../wire/messages.ts';
import type { HeardMove, Player, ScrabbleStep, State } from './state.ts';
import { remove, retry, turnOver, withoutPoints } from './turns.ts';

export const { hear, leave, spent, wake } = courseOf<Player, State, Message, ScrabbleEvent>({
  answer,
  remove,
  turnOver: (state, seat) => turnOver(state, seat, withoutPoints),
});

function answer(state: State, player: Player, heard: HeardMove): ScrabbleStep {
  const { seat, message, bytes } = heard;
  switch (message.type) {
    case 'play':
      return hearPlay(state, player, heard, message.placements);
    case 'change':
      return hearChange(state, player, heard, message.ids);
    case 'forfeit':
      return remove(state, seat, removalByForfeit(seat, bytes));
    case 'pass': {
      const step: ScrabbleStep = recordPass(state, { type: 'pass', seat, bytes });
      return andThen(step, (next) => turnOver(next, seat, withoutPoints));
    }
    default:
      return message satisfies never;
  }
}

type RefusedMove = WithoutBytes<
  Extract<ScrabbleEvent, { readonly type: 'play' | 'change' }> & { readonly errors: readonly string[] }
>;
type WithoutBytes<Event> = Event extends unknown ? Omit<Event, 'bytes'> : never;

type Legal = Judgement & { readonly legal: true };

function hearPlay(
  state: State,
  player: Player,
  heard: HeardMove,
  placements: readonly Placement[],
): ScrabbleStep {
  const judgement = judgePlay(state.terms, state.position, player.hand, placements);
  if (judgement.legal) return laid(state, player, heard, placements, judgement);
  const { seat } = heard;
  const event = {
    type: 'play',
    seat,
    move: placementText(placements),
    errors: errorsOf(judgement.errors, seat),
    faults: faultsOf(judgement),
  } as const;
  return refuse(state, heard, judgement.errors, event, { type: 'playfailed', player: seat, placements });
}

function laid(
  state: State,
  player: Player,
  { seat, bytes }: HeardMove,
  placements: readonly Placement[],
  judgement: Legal,
): ScrabbleStep {
  const { points, words } = judgement;
  const [drawn, bag] = takeFrom(state.bag, seat, placements.length);
  const placed = placements.map(({ id }) => id);
  const hand = exchanged(player.hand, placed, drawn);
  // Scores have 32 bits, as everywhere on the wire.
  const score = (player.score + points) | 0;
  const position = state.position.with(placements);
  const players = playersWith(state, { ...player, hand, score });
  const after: State = { ...state, bag, position, players };
  const counts = countsOfTiles(drawn);
  const event = {
    type: 'play',
    seat,
    move: placementText(placements),
    points,
    words: words.map(({ letters }) => letters),
    drew: countText(counts),
    score,
    rack: rackText(hand, state.terms.rackLetters),
    faults: faultsOf(judgement),
    bytes,
  } as const;
  const told: ScrabbleStep = {
    state: after,
    effects: [
      { do: 'record', event },
      tell(seat, noticeText({ type: 'playsuccess', points, placements, drawn: counts })),
      ...tellOthers(after, seat, noticeText({ type: 'played', player: seat, points, placements })),
    ],
  };
  return andThen(told, (next) => turnOver(next, seat, { points, stood: true }));
}

/** A failed move ends the turn or, by option, the player's part. The others never hear of one that is tried again. */
function refuse(
  state: State,
  heard: HeardMove,
  errors: readonly MoveError[],
  event: RefusedMove,
  toOthers: Notice,
): ScrabbleStep {
  const { seat, at, bytes } = heard;
  const lines = errors.map((error) => noticeText({ type: 'error', words: errorWords(error, seat) }));
  const again = retry(state, seat, at);
  const told: ScrabbleStep = {
    state,
    effects: [
      { do: 'record', event: { ...event, retry: again?.state.turn?.retries, bytes } },
      tell(seat, lines.join('') + noticeText({ type: 'failed' })),
      ...(again ? [] : tellOthers(state, seat, noticeText(toOthers))),
    ],
  };
  if (again) return andThen(told, () => again);
  if (state.terms.options.illegal !== 'forfeit')
    return andThen(told, (next) => turnOver(next, seat, withoutPoints));
  const removal = removalByOffence(seat, illegal(state.terms, heard, errors[0]!), bytes);
  return andThen(told, (next) => remove(next, seat, { ...removal, notice: forfeitedText(seat) }));
}

function illegal(
  terms: State['terms'],
  { message: { line, lineNumber } }: HeardMove,
  error: MoveError,
): Offence {
  const detail = `line ${lineNumber}: ${explain(error, terms, 'it does not have')}`;
  return { kind: 'illegal', rule: error.rule, detail, at: lineNumber, unit: 'line', message: excerpt(line) };
}

function errorsOf(errors: readonly MoveError[], seat: Seat): string[] {
  return errors.map((error) => errorWords(error, seat).join(' '));
}

/** Failed programs of the board, which the record names. They are no player's fault. */
function faultsOf({ faults }: Judgement): readonly ProgramFault[] | undefined {
  return faults.length > 0 ? faults : undefined;
}

/** Draws before it puts back. */
function hearChange(state: State, player: Player, heard: HeardMove, ids: readonly number[]): ScrabbleStep {
  const { seat, bytes } = heard;
  const errors = judgeChange(state.terms, player.hand, state.bag.left, ids);
  if (errors.length > 0) {
    const event = { type: 'change', seat, ids, errors: errorsOf(errors, seat) } as const;
    return refuse(state, heard, errors, event, { type: 'passed', player: seat });
  }
  const [drawn, rest] = takeFrom(state.bag, seat, ids.length);
  const bag = putBack(rest, ids);
  const hand = exchanged(player.hand, ids, drawn);
  const after = withPlayer({ ...state, bag }, { ...player, hand });
  const counts = countsOfTiles(drawn);
  const rack = rackText(hand, state.terms.rackLetters);
  const event = { type: 'change', seat, ids, drew: countText(counts), rack, bytes } as const;
  const told: ScrabbleStep = {
    state: after,
    effects: [
      { do: 'record', event },
      tell(seat, noticeText({ type: 'changesuccess', drawn: counts })),
      ...tellOthers(after, seat, noticeText({ type: 'changed', player: seat, tiles: ids.length })),
    ],
  };
  return andThen(told, (next) => turnOver(next, seat, withoutPoints));
}
