import type { MoveError } from '../../../games/scrabble/judge/move-error.ts';
import { emptyPosition, type Position } from '../../../games/scrabble/judge/position.ts';
import { countsOf, countsOfTiles, exchanged, type Hand } from '../../../games/scrabble/rules/bag.ts';
import { greetingText } from '../../../games/scrabble/wire/greeting.ts';
import type { Message, Notice, Placement } from '../../../games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../../games/scrabble/wire/scanner.ts';
import { noticeText } from '../../../games/scrabble/wire/text.ts';
import type { Bot } from '../bot.ts';
import type { CheckRequest, Stage } from '../step.ts';
import { Writer } from '../writer.ts';
import { type ResolvedSetting, resolveSetting } from './resolve-setting.ts';
import type { Setting } from './scene.ts';

/**
 * The game of a step: only the bot is real. It judges like the host, but the scene decides what is dealt, what other
 * players do and when.
 */
export class CheckedTable {
  readonly set: ResolvedSetting;
  readonly setting: Setting;
  readonly request: CheckRequest;
  readonly bot: Bot<Message>;
  readonly #writer: Writer;
  #bag: number[];
  position: Position = emptyPosition;
  hand: Hand;
  score = 0;
  /** Turns that the bot was given. */
  turns = 0;
  hasBeenLate = false;

  constructor(setting: Setting, set: ResolvedSetting, bot: Bot<Message>, request: CheckRequest) {
    this.set = set;
    this.setting = setting;
    this.request = request;
    this.bot = bot;
    this.#writer = new Writer(bot, setting.manner ?? 'plain');
    this.#bag = [...set.bag];
    this.hand = set.hand;
  }

  get inBag(): number {
    return this.#bag.length;
  }

  /** None without a time limit. */
  get turnMs(): number | undefined {
    return this.setting.endless ? undefined : Math.ceil(this.request.turnTimeout / 1e6);
  }

  tolerates(errors: readonly MoveError[]): boolean {
    const { tolerated = [] } = this.setting;
    return tolerated === 'all' || errors.every(({ rule }) => tolerated.includes(rule));
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
    const { rules, seat, names, first, handSize, lexicon, board, tiles, hand } = this.set;
    const text = greetingText({
      rules: rules.name,
      player: seat,
      names,
      first,
      handSize,
      timeoutMs: this.turnMs,
      dictionary: lexicon?.path,
      board,
      tiles,
      hand: countsOf(hand),
    });
    await this.say(...text.trimEnd().split('\n'));
  }

  /** The bot's play is accepted. */
  async accept(placements: readonly Placement[], points: number): Promise<void> {
    this.position = this.position.with(placements);
    this.score += points;
    const drawn = this.#bag.splice(0, placements.length);
    const used = placements.map(({ id }) => id);
    this.hand = exchanged(this.hand, used, drawn);
    await this.tell({ type: 'playsuccess', points, placements, drawn: countsOfTiles(drawn) });
  }

  async acceptChange(ids: readonly number[]): Promise<void> {
    const drawn = this.#bag.splice(0, ids.length);
    this.#bag.push(...ids);
    this.hand = exchanged(this.hand, ids, drawn);
    await this.tell({ type: 'changesuccess', drawn: countsOfTiles(drawn) });
  }

  /** The play of another player is accepted. */
  async layFor(player: number, placements: readonly Placement[], points: number): Promise<void> {
    this.position = this.position.with(placements);
    this.#bag.splice(Math.max(0, this.#bag.length - placements.length));
    await this.tell({ type: 'played', player, points, placements });
  }
}

export async function openTable(setting: Setting, { request, open }: Stage): Promise<CheckedTable> {
  const set = resolveSetting(setting, request.lexicon);
  const letters = new Set(set.tiles.tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
  const beyondAscii = [...letters].some((letter) => letter > '\x7f');
  const bot = await open({
    seat: set.seat,
    players: set.names.length,
    lexicon: set.lexicon,
    scanner: scrabbleScanner({ longest: LONGEST_LINE, beyondAscii }, letters),
  });
  return new CheckedTable(setting, set, bot, request);
}

const LONGEST_LINE = 64 * 1024;
