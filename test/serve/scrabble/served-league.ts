import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { millis, seconds } from '../../../host/core/units.ts';
import { parseRecord } from '../../../host/events/read-record.ts';
import { scrabble } from '../../../host/games/scrabble/scrabble.ts';
import { wordsOf } from '../../../host/lexicon/automaton.ts';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import { planFromRecord } from '../../../host/match/plan.ts';
import { verifyRecord } from '../../../host/match/verify.ts';
import { loopback } from '../../../host/seats/remote/endpoints.ts';
import { jsonRefusal } from '../../../host/serve/http/answers.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import { League } from '../../../host/serve/scrabble/league.ts';
import type { LeagueOptions } from '../../../host/serve/scrabble/league-games.ts';
import { ScrabbleSite } from '../../../host/serve/scrabble/scrabble-site.ts';
import { ScrabbleStore } from '../../../host/serve/scrabble/store.ts';
import { type ScrabbleTables, scrabbleMigrations } from '../../../host/serve/scrabble/store-tables.ts';
import { tokenHash } from '../../../host/serve/tokens.ts';
import { terms } from '../../players/merknera/said-game.ts';
import { type Act, type Asked, anyPlay, type Reply, WebBot } from '../../players/merknera/web-bot.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { opened } from '../database/database-contract.ts';

export const TOKEN = 'the-token-of-ada';
export const OTHER_TOKEN = 'the-token-of-ben';

/** The web bots of a server on a port of this machine, as long as the test runs. */
export async function servedLeague(
  t: Test,
  other: Partial<LeagueOptions> & {
    readonly where?: string;
    readonly callsPerSecond?: number;
    /** Told of each look into the word list: where it throws, the host has failed. */
    readonly breaks?: () => void;
  } = {},
) {
  const folder = t.testdir();
  const words = join(folder, 'words.txt');
  writeFileSync(words, `${[...wordsOf(terms.lexicon)].join('\n')}\n`);
  const loaded = expectOk(loadLexicon(words));
  const { edges } = loaded.lexicon;
  const lexicon = {
    ...loaded.lexicon,
    get edges() {
      other.breaks?.();
      return edges;
    },
  };
  const database = await opened<ScrabbleTables>(other.where ?? join(folder, 'web.db'), scrabbleMigrations);
  const store = new ScrabbleStore(database, Date.now, (problem) => void reports.push({ problem }));
  await store.addToken('ada', tokenHash(TOKEN));
  await store.addToken('ben', tokenHash(OTHER_TOKEN));
  const failures: unknown[] = [];
  const reports: Readonly<Record<string, unknown>>[] = [];
  const at = { address: '' };
  const league = new League({
    ...{ store, lexicon, jobs: 4, seats: 2, allowed: loopback },
    ...{ timeout: seconds(20), readyTimeout: seconds(20), pingEveryMs: 500 },
    ...{ address: () => at.address, ownPort: () => Number(new URL(at.address).port) },
    report: (happened) => void reports.push(happened as Readonly<Record<string, unknown>>),
    failed: (error) => void failures.push(error),
    ...other,
  });
  const site = new ScrabbleSite({ league, store, lexicon, callsPerSecond: other.callsPerSecond });
  const opening = await openServer({
    ...{ services: [['/', site.service]], port: 0, refuse: jsonRefusal },
    failed: (error) => void failures.push(error),
  });
  if (!opening.ok) throw new Error(opening.code);
  at.address = opening.server.address.replace(/\/$/, '');
  await league.start();
  let isEnded = false;
  /** Of its store, which is open as long as the test runs, no more is changed. */
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    site[Symbol.dispose]();
    await league[Symbol.asyncDispose]();
    await opening.server[Symbol.asyncDispose]();
  };
  let isClosed = false;
  /** Its store is closed, too. */
  const close = async () => {
    await end();
    if (!isClosed) await database[Symbol.asyncDispose]();
    isClosed = true;
  };
  t.teardown(close);
  const url = at.address;
  const post = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${url}/rpc`, { method: 'POST', body: text });
    const said = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
    return { status: answer.status, json: (said === '' ? undefined : JSON.parse(said)) as any };
  };
  const call = async (method: string, params: unknown = {}) =>
    (await post({ jsonrpc: '2.0', method, params, id: 1 })).json;
  const register = async (botname: string, rpcendpoint: string, more: object = {}) =>
    await call('RegistrationService.Register', {
      ...{ token: TOKEN, botname, botversion: '1', game: 'SCRABBLE', rpcendpoint },
      ...more,
    });
  /** Bots that answer so, registered by these names. */
  const enroll = async <Name extends string>(acts: Readonly<Record<Name, Act>>) => {
    const bots = {} as Record<Name, WebBot>;
    for (const [name, act] of Object.entries(acts) as [Name, Act][]) {
      const bot = await WebBot.start(act);
      t.teardown(() => bot[Symbol.dispose]());
      await register(name, bot.url);
      bots[name] = bot;
    }
    return bots;
  };
  return { url, league, store, lexicon, post, call, register, enroll, reports, failures, end, close };
}

export type ServedLeague = Awaited<ReturnType<typeof servedLeague>>;

export const shortly = millis(300);

/** Plays whatever it can. */
export function plays(other: (asked: Asked) => Reply | undefined = () => undefined) {
  return (asked: Asked): Reply | undefined =>
    other(asked) ??
    (asked.method === 'Scrabble.NextMove'
      ? { result: anyPlay(asked.params.gameletters, asked.params.tiles) }
      : undefined);
}

export async function gamesOver(served: ServedLeague, count: number) {
  const over = async () => {
    const games = [];
    for await (const game of served.store.finished()) games.push(game);
    return games;
  };
  let games = await over();
  const end = performance.now() + 120_000;
  while (games.length < count) {
    if (performance.now() > end)
      throw new Error(
        `waited for ${count} games; ${games.length} are over: ${JSON.stringify(served.reports)} ${served.failures}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
    games = await over();
  }
  return games;
}

export async function verified(served: ServedLeague, id: number) {
  const text = await served.store.record(id);
  const read = parseRecord(text!, `game ${id}`, { scrabble });
  if (!read.ok) return read.problem;
  const plan = planFromRecord(read, served.lexicon);
  return plan.ok ? verifyRecord(plan.plan, read.events, read.lines) : plan.problem;
}
