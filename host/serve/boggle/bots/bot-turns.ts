import { cut } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';
import type { Seat } from '../../../core/units.ts';
import type { EventSink, Noted } from '../../../events/noted.ts';
import type { BoggleEvent } from '../../../games/boggle/events.ts';
import type { PlatformEvent } from '../../../games/platform-events.ts';
import type { BotService, PlayedTurn, TurnUse } from './web-game.ts';

interface Watched {
  readonly key: string;
  readonly names: readonly string[];
  readonly bots: readonly Seat[];
  /** What was played before: it is kept already. */
  readonly played: readonly PlayedTurn[];
  readonly wentOut: (out: BotOut) => void;
}

/** A bot that broke the rules, or ended too early. */
export interface BotOut {
  readonly event: 'bot';
  readonly game: string;
  readonly bot: string;
  /** As a part of a sentence after its name. */
  readonly problem: string;
  /** Lines from the end of it; of many, also the first. */
  readonly stderr?: readonly string[];
}

type Ended = PlatformEvent & { readonly type: 'gone' };

/** Keeps what bots do in a match, by the events of the match, one after the other. */
export class BotTurns implements EventSink {
  readonly #watched: Watched;
  readonly #service: BotService;
  readonly #refused: () => void;
  /** By seat, how many turns are kept already. */
  readonly #known = new Map<Seat, number>();
  readonly #endings = new Map<Seat, Ended>();
  /** Of bots that are out and may still run. */
  readonly #problems = new Map<Seat, string>();
  #kept: Promise<void> = Promise.resolve();

  /** `refused`: told when the game on the web has gone another way, such as by being cancelled. */
  constructor(watched: Watched, service: BotService, refused: () => void) {
    this.#watched = watched;
    this.#service = service;
    this.#refused = refused;
    for (const seat of watched.bots)
      this.#known.set(seat, watched.played.filter((turn) => turn.seat === seat).length);
  }

  take(noted: Noted): void {
    const event = noted as BoggleEvent | PlatformEvent;
    if (!('seat' in event) || !this.#watched.bots.includes(event.seat)) return;
    if (event.type === 'gone') this.#endings.set(event.seat, event);
    const use = useIn(event);
    if (use) this.#used(event.seat, use);
    if (event.type === 'exit') this.#exited(event);
    const why = this.#departure(event);
    if (why === undefined) return;
    if (event.type !== 'forfeit') this.#problems.set(event.seat, why.told);
    this.#keep((key, name) => this.#service.forfeit(key, name, why.shown), event.seat);
  }

  /** All that has happened by now is kept; rejects with what kept the service from it. */
  async kept(): Promise<void> {
    await this.#kept;
  }

  #exited({ seat, stderr }: PlatformEvent & { readonly type: 'exit' }): void {
    const problem = this.#problems.get(seat);
    if (problem === undefined) return;
    const { key, names, wentOut } = this.#watched;
    wentOut({ event: 'bot', game: key, bot: names[seat - 1]!, problem, ...(stderr && { stderr }) });
  }

  #used(seat: Seat, use: TurnUse): void {
    const known = this.#known.get(seat)!;
    this.#known.set(seat, known - 1);
    if (known > 0) return;
    this.#keep(async (key, name) => {
      if (!(await this.#service.useTurn(key, name, use))) this.#refused();
    }, seat);
  }

  #keep(act: (key: string, name: string) => Promise<void>, seat: Seat): void {
    const { key, names } = this.#watched;
    this.#kept = this.#kept.then(() => act(key, names[seat - 1]!));
    // It is told by `kept`.
    this.#kept.catch(this.#refused);
  }

  /** None: this is no reason. */
  #departure(event: BoggleEvent | PlatformEvent): Departure | undefined {
    switch (event.type) {
      case 'forfeit':
        return alike('gave the game up');
      case 'left':
        return leavings[event.cause](this.#endings.get(event.seat));
      case 'offence': {
        const { detail } = event;
        const told = `broke the rules for bots: ${cut(visible(detail), LONGEST_DETAIL)}`;
        const problem = this.#endings.get(event.seat)?.problem;
        const isOfHost = problem !== undefined && detail.includes(problem);
        return { told, shown: isOfHost ? 'could not be started' : told };
      }
      default:
        return undefined;
    }
  }
}

/** Why a bot is out, as a part of a sentence after its name. */
interface Departure {
  /** To who looks after this host: also what is wrong with its files. */
  readonly told: string;
  /** To everybody. */
  readonly shown: string;
}

const LONGEST_DETAIL = 300;

const alike = (why: string): Departure => ({ told: why, shown: why });

const leavings = {
  exited: () => alike('ended before the game was over'),
  closed: () => alike('closed its output before the game was over'),
  crashed(ending: Ended | undefined) {
    const shown = `crashed${howEnded(ending)}`;
    const problem = ending?.problem;
    return problem === undefined
      ? alike(shown)
      : { told: `crashed (${cut(visible(problem), LONGEST_DETAIL)})`, shown };
  },
} as const;

function howEnded(ending: Ended | undefined): string {
  if (ending?.signal) return ` (${ending.signal})`;
  return typeof ending?.code === 'number' ? ` (exit status ${ending.code})` : '';
}

function useIn(event: BoggleEvent | PlatformEvent): TurnUse | undefined {
  switch (event.type) {
    case 'guess':
      return { is: 'guess', word: event.word };
    case 'pass':
      return { is: 'pass' };
    case 'timeout':
      return { is: 'timeout' };
    default:
      return undefined;
  }
}
