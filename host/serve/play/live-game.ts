import type { Seat } from '../../core/units.ts';
import type { Pace } from '../../games/game.ts';
import { changesBetween } from '../../views/parts/game-data.ts';
import { EventFeed } from '../http/event-feed.ts';
import type { GameEvent, GameView, MoveAnswer, SeatView } from './contract.ts';
import type { StoredGame } from './store.ts';
import type { Story } from './story.ts';
import type { Table } from './table.ts';

/** Why a request is not fulfilled. */
export interface Refused {
  readonly status: 400 | 403 | 404 | 409 | 429 | 503;
  readonly problem: string;
}

const isOver: Refused = { status: 409, problem: 'the game is over' };
const notYours: Refused = { status: 409, problem: 'it is not your turn' };
const noSeat: Refused = { status: 403, problem: 'you do not play in this game' };
const asleep: Refused = { status: 503, problem: 'the game is being opened again: try again' };
const nobodyAway: Refused = { status: 409, problem: 'nobody has been away for five minutes' };

/** The game of a player who is away for so long can be claimed. */
const AWAY_MS = 5 * 60_000;

export interface LiveGameTools {
  readonly tableOf: (game: StoredGame, changed: (seat?: Seat) => void) => Table;
  readonly storyOf: (game: StoredGame) => Story;
  /** Returns the options that a request may set and that differ from those of the site. */
  readonly optionsOf: (game: StoredGame) => GameView['options'];
  readonly paceOf: (game: StoredGame) => Pace;
  readonly now: () => number;
  /** The game is over in the store, or could not be played on here. */
  readonly ended: (error?: unknown) => void;
}

interface Presence {
  /** The time of the last sign, unless a page follows the game. */
  seenAt: number;
  roundTripMs?: number;
}

/** A game in memory, with everybody who looks at it. */
export class LiveGame {
  readonly #tools: LiveGameTools;
  readonly #options: GameView['options'];
  readonly #pace: Pace;
  #stored: StoredGame;
  #table: Table | undefined;
  #story: Story | undefined;
  #over: Promise<void> | undefined;
  /** Changes that everybody sees, and further ones that a seat sees alone. */
  #changes = 0;
  readonly #ownChanges = new Map<Seat, number>();
  #isChanged = false;
  #activeAt: number;
  #next: string | undefined;
  /** By seat, or 0 for watchers. */
  readonly #feeds = new Map<Seat, { readonly feed: EventFeed; last?: GameView }>();
  readonly #presence = new Map<Seat, Presence>();

  constructor(stored: StoredGame, tools: LiveGameTools) {
    this.#stored = stored;
    this.#tools = tools;
    this.#options = tools.optionsOf(stored);
    this.#pace = tools.paceOf(stored);
    this.#next = stored.next;
    this.#activeAt = tools.now();
    if (stored.state === 'over') this.#story = tools.storyOf(stored);
    if (stored.state === 'running') this.#play();
  }

  /** Resolves when everything that is stored has been heard. */
  get begun(): Promise<void> | undefined {
    return this.#table?.begun;
  }

  get game(): string {
    return this.#stored.request.game;
  }

  /** Takes a game in which somebody has taken a seat. */
  async begin(stored: StoredGame): Promise<void> {
    this.#stored = stored;
    if (stored.state === 'running') this.#play();
    this.#changed();
    await this.begun;
  }

  seatOf(guest: string | undefined): Seat | undefined {
    if (guest === undefined) return undefined;
    return this.#stored.seats.find((each) => each.guest === guest)?.seat;
  }

  /** Notes that a guest is here. */
  viewFor(guest: string | undefined): GameView {
    const seat = this.#sign(guest);
    return this.view(seat);
  }

  feedFor(guest: string | undefined): EventFeed {
    const seat = this.#sign(guest) ?? 0;
    const known = this.#feeds.get(seat);
    if (known) return known.feed;
    const feed = new EventFeed(() => {
      // Without readers nobody has kept it up to date.
      if (feed.readers === 0) made.last = this.view(seat || undefined);
      return [{ name: 'view', data: made.last }];
    });
    const made: { feed: EventFeed; last?: GameView } = { feed };
    this.#feeds.set(seat, made);
    feed.onReaders = () => {
      if (seat === 0) return;
      this.#presenceOf(seat).seenAt = this.#tools.now();
      this.#changed();
    };
    return feed;
  }

  async move(guest: string | undefined, move: unknown, isChecked: boolean): Promise<MoveAnswer | Refused> {
    // The time since the last sign would tell others when somebody guesses.
    const seat = this.#table?.isHidden ? this.seatOf(guest) : this.#sign(guest);
    if (seat === undefined) return noSeat;
    if (this.#story?.end) return isOver;
    const answer = (await this.#table?.move(seat, move, isChecked)) ?? 'not due';
    if (answer === 'asleep') return asleep;
    return answer === 'not due' ? notYours : answer;
  }

  nextFor(guest: string): string | undefined {
    return this.#sign(guest) === undefined ? undefined : this.#next;
  }

  /** A guest who has played in it leads its players to another game. */
  canLead(guest: string): boolean {
    return this.#sign(guest) !== undefined && this.#story?.end !== undefined;
  }

  /** Shows the next game to those who have played in this one. */
  leadTo(key: string): void {
    this.#next ??= key;
    this.#changed();
  }

  async claim(guest: string | undefined): Promise<GameView | Refused> {
    const seat = this.#sign(guest);
    if (seat === undefined) return noSeat;
    if (this.#story?.end) return isOver;
    const { seats } = this.view(seat);
    const away = seats.filter(({ awayMs = 0 }) => awayMs >= AWAY_MS);
    if (away.length === 0 || !this.#table) return nobodyAway;
    for (const { seat } of away) await this.#table.claim(seat);
    return this.view(seat);
  }

  /** Takes the time that a page has measured from here to it and back. */
  seen(guest: string | undefined, roundTripMs: number): GameView | Refused {
    const seat = this.#sign(guest);
    if (seat === undefined) return noSeat;
    this.#presenceOf(seat).roundTripMs = Math.round(roundTripMs);
    this.#changed();
    return this.view(seat);
  }

  /** When somebody last asked for it, or something happened. */
  get activeAt(): number {
    return this.#activeAt;
  }

  /** It has processes of bots of the operator. */
  get hasOwnBots(): boolean {
    return this.#table?.hasOwnBots ?? false;
  }

  /** Since then nobody has asked for it and nothing has happened, and it goes on from the store as well. */
  isIdle(since: number): boolean {
    if (this.#activeAt > since || [...this.#feeds.values()].some(({ feed }) => feed.readers > 0))
      return false;
    return this.#story?.end !== undefined || !this.#table || this.#table.canSleep;
  }

  /** Nobody goes on with the game. */
  async interrupt(): Promise<void> {
    this.#table?.interrupt();
    await this.#over;
  }

  /** Resolves when the record of a game that is over is stored. */
  async recorded(): Promise<void> {
    if (this.#table?.isDecided) await this.#over;
  }

  async close(): Promise<void> {
    for (const { feed } of this.#feeds.values()) feed.end();
    await this.#table?.sleep();
    await this.#over;
  }

  /** The only source of everything that leaves the server before the game is over. */
  view(you?: Seat): GameView {
    const { key, request, seats } = this.#stored;
    const [table, story] = [this.#table, this.#story];
    const state = story?.end ? 'over' : this.#stored.state;
    const hand = you === undefined || story?.end ? undefined : table?.handOf(you);
    return {
      ...{ key, game: request.game, state, options: this.#options, pace: this.#pace },
      seats: seats.map((each) => this.#seatView(each)),
      ...(you !== undefined && { you }),
      due: table?.dueFor(you) ?? [],
      panels: story?.panels ?? [],
      moves: [...(story?.moves ?? [])],
      ...(hand !== undefined && { hand }),
      ...(story?.end && { end: story.end }),
      ...(you !== undefined && this.#next !== undefined && { next: this.#next }),
      version: this.#versionFor(you),
    };
  }

  #seatView({ seat, is, name }: StoredGame['seats'][number]): SeatView {
    if (is !== 'person' || this.#story?.end) return { seat, is, name };
    const clock = this.#table?.clockOf(seat);
    const { seenAt, roundTripMs } = this.#presenceOf(seat);
    const isHere = (this.#feeds.get(seat)?.feed.readers ?? 0) > 0;
    return {
      ...{ seat, is, name },
      ...(clock && { clock }),
      ...(!isHere && { awayMs: Math.max(0, Math.round(this.#tools.now() - seenAt)) }),
      ...(roundTripMs !== undefined && { roundTripMs }),
    };
  }

  /** Returns the seat of a guest who has just asked for something. */
  #sign(guest: string | undefined): Seat | undefined {
    this.#activeAt = this.#tools.now();
    const seat = this.seatOf(guest);
    if (seat !== undefined) this.#presenceOf(seat).seenAt = this.#activeAt;
    return seat;
  }

  /** Nobody is away for longer than the game has been in memory. */
  #presenceOf(seat: Seat): Presence {
    const known = this.#presence.get(seat) ?? { seenAt: this.#tools.now() };
    this.#presence.set(seat, known);
    return known;
  }

  #play(): void {
    const table = this.#tools.tableOf(this.#stored, (seat) => this.#changed(seat));
    this.#table = table;
    this.#story = table.story;
    this.#over = table.play().then(
      () => {
        if (!table.story.end) return;
        this.#stored = { ...this.#stored, state: 'over' };
        this.#changed();
        this.#tools.ended();
      },
      (error: unknown) => {
        for (const { feed } of this.#feeds.values()) feed.end();
        this.#tools.ended(error);
      },
    );
  }

  #versionFor(you: Seat | undefined): number {
    return this.#changes + ((you !== undefined && this.#ownChanges.get(you)) || 0);
  }

  /** Several changes of a moment are told as one, and only to those who see them: to all without a seat. */
  #changed(seat?: Seat): void {
    this.#activeAt = this.#tools.now();
    if (seat === undefined) this.#changes++;
    else this.#ownChanges.set(seat, (this.#ownChanges.get(seat) ?? 0) + 1);
    if (this.#isChanged) return;
    this.#isChanged = true;
    setImmediate(() => {
      this.#isChanged = false;
      for (const [seat, made] of this.#feeds) {
        if (made.feed.readers === 0) continue;
        const before = made.last!;
        if (before.version === this.#versionFor(seat || undefined)) continue;
        made.last = this.view(seat || undefined);
        made.feed.send(changeBetween(before, made.last));
      }
    });
  }
}

function changeBetween(before: GameView, after: GameView): GameEvent {
  const { panels, moves, version, ...fields } = after;
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof GameView]),
  );
  const data = {
    ...Object.fromEntries(changed),
    version,
    newMoves: moves.slice(before.moves.length),
    changes: changesBetween(before.panels, panels),
  };
  return { name: 'change', data };
}
