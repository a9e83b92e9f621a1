import type { Seat } from '../../../../core/units.ts';
import type { EventsWith } from '../../../platform-events.ts';
import type { ScrabbleEvent } from '../../events.ts';
import { judgePlay } from '../../judge/judge-play.ts';
import { emptyPosition, type Position } from '../../judge/position.ts';
import { type RuleSetName, ruleSets } from '../../rule-sets.ts';
import { placeOfWord, type Rectangle } from '../../shown/named-places.ts';
import type { RecordedGame } from '../../shown/recorded-game.ts';
import { emptyHand, withTiles } from '../../tiles/bag.ts';
import type { Placement } from '../../wire/messages.ts';
import { placementsOf } from '../../wire/read-notice.ts';
import { writtenWord } from '../written-word.ts';
import { signed } from './signed.ts';

type Events = EventsWith<ScrabbleEvent>;
type Of<Type> = Events & { readonly type: Type };

interface GcgStyle {
  /** In the order of the file. */
  readonly seats: readonly Seat[];
  readonly layout: Rectangle;
  readonly exact: boolean;
}

/** Takes the events of a game of two in their order, and writes its moves. */
export class MoveLines {
  readonly lines: string[] = [];
  readonly #nicknames: readonly string[];
  readonly #game: RecordedGame;
  readonly #seats: readonly Seat[];
  readonly #layout: Rectangle;
  readonly #exact: boolean;
  #position = emptyPosition;
  readonly #racks = ['', ''];
  readonly #scores = [0, 0];

  constructor(nicknames: readonly string[], game: RecordedGame, { seats, layout, exact }: GcgStyle) {
    this.#nicknames = nicknames;
    this.#game = game;
    this.#seats = seats;
    this.#layout = layout;
    this.#exact = exact;
  }

  take(event: Events): void {
    if (event.type === 'deal') this.#racks[event.seat - 1] = event.rack;
    else if (event.type === 'play')
      event.errors === undefined ? this.#play(event) : this.#refused(event, event.errors);
    else if (event.type === 'change')
      event.errors === undefined ? this.#change(event) : this.#refusedChange(event.seat, event.errors);
    else if (event.type === 'pass') this.#pass(event.seat, event.why && 'its hand was empty');
    else if (event.type === 'timeout') this.#pass(event.seat, 'its time ran out');
    else if (event.type === 'forfeit') this.#note(event.seat, 'forfeits');
    else if (event.type === 'gone') this.#note(event.seat, `is gone: ${event.cause}`);
    else if (event.type === 'caught')
      this.#note(event.seat, `is out: ${event.offence.kind} ${event.offence.rule}`);
    else if (event.type === 'scores') this.#end(event);
  }

  #play({ seat, move, points, words, score, rack }: Of<'play'> & { readonly errors?: undefined }): void {
    const laid = placements(move);
    this.#line(seat, `${this.#written(laid, words[0])} ${signed(points)} ${score}`);
    this.#position = this.#position.with(laid);
    this.#scores[seat - 1] = score;
    this.#racks[seat - 1] = rack;
  }

  /** One with a word that is not in the list is taken up again; what else is wrong has no form here. */
  #refused({ seat, move }: Of<'play'>, errors: readonly string[]): void {
    const laid = placements(move);
    const points = pointsWithdrawn(this.#game, this.#position, laid, errors);
    const score = this.#scores[seat - 1]!;
    if (points === undefined) {
      this.#pass(seat, `its play was refused: ${errors.join('; ')}`);
    } else {
      this.#line(seat, `${this.#written(laid, undefined)} ${signed(points)} ${score + points}`);
      this.#line(seat, `-- ${signed(-points)} ${score}`);
    }
  }

  #change({ seat, ids, rack }: Of<'change'> & { readonly errors?: undefined }): void {
    this.#line(seat, `-${this.#letters(ids)} +0 ${this.#scores[seat - 1]}`);
    this.#racks[seat - 1] = rack;
  }

  #refusedChange(seat: number, errors: readonly string[]): void {
    this.#pass(seat, `its change was refused: ${errors.join('; ')}`);
  }

  #pass(seat: number, why: string | undefined): void {
    this.#line(seat, `- +0 ${this.#scores[seat - 1]}`);
    if (why !== undefined) this.#note(seat, `passes: ${why}`);
  }

  #end({ scores, seats, pointsOff = [] }: Of<'scores'>): void {
    const inOrder = this.#seats.filter((seat) => seats.includes(seat));
    for (const seat of inOrder) {
      const off = pointsOff[seat - 1] ?? 0;
      if (off > 0) this.#addTo(seat, `${this.#racks[seat - 1]} (time)`.trimStart(), -off);
    }
    const ends = inOrder.map((seat) => {
      const score = scores[seats.indexOf(seat)]!;
      return { seat, score, points: score - this.#scores[seat - 1]!, rack: this.#racks[seat - 1]! };
    });
    const [out, other] = [ends.find(({ rack }) => rack === ''), ends.find(({ rack }) => rack !== '')];
    if (!this.#exact && out && other && out.points !== 0 && out.points === -other.points) {
      // The usual way: the difference is the same.
      this.#addTo(out.seat, `(${other.rack})`, 2 * out.points);
      const counts = [out, other].map(
        ({ seat, points, score }) => `${this.#nicknames[seat - 1]} ${signed(points)}, ${score} in all`,
      );
      this.lines.push(`#note this host counts: ${counts.join('; ')}`);
      return;
    }
    for (const { seat, points, rack } of ends)
      if (points !== 0)
        this.#addTo(seat, rack === '' ? `(${this.#racks[2 - seat]})` : `${rack} (${rack})`, points);
  }

  #addTo(seat: number, what: string, points: number): void {
    const score = (this.#scores[seat - 1]! += points);
    this.lines.push(`>${this.#nicknames[seat - 1]}: ${what} ${signed(points)} ${score}`);
  }

  #line(seat: number, what: string): void {
    this.lines.push(`>${this.#nicknames[seat - 1]}: ${this.#racks[seat - 1]} ${what}`.replace('  ', ' '));
  }

  #note(seat: number, what: string): void {
    this.lines.push(`#note ${this.#nicknames[seat - 1]} ${what}`);
  }

  #written(laid: readonly Placement[], main: string | undefined): string {
    const written = writtenWord(this.#position, laid, main, this.#game.isBlank);
    return `${placeOfWord(written, this.#layout)} ${written.word}`;
  }

  #letters(ids: readonly number[]): string {
    return ids.map((id) => this.#game.letters.get(id) ?? '').join('');
  }
}

const placements = (move: string) => placementsOf(move.split(' '));

/** What the play would bring if all words were in the list; none if it has other faults. */
function pointsWithdrawn(
  { options, board, tiles }: RecordedGame,
  position: Position,
  laid: readonly Placement[],
  errors: readonly string[],
): number | undefined {
  if (!board || !tiles || !errors.every((error) => error.startsWith('wordnotindictionary ')))
    return undefined;
  const held = withTiles(
    emptyHand,
    laid.map(({ id }) => id),
  );
  const rules = ruleSets[options.rules as RuleSetName];
  const terms = { rules, board, tiles, lexicon: undefined, handSize: Number(options.handsize) };
  const judgement = judgePlay(terms, position, held, laid);
  return judgement.legal ? judgement.points : undefined;
}
