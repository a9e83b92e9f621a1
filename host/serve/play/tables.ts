import { drawId, drawSeed } from '../../core/seed.ts';
import { SECOND, type Seat } from '../../core/units.ts';
import { parseRecord } from '../../events/read-record.ts';
import { type OptionTable, optionText } from '../../games/kit/option.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type MatchPlan, planFromRequest, planMatch, readOptionTexts } from '../../match/plan.ts';
import { changesBetween } from '../../views/parts/game-data.ts';
import { EventFeed } from '../http/event-feed.ts';
import type { GameEvent, GameView, MoveAnswer } from './contract.ts';
import type { PlayableGames } from './playable-game.ts';
import type { PlayStore, SeatKind, StoredGame, StoredSeat } from './store.ts';
import { Story } from './story.ts';
import { Table } from './table.ts';

interface TablesOptions {
  readonly store: PlayStore;
  readonly games: PlayableGames;
  readonly lexicon: Lexicon;
  readonly failed: (error: unknown) => void;
}

export interface NewGame {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly { readonly is: SeatKind; readonly name: string }[];
}

/** Why a request is not fulfilled. */
export interface Refused {
  readonly status: 400 | 403 | 404 | 409 | 429;
  readonly problem: string;
}

export const noGame: Refused = { status: 404, problem: 'there is no such game' };
const isOver: Refused = { status: 409, problem: 'the game is over' };
const notYours: Refused = { status: 409, problem: 'it is not your turn' };
const noSeat: Refused = { status: 403, problem: 'you do not play in this game' };

/** The games of the site. */
export class Tables implements AsyncDisposable {
  readonly #options: TablesOptions;
  readonly #rooms = new Map<string, Promise<Room | undefined>>();

  constructor(options: TablesOptions) {
    this.#options = options;
  }

  /** The creator has the first seat of a person. */
  async create({ game, options, seats }: NewGame, guest: string): Promise<GameView | Refused> {
    const playable = this.#options.games[game]!;
    const people = seats.every(({ is }) => is !== 'bot');
    const texts = { ...playable.usual, ...(people && playable.people), ...options };
    const read = readOptionTexts(playable.game.options, texts);
    if (!read.ok) return { status: 400, problem: read.problem };
    const why = playable.game.unplayable(read.values, seats.length);
    if (why !== undefined) return { status: 400, problem: why };
    const own = seats.findIndex(({ is }) => is === 'person');
    const stored = seats.map(
      ({ is, name }, index): StoredSeat => ({
        ...{ seat: index + 1, is, name, guest: index === own ? guest : undefined },
      }),
    );
    const { request } = planMatch({
      ...{ game: playable.game, options: read.values, lexicon: this.#options.lexicon, seed: drawSeed() },
      ...{ id: drawId(), limits: { readyTimeout: 10 * SECOND, gameTimeout: 0 } },
      players: seats.map(({ is, name }, index) => ({ seat: index + 1, entry: index + 1, name, command: is })),
    });
    const state = seats.some(({ is }) => is === 'open') ? 'open' : 'running';
    const made = { key: request.id, request, state, madeAt: Date.now(), seats: stored } as const;
    await this.#options.store.add(made);
    const room = await this.#room(request.id);
    return room!.viewFor(guest);
  }

  async view(key: string, guest: string | undefined): Promise<GameView | Refused> {
    return (await this.#room(key))?.viewFor(guest) ?? noGame;
  }

  async feed(key: string, guest: string | undefined): Promise<EventFeed | Refused> {
    return (await this.#room(key))?.feedFor(guest) ?? noGame;
  }

  async join(key: string, name: string, guest: string): Promise<GameView | Refused> {
    const room = await this.#room(key);
    if (!room) return noGame;
    if (room.seatOf(guest) !== undefined) return { status: 409, problem: 'you already play in this game' };
    const joined = await this.#options.store.join(key, { name, guest });
    if (!joined) return { status: 409, problem: 'the game has no open seat' };
    await room.begin(joined);
    return room.viewFor(guest);
  }

  async move(key: string, guest: string | undefined, move: unknown, isChecked: boolean) {
    const room = await this.#room(key);
    return room ? await room.move(guest, move, isChecked) : noGame;
  }

  async record(key: string): Promise<string | Refused> {
    const game = await this.#options.store.game(key);
    if (!game) return noGame;
    return game.record ?? { status: 409, problem: 'the game is not over' };
  }

  /** The moves of a game are read by the shape of its game. */
  async moveShape(key: string) {
    const room = await this.#room(key);
    return room && this.#options.games[room.view().game]!.move;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const rooms = await Promise.allSettled(this.#rooms.values());
    for (const room of rooms) if (room.status === 'fulfilled') await room.value?.close();
  }

  async #room(key: string): Promise<Room | undefined> {
    const known = this.#rooms.get(key);
    if (known) {
      const room = await known;
      await room?.begun;
      return room;
    }
    const opening = this.#open(key);
    this.#rooms.set(key, opening);
    try {
      const room = await opening;
      if (!room) this.#rooms.delete(key);
      await room?.begun;
      return room;
    } catch (error) {
      this.#rooms.delete(key);
      throw error;
    }
  }

  async #open(key: string): Promise<Room | undefined> {
    const stored = await this.#options.store.game(key);
    const playable = stored && this.#options.games[stored.request.game];
    if (!stored || !playable) return undefined;
    const { failed, lexicon, store } = this.#options;
    const games = { [stored.request.game]: playable.game };
    const planned = (game: StoredGame): MatchPlan => {
      const planned = planFromRequest(game.request, () => lexicon, games);
      if (!planned.ok) throw new Error(`game ${key}: ${planned.problem}`);
      const startedAt = new Date(game.madeAt).toISOString();
      return { ...planned.plan, header: { ...planned.plan.header, startedAt } };
    };
    const tableOf = (game: StoredGame, changed: () => void) =>
      new Table({ stored: game, plan: planned(game), playable, store, changed });
    return new Room(stored, {
      tableOf,
      storyOf(game) {
        const story = new Story(
          playable.game,
          game.seats.map(({ name }) => name),
        );
        const read = parseRecord(game.record!, key, games);
        if (!read.ok) throw new Error(read.problem);
        for (const event of read.events) story.take(event);
        return story;
      },
      optionsOf: ({ options }) =>
        Object.fromEntries(
          Object.entries(playable.game.options as OptionTable).flatMap(([name, spec]) =>
            !Object.hasOwn(playable.options, name) || optionText(spec, spec.default) === options[name]
              ? []
              : [[name, options[name]]],
          ),
        ),
      failed: (error) => {
        this.#rooms.delete(key);
        failed(error);
      },
    });
  }
}

interface RoomTools {
  readonly tableOf: (game: StoredGame, changed: () => void) => Table;
  readonly storyOf: (game: StoredGame) => Story;
  /** Those that a request may set, and that differ from their defaults. */
  readonly optionsOf: (request: StoredGame['request']) => GameView['options'];
  readonly failed: (error: unknown) => void;
}

/** A game in memory, with everybody who looks at it. */
class Room {
  readonly #tools: RoomTools;
  #stored: StoredGame;
  #table: Table | undefined;
  #story: Story | undefined;
  #over: Promise<void> | undefined;
  #version = 0;
  #isChanged = false;
  /** By seat, or 0 for watchers. */
  readonly #feeds = new Map<Seat, { readonly feed: EventFeed; last: GameView }>();

  constructor(stored: StoredGame, tools: RoomTools) {
    this.#stored = stored;
    this.#tools = tools;
    if (stored.state === 'over') this.#story = tools.storyOf(stored);
    if (stored.state === 'running') this.#play();
  }

  async begin(stored: StoredGame): Promise<void> {
    this.#stored = stored;
    if (stored.state === 'running') this.#play();
    this.#changed();
    await this.begun;
  }

  get begun(): Promise<void> | undefined {
    return this.#table?.begun;
  }

  seatOf(guest: string | undefined): Seat | undefined {
    if (guest === undefined) return undefined;
    return this.#stored.seats.find((each) => each.guest === guest)?.seat;
  }

  viewFor(guest: string | undefined): GameView {
    return this.view(this.seatOf(guest));
  }

  feedFor(guest: string | undefined): EventFeed {
    const seat = this.seatOf(guest) ?? 0;
    const known = this.#feeds.get(seat);
    if (known) return known.feed;
    const feed = new EventFeed(() => [{ name: 'view', data: made.last }]);
    const made = { feed, last: this.view(seat || undefined) };
    this.#feeds.set(seat, made);
    return feed;
  }

  async move(guest: string | undefined, move: unknown, isChecked: boolean): Promise<MoveAnswer | Refused> {
    const seat = this.seatOf(guest);
    if (seat === undefined) return noSeat;
    if (this.#story?.end) return isOver;
    return (await this.#table?.move(seat, move, isChecked)) ?? notYours;
  }

  async close(): Promise<void> {
    for (const { feed } of this.#feeds.values()) feed.end();
    await this.#table?.sleep();
    await this.#over;
  }

  /** The only source of everything that leaves the server. */
  view(you?: Seat): GameView {
    const { key, request, seats } = this.#stored;
    const [table, story] = [this.#table, this.#story];
    const hand = you === undefined || story?.end ? undefined : table?.handOf(you);
    return {
      ...{ key, game: request.game, state: this.#stored.state, options: this.#tools.optionsOf(request) },
      seats: seats.map(({ seat, is, name }) => {
        const clock = story?.end ? undefined : table?.clockOf(seat);
        return { seat, name, is, ...(clock && { clock }) };
      }),
      ...(you !== undefined && { you }),
      due: table?.due ?? [],
      panels: story?.panels ?? [],
      moves: [...(story?.moves ?? [])],
      ...(hand !== undefined && { hand }),
      ...(story?.end && { end: story.end }),
      version: this.#version,
    };
  }

  #play(): void {
    const table = this.#tools.tableOf(this.#stored, () => this.#changed());
    this.#table = table;
    this.#story = table.story;
    this.#over = table.play().then(
      () => {
        if (table.story.end) this.#stored = { ...this.#stored, state: 'over' };
        this.#changed();
      },
      (error: unknown) => {
        for (const { feed } of this.#feeds.values()) feed.end();
        this.#tools.failed(error);
      },
    );
  }

  /** Several changes of a moment are told as one. */
  #changed(): void {
    this.#version++;
    if (this.#isChanged) return;
    this.#isChanged = true;
    setImmediate(() => {
      this.#isChanged = false;
      for (const [seat, made] of this.#feeds) {
        const before = made.last;
        made.last = this.view(seat || undefined);
        if (made.feed.readers > 0) made.feed.send(changeBetween(before, made.last));
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
