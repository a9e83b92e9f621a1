import type { Seat } from '../../../../../core/units.ts';
import { shown } from '../../../tiles/letter.ts';
import type { FileLine, FileMove, FilePlayer } from './file-line.ts';
import { Misread, type Token, tokensIn } from './misread.ts';

const PLACE = /^(?:\d{1,2}[a-z]|[a-z]\d{1,2})$/i;
const POINTS = /^[+-]?\d{1,9}$/;
const WORD = /^[\p{L}\p{M}.()]+$/u;
const TILES = /^[\p{L}\p{M}?]+$/u;

/** Remarks and all. */
const LONGEST = 2000;

const EXPECTED =
  'expected a place and a word, as in 8H WORD, a change, as in -ABC, a pass (-), a play taken back (--), (time), (challenge) or (TILES)';

/** `>NICK: RACK 8H WORD +12 12`, and whatever else stands after a colon. */
export function readLine(text: string, line: number, players: readonly FilePlayer[]): FileLine | Misread {
  if (text.length > LONGEST)
    return new Misread({ line }, `expected at most ${LONGEST} characters for a move; got ${text.length}`);
  const [before, nick = ''] = /^\s*>\s*([^:]*?)\s*:/.exec(text) ?? [];
  if (before === undefined)
    return new Misread({ line, column: 1 }, 'expected the player and a colon, as in >Ada: ABC 8H CAB +16 16');
  const seat = seatOf(nick, players);
  if (seat === undefined) return new Misread({ line, column: 2 }, notOf(players, nick));
  const end = { line, column: text.length + 1 };
  // What stands after the total is a remark.
  const tokens = tokensIn(' '.repeat(before.length) + text.slice(before.length), line);
  const [first] = tokens;
  if (first && !isTiles(first) && !isMove(first) && isMove(tokens[1]))
    return new Misread(first, `expected tiles as letters, with ? for a blank; got ${shown(first.text)}`);
  const [rack, rest] = first && isTiles(first) ? [first, tokens.slice(1)] : [undefined, tokens];
  const read = readMove(rest, rack);
  if (read instanceof Misread) return read;
  const [points, total] = rest.slice(read.length);
  if (!points || !total) return new Misread(points ?? end, `${EXPECTED_POINTS}; got ${got(points)}`);
  const wrong = [points, total].find(({ text }) => !POINTS.test(text));
  if (wrong) return new Misread(wrong, `${EXPECTED_POINTS}; got ${shown(wrong.text)}`);
  const counted = (token: Token) => ({ ...token, value: Number(token.text) });
  return { line, column: 1, seat, rack, points: counted(points), total: counted(total), ...read.move };

  function readMove(
    [first, second]: readonly Token[],
    rack: Token | undefined,
  ): { readonly move: FileMove; readonly length: number } | Misread {
    if (first === undefined) return new Misread(rack ?? end, `${EXPECTED}; got ${got(rack)}`);
    if (PLACE.test(first.text)) {
      if (!second || !WORD.test(second.text))
        return new Misread(
          second ?? end,
          `expected a word after ${first.text}, with a dot for each tile that lies there already; got ${got(second)}`,
        );
      return { move: { is: 'play', place: first, word: second }, length: 2 };
    }
    const move = signOf(first);
    return move ? { move, length: 1 } : new Misread(first, `${EXPECTED}; got ${shown(first.text)}`);
  }
}

const EXPECTED_POINTS = 'expected the points and the total after them, as in +12 40';

const got = (token: Token | undefined) => (token ? shown(token.text) : 'the end of the line');

const isTiles = ({ text }: Token) => TILES.test(text);

function isMove(token: Token | undefined): boolean {
  return token !== undefined && (PLACE.test(token.text) || signOf(token) !== undefined);
}

function signOf(token: Token): FileMove | undefined {
  const { text } = token;
  if (text === '-') return { is: 'pass' };
  if (text === '--') return { is: 'withdrawn' };
  if (/^\(time\)$/i.test(text)) return { is: 'time' };
  if (/^\(challenge\)$/i.test(text)) return { is: 'challenge' };
  const [, count] = /^-(\d{1,3})$/.exec(text) ?? [];
  if (count !== undefined) return { is: 'unseen-change', count: Number(count), letters: partOf(token, 1) };
  if (text.startsWith('-') && TILES.test(text.slice(1))) return { is: 'change', letters: partOf(token, 1) };
  if (/^\(.+\)$/.test(text) && TILES.test(text.slice(1, -1)))
    return { is: 'held', tiles: partOf(token, 1, -1) };
  return undefined;
}

function partOf({ text, line, column }: Token, from: number, to?: number): Token {
  return { text: text.slice(from, to), line, column: column + from };
}

function seatOf(nick: string, players: readonly FilePlayer[]): Seat | undefined {
  // The nickname of one may be the full name of the other.
  for (const key of ['nick', 'name'] as const) {
    const index = players.findIndex((player) => player[key] === nick);
    if (index !== -1) return index + 1;
  }
  return undefined;
}

function notOf(players: readonly FilePlayer[], nick: string): string {
  const [one, other] = players;
  return `expected ${one?.nick} or ${other?.nick}, the players that #player1 and #player2 name (GCG has games of two); got ${shown(nick)}`;
}
