import type { Seat } from '../../../core/units.ts';
import { shown } from '../tiles/tile-set.ts';

/** A file as written, without any judgment. */
export interface GcgFile {
  readonly players: readonly FilePlayer[];
  readonly lines: readonly FileLine[];
  readonly pragmas: readonly Pragma[];
  /** The last meaningful line. */
  readonly end: FilePosition;
}

export function readFile(lines: readonly string[]): GcgFile | FileProblem {
  const players: FilePlayer[] = [];
  const read: FileLine[] = [];
  const pragmas: Pragma[] = [];
  let end = 1;
  let isText = false;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (text.trim() === '') continue;
    end = line;
    if (text.trimStart().startsWith('>')) {
      isText = false;
      if (players.length < 2) return new FileProblem({ line }, tooFew(players));
      const written = readLine(text, line, players);
      if (written instanceof FileProblem) return written;
      const seat = written.seat ?? seatByTurns(written, read);
      if (seat === undefined) return new FileProblem({ line, column: 2 }, notApart(written.nick));
      read.push(withPointsOff({ ...written, seat }, read.at(-1)));
    } else if (text.startsWith('#') || text.startsWith('\ufeff#')) {
      const pragma = readPragma(text, line);
      // These pragmas may continue on further lines.
      isText = pragma.name === 'note' || pragma.name === 'description';
      const problem = pragma.name.startsWith('player') ? takePlayer(pragma, players) : undefined;
      if (problem) return problem;
      pragmas.push(pragma);
    } else if (!isText) {
      return new FileProblem(
        { line, column: 1 },
        `expected a line that starts with # or >; got ${shown(text.trim())}`,
      );
    }
  }
  if (players.length < 2) return new FileProblem({ line: end }, tooFew(players));
  return { players, lines: read, pragmas, end: { line: end } };
}

/** Quackle once wrote `-- +0` with the total from before the play. */
function withPointsOff(line: FileLine, before: FileLine | undefined): FileLine {
  if (line.is !== 'withdrawn' || line.points.value !== 0 || before?.is !== 'play') return line;
  if (line.total.value !== before.total.value - before.points.value) return line;
  return { ...line, points: { ...line.points, value: -before.points.value } };
}

function readPragma(text: string, line: number): Pragma {
  const [, name = '', rest = ''] = /^\ufeff?#\s*(\S*)\s*(.*?)\s*$/su.exec(text) ?? [];
  return { line, column: 1, name: name.toLowerCase(), text: rest };
}

function takePlayer({ name, text, line, column }: Pragma, players: FilePlayer[]): FileProblem | undefined {
  const wanted = `player${players.length + 1}`;
  if (name !== wanted || players.length === 2) {
    const expected = players.length === 2 ? 'only two players' : `#${wanted}`;
    return new FileProblem(
      { line, column },
      `expected ${expected}; got #${name} (GCG has games of two players)`,
    );
  }
  if (text.length > LONGEST)
    return new FileProblem(
      { line },
      `expected at most ${LONGEST} characters for a player; got ${text.length}`,
    );
  const [nick, ...names] = text.split(/\s+/);
  if (!nick) return new FileProblem({ line, column }, `expected #${wanted} NICK FULL NAME; got no name`);
  players.push({ nick, name: names.join(' ') || nick });
  return undefined;
}

function tooFew(players: readonly FilePlayer[]): string {
  return `expected #player${players.length + 1} NICK FULL NAME before the first move, such as #player1 Ada Ada Lovelace`;
}

export interface FilePlayer {
  /** The name before its moves. */
  readonly nick: string;
  readonly name: string;
}

/** A contradiction in a file, and the value that counts. */
export interface Contradiction {
  readonly problem: FileProblem;
  readonly instead: string;
}

const notApart = (nick: string) =>
  `both players have the nickname ${shown(nick)}, and neither turns nor totals show whose line this is`;

/** Finds the player if both have one nickname: moves alternate, and other points fit one total. */
function seatByTurns(line: WrittenLine, before: readonly FileLine[]): Seat | undefined {
  switch (line.is) {
    case 'withdrawn':
      return before.at(-1)?.seat;
    case 'play':
    case 'change':
    case 'unseen-change':
    case 'pass':
      return 3 - (before.findLast(isTurn)?.seat ?? 2);
    default: {
      const totalOf = (seat: Seat) => before.findLast((each) => each.seat === seat)?.total.value ?? 0;
      const seats = [1, 2].filter((seat) => totalOf(seat) + line.points.value === line.total.value);
      return seats.length === 1 ? seats[0] : undefined;
    }
  }
}

const isTurn = ({ is }: FileLine) => ['play', 'change', 'unseen-change', 'pass'].includes(is);

export type FileLine = WrittenLine & { readonly seat: Seat };

type WrittenLine = FilePosition & {
  readonly nick: string;
  /** Undefined if both players have this name. */
  readonly seat: Seat | undefined;
  /** An invalid rack. */
  readonly wrongRack: FileProblem | undefined;
  /** Known tiles before the move. */
  readonly rack: Token | undefined;
  readonly points: Counted;
  /** The total after the move. */
  readonly total: Counted;
} & FileMove;

type FileMove =
  | { readonly is: 'play'; readonly place: Token; readonly word: Token }
  /** The previous play is withdrawn. */
  | { readonly is: 'withdrawn' }
  | { readonly is: 'change'; readonly letters: Token }
  /** An exchange of unknown tiles. */
  | { readonly is: 'unseen-change'; readonly count: number; readonly letters: Token }
  | { readonly is: 'pass' }
  /** Points for a failed challenge. */
  | { readonly is: 'challenge' }
  | { readonly is: 'time' }
  /** Points for remaining tiles: those of the opponent, or minus its own. */
  | { readonly is: 'held'; readonly tiles: Token };

interface Counted extends Token {
  readonly value: number;
}

/** A `#` line other than those about players. */
export interface Pragma extends FilePosition {
  readonly name: string;
  readonly text: string;
}

const PLACE = /^(?:\d{1,2}[a-z]|[a-z]\d{1,2})$/i;
const POINTS = /^[+-]?\d{1,9}$/;
const WORD = /^[\p{L}\p{M}.()]+$/u;
const TILES = /^[\p{L}\p{M}?]+$/u;

/** The limit of a line with its remark. */
const LONGEST = 2000;

const EXPECTED =
  'expected a play such as 8H WORD, a change such as -ABC, a pass (-), a withdrawn play (--), (time), (challenge) or (TILES)';

/** Reads `>NICK: RACK 8H WORD +12 12`, and other lines with a colon. */
function readLine(text: string, line: number, players: readonly FilePlayer[]): WrittenLine | FileProblem {
  if (text.length > LONGEST)
    return new FileProblem({ line }, `expected at most ${LONGEST} characters for a move; got ${text.length}`);
  const [before, nick = ''] = /^\s*>\s*([^:]*?)\s*:/.exec(text) ?? [];
  if (before === undefined)
    return new FileProblem(
      { line, column: 1 },
      'expected the player and a colon, such as >Ada: ABC 8H CAB +16 16',
    );
  const seats = seatsOf(nick, players);
  if (seats.length === 0) return new FileProblem({ line, column: 2 }, notOf(players, nick));
  const end = { line, column: text.length + 1 };
  // Text after the total is a remark.
  const tokens = tokensIn(' '.repeat(before.length) + text.slice(before.length), line);
  const [first] = tokens;
  const wrongRack =
    first && !isTiles(first) && !isMove(first) && isMove(tokens[1])
      ? new FileProblem(first, `expected tiles as letters, with ? for a blank; got ${shown(first.text)}`)
      : undefined;
  const rack = first && isTiles(first) ? first : undefined;
  const rest = rack || wrongRack ? tokens.slice(1) : tokens;
  const read = readMove(rest, rack);
  if (read instanceof FileProblem) return read;
  const [points, total] = rest.slice(read.length);
  if (!points || !total) return new FileProblem(points ?? end, `${EXPECTED_POINTS}; got ${got(points)}`);
  const wrong = [points, total].find(({ text }) => !POINTS.test(text));
  if (wrong) return new FileProblem(wrong, `${EXPECTED_POINTS}; got ${shown(wrong.text)}`);
  const counted = (token: Token) => ({ ...token, value: Number(token.text) });
  const seat = seats.length === 1 ? seats[0] : undefined;
  return {
    line,
    column: 1,
    nick,
    seat,
    rack,
    wrongRack,
    points: counted(points),
    total: counted(total),
    ...read.move,
  };

  function readMove(
    [first, second]: readonly Token[],
    rack: Token | undefined,
  ): { readonly move: FileMove; readonly length: number } | FileProblem {
    if (first === undefined) return new FileProblem(rack ?? end, `${EXPECTED}; got ${got(rack)}`);
    if (PLACE.test(first.text)) {
      if (!second || !WORD.test(second.text))
        return new FileProblem(
          second ?? end,
          `expected a word after ${first.text}, with a dot for each tile that is already on the board; got ${got(second)}`,
        );
      return { move: { is: 'play', place: first, word: second }, length: 2 };
    }
    const move = signOf(first);
    return move ? { move, length: 1 } : new FileProblem(first, `${EXPECTED}; got ${shown(first.text)}`);
  }
}

const EXPECTED_POINTS = 'expected the points and the total, such as +12 40';

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

function seatsOf(nick: string, players: readonly FilePlayer[]): readonly Seat[] {
  const seatsWith = (key: keyof FilePlayer) =>
    players.flatMap((player, index) => (player[key] === nick ? index + 1 : []));
  // The nickname of one may be the full name of the other.
  const byNick = seatsWith('nick');
  return byNick.length > 0 ? byNick : seatsWith('name');
}

function notOf(players: readonly FilePlayer[], nick: string): string {
  const [one, other] = players;
  return `expected ${one?.nick} or ${other?.nick}, the players of #player1 and #player2 (GCG has games of two players); got ${shown(nick)}`;
}

/** A hundred times as much as a game with a note for each move. */
const MOST_BYTES = 2 ** 20;

const LINE_ENDS = /\r\n|\n|\r/;
const UTF_8_MARK = [0xef, 0xbb, 0xbf];

/** Decodes a file as ISO 8859-1, unless it declares or shows UTF-8. */
export function linesOfFile(bytes: Uint8Array): readonly string[] | FileProblem {
  if (bytes.length > MOST_BYTES)
    return new FileProblem(
      { line: 1 },
      `expected a file of at most ${MOST_BYTES} bytes; got ${bytes.length}`,
    );
  const nul = bytes.indexOf(0);
  if (nul !== -1) return new FileProblem({ line: lineAt(bytes, nul) }, 'expected text; got a NUL byte');
  const lines = new TextDecoder('iso-8859-1').decode(bytes).split(LINE_ENDS);
  const isMarked = UTF_8_MARK.every((byte, index) => bytes[index] === byte);
  const named = namedIn(lines);
  switch (named?.encoding.toLowerCase() ?? (isMarked ? 'utf-8' : 'iso-8859-1')) {
    case 'utf-8':
    case 'utf8':
      return inUtf8(bytes);
    case 'iso-8859-1':
    case 'latin1':
    case 'ascii':
    case 'us-ascii':
      return lines;
    default:
      return new FileProblem(
        { line: named!.line },
        `#character-encoding: expected UTF-8 or ISO-8859-1; got ${shown(named!.encoding)}`,
      );
  }
}

/** The declaration must come first. */
function namedIn(lines: readonly string[]): { readonly line: number; readonly encoding: string } | undefined {
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, encoding] = /^\W*#character-encoding\s+(\S+)/i.exec(lines[first] ?? '') ?? [];
  return encoding === undefined ? undefined : { line: first + 1, encoding };
}

function inUtf8(bytes: Uint8Array): readonly string[] | FileProblem {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes).split(LINE_ENDS);
  } catch {
    return new FileProblem(
      { line: firstBroken(bytes) },
      'expected UTF-8, as in the line #character-encoding; got other bytes. If the file is ISO 8859-1, remove that line',
    );
  }
}

function firstBroken(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8').decode(bytes).split(LINE_ENDS);
  return text.findIndex((line) => line.includes('\ufffd')) + 1;
}

function lineAt(bytes: Uint8Array, place: number): number {
  return new TextDecoder('iso-8859-1').decode(bytes.subarray(0, place)).split(LINE_ENDS).length;
}

export class FileProblem {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number | undefined;
  /** A sentence without its full stop. */
  readonly problem: string;

  constructor({ line, column }: FilePosition, problem: string) {
    this.line = line;
    this.column = column;
    this.problem = problem;
  }
}

export interface FilePosition {
  readonly line: number;
  readonly column?: number | undefined;
}

export interface Token extends FilePosition {
  readonly text: string;
  readonly column: number;
}

function tokensIn(text: string, line: number): readonly Token[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ text: word, line, column: index + 1 }));
}

/** Descriptions with options of this host begin so. */
export const DESCRIBED = 'wordhost ';

/** Points have a sign in each line. */
export const signed = (points: number): string => (points < 0 ? `${points}` : `+${points}`);
