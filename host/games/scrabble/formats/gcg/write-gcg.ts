import type { EventsWith } from '../../../platform-events.ts';
import type { WrittenForm } from '../../../written-form.ts';
import type { ScrabbleEvent } from '../../events.ts';
import type { EndReason } from '../../in-words.ts';
import { shownTwice } from '../../rules/rack.ts';
import { columnsHaveLetters } from '../../shown/named-places.ts';
import { recordedGame } from '../../shown/recorded-game.ts';
import { MoveLines } from './moves.ts';
import { nicknames } from './nicknames.ts';

const BEGINNING = '#character-encoding UTF-8\n';

/** A game of two on a board whose columns have letters, as other programs read it. */
export const gcg: WrittenForm<ScrabbleEvent> = {
  what: 'game in GCG',
  beginning: BEGINNING,
  write(events, { exact }) {
    const [game] = events;
    if (game?.type !== 'game') return { ok: false, problem: 'it has no beginning' };
    const { players } = game;
    if (players.length !== 2)
      return { ok: false, problem: `GCG has games of two players; this one has ${players.length}` };
    const layout = events.find((event) => event.type === 'board')?.layout;
    if (layout === undefined) return { ok: false, problem: 'this game ended before it began' };
    if (layout === null || !columnsHaveLetters({ width: layout.rows[0]?.length ?? 0 }))
      return { ok: false, problem: 'GCG has boards with up to 26 columns; this one is wider, or has no end' };
    const played = recordedGame(game.options);
    const twice = played.tiles && shownTwice(played.tiles);
    if (twice !== undefined)
      return { ok: false, problem: `GCG has letters alone; these tiles have two kinds for ${twice}` };
    // Other programs take it that player 1 has moved first.
    const seats = events.find(isTurn)?.seat === 2 ? [2, 1] : [1, 2];
    const inOrder = nicknames(seats.map((seat) => players[seat - 1]!.name));
    const names = players.map((_, index) => inOrder[seats.indexOf(index + 1)]!);
    const { x, y, rows } = layout;
    const whole = { x, y, width: rows[0]?.length ?? 0, height: rows.length };
    const moves = new MoveLines(names, played, { seats, layout: whole, exact });
    for (const event of events) moves.take(event);
    const list = inOneLine(lexiconName(game.dictionary.name));
    const isKnown = exact || knownLists.test(list);
    const head = [
      ...seats.map(
        (seat, index) => `#player${index + 1} ${names[seat - 1]} ${inOneLine(players[seat - 1]!.name)}`,
      ),
      `#id wordhost ${game.id}`,
      ...(isKnown ? [`#lexicon ${list}`] : []),
      ...(ended(events) ? [] : ['#incomplete']),
    ];
    const lines = isKnown ? moves.lines : withNote(moves.lines, `the word list: ${list}`);
    return { ok: true, text: `${BEGINNING}${[...head, ...lines].join('\n')}\n` };
  },
};

type Turn = { readonly type: 'play' | 'change' | 'pass' | 'timeout' };

const isTurn = (event: EventsWith<ScrabbleEvent>): event is EventsWith<ScrabbleEvent> & Turn =>
  ['play', 'change', 'pass', 'timeout'].includes(event.type);

/** Those that MAGPIE, macondo and Quackle have, with the year or the edition. They refuse a game with another. */
const knownLists =
  /^(?:America|(?:CEL|CSW|DISC|ECWL|FILE|FISE|FRA|NSF|NWL|ODS|OSPD|OSPS|OSWI|OTCWL|OWL|RD|TWL)\d*)$/i;

/** A note belongs to the move before it, and some programs keep one alone. */
function withNote(lines: readonly string[], note: string): readonly string[] {
  const last = lines.at(-1);
  if (last === undefined) return lines;
  return last.startsWith('#note ')
    ? [...lines.slice(0, -1), `${last}; ${note}`]
    : [...lines, `#note ${note}`];
}

/** `#lexicon` is a name, and a list may be a file anywhere. */
function lexiconName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const playedToTheEnd: readonly string[] = ['played-out', 'scoreless', 'passed-out'] satisfies EndReason[];

/** A game that was stopped has scores, too. */
function ended(events: readonly EventsWith<ScrabbleEvent>[]): boolean {
  const end = events.find((event) => event.type === 'end');
  return events.some(({ type }) => type === 'scores') && (!end || playedToTheEnd.includes(end.result.reason));
}
