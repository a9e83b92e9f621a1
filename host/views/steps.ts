import type { Nanos, Seat } from '../core/units.ts';
import type { Noted } from '../events/noted.ts';
import type { GameRecord } from '../events/read-record.ts';
import { ThinkingTimes } from '../events/times/thinking-times.ts';
import type { Panel } from '../games/shown.ts';
import { type Sentence, Sentences } from './sentences.ts';
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

/** Each event of interest, and the end; of a long game, those alone whose numbers are wanted: a picture takes its time. */
export function* stepsOf(
  record: GameRecord,
  isWanted: (number: number) => boolean = () => true,
): Generator<Step> {
  const { game, header, events } = record;
  const picture = game.picture(header.players.length);
  const thinking = new ThinkingTimes(game, header.players.length);
  const sentenceOf = sentencesOf(record);
  let number = 0;
  for (const event of events) {
    picture.take(event);
    const thought = thinking.take(event);
    const told = sentenceOf(event);
    if (told === undefined || !isWanted(++number)) continue;
    const { seat, text: sentence } = told;
    yield { number, t: event.t, seat, sentence, thought, panels: [...picture.panels()] };
  }
}

/** A step without its picture. */
export interface ToldStep extends Pick<Step, 'number' | 'seat' | 'sentence'> {
  /** The number of its event. */
  readonly n: number;
}

export function* toldSteps(record: GameRecord): Generator<ToldStep> {
  const sentenceOf = sentencesOf(record);
  let number = 0;
  for (const event of record.events) {
    const told = sentenceOf(event);
    if (told) yield { number: ++number, n: event.n, seat: told.seat, sentence: told.text };
  }
}

/** How many steps a record has. */
export function countSteps(record: GameRecord): number {
  return [...toldSteps(record)].length;
}

function sentencesOf({ game, result }: GameRecord): (event: Noted) => Sentence | undefined {
  const sentences = new Sentences(game);
  const ending = result && { seat: undefined, text: endingSentence(result, game) };
  return (event) => sentences.of(event) ?? (event.type === 'end' ? ending : undefined);
}
