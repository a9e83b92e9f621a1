import { millis, type Nanos } from '../../core/units.ts';
import type { BankNotice } from '../../games/line-game/wire/greeting.ts';
import { type SharedNotice, sharedNoticeText } from '../../games/line-game/wire/notices.ts';
import { excerpt } from '../../games/line-game/wire/scanner.ts';
import { now } from '../../match/clock.ts';
import type { Bot, BotEvent } from './bot.ts';
import { type Finding, unexpected, untried } from './findings.ts';
import type { CheckRequest } from './step.ts';

/** What the scenes of all games in lines can set. */
export interface LineSetting {
  readonly players?: number;
  /** The bot's; 1 where nothing is said. */
  readonly seat?: number;
  readonly names?: readonly string[];
  /** Never ready, so removed from the start. */
  readonly absent?: readonly number[];
  /** Turns have no time limit. */
  readonly endless?: true;
  /** Each player has time for the whole game, of which the bot has used more than there is. */
  readonly overtime?: true;
  readonly manner?: Manner;
}

/** The players of the game. */
export interface PlayerSeats {
  readonly seat: number;
  readonly names: readonly string[];
}

const BANK_MS = 60_000;

/** The bot's side of a scene: what it is told, and what is known of its turns. */
export class CheckedLineGame<
  Message extends TaggedLine,
  Setting extends LineSetting,
  Set extends PlayerSeats,
> {
  readonly set: Set;
  readonly setting: Setting;
  readonly request: CheckRequest;
  readonly bot: Bot<Message>;
  readonly #writer: Writer;
  /** Turns that the bot was given. */
  turns = 0;
  hasBeenLate = false;

  constructor(setting: Setting, set: Set, bot: Bot<Message>, request: CheckRequest) {
    this.set = set;
    this.setting = setting;
    this.request = request;
    this.bot = bot;
    this.#writer = new Writer(bot, setting.manner ?? 'plain');
  }

  /** None without a time limit. */
  get turnMs(): number | undefined {
    return this.setting.endless ? undefined : Math.ceil(this.request.turnTimeout / 1e6);
  }

  /** What the set-up says of time banks. */
  get bankTold(): BankNotice | undefined {
    const overtime = { points: 10, limitMs: undefined };
    return this.setting.overtime && { ms: BANK_MS, incrementMs: 0, overtime };
  }

  /** What comes before a turn of the bot: the time that each has. */
  get bankNotices(): SharedNotice[] {
    if (!this.setting.overtime) return [];
    const used = (this.turns - 1) * 2 * BANK_MS;
    const msOf = (player: number) => BANK_MS - (player === this.set.seat ? used : 0);
    return [
      {
        type: 'bank',
        banks: this.set.names.map((_, index) => ({ player: index + 1, ms: msOf(index + 1) })),
      },
    ];
  }

  async say(...lines: readonly string[]): Promise<void> {
    await this.#writer.say(lines);
  }

  /** Whole lines, with their ends. */
  async write(text: string): Promise<void> {
    if (text !== '') await this.say(...text.trimEnd().split('\n'));
  }

  async tellShared(...notices: readonly SharedNotice[]): Promise<void> {
    await this.write(notices.map(sharedNoticeText).join(''));
  }

  /** From here on the bot's output is read. */
  async listen(): Promise<void> {
    await this.#writer.finish();
  }
}

/** What a player that is checked may write. */
export const LONGEST_LINE = 64 * 1024;

export function namesOf({ names, players = 2 }: LineSetting): readonly string[] {
  return names ?? Array.from({ length: players }, (_, index) => `player ${index + 1}`);
}

/**
 * How the host writes: each message by itself; each line in two pieces; all up to the bot's turn in one piece; or with
 * unknown lines before each of its own.
 */
type Manner = 'plain' | 'pieces' | 'together' | 'unknown-lines';

/** The host's side of the pipe, as the scene requires. */
class Writer {
  readonly #bot: Bot<unknown>;
  readonly #manner: Manner;
  #unsaid: string[] = [];
  #said = 0;

  constructor(bot: Bot<unknown>, manner: Manner) {
    this.#bot = bot;
    this.#manner = manner;
  }

  /** Lines without their ends. */
  async say(lines: readonly string[]): Promise<void> {
    this.#unsaid.push(...lines);
    if (this.#manner !== 'together') await this.finish();
  }

  /** Flushes the output. From here on the bot's output is read. */
  async finish(): Promise<void> {
    const lines = this.#unsaid;
    this.#unsaid = [];
    if (lines.length === 0) return;
    if (this.#manner === 'unknown-lines') this.#bot.send(textOf(this.#withUnknown(lines)));
    else if (this.#manner === 'pieces') await this.#bot.sendInPieces(halves(lines));
    else this.#bot.send(textOf(lines));
  }

  /** The first line stays first, and rows stay with their layout. */
  #withUnknown(lines: readonly string[]): string[] {
    return lines.flatMap((line) => {
      const alone = this.#said++ === 0 || line.startsWith('row ');
      return alone ? [line] : [unknown[this.#said % unknown.length]!, line];
    });
  }
}

/** Messages that a later version of the wire might have. */
const unknown = ['weather fine 21', 'spectators 12 x7 -3', 'ponder', 'opinion 1 play 0 0 1A1'];

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Each cut is in the middle of a line. */
function halves(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const line of lines) {
    const middle = Math.ceil(line.length / 2);
    pieces.push(before + line.slice(0, middle));
    before = `${line.slice(middle)}\n`;
  }
  return [...pieces, before];
}

export interface TaggedLine {
  readonly tag: number | undefined;
  readonly line: string;
}

export type Answer<Message> = BotEvent<Message> & { readonly kind: 'message' };

interface AnswerOptions {
  /** Which of its own. */
  readonly turn: number;
  /** The time limit of a turn; for a turn without a limit the wait is a few times as long. */
  readonly time: Nanos;
  readonly endless: boolean;
  /** Answers to earlier turns may be on their way. */
  readonly hasBeenLate: boolean;
  readonly answers: string;
}

/** As the host allows by itself. */
const MARGIN = millis(50);
const PATIENCE = 4;

/** The bot's answer to its turn, if it is one line for this turn. */
export async function nextAnswer<Message extends TaggedLine>(
  bot: Bot<Message>,
  { turn, time, endless, hasBeenLate, answers }: AnswerOptions,
): Promise<Answer<Message> | Finding> {
  const limit = endless ? PATIENCE * time : time + MARGIN;
  const expected = `an answer to turn ${turn}: ${answers}`;
  const end = now() + limit;
  for (;;) {
    const heard = await bot.next(end - now());
    if (heard.kind === 'silence' && heard.unfinished === undefined && endless)
      return untried(`it has not answered within ${limit / 1e9} s, and the turn had no end`);
    if (heard.kind === 'ready') return { is: 'wrong', expected, came: 'ready', at: heard.bytes[0] };
    if (heard.kind !== 'message') return unexpected(heard, expected, bot.command, limit);
    const { tag, line } = heard.message;
    if (hasBeenLate && tag !== undefined && tag < turn) continue;
    return tag === undefined || tag === turn ? heard : wrongTag(line, turn, heard.bytes[0]);
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
