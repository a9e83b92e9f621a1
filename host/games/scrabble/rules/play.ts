import type { Seat } from '../../../core/units.ts';
import { takeFrom } from '../../kit/pool.ts';
import type { Offence } from '../../kit/verdict.ts';
import { playersWith } from '../../line-game/players.ts';
import { forfeitedText, offending } from '../../line-game/removal.ts';
import { tell, tellOthers } from '../../line-game/telling.ts';
import { excerpt } from '../../line-game/wire/move-scanner.ts';
import { andThen } from '../../steps.ts';
import type { ScrabbleEvent } from '../events.ts';
import { judgePlay } from '../judge/judge-play.ts';
import type { Judgement, ProgramFault } from '../judge/judgement.ts';
import { errorWords, type MoveError } from '../judge/move-error.ts';
import { countsOfTiles, exchanged } from '../tiles/bag.ts';
import type { Notice, Placement } from '../wire/messages.ts';
import { countText, noticeText, placementText } from '../wire/text.ts';
import { remove } from './out.ts';
import { rackText } from './rack.ts';
import type { HeardMove, Player, ScrabbleStep, State } from './state.ts';
import { turnOver, withoutPoints } from './turns.ts';

type Legal = Judgement & { readonly legal: true };

export function hearPlay(
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
    bytes: heard.bytes,
  } as const;
  return refused(state, heard, judgement.errors, event, { type: 'playfailed', player: seat, placements });
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
  // 32 bits, as everywhere on the wire.
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

/** A move that fails ends the turn, or the player's part where illegal moves are to be no better. */
export function refused(
  state: State,
  heard: HeardMove,
  errors: readonly MoveError[],
  event: ScrabbleEvent,
  toOthers: Notice,
): ScrabbleStep {
  const { seat, bytes } = heard;
  const lines = errors.map((error) => noticeText({ type: 'error', words: errorWords(error, seat) }));
  const told: ScrabbleStep = {
    state,
    effects: [
      { do: 'record', event },
      tell(seat, lines.join('') + noticeText({ type: 'failed' })),
      ...tellOthers(state, seat, noticeText(toOthers)),
    ],
  };
  if (state.terms.options.illegal === 'turn')
    return andThen(told, (next) => turnOver(next, seat, withoutPoints));
  const out: ScrabbleStep = { state, effects: told.effects.concat(tell(seat, forfeitedText(seat))) };
  return andThen(out, (next) => remove(next, seat, offending(seat, illegal(heard, errors[0]!), bytes)));
}

function illegal({ seat, message: { line, lineNumber } }: HeardMove, error: MoveError): Offence {
  const words = errorWords(error, seat);
  const detail = `line ${lineNumber}: ${words.join(' ')}`;
  return { kind: 'illegal', rule: words[0]!, detail, at: lineNumber, unit: 'line', message: excerpt(line) };
}

export function errorsOf(errors: readonly MoveError[], seat: Seat): string[] {
  return errors.map((error) => errorWords(error, seat).join(' '));
}

/** Programs of the board that failed: no player is at fault; the record names them. */
function faultsOf({ faults }: Judgement): readonly ProgramFault[] | undefined {
  return faults.length > 0 ? faults : undefined;
}
