import type { AssistantMove, AssistantSeat } from '../../bots/assistant.ts';
import { SECOND } from '../../core/units.ts';
import { publicEvent } from '../../events/noted.ts';
import type { AnyGame } from '../../games/game.ts';
import { type OptionTable, type OptionValues, perPlayer } from '../../games/kit/option.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { liveClock } from '../../match/clock.ts';
import { planMatch } from '../../match/plan.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { type GameReport, playGame } from '../../runs/play-game.ts';
import { programSeats } from '../../seats/remote/program-seats.ts';
import { Sentences } from '../../views/steps.ts';

interface GameRequest {
  readonly game: AnyGame;
  readonly options: OptionValues<OptionTable>;
  readonly lexicon: Lexicon;
  readonly id: string;
  readonly seed: string;
  readonly opponent: { readonly name: string; readonly command: string };
  readonly seat: AssistantSeat;
  readonly openOthers: OpenSeats;
  /** The folder of its record. */
  readonly record: string;
  /** The end of the session. */
  readonly ended: AbortSignal;
}

const ASSISTANT = 1;
/** An opponent that never answers loses its turns. */
const OPPONENT_TIMEOUT = 30 * SECOND;

/** A game between an assistant, which plays through tools, and a program. */
export class AssistantGame {
  readonly seat: AssistantSeat;
  /** Resolves when nothing of the game runs any more. */
  readonly over: Promise<void>;
  #report: GameReport | undefined;
  #failure: Error | undefined;
  #send!: (text: string) => void;
  #news: string[] = [];
  #changed = Promise.withResolvers<void>();

  constructor(request: GameRequest) {
    this.seat = request.seat;
    this.over = this.#play(request)
      .then(
        (report) => void (this.#report = report),
        (error: Error) => void (this.#failure = error),
      )
      .finally(() => this.#change());
  }

  get isOver(): boolean {
    return this.#report !== undefined || this.#failure !== undefined;
  }

  /** Undefined while the game runs. Throws the failure of the host that ended the game. */
  get report(): GameReport | undefined {
    if (this.#failure) throw this.#failure;
    return this.#report;
  }

  /** Waits until the assistant may move, the game is over, or the time has passed. */
  async waitForTurn(withinMs: number, cancelled: AbortSignal): Promise<void> {
    const time = AbortSignal.any([AbortSignal.timeout(withinMs), cancelled]);
    const late = new Promise<void>((resolve) => time.addEventListener('abort', () => resolve()));
    while (!time.aborted && this.report === undefined && !this.seat.isDue)
      await Promise.race([this.#changed.promise, late]);
  }

  send(move: AssistantMove): void {
    this.#send(move.send());
  }

  /** What happened since the last call, as the assistant may know it. */
  takeNews(): readonly string[] {
    return this.#news.splice(0);
  }

  async #play(request: GameRequest): Promise<GameReport> {
    const { game, options, lexicon, id, seed, opponent, openOthers, record, ended } = request;
    const own = 'timeout' in perPlayer(game.options, game.pace(options));
    const players = [
      { seat: ASSISTANT, entry: 1, name: 'assistant', command: 'wordhost mcp' },
      { seat: 2, entry: 2, ...opponent, ...(own && { options: { timeout: OPPONENT_TIMEOUT } }) },
    ];
    const limits = { readyTimeout: 10 * SECOND, gameTimeout: 0 };
    const plan = planMatch({ game, options, lexicon, id, seed, limits, players });
    const sentences = new Sentences(game);
    return await playGame(plan, {
      openSeats: this.#seats(openOthers),
      interrupt: ended,
      record,
      watch: (event) => {
        const isOwn = 'seat' in event && event.seat === ASSISTANT;
        const seen = isOwn || event.type === 'game' ? event : publicEvent(game, options, event);
        const sentence = seen && sentences.of(seen);
        if (sentence && event.type !== 'game') this.#news.push(sentence.text);
      },
    });
  }

  #seats(openOthers: OpenSeats): OpenSeats {
    const openOwn = programSeats(
      () =>
        async (_, { input, send }) => {
          const { promise, resolve } = Promise.withResolvers<undefined>();
          this.#send = send;
          send(this.seat.ready);
          input.listen(
            (text) => {
              this.seat.hear(text);
              this.#change();
            },
            () => resolve(undefined),
          );
          return await promise;
        },
      liveClock,
    );
    return async (requests, listenerOf) => {
      // The order of starting is drawn, so the assistant is not always the first.
      const [[own], others] = [
        requests.filter(({ seat }) => seat === ASSISTANT),
        requests.filter(({ seat }) => seat !== ASSISTANT),
      ];
      await using stack = new AsyncDisposableStack();
      const programs = stack.use(await openOthers(others, listenerOf));
      const assistant = stack.use(await openOwn([own!], listenerOf));
      const opened = stack.move();
      return {
        seats: requests.map(({ seat }) => (seat === ASSISTANT ? assistant : programs).seats[0]!),
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      };
    };
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
