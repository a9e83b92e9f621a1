import { refused } from '../../../core/reading.ts';
import { visible } from '../../../core/text.ts';
import type { Seat } from '../../../core/units.ts';
import type { EventsWith } from '../../events.ts';
import type { WrittenForm } from '../../presentation.ts';
import { columnsHaveLetters, placeOfWord, type Rectangle } from '../board/squares.ts';
import { type EndReason, faultIn, isRetried, type ScrabbleEvent } from '../events.ts';
import { writtenWord } from '../formats/move-notation.ts';
import { judgePlay } from '../judge/judge-move.ts';
import { emptyPosition, type Position } from '../judge/position.ts';
import { scrabbleOptions } from '../options.ts';
import { type RecordedGame, recordedGame } from '../picture.ts';
import { type RuleSetName, ruleSets } from '../rule-sets.ts';
import { ambiguousLetter, emptyHand, withTiles } from '../tiles/bag.ts';
import { type Placement, placementsOf } from '../wire/messages.ts';
import { DESCRIBED, signed } from './gcg-file.ts';

const BEGINNING = '#character-encoding UTF-8\n';

/** Writes a game of two on a board whose columns have letters. */
export const gcg: WrittenForm<ScrabbleEvent> = {
  what: 'game in GCG',
  beginning: BEGINNING,
  write(events, { exact, noteOn }) {
    const [game] = events;
    if (game?.type !== 'game') return refused('its start is missing');
    const fault = faultIn(events);
    if (fault !== undefined) return refused(fault);
    const { players } = game;
    if (players.length !== 2)
      return refused(`GCG supports games of two players; this game has ${players.length}`);
    const layout = events.find((event) => event.type === 'board')?.layout;
    if (layout === undefined) return refused('this game ended before the first turn');
    if (layout === null || !columnsHaveLetters({ width: layout.rows[0]?.length ?? 0 }))
      return refused('GCG supports boards of up to 26 columns; this board is wider or infinite');
    const played = recordedGame(game.options);
    if (game.options.alphabet === 'permuted')
      return { ok: false, problem: 'GCG supports the usual letters; those of this game are permuted' };
    const twice = played.tiles && ambiguousLetter(played.tiles);
    if (twice !== undefined)
      return refused(
        `GCG supports one kind of tile for each letter; these tiles have two kinds for ${twice}`,
      );
    // Other programs expect that player 1 moves first.
    const [before] = events.find((event) => event.type === 'position')?.moves ?? [];
    const seats = (before ?? events.find(isTurn))?.seat === 2 ? [2, 1] : [1, 2];
    const inOrder = nicknames(seats.map((seat) => players[seat - 1]!.name));
    const names = players.map((_, index) => inOrder[seats.indexOf(index + 1)]!);
    const { x, y, rows } = layout;
    const whole = { x, y, width: rows[0]?.length ?? 0, height: rows.length };
    const moves = new MoveLines(names, played, { seats, layout: whole, exact });
    for (const [index, event] of events.entries()) {
      moves.take(event);
      const note = noteOn?.(index);
      if (note !== undefined) moves.note(note);
    }
    // `#lexicon` is a name, but a list may be a file anywhere.
    const list = inOneLine(
      game.dictionary.name.slice(game.dictionary.name.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, ''),
    );
    const isKnown = exact || knownLists.test(list);
    const head = [
      ...seats.map(
        (seat, index) => `#player${index + 1} ${names[seat - 1]} ${inOneLine(players[seat - 1]!.name)}`,
      ),
      ...variantLines(played),
      `#id wordhost ${game.id}`,
      ...(isKnown ? [`#lexicon ${list}`] : []),
      ...(ended(events) ? [] : ['#incomplete']),
    ];
    const lines = isKnown ? moves.lines : withNote(moves.lines, `the word list: ${list}`);
    return { ok: true, text: `${BEGINNING}${[...head, ...lines].map(visible).join('\n')}\n` };
  },
};

/** Lines about unusual rules for other programs and an import. */
function variantLines({
  options: { rules, handsize },
  boardName,
  tilesName,
}: RecordedGame): readonly string[] {
  const { rules: usualRules, handsize: usualSize } = scrabbleOptions;
  const options = [
    ...(rules === usualRules.default ? [] : [`--rules ${rules}`]),
    ...(handsize === String(usualSize.default) ? [] : [`--handsize ${handsize}`]),
  ];
  return [
    ...(options.length === 0 ? [] : [`#description ${DESCRIBED}${options.join(' ')}`]),
    ...(boardName === ruleSets.tournament.board ? [] : [`#board-layout ${boardName}`]),
    ...(tilesName === ruleSets.tournament.tiles ? [] : [`#tile-distribution ${tilesName}`]),
  ];
}

type Turn = { readonly type: 'play' | 'change' | 'pass' | 'timeout' };

const isTurn = (event: EventsWith<ScrabbleEvent>): event is EventsWith<ScrabbleEvent> & Turn =>
  ['play', 'change', 'pass', 'timeout'].includes(event.type);

/** Lists of MAGPIE, macondo and Quackle, with year or edition. They refuse games with other lists. */
const knownLists =
  /^(?:America|(?:CEL|CSW|DISC|ECWL|FILE|FISE|FRA|NSF|NWL|ODS|OSPD|OSPS|OSWI|OTCWL|OWL|RD|TWL)\d*)$/i;

/** A note belongs to the move before it, and some programs keep only one. */
function withNote(lines: readonly string[], note: string): readonly string[] {
  const last = lines.at(-1);
  if (last === undefined) return lines;
  return last.startsWith('#note ')
    ? [...lines.slice(0, -1), `${last}; ${note}`]
    : [...lines, `#note ${note}`];
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const playedToTheEnd: readonly string[] = ['played-out', 'scoreless', 'passed-out'] satisfies EndReason[];

/** An interrupted game has scores, too. */
function ended(events: readonly EventsWith<ScrabbleEvent>[]): boolean {
  const end = events.find((event) => event.type === 'end');
  return events.some(({ type }) => type === 'scores') && (!end || playedToTheEnd.includes(end.result.reason));
}

type Events = EventsWith<ScrabbleEvent>;
type Of<Type> = Events & { readonly type: Type };

interface PlayerEnd {
  readonly seat: Seat;
  readonly score: number;
  readonly points: number;
  readonly rack: string;
}

interface GcgStyle {
  /** In the order of the file. */
  readonly seats: readonly Seat[];
  readonly layout: Rectangle;
  readonly exact: boolean;
}

/** Writes the moves of a game of two from its events. */
class MoveLines {
  readonly lines: string[] = [];
  readonly #nicknames: readonly string[];
  readonly #game: RecordedGame;
  readonly #seats: readonly Seat[];
  readonly #layout: Rectangle;
  readonly #exact: boolean;
  /** Refused moves of this turn, after which it went on. */
  #retried: string[] = [];
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
    if ((event.type === 'play' || event.type === 'change') && isRetried(event)) {
      this.#retried.push(event.errors!.join('; '));
      return;
    }
    this.#takeTurn(event);
    if (!isTurn(event) || this.#retried.length === 0) return;
    this.note(`${this.#nicknames[event.seat - 1]} tried before: ${this.#retried.join('; ')}`);
    this.#retried = [];
  }

  #takeTurn(event: Events): void {
    if (event.type === 'position') this.#begin(event);
    else if (event.type === 'deal') this.#racks[event.seat - 1] = event.rack;
    else if (event.type === 'play')
      event.errors === undefined ? this.#play(event) : this.#refused(event, event.errors);
    else if (event.type === 'change')
      event.errors === undefined
        ? this.#change(event)
        : this.#pass(event.seat, `its change was refused: ${event.errors.join('; ')}`);
    else if (event.type === 'pass') this.#pass(event.seat, event.why && 'its hand was empty');
    else if (event.type === 'timeout') this.#pass(event.seat, 'its time ran out');
    else if (event.type === 'forfeit') this.#note(event.seat, 'forfeits');
    else if (event.type === 'gone') this.#note(event.seat, `is gone: ${event.cause}`);
    else if (event.type === 'caught')
      this.#note(event.seat, `is out: ${event.offence.kind} ${event.offence.rule}`);
    else if (event.type === 'scores') this.#end(event);
  }

  /** GCG has no initial positions, so moves that lead to it come first. */
  #begin({ moves }: Of<'position'>): void {
    for (const { seat, move, points } of moves) {
      const score = (this.#scores[seat - 1]! += points);
      const laid = move === '' ? [] : placements(move);
      const what = laid.length === 0 ? '-' : this.#written(laid, undefined);
      this.#racks[seat - 1] = this.#letters(laid.map(({ id }) => id));
      this.#line(seat, `${what} ${signed(points)} ${score}`);
      this.#position = this.#position.with(laid);
    }
    if (moves.length > 0)
      this.lines.push('#note the game starts here, from a position: no player made the moves above');
  }

  /** Adds to the last move. */
  note(text: string): void {
    this.lines.splice(0, this.lines.length, ...withNote(this.lines, inOneLine(text)));
  }

  #play({ seat, move, points, words, score, rack }: Of<'play'> & { readonly errors?: undefined }): void {
    const laid = placements(move);
    this.#line(seat, `${this.#written(laid, words[0])} ${signed(points)} ${score}`);
    this.#position = this.#position.with(laid);
    this.#scores[seat - 1] = score;
    this.#racks[seat - 1] = rack;
  }

  /** A play with an invalid word is withdrawn. Other errors cannot be written. */
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

  #pass(seat: number, why: string | undefined): void {
    this.#line(seat, `- +0 ${this.#scores[seat - 1]}`);
    if (why !== undefined) this.#note(seat, `passes: ${why}`);
  }

  #end({ scores, seats, pointsOff = [] }: Of<'scores'>): void {
    const inOrder = this.#seats.filter((seat) => seats.includes(seat));
    const ends = inOrder.map((seat) => {
      const off = pointsOff[seat - 1] ?? 0;
      const score = scores[seats.indexOf(seat)] ?? 0;
      return {
        seat,
        off,
        score,
        points: score + off - this.#scores[seat - 1]!,
        rack: this.#racks[seat - 1]!,
      };
    });
    const remark = this.#addHeld(ends);
    // MAGPIE requires these lines at the end, and two blanks for an empty rack.
    for (const { seat, off, rack } of ends) if (off > 0) this.#addTo(seat, `${rack} (time)`, -off);
    if (remark !== undefined) this.lines.push(remark);
  }

  /** Adds points for remaining tiles, and a note if the file counts them differently. */
  #addHeld(ends: readonly PlayerEnd[]): string | undefined {
    const [out, other] = [ends.find(({ rack }) => rack === ''), ends.find(({ rack }) => rack !== '')];
    if (!this.#exact && out && other && out.points !== 0 && out.points === -other.points) {
      // The usual way has the same difference.
      this.#addTo(out.seat, `(${other.rack})`, 2 * out.points);
      const counts = [out, other].map(
        ({ seat, points, score }) => `${this.#nicknames[seat - 1]} ${signed(points)}, ${score} in total`,
      );
      return `#note this host counts: ${counts.join('; ')}`;
    }
    for (const { seat, points, rack } of ends)
      if (points !== 0)
        this.#addTo(seat, rack === '' ? `(${this.#racks[2 - seat]})` : `${rack} (${rack})`, points);
    return undefined;
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

/** The points of a play without checking words. Undefined with other errors. */
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

/** Readers accept and terminals show names of this length. */
const LONGEST = 30;

/** Distinct names without spaces, which begin each move. */
export function nicknames(names: readonly string[]): readonly string[] {
  const short = names.map(
    (name, index) =>
      name
        .replaceAll(/[^\p{L}\p{Nd}]+/gu, '_')
        .replaceAll(/^_|_$/g, '')
        .slice(0, LONGEST) || `player_${index + 1}`,
  );
  return short.map((name, index) => (short.indexOf(name) === index ? name : `${name}_${index + 1}`));
}
