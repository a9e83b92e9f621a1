import type { Nanos, Seat } from '../../core/units.ts';
import { type Noted, type NotedInAny, publicEvent } from '../../events/noted.ts';
import type { Result } from '../../events/result.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Panel, Picture } from '../../games/presentation.ts';
import { Sentences } from '../../views/steps.ts';
import { endingWords } from '../../views/words.ts';
import type { EndView, MoveView } from './contract.ts';

/** What everybody may see of a game, from its events: no hands before its end, and all of them after it. */
export class Story {
  readonly moves: MoveView[] = [];
  end: EndView | undefined;
  /** The seat whose clock runs. */
  due: Seat | undefined;
  readonly #game: AnyGame;
  readonly #options: Readonly<Record<string, unknown>>;
  readonly #names: readonly string[];
  readonly #sentences: Sentences;
  readonly #events: NotedInAny[] = [];
  readonly #banks = new Map<Seat, { readonly leftMs: number; readonly since: Nanos }>();
  #picture: Picture;
  #panels: readonly Panel[] | undefined;

  /** Options of a game that is over may be texts: its clocks have stopped. */
  constructor(game: AnyGame, names: readonly string[], options: Readonly<Record<string, unknown>>) {
    this.#game = game;
    this.#options = options;
    this.#names = names;
    this.#sentences = new Sentences(game);
    this.#picture = game.picture(names.length);
    const bank = options['time-bank'];
    if (typeof bank === 'number' && Number.isFinite(bank))
      for (const index of names.keys()) this.#banks.set(index + 1, { leftMs: bank / 1e6, since: 0 });
  }

  /** Returns whether everybody sees something new. */
  take(event: NotedInAny): boolean {
    const { due } = this;
    this.#events.push(event);
    this.#followClocks(event);
    const seen = publicEvent(this.#game, this.#options, event);
    if (!seen) return this.due !== due;
    this.#panels = undefined;
    this.#picture.take(seen);
    const lines = this.#picture.moves?.() ?? [];
    const sentence = untold.includes(seen.type) ? undefined : this.#sentences.of(seen);
    if (sentence !== undefined || lines.length > 0)
      this.moves.push({
        ...(sentence?.seat !== undefined && { seat: sentence.seat }),
        ...{ words: sentence?.words ?? '', lines },
      });
    if (event.type === 'end') this.#finish((event as Noted & { readonly type: 'end' }).result);
    return true;
  }

  get panels(): readonly Panel[] {
    this.#panels ??= [...this.#picture.panels()];
    return this.#panels;
  }

  /** Undefined without a time bank. `t` is the time since the deal. */
  clockOf(seat: Seat, t: Nanos): { readonly leftMs: number; readonly runs: boolean } | undefined {
    const bank = this.#banks.get(seat);
    if (!bank) return undefined;
    const runs = this.due === seat;
    return { leftMs: Math.round(runs ? bank.leftMs - (t - bank.since) / 1e6 : bank.leftMs), runs };
  }

  #followClocks(event: NotedInAny): void {
    const { type, seat, t, bankMs } = event as Noted & { readonly seat?: Seat; readonly bankMs?: unknown };
    if (typeof bankMs === 'number' && seat !== undefined) this.#banks.set(seat, { leftMs: bankMs, since: t });
    if (type === 'out' && 'clock' in event) this.due = seat;
    if (type !== 'in' || this.due !== seat) return;
    const clock = this.clockOf(seat!, t);
    if (clock) this.#banks.set(seat!, { leftMs: clock.leftMs, since: t });
    this.due = undefined;
  }

  /** Why the game was interrupted, if that is known. */
  get #interruption(): string | undefined {
    const why = (this.#events as readonly Noted[]).find((event) => event.type === 'interrupt')?.why;
    return why === undefined ? undefined : `No winner: ${why}`;
  }

  #finish(result: Result): void {
    const players = result.players.toSorted((one, other) => one.seat - other.seat);
    this.due = undefined;
    this.end = {
      reason: result.reason,
      sentence: this.#interruption ?? endingWords(result, this.#game, this.#names),
      winners: result.winner === null ? [] : [result.winner],
      scores: players.map(({ score }) => (typeof score === 'number' ? score : 0)),
    };
    const picture = this.#game.picture(this.#names.length);
    for (const event of this.#events) picture.take(event);
    this.#picture = picture;
    this.#panels = undefined;
  }
}

/** The head of a game has its seed, from which everything follows. */
const untold: readonly string[] = ['game', 'ready', 'interrupt', 'end'];
