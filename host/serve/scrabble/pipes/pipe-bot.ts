import { withLetters } from '../../../bots/scrabble/web/bot-move.ts';
import { BLANK, SIZE } from '../../../bots/scrabble/web/web-game.ts';
import { HostFailure } from '../../../core/errors.ts';
import { playerSeed } from '../../../core/seed.ts';
import { visibleJson } from '../../../core/text.ts';
import { millis } from '../../../core/units.ts';
import { judgePlay } from '../../../games/scrabble/judge/judge-move.ts';
import { emptyPosition, type Position } from '../../../games/scrabble/judge/position.ts';
import { scrabble } from '../../../games/scrabble/scrabble.ts';
import { type TileKind, tileCount, tileKind } from '../../../games/scrabble/tiles/tile-set.ts';
import { greetingText } from '../../../games/scrabble/wire/greeting.ts';
import {
  type Message,
  type Move,
  type Notice,
  noticeText,
  type Placement,
} from '../../../games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../../games/scrabble/wire/scanner.ts';
import { now } from '../../../match/clock.ts';
import type { OpenedSeats, OpenSeats } from '../../../match/seat.ts';
import { Bot } from '../../../tools/check/bot.ts';
import { HAND_SIZE, type PipeGame } from './game-files.ts';

/** The shortest turn of a web server, after which an answer is useless. */
const TURN_MS = 25_000;
const READY_WITHIN = millis(20_000);
const LONGEST_LINE = 64 * 1024;
/** Calls for a move of a game, with the one in progress. */
const MOST_WAITING = 2;
const BLANK_ID = 0;
const OVER = 'the game is over';
const OWN = 1;
const OPPONENT = 2;

/** The params of NextMove. */
export interface TurnRequest {
  readonly tiles: readonly string[];
  readonly gamestate: readonly (readonly string[])[];
  /** Only the servers of this project send it. */
  readonly gameletters?: readonly (readonly string[])[] | undefined;
}

/** Plays a web server's game with a bot on pipes, by the changes of the board. */
export class PipeBot implements AsyncDisposable {
  readonly #game: PipeGame;
  readonly #bot: Bot<Message>;
  readonly #names: readonly string[];
  #opened: OpenedSeats | undefined;
  #opening: Promise<OpenedSeats> | undefined;
  #isOver = false;
  #position: Position = emptyPosition;
  #held: ReadonlyMap<number, number> = new Map();
  #last: Move | undefined;
  #turns = 0;
  #moving: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** The time of the last call about this game by `performance.now`. */
  usedAt = performance.now();

  constructor(game: PipeGame, command: string, names: readonly string[]) {
    this.#game = game;
    this.#names = names;
    const faces = game.terms.tiles.tiles.flatMap((kind) => kind.faces);
    const letters = new Set(faces.map(({ letter }) => letter));
    const beyondAscii = [...letters].some((letter) => letter > '\x7f');
    this.#bot = new Bot(command, scrabbleScanner({ longest: LONGEST_LINE, beyondAscii }, letters));
  }

  /** A restarted server asks again while the bot thinks, so the bot is asked once more. */
  async move(request: TurnRequest, openSeats: OpenSeats): Promise<object | string> {
    const odd = [request.tiles, ...request.gamestate, ...(request.gameletters ?? [])]
      .flat()
      .find((letter) => letter !== '' && this.#kindOf(letter) === undefined);
    if (odd !== undefined) return `${visibleJson(odd)} is not a tile of this game`;
    if (this.#waiting === MOST_WAITING) return 'the bot is already asked for a move of this game';
    this.#waiting++;
    const moving = this.#moving.then(() => this.#move(request, openSeats));
    this.#moving = moving.catch(() => {});
    try {
      return await moving;
    } finally {
      this.#waiting--;
    }
  }

  async #move(request: TurnRequest, openSeats: OpenSeats): Promise<object | string> {
    if (this.#isOver) return OVER;
    this.usedAt = performance.now();
    const held = countsOf(request.tiles.map((tile) => this.#kindOf(tile)!.id));
    if (!this.#opened) {
      const problem = await this.#open(openSeats, held);
      if (problem !== undefined) return problem;
    }
    await this.#tell(request, held);
    this.#held = held;
    const end = performance.now() + TURN_MS;
    for (;;) {
      const heard = await this.#bot.next(millis(Math.max(0, end - performance.now())));
      switch (heard.kind) {
        case 'message': {
          const { tag, line: _, lineNumber: __, ...move } = heard.message;
          // The answer belongs to a turn that has run out.
          if (tag !== undefined && tag < this.#turns) continue;
          this.#last = move;
          return this.#answer(move);
        }
        case 'gone':
          return `the bot has ended (${heard.gone.problem ?? heard.gone.signal ?? `exit status ${heard.gone.code}`})`;
        case 'fault':
        case 'caught':
          return `the bot broke the protocol: ${heard.offence.detail}`;
        case 'interrupted':
          return OVER;
        case 'silence':
          this.#last = { type: 'pass' };
          return { type: 'PASS' };
        default:
          return `the bot sent something that is not a move (${heard.kind})`;
      }
    }
  }

  async over(scores: readonly number[]): Promise<void> {
    if (this.#opened)
      this.#say({ type: 'gameover', scores: scores.map((points, index) => ({ player: index + 1, points })) });
    await this[Symbol.asyncDispose]('after-reading');
  }

  async [Symbol.asyncDispose](when: 'at-once' | 'after-reading' = 'at-once'): Promise<void> {
    this.#isOver = true;
    this.#bot.interrupted();
    const opened = await this.#opening?.catch(() => undefined);
    if (!opened) return;
    await this.#bot.end(when);
    await opened[Symbol.asyncDispose]();
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
    this.#opening = openSeats([request], () => this.#bot);
    try {
      this.#opened = await this.#opening;
    } catch (error) {
      if (error instanceof HostFailure) return error.message;
      throw error;
    }
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
        dictionary,
        board,
        tiles,
        hand,
      }),
    );
    const first = await this.#bot.next(READY_WITHIN);
    if (first.kind === 'interrupted') return OVER;
    if (first.kind !== 'ready') return `the bot was not ready (${first.kind})`;
    this.#say({ type: 'start' });
    return undefined;
  }

  /** Tells the result of its last move, the plays of others since then, and its turn. */
  async #tell(asked: TurnRequest, held: ReadonlyMap<number, number>): Promise<void> {
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
        drawn: drawTiles(
          this.#held,
          held,
          own.map(({ id }) => id),
        ),
      });
    } else if (own.length > 0) this.#say({ type: 'playfailed', player: OWN, placements: own });
    if (this.#last?.type === 'change')
      this.#say({ type: 'changesuccess', drawn: drawTiles(this.#held, held, this.#last.ids) });
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

  #freshIn({ gamestate, gameletters }: TurnRequest): readonly LaidTile[] {
    const { x: left, y: top } = this.#game.board.layout!;
    const known = new Set([...this.#position.tiles()].map(({ x, y }) => `${x} ${y}`));
    const fresh: LaidTile[] = [];
    for (let row = 0; row < SIZE; row++)
      for (let column = 0; column < SIZE; column++) {
        const tile = gamestate[row]![column]!;
        const [x, y] = [left + column, top + row];
        if (tile === '' || known.has(`${x} ${y}`)) continue;
        const { id, faces } = this.#kindOf(tile)!;
        const letter = tile === BLANK ? gameletters?.[row]?.[column] : tile;
        const isKnown = letter !== '' && letter !== BLANK;
        fresh.push({ x, y, id, letter: isKnown ? letter : undefined, points: faces[0]!.points });
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

  /** 0 if several plays are combined, because the bot has come late. */
  #pointsOf(placements: readonly Placement[], held: ReadonlyMap<number, number>): number {
    const judgement = judgePlay(this.#game.terms, this.#position, held, placements);
    return judgement.legal ? judgement.points : 0;
  }

  #lay(placements: readonly Placement[]): void {
    this.#position = this.#position.with(placements);
  }

  #kindOf(letter: string): TileKind | undefined {
    const [blank, ...kinds] = this.#game.terms.tiles.tiles;
    return letter === BLANK ? blank : kinds.find(({ faces }) => faces[0]!.letter === letter);
  }

  #answer(move: Move): object | string {
    const { x: left, y: top } = this.#game.board.layout!;
    const letterOf = (id: number) => {
      const kind = tileKind(this.#game.terms.tiles, id);
      return kind && id !== BLANK_ID ? kind.faces[0]!.letter : BLANK;
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

/** The tiles that are new in the hand. */
function drawTiles(
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
