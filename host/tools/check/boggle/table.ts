import { greetingText } from '../../../games/boggle/wire/greeting.ts';
import type { Message, Notice } from '../../../games/boggle/wire/messages.ts';
import { readLine } from '../../../games/boggle/wire/read-line.ts';
import { noticeText } from '../../../games/boggle/wire/text.ts';
import { pointsOf } from '../../../games/boggle/words/points.ts';
import { moveScanner } from '../../../games/line-game/wire/move-scanner.ts';
import type { Bot } from '../bot.ts';
import type { CheckRequest, Stage } from '../step.ts';
import { Writer } from '../writer.ts';
import { type ResolvedSetting, resolveSetting } from './resolve-setting.ts';
import type { Setting } from './scene.ts';

/**
 * The game of a step: only the bot is real. It judges like the host, but the scene decides what other players do and
 * when.
 */
export class CheckedTable {
  readonly set: ResolvedSetting;
  readonly setting: Setting;
  readonly request: CheckRequest;
  readonly bot: Bot<Message>;
  readonly #writer: Writer;
  /** Who found what. Of the classic rules the bot's own alone. */
  readonly found = new Map<string, number>();
  /** Turns that the bot was given. */
  turns = 0;
  /** Turns that all were given. */
  #used = 0;
  hasBeenLate = false;

  constructor(setting: Setting, set: ResolvedSetting, bot: Bot<Message>, request: CheckRequest) {
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

  /** Turns of the game, with the one that comes. */
  get left(): number {
    return this.set.turns - this.#used;
  }

  /** Words that nobody has found yet, the longest first. */
  get unfound(): readonly string[] {
    return this.set.words.filter((word) => !this.found.has(word));
  }

  async say(...lines: readonly string[]): Promise<void> {
    await this.#writer.say(lines);
  }

  async tell(...notices: readonly Notice[]): Promise<void> {
    await this.say(...notices.map((notice) => noticeText(notice).trimEnd()));
  }

  /** From here on the bot's output is read. */
  async listen(): Promise<void> {
    await this.#writer.finish();
  }

  async greet(): Promise<void> {
    const { rules, seat, names, turns, lexicon, board } = this.set;
    const isInTurns = rules === 'turns';
    const text = greetingText({
      rules,
      player: seat,
      names,
      turns: isInTurns ? turns : undefined,
      timeMs: isInTurns ? undefined : Math.ceil(this.request.turnTimeout / 1e6),
      timeoutMs: this.turnMs,
      dictionary: lexicon.path,
      board,
    });
    await this.say(...text.trimEnd().split('\n'));
  }

  /** It is the bot's turn, for so long; none for one without end. */
  async giveTurn(ms: number | undefined): Promise<void> {
    this.turns++;
    await this.tell({ type: 'turn', ms, k: this.turns, left: this.left });
    this.#used++;
  }

  /** A turn of another player. */
  async otherTurn(notice: Notice): Promise<void> {
    this.#used++;
    await this.tell(notice);
  }

  scored(player: number, word: string): Notice {
    this.found.set(word, player);
    return { type: 'scored', player, word, points: pointsOf(word) };
  }
}

export async function openTable(setting: Setting, { request, open }: Stage): Promise<CheckedTable> {
  const set = resolveSetting(setting, request.lexicon);
  const bot = await open({
    seat: set.seat,
    players: set.names.length,
    lexicon: set.lexicon,
    scanner: moveScanner({ longest: LONGEST_LINE, beyondAscii: false }, (text) => readLine(text, set.rules)),
  });
  return new CheckedTable(setting, set, bot, request);
}

const LONGEST_LINE = 64 * 1024;
