import { cut, visible } from '../core/text.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Noted } from '../events/noted.ts';
import type { GameRecord } from '../events/read-record.ts';
import { ThinkingTimes } from '../events/times.ts';
import { isPlatformEvent, type PlatformEvent } from '../games/events.ts';
import type { InWords, LaidTile, MoveLine, Panel } from '../games/presentation.ts';
import { endingSentence, exitWords } from './words.ts';

/** A moment of a game to look at. */
export interface Step {
  readonly number: number;
  readonly n: number;
  readonly t: Nanos;
  readonly seat: Seat | undefined;
  readonly sentence: string;
  /** The sentence without the player. */
  readonly words: string;
  /** Lines in the list of moves since the last step. */
  readonly lines: readonly MoveLine[];
  /** The tiles that a move in words adds to the board. */
  readonly laid: (move: string) => readonly LaidTile[];
  /** The thinking time before an answer. */
  readonly thought: Nanos | undefined;
  readonly panels: readonly Panel[];
}

/** Steps of interesting events and of the end, or those with these numbers. */
export function* stepsOf(
  record: GameRecord,
  isWanted: (number: number) => boolean = () => true,
): Generator<Step> {
  const { game, header, events } = record;
  const picture = game.picture(header.players.length);
  const thinking = new ThinkingTimes(game, header.players.length);
  const sentenceOf = sentencesOf(record);
  const laid = (move: string) => picture.laid?.(move) ?? [];
  let number = 0;
  const lines: MoveLine[] = [];
  for (const event of events) {
    picture.take(event);
    lines.push(...(picture.moves?.() ?? []));
    const thought = thinking.take(event);
    const told = sentenceOf(event);
    if (told === undefined) continue;
    const ownLines = lines.splice(0);
    if (!isWanted(++number)) continue;
    const { seat, text: sentence, words } = told;
    const panels = [...picture.panels()];
    yield { number, n: event.n, t: event.t, seat, sentence, words, thought, lines: ownLines, panels, laid };
  }
}

type StepText = Pick<Step, 'number' | 'n' | 'seat' | 'sentence'>;

export function* stepTexts(record: GameRecord): Generator<StepText> {
  const sentenceOf = sentencesOf(record);
  let number = 0;
  for (const event of record.events) {
    const told = sentenceOf(event);
    if (told) yield { number: ++number, n: event.n, seat: told.seat, sentence: told.text };
  }
}

export function countSteps(record: GameRecord): number {
  return [...stepTexts(record)].length;
}

function sentencesOf({ game, result }: GameRecord): (event: Noted) => Sentence | undefined {
  const sentences = new Sentences(game);
  const end = result ? endingSentence(result, game) : '';
  const ending = result && { seat: undefined, text: end, words: end };
  return (event) => sentences.of(event) ?? (event.type === 'end' ? ending : undefined);
}

interface Sentence {
  readonly seat: Seat | undefined;
  /** The player by number and name, and its action. Control characters are escaped. */
  readonly text: string;
  /** The sentence without the name of the player. */
  readonly words: string;
}

/** A sentence of a record from outside may be as long as a file. */
const LONGEST = 1000;

/** Describes interesting events, live or from a record. */
export class Sentences {
  readonly #game: Pick<InWords, 'describe'>;
  readonly #names: string[] = [];
  /** The reasons why players left. */
  readonly #endings: string[] = [];

  constructor(game: Pick<InWords, 'describe'>) {
    this.#game = game;
  }

  /** Undefined for an event that is not shown. */
  of(event: Noted): Sentence | undefined {
    if (event.type === 'game') this.#meet(event);
    if (event.type === 'gone') this.#endings[event.seat - 1] = exitWords(event);
    const words = isPlatformEvent(event) ? this.#describe(event) : this.#game.describe(event);
    if (words === undefined) return undefined;
    const seat = 'seat' in event ? event.seat : undefined;
    const who = seat === undefined ? '' : `${seat} ${this.#names[seat - 1] ?? ''} `;
    return { seat, text: cut(visible(`${who}${words}`), LONGEST), words: cut(visible(words), LONGEST) };
  }

  #meet({ players }: Noted & { readonly type: 'game' }): void {
    for (const { name } of players) this.#names.push(cut(name, 30));
  }

  /** Describes events of the platform. A game describes its own. */
  #describe(event: PlatformEvent): string | undefined {
    switch (event.type) {
      case 'game':
        return `${event.game}, seed ${event.seed}: ${this.#names.join(' against ')}`;
      case 'ready':
        return `is ready${event.dialect === undefined ? '' : ` (${event.dialect})`}`;
      case 'offence':
        return `is out: ${event.kind} (${event.rule}), ${event.detail}`;
      case 'left':
        return `has left (${event.cause}${event.cause === 'crashed' ? (this.#endings[event.seat - 1] ?? '') : ''})`;
      case 'unfinished':
        return `had not finished a message: ${event.what}`;
      case 'interrupt':
        return `the host was interrupted${event.why === undefined ? '' : `: ${event.why}`}`;
      default:
        return undefined;
    }
  }
}
