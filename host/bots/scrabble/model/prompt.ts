import { NO_SQUARE } from '../../../games/scrabble/board/board.ts';
import {
  columnsHaveLetters,
  extent,
  meaningOf,
  multiplierOf,
  namesOf,
  placeOfWord,
  type Rectangle,
  squareName,
} from '../../../games/scrabble/board/squares.ts';
import { squareAlong, writtenWord } from '../../../games/scrabble/formats/move-notation.ts';
import { emptyPosition } from '../../../games/scrabble/judge/position.ts';
import { rackLetters, rackText } from '../../../games/scrabble/tiles/bag.ts';
import { isBlank, writtenLetter } from '../../../games/scrabble/tiles/tile-set.ts';
import type { Introduction } from '../../../games/scrabble/wire/greeting.ts';
import type { Notice, Placement } from '../../../games/scrabble/wire/messages.ts';
import type { Choice } from '../strategy.ts';

/** A game of Scrabble as its player knows it before a turn. */
type Known = Pick<Choice, 'terms' | 'position' | 'held' | 'inBag' | 'scores'>;

/** The rules of this game in at most fifteen lines. Names of players are left out, because others chose them. */
export function describeRules(told: Introduction, { terms }: Pick<Known, 'terms'>): string {
  const { rules, board, tiles, handSize, lexicon } = terms;
  const { layout, center } = board;
  const letters = rackLetters(tiles);
  const kinds = tiles.tiles.map(({ id, faces, count }) => {
    const number = told.brief ? '' : `x${count}`;
    return `${letters.get(id)}=${faces[0]!.points}${number}`;
  });
  const hasNames = layout !== undefined && columnsHaveLetters(layout);
  const place = hasNames ? '8H WORD' : '0,0 across WORD';
  return [
    `You play a game of Scrabble. You are player ${told.player} of ${told.names.length}; player ${told.first} begins.`,
    hasNames
      ? `Board: ${layout.width} by ${layout.height} squares, columns A to ${squareName(layout.x + layout.width - 1, layout.y, layout)[0]} from left to right, rows 1 to ${layout.height} from top to bottom.`
      : `Board: squares have coordinates x,y: x grows to the right, y grows down. ${layout ? `It has ${layout.width} by ${layout.height} squares.` : 'It has no edges.'}`,
    `Tiles, as letter=points${told.brief ? '' : ' and x with their number'} (? is a blank): ${kinds.join(' ')}. A hand has ${handSize}.`,
    `A play lays tiles in one row or column without gaps. ${rules.laterTouch ? 'It must touch tiles that lie on the board.' : 'It may lie anywhere.'}`,
    `The first play has at least ${rules.firstWordLength} tile${rules.firstWordLength === 1 ? '' : 's'}${rules.firstOverCenter ? ` and covers ${squareName(center[0], center[1], layout)}` : ''}.`,
    `${rules.words === 'all' ? 'Every new word of two letters or more, across and down,' : 'The word along the play'} must be in the word list${lexicon ? ` (${lexicon.words} words)` : ', which has all words'}.`,
    rules.score === 'squares'
      ? 'A play brings the points of the tiles of each new word, times the premium squares that this play covers. A blank counts its own points.'
      : 'A play brings as many points as its word has letters.',
    rules.bonus > 0
      ? `A play of all ${handSize} tiles of a hand brings ${rules.bonus} more points.`
      : 'There is no bonus for a long play.',
    rules.change === 'never'
      ? 'Tiles cannot be exchanged.'
      : `Instead of a play you may exchange tiles if the bag has at least ${rules.change === 'hand-size' ? `${handSize} tiles` : 'as many tiles'}, or pass.`,
    'A move that breaks a rule is refused and brings nothing.',
    `${ends[rules.quietEnd]} ${leftovers[rules.leftover]}`,
    `Answer with one JSON object and nothing after it: {"move": "${place}"}, ${rules.change === 'never' ? '' : '{"move": "exchange ABC"}, '}{"move": "pass"}.`,
    hasNames
      ? 'Row first (8H) is a word across, column first (H8) a word down, from its first letter.'
      : 'Write x,y of the first letter, then across or down.',
    'Write the whole word, with the letters that lie on the board. A blank is a small letter.',
  ].join('\n');
}

const ends = {
  scoreless: 'The game ends when the bag and a hand are empty, or after three turns of each without points.',
  playless: 'The game ends when the bag and a hand are empty, or after three turns of each without a play.',
  'one-more':
    'The game ends when the bag and a hand are empty, or when a turn without points has been followed by another turn.',
} as const;

const leftovers = {
  'lost-and-gained': 'Then each loses the points of its tiles, and who went out gains them.',
  'each-kind-once': 'Then each loses the points of each kind of its tiles once.',
  nothing: '',
} as const;

/** The position before a turn: board, premium squares, rack, scores, bag and the last plays. */
export function describePosition(told: Introduction, game: Known, moves: readonly string[] = []): string {
  const { position, terms, scores, inBag, held } = game;
  const seen = windowOf(game);
  const { columnNames, rowNames } = coordinates(game, seen);
  const wide = Math.max(...columnNames.map(({ length }) => length));
  const margin = Math.max(...rowNames.map(({ length }) => length));
  const rows = rowNames.map((name, row) =>
    [name.padStart(margin), ...columnNames.map((_, column) => signAt(seen.x + column, seen.y + row))]
      .map((sign, index) => (index === 0 ? sign : sign.padStart(wide)))
      .join(' '),
  );
  function signAt(x: number, y: number): string {
    const tile = position.tileAt(x, y);
    if (tile) return writtenLetter(terms.tiles, tile);
    return terms.board.squareAt(x, y) === NO_SQUARE ? '#' : '.';
  }
  return [
    `Board (a letter is a tile, a small letter a blank, . a free square${rows.some((row) => row.includes('#')) ? ', # no square' : ''}):`,
    [' '.repeat(margin), ...columnNames.map((name) => name.padStart(wide))].join(' '),
    ...rows,
    'Premium squares that are free:',
    ...premiumLines(game, seen),
    `Your tiles: ${rackText(held, rackLetters(terms.tiles)) || 'none'}`,
    `Points: ${scores.map((points, index) => `player ${index + 1}${index + 1 === told.player ? ' (you)' : ''} ${points}`).join(', ')}`,
    `Tiles in the bag: ${inBag}`,
    ...(moves.length > 0 ? [`Last moves: ${moves.join('; ')}`] : []),
  ].join('\n');
}

/** Around the tiles of a board without edges. */
const AROUND = 8;
const MOST_SIDE = 60;

function windowOf({ terms: { board }, position }: Known): Rectangle {
  if (board.layout && board.layout.width <= MOST_SIDE && board.layout.height <= MOST_SIDE)
    return board.layout;
  const [x, y] = board.center;
  const tiles = [{ x, y }, ...position.tiles()];
  const last = tiles.at(-1)!;
  const [left, width] = extent(
    tiles.map((tile) => tile.x),
    { around: last.x, margin: AROUND, most: MOST_SIDE },
  );
  const [top, height] = extent(
    tiles.map((tile) => tile.y),
    { around: last.y, margin: AROUND, most: MOST_SIDE },
  );
  return { x: left, y: top, width, height };
}

function coordinates({ terms: { board } }: Known, seen: Rectangle) {
  if (board.layout === seen && columnsHaveLetters(seen)) return namesOf(seen, true);
  return {
    columnNames: Array.from({ length: seen.width }, (_, column) => String(seen.x + column)),
    rowNames: Array.from({ length: seen.height }, (_, row) => String(seen.y + row)),
  };
}

function premiumLines({ terms: { board }, position }: Known, seen: Rectangle): string[] {
  const squares = new Map<string, string[]>();
  for (let y = seen.y; y < seen.y + seen.height; y++)
    for (let x = seen.x; x < seen.x + seen.width; x++) {
      const kind = board.kindOf(board.squareAt(x, y));
      if (!kind || position.tileAt(x, y)) continue;
      const meaning = effectOf(kind);
      if (meaning === 'single') continue;
      const found = squares.get(meaning) ?? [];
      squares.set(meaning, found);
      found.push(squareName(x, y, board.layout));
    }
  if (squares.size === 0) return ['none'];
  return [...squares].sort().map(([meaning, names]) => `${meaning}: ${names.join(' ')}`);
}

function effectOf(kind: Parameters<typeof multiplierOf>[0]): string {
  const meaning = meaningOf(kind);
  const found = multiplierOf(kind);
  if (meaning !== 'by its program') return meaning;
  if (found) return `letter times ${found.letter}, word times ${found.word}`;
  return `points by the program ${kind.functions.map(({ program }) => program).join(' then ')}`;
}

/** The moves of all players, as people write them. */
export class PastMoves {
  readonly #told: Introduction;
  readonly #all: string[] = [];
  #position = emptyPosition;

  constructor(told: Introduction) {
    this.#told = told;
  }

  last(most: number): readonly string[] {
    return most === 0 ? [] : this.#all.slice(-most);
  }

  hear(notice: Notice): void {
    const text = this.#textOf(notice);
    if (text !== undefined) this.#all.push(text);
  }

  #textOf(notice: Notice): string | undefined {
    const { player } = this.#told;
    switch (notice.type) {
      case 'playsuccess':
        return this.#play(player, notice.placements, notice.points);
      case 'played':
        return this.#play(notice.player, notice.placements, notice.points);
      case 'playfailed':
        return `player ${notice.player} made an illegal play`;
      case 'failed':
        return `player ${player} made an illegal move`;
      case 'passed':
        return `player ${notice.player} passed`;
      case 'changed':
        return `player ${notice.player} exchanged ${notice.tiles}`;
      case 'changesuccess':
        return `player ${player} exchanged ${notice.drawn.reduce((sum, { count }) => sum + count, 0)}`;
      case 'timeout':
        return `player ${notice.player} ran out of time`;
      case 'forfeited':
        return `player ${notice.player} left the game`;
      case 'gameover':
      case 'start':
      case 'bank':
      case 'bag':
      case 'turn':
      case 'error':
        return undefined;
      default:
        return notice satisfies never;
    }
  }

  #play(player: number, placements: readonly Placement[], points: number): string {
    const before = this.#position;
    this.#position = before.with(placements);
    if (placements.length === 0) return `player ${player} got ${points} points`;
    const { tiles, board } = this.#told;
    const written = writtenWord(before, placements, undefined, (id) => isBlank(tiles, id));
    const letters = [...written.word].map((_, index) => {
      const { x, y } = squareAlong(written, index);
      return writtenLetter(tiles, this.#position.tileAt(x, y)!);
    });
    return `player ${player} ${placeOfWord(written, board.layout)} ${letters.join('')} for ${points}`;
  }
}
