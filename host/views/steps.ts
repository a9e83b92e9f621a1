import type { Nanos, Seat } from '../core/units.ts';
import type { GameRecord } from '../events/read-record.ts';
import { ThinkingTimes } from '../events/times/thinking-times.ts';
import type { Panel } from '../games/shown.ts';
import { Sentences } from './sentences.ts';
import { endingSentence } from './terminal/words.ts';

/** A moment of a game to look at: something has happened, and what there is to see after it. */
export interface Step {
  /** From 1. */
  readonly number: number;
  readonly t: Nanos;
  /** Whom it is about; none: nobody alone. */
  readonly seat: Seat | undefined;
  readonly sentence: string;
  /** How long the player has thought about it; none where it is no answer. */
  readonly thought: Nanos | undefined;
  readonly panels: readonly Panel[];
}

/** Each event of interest, and the end. */
export function* stepsOf({ game, header, events, result }: GameRecord): Generator<Step> {
  const seats = header.players.length;
  const picture = game.picture(seats);
  const sentences = new Sentences(game);
  const thinking = new ThinkingTimes(game, seats);
  let number = 1;
  for (const event of events) {
    picture.take(event);
    const thought = thinking.take(event);
    const told = sentences.of(event) ?? (event.type === 'end' && result ? ending() : undefined);
    if (told === undefined) continue;
    const { seat, text: sentence } = told;
    yield { number: number++, t: event.t, seat, sentence, thought, panels: [...picture.panels()] };
  }

  function ending() {
    return { seat: undefined, text: endingSentence(result!, game) };
  }
}
