import { counted, cut } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import { BankTimes } from '../line-game/presentation.ts';
import type { LaidTile, MoveLine, Panel, Picture } from '../presentation.ts';
import { boardRows, readBoardText } from './board.ts';
import type { BoggleEvent } from './events.ts';
import { misses } from './judge.ts';
import { pathFinder } from './path-finder.ts';

/** The board with the path of the last word, and the words of each player, the best first. */
export function bogglePicture(seats: number): Picture<BoggleEvent> {
  const words = Array.from({ length: seats }, () => new Map<string, number>());
  const paths = new Map<string, readonly number[]>();
  const banks = new BankTimes();
  let rows: readonly (readonly string[])[] = [];
  let last: { readonly caption: string; readonly path: readonly number[] } | undefined;
  /** The end tells the final points. Until then a word of two players has none. */
  let final: readonly number[] | undefined;
  let isCounted = false;
  let isClassic = false;
  let stock: string | undefined;
  let lines: readonly MoveLine[] = [];

  function board(seat: Seat | undefined): Panel {
    return {
      seat,
      caption: last?.caption ?? 'the board',
      rows,
      path: last?.path ?? [],
      ...(stock && { stock }),
    };
  }

  function show(seat: Seat, [word, points]: Found): void {
    last = { caption: `${seat}: ${word} ${points}`, path: paths.get(word) ?? [] };
  }

  /** The best word of all stays on the board. */
  function takeScores(event: Event<'scores'>): void {
    final = scoresOf(event, seats);
    const best = words.flatMap((found, index) => [...found].map((each) => ({ seat: index + 1, each })));
    const [first] = best.sort((one, other) => byPoints(one.each, other.each));
    if (first) show(first.seat, first.each);
  }

  function takeGuess({ seat, word, points, path, reason }: Event<'guess'>): Panel | undefined {
    if (reason !== undefined)
      lines = [{ seat, word: cut(word, LONGEST_WORD), note: misses[reason], points: 0 }];
    if (path === undefined) return undefined;
    words[seat - 1]!.set(word, points);
    paths.set(word, path);
    show(seat, [word, points]);
    const others = words.filter((found, index) => index !== seat - 1 && found.has(word)).length;
    const note = isClassic && others > 0 ? { note: 'others found it, too' } : {};
    lines = [{ seat, word, ...note, points: others > 0 ? 0 : points, total: scoreOf(seat) }];
    return board(seat);
  }

  function scoreOf(seat: Seat): number {
    return final?.[seat - 1] ?? foundBy(seat).reduce((sum, [, points]) => sum + points, 0);
  }

  function foundBy(seat: Seat): Found[] {
    return isCounted ? [...words[seat - 1]!] : unshared(words, seat);
  }

  function takeFound({ seat, words: found, points }: Event<'found'>): void {
    if (!isCounted) for (const guessed of words) guessed.clear();
    isCounted = true;
    for (const [index, word] of found.entries()) words[seat - 1]!.set(word, points[index] ?? 0);
    const shared = found.filter((_, index) => points[index] === 0);
    const total = points.reduce((sum, each) => sum + each, 0);
    const also = shared.length > 0 ? `, ${shared.length} shared` : '';
    lines = [{ seat, word: `${counted(found.length, 'word')}${also}`, total }];
  }

  function ownOf(seat: Seat): Panel {
    const score = scoreOf(seat);
    const found = foundBy(seat).sort(byPoints);
    const itemOf = ([word, points]: Found) => `${word} ${points}`;
    const list = found.map(itemOf);
    const isShared = ([word]: Found) => words.some((other, index) => index !== seat - 1 && other.has(word));
    const struck = isClassic ? found.filter(isShared).map(itemOf) : [];
    const caption = `${counted(score, 'point')}, ${counted(list.length, 'word')}${banks.of(seat)}`;
    return {
      seat,
      caption,
      rows: [],
      list,
      ...(struck.length > 0 && { struck }),
      score,
      ...banks.clock(seat),
    };
  }

  return {
    take(event) {
      lines = [];
      if (event.type === 'game') isClassic = event.options.rules === 'classic';
      if (event.type === 'board') rows = boardRows(event.rows);
      if (event.type === 'scores') takeScores(event);
      if (event.type === 'turn') stock = `${counted(event.left, 'turn')} left`;
      if (event.type === 'scores') stock = undefined;
      if (event.type === 'turn' || event.type === 'scores') banks.take(event);
      // In a classic game an offender's words are void at once and cost others nothing.
      if (event.type === 'offence' && isClassic) words[event.seat - 1]!.clear();
      if (event.type === 'found') takeFound(event);
      return event.type === 'guess' ? takeGuess(event) : undefined;
    },
    panels: () => [
      ...(rows.length > 0 ? [board(undefined)] : []),
      ...Array.from({ length: seats }, (_, index) => ownOf(index + 1)),
    ],
    moves: () => lines,
    laid: (move) => tilesOf(rows, move),
  };
}

/** The path of a word with its points, such as `WORD 1`. */
function tilesOf(rows: readonly (readonly string[])[], move: string): readonly LaidTile[] {
  const board = readBoardText(rows.map((row) => row.join(' ')).join(' | '));
  const path = board.ok ? pathFinder(board.value).pathOf(move.split(' ')[0]!) : undefined;
  return (path ?? []).map((cell) => ({ cell, letter: rows.flat()[cell]! }));
}

/** A guess from outside may have any length. */
const LONGEST_WORD = 40;

type Event<Type> = BoggleEvent & { readonly type: Type };

type Found = [word: string, points: number];

function unshared(words: readonly ReadonlyMap<string, number>[], seat: Seat): Found[] {
  const others = words.filter((_, index) => index !== seat - 1);
  const isShared = (word: string) => others.some((found) => found.has(word));
  return [...words[seat - 1]!].map(([word, points]) => [word, isShared(word) ? 0 : points]);
}

/** Words without points are sorted by length. */
function byPoints([word, points]: Found, [other, less]: Found): number {
  return less - points || other.length - word.length || (word < other ? -1 : 1);
}

function scoresOf({ seats, scores }: Event<'scores'>, count: number): number[] {
  const all = new Array<number>(count).fill(0);
  for (const [index, seat] of seats.entries()) all[seat - 1] = scores[index] ?? 0;
  return all;
}
