import type { MoveError } from '../../../games/scrabble/judge/move-error.ts';
import { emptyPosition, type Position } from '../../../games/scrabble/judge/position.ts';
import { countsOf, countsOfTiles, exchanged, type Hand } from '../../../games/scrabble/tiles/bag.ts';
import { greetingText } from '../../../games/scrabble/wire/greeting.ts';
import type { Message, Notice, Placement } from '../../../games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../../games/scrabble/wire/scanner.ts';
import { noticeText } from '../../../games/scrabble/wire/text.ts';
import { CheckedLineGame, LONGEST_LINE } from '../lines/checked-line-game.ts';
import type { Stage } from '../step.ts';
import { laidByOthers } from './laid-by-others.ts';
import { type ResolvedSetting, resolveSetting } from './resolve-setting.ts';
import type { Scene, Setting } from './scene.ts';

/**
 * The game of a step: only the bot is real. It judges like the host, but the scene decides what is dealt, what other
 * players do and when.
 */
export class CheckedGame extends CheckedLineGame<Message, Setting, ResolvedSetting> {
  readonly answer = 'move';
  #bag: number[];
  position: Position = emptyPosition;
  hand: Hand;
  score = 0;

  constructor(...given: ConstructorParameters<typeof CheckedLineGame<Message, Setting, ResolvedSetting>>) {
    super(...given);
    this.#bag = [...this.set.bag];
    this.hand = this.set.hand;
  }

  get inBag(): number {
    return this.#bag.length;
  }

  tolerates(errors: readonly MoveError[]): boolean {
    const { tolerated = [] } = this.setting;
    return tolerated === 'all' || errors.every(({ rule }) => tolerated.includes(rule));
  }

  async tell(...notices: readonly Notice[]): Promise<void> {
    await this.write(notices.map(noticeText).join(''));
  }

  greeting(): string {
    const { rules, seat, names, first, handSize, lexicon, board, tiles, hand } = this.set;
    return greetingText({
      rules: rules.name,
      player: seat,
      names,
      first,
      handSize,
      timeoutMs: this.turnMs,
      bank: this.bankTold,
      dictionary: lexicon?.path,
      board,
      tiles,
      hand: countsOf(hand),
    });
  }

  /** It is the bot's turn, for so long; none for one without end. */
  async giveTurn(ms: number | undefined): Promise<void> {
    this.turns++;
    await this.tell({ type: 'bag', tiles: this.inBag }, ...this.bankNotices, {
      type: 'turn',
      ms,
      k: this.turns,
    });
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

export async function openGame({ setting, actions }: Scene, { request, open }: Stage): Promise<CheckedGame> {
  const set = resolveSetting(setting, request.lexicon, laidByOthers(actions));
  const letters = new Set(set.tiles.tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
  const beyondAscii = [...letters].some((letter) => letter > '\x7f');
  const bot = await open({
    seat: set.seat,
    players: set.names.length,
    lexicon: set.lexicon,
    scanner: scrabbleScanner({ longest: LONGEST_LINE, beyondAscii }, letters),
  });
  return new CheckedGame(setting, set, bot, request);
}
