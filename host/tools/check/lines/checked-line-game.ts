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
  readonly manner?: Manner;
}

/** The players of the game. */
export interface Seated {
  readonly seat: number;
  readonly names: readonly string[];
}

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
