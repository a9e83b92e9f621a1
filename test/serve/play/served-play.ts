import type { Test } from 'tap';
import { playableGames } from '../../../host/cli/games/playable-games.ts';
import { parseRecord } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import type { Lexicon } from '../../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import { planFromRecord } from '../../../host/match/plan.ts';
import { type Verification, verifyRecord } from '../../../host/match/verify.ts';
import { jsonRefusal } from '../../../host/serve/http/answers.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import { playApi } from '../../../host/serve/play/api/routes.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { tablePages } from '../../../host/serve/play/page/table-pages.ts';
import type { PlayableGames } from '../../../host/serve/play/playable-game.ts';
import { PlayStore } from '../../../host/serve/play/store.ts';
import { type PlayTables, playMigrations } from '../../../host/serve/play/store-tables.ts';
import { Tables } from '../../../host/serve/play/tables.ts';
import { until } from '../../support/until.ts';
import { opened } from '../database/database-contract.ts';

let loaded: Lexicon | undefined;

export function english(): Lexicon {
  const reading = loaded ? undefined : loadLexicon('english');
  if (reading?.ok === false) throw new Error(reading.problem);
  loaded ??= reading!.lexicon;
  return loaded;
}

/** The API on a port of this machine, until the test is over or it is closed. */
export async function servedPlay(
  t: Test,
  where: string,
  more: {
    games?: PlayableGames;
    now?: () => number;
    idleMs?: number;
    mayFail?: boolean;
    isLimited?: boolean;
    isBehindProxy?: boolean;
    mostOfAddress?: number;
    freeBots?: () => number;
  } = {},
) {
  const { games = playableGames } = more;
  const database = await opened<PlayTables>(where, playMigrations);
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const store = new PlayStore(database, more.now);
  let made = 0;
  const tables = new Tables({
    ...{ store, games, lexicon: english(), failed },
    // A run of a test has the tiles and boards that every run of it has.
    drawSeed: () => `${t.name} ${++made}`,
    ...more,
  });
  const opening = await openServer({
    services: [
      ['/api/v1', playApi({ tables, games }, '/api/v1', more)],
      ['/', tablePages(Object.keys(games))],
    ],
    ...{ port: 0, refuse: jsonRefusal, failed },
  });
  if (!opening.ok) throw new Error(opening.code);
  const { server } = opening;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await tables[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    if (failures.length > 0 && !more.mayFail) throw failures[0];
  };
  t.teardown(close);
  return { url: `${server.address}api/v1/`, tables, store, database, close };
}

interface Heard {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
  readonly json: any;
}

/** A browser: it keeps its cookie, and remembers everything that it was sent. */
export class Guest {
  url: string;
  cookie: string | undefined;
  /** What a proxy says of it. */
  address: string | undefined;
  readonly heard: string[] = [];

  constructor(url: string) {
    this.url = url;
  }

  async ask(method: string, path: string, body?: unknown): Promise<Heard> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(this.address !== undefined && { 'x-forwarded-for': this.address }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) [this.cookie] = cookie.split(';');
    const text = await response.text();
    this.heard.push(text);
    return {
      status: response.status,
      text,
      json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text.split('\n')[0]!) : undefined,
    };
  }

  async view(key: string): Promise<GameView> {
    return (await this.ask('GET', `games/${key}`)).json;
  }

  /** Follows the events of a game until `stop`. */
  async follow(key: string): Promise<{ events: { name: string; data: GameView }[]; stop: () => void }> {
    const stop = new AbortController();
    const headers = this.cookie === undefined ? {} : { cookie: this.cookie };
    const response = await fetch(new URL(`games/${key}/events`, this.url), { headers, signal: stop.signal });
    const events: { name: string; data: GameView }[] = [];
    const read = async () => {
      let waiting = '';
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        this.heard.push(piece);
        const parts = (waiting + piece).split('\n\n');
        waiting = parts.pop()!;
        for (const part of parts) {
          const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
          if (name !== '') events.push({ name, data: JSON.parse(data) });
        }
      }
    };
    read().catch(() => {});
    return { events, stop: () => stop.abort() };
  }
}

/** Waits for the guest's turn, which comes later on a busy machine. Undefined if the game is over. */
export async function turnOf(guest: Guest, key: string): Promise<GameView | undefined> {
  let view = await guest.view(key);
  await until(async () => {
    view = await guest.view(key);
    return view.end !== undefined || view.due.includes(view.you!);
  });
  return view.end ? undefined : view;
}

/** Whether the rules decide everything again as the record says. */
export function verified(record: string): Verification | string {
  const read = parseRecord(record, 'the record', games);
  if (!read.ok) return read.problem;
  const plan = planFromRecord(read, english());
  return plan.ok ? verifyRecord(plan.plan, read.events, read.lines) : plan.problem;
}
