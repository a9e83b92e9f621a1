import { millis } from '../../core/units.ts';
import type { BankNotice } from '../../games/line-game/wire/greeting.ts';
import { sharedNoticeText } from '../../games/line-game/wire/notices.ts';
import { excerpt } from '../../games/line-game/wire/scanner.ts';
import { now } from '../../match/clock.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './findings.ts';
import { Dialogue, type Manner, type MessageEvent } from './scene.ts';
import type { CheckRequest } from './step.ts';

/** What the scenes of all games in lines can set. */
export interface LineSetting {
  readonly players?: number;
  /** The bot's; 1 where the scene names none. */
  readonly seat?: number;
  readonly names?: readonly string[];
  /** Turns have no time limit. */
  readonly endless?: true;
  /** Each player has time for the whole game, of which the bot has used more than there is. */
  readonly overtime?: true;
  /** Besides: unknown lines come before each line of the host. */
  readonly manner?: Manner | 'unknown-lines';
}

export function seatsOf({ players = 2, seat = 1, names }: LineSetting) {
  return { seat, names: names ?? Array.from({ length: players }, (_, index) => `player ${index + 1}`) };
}

interface TaggedLine {
  readonly tag: number | undefined;
  readonly line: string;
}

/**
 * What a game writes for a line of a scene, by the first word of the line: whole lines, or a finding. A line without an
 * entry is written as it stands.
 */
export type Completions = Readonly<Record<string, (...words: string[]) => string | Finding>>;

/** What the players of all these games read before they are ready. */
interface SharedIntroduction {
  readonly player: number;
  readonly names: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly bank: BankNotice | undefined;
}

interface LineGameOptions<Message> {
  readonly bot: Bot<Message>;
  readonly request: CheckRequest;
  readonly setting: LineSetting;
  /** By which a turn is answered: `guess, pass or forfeit`. */
  readonly answers: string;
  /** What is expected of a bot that is to be silent. */
  readonly nothing: string;
  /** The first words of lines before which it has said nothing. */
  readonly awaited: readonly string[];
  readonly greeting: (shared: SharedIntroduction) => string;
}

const BANK_MS = 60_000;
/** As the host allows by itself. */
const MARGIN = millis(50);
/** For a turn without a limit the wait is so many times as long. */
const PATIENCE = 4;
const LATE = millis(400);

/** What games in lines share: seats, turns, clocks, late answers and the end. */
export class LineGame<Message extends TaggedLine> {
  readonly dialogue: Dialogue<Message>;
  readonly #seat: number;
  readonly #names: readonly string[];
  /** `undefined` without a time limit. */
  readonly #turnMs: number | undefined;
  readonly #options: LineGameOptions<Message>;
  /** Turns that the bot was given. */
  turns = 0;
  /** Answers to earlier turns may be on their way. */
  #hasBeenLate = false;
  #lines = 0;

  constructor(options: LineGameOptions<Message>) {
    const { bot, request, setting, nothing } = options;
    const { manner } = setting;
    this.#options = options;
    const { seat, names } = seatsOf(setting);
    this.#seat = seat;
    this.#names = names;
    this.#turnMs = setting.endless ? undefined : Math.ceil(request.turnTimeout / 1e6);
    const overtime = { points: 10, limitMs: undefined };
    const bank = setting.overtime && { ms: BANK_MS, incrementMs: 0, overtime };
    const greeting = options.greeting({ player: seat, names, timeoutMs: this.#turnMs, bank });
    this.dialogue = new Dialogue({
      bot,
      request,
      words: {
        ready: '`ready`, once the set-up is read up to `end`',
        nothing,
        textOf: ({ line }) => line,
      },
      greeting: manner === 'unknown-lines' ? this.#withUnknown(greeting) : greeting,
      manner: manner === 'unknown-lines' ? 'plain' : manner,
      pieces: halves,
    });
  }

  /** A turn of the bot, and before it the time that each player has. `more`: what a game says besides. */
  turnText(ms: string | undefined, more = ''): string {
    const turn = `turn ${ms ?? this.#turnMs ?? 'none'} ${this.turns}${more}\n`;
    if (!this.#options.setting.overtime) return turn;
    const used = (this.turns - 1) * 2 * BANK_MS;
    const msOf = (player: number) => BANK_MS - (player === this.#seat ? used : 0);
    const banks = this.#names.map((_, index) => ({ player: index + 1, ms: msOf(index + 1) }));
    return sharedNoticeText({ type: 'bank', banks }) + turn;
  }

  /** `turn` is a turn of the usual length, `turn 1` one of a millisecond, which ends before the bot can answer. */
  async write(line: string, completions: Completions): Promise<Finding | undefined> {
    const [first = '', ...words] = line.split(' ');
    const isShort = words.length > 0;
    if (first === 'turn' && !isShort) await this.dialogue.flush();
    const early = this.#options.awaited.includes(first) ? this.dialogue.unsolicited() : undefined;
    if (early) return early;
    if (first === 'turn') {
      this.turns++;
      this.#hasBeenLate ||= isShort;
    }
    const text = completions[first]?.(...words) ?? `${line}\n`;
    if (typeof text !== 'string') return text;
    if (text !== '') await this.send(text);
    return undefined;
  }

  async send(text: string): Promise<void> {
    const { manner } = this.#options.setting;
    await this.dialogue.send(manner === 'unknown-lines' ? this.#withUnknown(text) : text);
  }

  /** The first line of the set-up stays first, and rows stay with their layout. */
  #withUnknown(text: string): string {
    const lines = text
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const isAlone = this.#lines++ === 0 || line.startsWith('row ');
        return isAlone ? [line] : [unknownLines[this.#lines % unknownLines.length]!, line];
      });
    return `${lines.join('\n')}\n`;
  }

  /** The bot's answer to its turn, if it is one line for this turn. */
  async nextAnswer(): Promise<MessageEvent<Message> | Finding> {
    await this.dialogue.flush();
    const { request, setting, answers } = this.#options;
    const limit = setting.endless ? PATIENCE * request.turnTimeout : request.turnTimeout + MARGIN;
    const expected = `an answer to turn ${this.turns}: ${answers}`;
    const skipped = setting.endless && `it has not answered within ${limit / 1e9} s, and the turn had no end`;
    const end = now() + limit;
    for (;;) {
      const event = await this.dialogue.next({ expected, limit, left: end - now(), skipped });
      if ('is' in event) return event;
      const { tag, line } = event.message;
      if (tag === undefined || tag === this.turns) return event;
      if (!this.#hasBeenLate || tag > this.turns) return wrongTag(line, this.turns, event.bytes[0]);
    }
  }

  /** The turn has run out: a late answer and no answer are both right. */
  async lateAnswer(): Promise<Finding | undefined> {
    const event = await this.#options.bot.next(LATE);
    if (event.kind === 'message' || event.kind === 'silence') return undefined;
    return this.dialogue.wrong(event, 'a late answer, or nothing', LATE);
  }

  scoresText(pointsOf: (player: number) => number): string {
    const scores = this.#names.map((_, index) => ({ player: index + 1, points: pointsOf(index + 1) }));
    return sharedNoticeText({ type: 'gameover', scores });
  }
}

function wrongTag(line: string, turn: number, at: number): Finding {
  return {
    is: 'wrong',
    expected: `an answer to turn ${turn}, with @${turn} in front of it or with nothing`,
    came: excerpt(line),
    at,
    advice: 'The number after @ is the K of the line `turn` that is answered.',
  };
}

/** What a player that is checked may write. */
export const LONGEST_LINE = 64 * 1024;

/** Messages that a later version of the wire might have. */
const unknownLines = ['weather fine 21', 'spectators 12 x7 -3', 'ponder', 'opinion 1 play 0 0 1A1'] as const;

/** Lines of the host in the scenes of all games in lines. `turn 1` ends before the bot can answer. */
export type SharedLine =
  | `< ${'start' | 'turn' | 'turn 1' | 'gameover' | (typeof unknownLines)[number]}`
  | `< ${'passed' | 'timeout' | 'forfeited'} ${number}`;

/** Each cut is in the middle of a line. */
function halves(text: string): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const line of text.trimEnd().split('\n')) {
    const middle = Math.ceil(line.length / 2);
    pieces.push(before + line.slice(0, middle));
    before = `${line.slice(middle)}\n`;
  }
  return [...pieces, before];
}

const ownTimeout =
  'After `timeout PLAYER` with your own number that turn is over: wait for the next. An answer that may come late is known by its tag: write `@K ` before it.';

/** What the scenes of several games in lines require, with the conversation where that is the same, too. */
export const lineScenes = {
  pieces: {
    name: 'puts together lines that come in pieces',
    advice: 'A read may end in the middle of a line: keep the part until the newline comes.',
  },
  together: {
    name: 'takes apart lines that come all at once',
    advice: 'One read may return many lines: handle each at once.',
  },
  unknownLines: {
    name: 'skips lines that it does not know, in the set-up too',
    advice: 'Skip a line whose first word is unknown: later versions of the wire may have more lines.',
  },
  names: {
    name: 'reads names that are long, or look like messages',
    advice: 'A name is the rest of its line, with all its spaces, however long.',
  },
  wordList: {
    name: 'plays by the word list of this game',
    advice: 'The words that count are those of the file in the line `dictionary PATH`, in this game.',
  },
  outOfTime: {
    name: 'goes on when it has run out of time itself',
    advice: ownTimeout,
    lines: [
      ['< start', '< turn 1', '< timeout 1', '> late answer', '< passed 2', '< turn', '> answer'],
      ['< passed 2', '< turn', '> answer'],
    ],
  },
  lateAnswer: { name: 'answers a turn though it still owes the one before', advice: ownTimeout },
  overtime: {
    name: 'plays with time for the whole game, and in overtime',
    advice:
      '`bank P MS P MS …` before a turn is the time that each player has left for the whole game, below 0 of overtime; the MS of `turn` is how long it can think, as without it.',
  },
} as const;

export const longName = 'a name that is longer than any that you would give, '.repeat(8).trim();
export const gameoverAdvice = 'End at SIGTERM, which is the default in most languages, or at `gameover`.';
