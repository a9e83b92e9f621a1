import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLetters } from '../../../bots/scrabble/web/bot-move.ts';
import { BLANK, boardRows, type FileKind, fileKinds, SIZE } from '../../../bots/scrabble/web/web-game.ts';
import { playerSeed } from '../../../core/seed.ts';
import { millis } from '../../../core/units.ts';
import type { Board } from '../../../games/scrabble/board/board.ts';
import { builtInBoard, builtInBoardNames } from '../../../games/scrabble/board/built-in-boards.ts';
import { judgePlay } from '../../../games/scrabble/judge/judge-move.ts';
import type { JudgingTerms } from '../../../games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../../games/scrabble/judge/position.ts';
import { ruleSets } from '../../../games/scrabble/rule-sets.ts';
import { scrabble } from '../../../games/scrabble/scrabble.ts';
import { builtInTileSet, type TileSet, tileCount } from '../../../games/scrabble/tiles/tile-set.ts';
import { greetingText } from '../../../games/scrabble/wire/greeting.ts';
import {
  type Message,
  type Move,
  type Notice,
  noticeText,
  type Placement,
} from '../../../games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../../games/scrabble/wire/scanner.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { loadLexicon } from '../../../lexicon/load.ts';
import { now } from '../../../match/clock.ts';
import type { OpenedSeats, OpenSeats } from '../../../match/seat.ts';
import { Bot } from '../../../tools/check/bot.ts';
import { webBoard } from './web-board.ts';

/** What a turn of a web server has at least: after that it is no answer any more. */
const TURN_MS = 25_000;
const READY_WITHIN = millis(20_000);
const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_LINE = 64 * 1024;
const HAND_SIZE = 7;
const OWN = 1;
const OPPONENT = 2;

/** The three files of a game, read. */
export interface PipeGame {
  readonly terms: JudgingTerms;
  readonly lexicon: Lexicon;
  /** Of the words, for the bot to read. */
  readonly dictionary: string;
  readonly board: Board;
  readonly hashes: Readonly<Record<FileKind, string>>;
}

type Told = Readonly<Record<FileKind, { readonly sha1: string; readonly url: string }>>;

/** Gets the files of a game, and reads them. A sentence: the game cannot be played. */
export async function fetchGame(told: Told, folder: string): Promise<PipeGame | string> {
  const files: Partial<Record<FileKind, Buffer>> = {};
  for (const kind of fileKinds) {
    const { sha1, url } = told[kind];
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || bytes.length > MOST_BYTES)
      return `${kind}: ${url} answers with the status ${answer.status}`;
    const hash = createHash('sha1').update(bytes).digest('hex');
    if (hash !== sha1.toLowerCase()) return `${kind}: expected the SHA-1 ${sha1}; got ${hash}`;
    files[kind] = bytes;
  }
  const dictionary = join(folder, `${told.dictionary.sha1}.txt`);
  writeFileSync(dictionary, files.dictionary!);
  const loaded = loadLexicon(dictionary);
  if (!loaded.ok) return loaded.problem;
  const rules = ruleSets.tournament;
  const board = boardLike(JSON.parse(files.gameboard!.toString()));
  if (typeof board === 'string') return board;
  const tiles = tilesFrom(JSON.parse(files.letters!.toString()));
  const { lexicon } = loaded;
  const hashes = {
    gameboard: told.gameboard.sha1,
    dictionary: told.dictionary.sha1,
    letters: told.letters.sha1,
  };
  return { terms: { rules, board, tiles, lexicon, handSize: HAND_SIZE }, lexicon, dictionary, board, hashes };
}

/** The built-in board with these squares, which bots may know by its name, or else one that is made of them. */
function boardLike(rows: unknown): Board | string {
  // The order of the fields of a square may differ.
  const written = (given: unknown) =>
    JSON.stringify(given, (_, value) =>
      value && 'LS' in Object(value) ? [value.LS, value.WS, value.start] : value,
    );
  const wanted = written(rows);
  const known = builtInBoardNames
    .map((name) => builtInBoard(name)!)
    .find((board) => written(boardRows(board, { rules: ruleSets.tournament })) === wanted);
  return known ?? webBoard(rows);
}

interface Letters {
  readonly points: Readonly<Record<string, number>>;
  readonly distribution: Readonly<Record<string, number>>;
}

/** By the numbers of the built-in tiles, as far as they have these letters. */
function tilesFrom({ points, distribution }: Letters): TileSet {
  const letters = Object.keys(points).sort();
  const faces = letters.map((letter) => ({ letter, points: points[letter]! }));
  const blank = {
    id: 0,
    count: distribution[BLANK] ?? 0,
    faces: faces.map((face) => ({ ...face, points: 0 })),
  };
  const own = faces.map((face, index) => ({
    id: index + 1,
    count: distribution[face.letter] ?? 0,
    faces: [face],
  }));
  const tiles = [blank, ...own];
  const english = builtInTileSet('english')!;
  return { name: JSON.stringify(english.tiles) === JSON.stringify(tiles) ? 'english' : 'web', tiles };
}

/** What the bot is asked in its turn. */
export interface AskedTurn {
  readonly tiles: readonly string[];
  readonly gamestate: readonly (readonly string[])[];
  /** Another server than this project's has none. */
  readonly gameletters?: readonly (readonly string[])[];
}

/** A bot on pipes in one game of a web server: it is told by the wire of Scrabble what became of the board since its last turn. */
export class PipeBot implements AsyncDisposable {
  readonly #game: PipeGame;
  readonly #bot: Bot<Message>;
  readonly #names: readonly string[];
  #opened: OpenedSeats | undefined;
  #position: Position = emptyPosition;
  #held: ReadonlyMap<number, number> = new Map();
  #last: Move | undefined;
  #turns = 0;

  constructor(game: PipeGame, command: string, names: readonly string[]) {
    this.#game = game;
    this.#names = names;
    this.#bot = new Bot(command, scrabbleScanner({ longest: LONGEST_LINE, beyondAscii: false }, new Set()));
  }

  /** Its move as the web server is told it; a sentence: it has none, and has ended. */
  async move(asked: AskedTurn, openSeats: OpenSeats): Promise<object | string> {
    const held = this.#handIn(asked.tiles);
    if (!this.#opened) {
      const problem = await this.#open(openSeats, held);
      if (problem !== undefined) return problem;
    }
    await this.#tell(asked, held);
    this.#held = held;
    const end = performance.now() + TURN_MS;
    for (;;) {
      const heard = await this.#bot.next(millis(Math.max(0, end - performance.now())));
      switch (heard.kind) {
        case 'message': {
          const { tag, line: _, lineNumber: __, ...move } = heard.message;
          // It answers a turn that has run out.
          if (tag !== undefined && tag < this.#turns) continue;
          this.#last = move;
          return this.#answer(move);
        }
        case 'gone':
          return `the bot has ended (${heard.gone.problem ?? heard.gone.signal ?? `exit status ${heard.gone.code}`})`;
        case 'fault':
        case 'caught':
          return `the bot broke the protocol: ${heard.offence.detail}`;
        case 'silence':
          this.#last = { type: 'pass' };
          return { type: 'PASS' };
        default:
          return `the bot sent something that is not a move (${heard.kind})`;
      }
    }
  }

  /** The game is over. */
  async over(scores: readonly number[]): Promise<void> {
    if (this.#opened)
      this.#say({ type: 'gameover', scores: scores.map((points, index) => ({ player: index + 1, points })) });
    await this[Symbol.asyncDispose]('after-reading');
  }

  async [Symbol.asyncDispose](when: 'at-once' | 'after-reading' = 'at-once'): Promise<void> {
    if (!this.#opened) return;
    await this.#bot.end(when);
    await this.#opened[Symbol.asyncDispose]();
  }

  async #open(openSeats: OpenSeats, held: ReadonlyMap<number, number>): Promise<string | undefined> {
    const { terms, lexicon, dictionary, board } = this.#game;
    const seed = playerSeed(`${Math.random()}`, OWN);
    const about = {
      match: `web-${process.pid}-${++opened}`,
      game: scrabble.name,
      seat: OWN,
      name: this.#names[0]!,
    };
    const request = {
      ...about,
      command: this.#bot.command,
      players: this.#names.length,
      lexicon,
      kwg: true,
      seed,
      clock: now,
    };
    this.#opened = await openSeats([request], () => this.#bot);
    this.#bot.sitsAt(this.#opened.seats[0]!);
    const hand = [...held].map(([id, count]) => ({ id, count }));
    const { rules, tiles } = terms;
    this.#bot.send(
      greetingText({
        ...{
          rules: rules.name,
          player: OWN,
          names: this.#names,
          first: OWN,
          handSize: HAND_SIZE,
          timeoutMs: TURN_MS,
        },
        ...{ dictionary, board, tiles, hand },
      }),
    );
    const first = await this.#bot.next(READY_WITHIN);
    if (first.kind !== 'ready') return `the bot was not ready (${first.kind})`;
    this.#say({ type: 'start' });
    return undefined;
  }

  /** What became of its last move, what another player has laid since then, and that it has a turn. */
  async #tell(asked: AskedTurn, held: ReadonlyMap<number, number>): Promise<void> {
    const fresh = this.#freshIn(asked);
    const own = this.#last?.type === 'play' ? this.#last.placements : [];
    const stood =
      own.length > 0 && own.every(({ x, y }) => fresh.some((tile) => tile.x === x && tile.y === y));
    if (stood) {
      const points = this.#pointsOf(own, this.#held);
      this.#lay(own);
      this.#say({
        type: 'playsuccess',
        points,
        placements: own,
        drawn: drawn(
          this.#held,
          held,
          own.map(({ id }) => id),
        ),
      });
    } else if (own.length > 0) this.#say({ type: 'playfailed', player: OWN, placements: own });
    if (this.#last?.type === 'change')
      this.#say({ type: 'changesuccess', drawn: drawn(this.#held, held, this.#last.ids) });
    if (this.#last?.type === 'pass') this.#say({ type: 'passed', player: OWN });
    const others = await this.#withLetters(
      fresh.filter(({ x, y }) => !stood || !own.some((tile) => tile.x === x && tile.y === y)),
    );
    if (others.length > 0) {
      const points = this.#pointsOf(others, countsOf(others.map(({ id }) => id)));
      this.#lay(others);
      this.#say({ type: 'played', player: OPPONENT, points, placements: others });
    } else if (this.#last) this.#say({ type: 'passed', player: OPPONENT });
    const onBoard = asked.gamestate.flat().filter(Boolean).length;
    const inBag = Math.max(0, tileCount(this.#game.terms.tiles) - onBoard - HAND_SIZE * this.#names.length);
    this.#say({ type: 'bag', tiles: inBag });
    this.#say({ type: 'turn', ms: TURN_MS, k: ++this.#turns });
  }

  #freshIn({ gamestate, gameletters }: AskedTurn): readonly LaidTile[] {
    const { x: left, y: top } = this.#game.board.layout!;
    const known = new Set([...this.#position.tiles()].map(({ x, y }) => `${x} ${y}`));
    const fresh: LaidTile[] = [];
    for (let row = 0; row < SIZE; row++)
      for (let column = 0; column < SIZE; column++) {
        const said = gamestate[row]?.[column] ?? '';
        const [x, y] = [left + column, top + row];
        if (said === '' || known.has(`${x} ${y}`)) continue;
        const letter = said === BLANK ? gameletters?.[row]?.[column] : said;
        const { id, points } = this.#tileOf(said);
        fresh.push({ x, y, id, letter, points });
      }
    return fresh;
  }

  async #withLetters(laid: readonly LaidTile[]): Promise<readonly Placement[]> {
    const held = countsOf(laid.map(({ id }) => id));
    const { terms } = this.#game;
    const choice = {
      terms,
      position: this.#position,
      held,
      inBag: 0,
      player: OPPONENT,
      scores: [],
      scoreless: 0,
      chance: () => 0,
    };
    return await withLetters(laid, choice, performance.now() + TURN_MS / 10);
  }

  /** 0 where several plays are told as one, since the bot has come late. */
  #pointsOf(placements: readonly Placement[], held: ReadonlyMap<number, number>): number {
    const judgement = judgePlay(this.#game.terms, this.#position, held, placements);
    return judgement.legal ? judgement.points : 0;
  }

  #lay(placements: readonly Placement[]): void {
    this.#position = this.#position.with(placements);
  }

  #handIn(tiles: readonly string[]): ReadonlyMap<number, number> {
    return countsOf(tiles.map((tile) => this.#tileOf(tile).id));
  }

  #tileOf(said: string) {
    const kinds = this.#game.terms.tiles.tiles;
    const kind =
      said === BLANK ? kinds[0]! : kinds.find(({ faces }) => faces.length === 1 && faces[0]!.letter === said);
    if (!kind) throw new RangeError(`${JSON.stringify(said)} is not a tile of this game`);
    return { id: kind.id, points: kind.faces.length === 1 ? kind.faces[0]!.points : 0 };
  }

  #answer(move: Move): object | string {
    const { x: left, y: top } = this.#game.board.layout!;
    const letterOf = (id: number) => {
      const kind = this.#game.terms.tiles.tiles.find((each) => each.id === id);
      return kind?.faces.length === 1 ? kind.faces[0]!.letter : BLANK;
    };
    switch (move.type) {
      case 'pass':
        return { type: 'PASS' };
      case 'change':
        return { type: 'EXCHANGE', exchangetiles: move.ids.map(letterOf) };
      case 'forfeit':
        return 'the bot gives up the game';
      case 'play':
        return {
          type: 'PLAY',
          playtiles: move.placements.map(({ x, y, id, letter }) => {
            const tile = letterOf(id);
            return { row: y - top, col: x - left, tile, ...(tile === BLANK && { letter }) };
          }),
        };
      default:
        return move satisfies never;
    }
  }

  #say(notice: Notice): void {
    this.#bot.send(noticeText(notice));
  }
}

let opened = 0;

type LaidTile = Omit<Placement, 'letter'> & { readonly letter: string | undefined };

function countsOf(ids: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** What is held now, and was not what was left of the hand before. */
function drawn(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
  used: readonly number[],
) {
  const gone = countsOf(used);
  return [...now].flatMap(([id, count]) => {
    const more = count - ((before.get(id) ?? 0) - (gone.get(id) ?? 0));
    return more > 0 ? [{ id, count: more }] : [];
  });
}
