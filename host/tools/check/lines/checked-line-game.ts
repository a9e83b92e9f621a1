import type { BankTold } from '../../../games/line-game/wire/bank-lines.ts';
import type { SharedNotice } from '../../../games/line-game/wire/shared-notices.ts';
import { sharedNoticeText } from '../../../games/line-game/wire/shared-notices.ts';
import type { Bot } from '../bot.ts';
import type { CheckRequest } from '../step.ts';
import { type Manner, Writer } from '../writer.ts';
import type { Tagged } from './next-answer.ts';

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
export interface Seated {
  readonly seat: number;
  readonly names: readonly string[];
}

const BANK_MS = 60_000;

/** The bot's side of a scene: what it is told, and what is known of its turns. */
export class CheckedLineGame<Message extends Tagged, Setting extends LineSetting, Set extends Seated> {
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
  get bankTold(): BankTold | undefined {
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
