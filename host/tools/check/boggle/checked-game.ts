import { greetingText } from '../../../games/boggle/wire/greeting.ts';
import type { Message, Notice } from '../../../games/boggle/wire/messages.ts';
import { boggleScanner } from '../../../games/boggle/wire/scanner.ts';
import { noticeText } from '../../../games/boggle/wire/text.ts';
import { pointsOf } from '../../../games/boggle/words/points.ts';
import { firstEdition } from '../../../games/game.ts';
import { CheckedLineGame, LONGEST_LINE } from '../lines/checked-line-game.ts';
import type { Stage } from '../step.ts';
import { type ResolvedSetting, resolveSetting } from './resolve-setting.ts';
import type { Setting } from './scene.ts';

/**
 * The game of a step: only the bot is real. It judges like the host, but the scene decides what other players do and
 * when.
 */
export class CheckedGame extends CheckedLineGame<Message, Setting, ResolvedSetting> {
  readonly answer = 'guess';
  /** The words that each player found; by the classic rules only the bot's own. */
  readonly found = new Map<string, number>();
  /** Turns that all were given. */
  #used = 0;
  /** Turns of the game, with the one that comes. */
  get left(): number {
    return this.set.turns - this.#used;
  }

  /** Words that nobody has found yet, the longest first. */
  get unfound(): readonly string[] {
    return this.set.words.filter((word) => !this.found.has(word));
  }

  async tell(...notices: readonly Notice[]): Promise<void> {
    await this.write(notices.map(noticeText).join(''));
  }

  greeting(): string {
    const { rules, seat, names, turns, lexicon, board } = this.set;
    const isInTurns = rules === 'turns';
    return greetingText({
      rules,
      player: seat,
      names,
      turns: isInTurns ? turns : undefined,
      timeMs: isInTurns ? undefined : Math.ceil(this.request.turnTimeout / 1e6),
      timeoutMs: this.turnMs,
      bank: this.bankTold,
      dictionary: lexicon.path,
      board,
    });
  }

  /** It is the bot's turn, for so long; none for one without end. */
  async giveTurn(ms: number | undefined): Promise<void> {
    this.turns++;
    await this.tell(...this.bankNotices, { type: 'turn', ms, k: this.turns, left: this.left });
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

export async function openGame(setting: Setting, { request, open }: Stage): Promise<CheckedGame> {
  const set = resolveSetting(setting, request.lexicon);
  const bot = await open({
    seat: set.seat,
    players: set.names.length,
    lexicon: set.lexicon,
    // What comes after `done` is read, and may be wrong.
    scanner: boggleScanner(LONGEST_LINE, set.rules, firstEdition),
  });
  return new CheckedGame(setting, set, bot, request);
}
