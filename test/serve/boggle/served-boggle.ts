import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Test } from 'tap';
import { isPostgresAddress } from '../../../host/core/postgres-address.ts';
import { BoggleService } from '../../../host/serve/boggle/boggle-service.ts';
import { BoggleSite } from '../../../host/serve/boggle/boggle-site.ts';
import { GameRules } from '../../../host/serve/boggle/game-rules.ts';
import type { BoggleTables } from '../../../host/serve/boggle/store/tables.ts';
import { boggleMigrations } from '../../../host/serve/boggle/store/tables.ts';
import { jsonRefusal } from '../../../host/serve/http/answers.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import { lexiconWith } from '../../games/table.ts';
import { opened } from '../database/database-contract.ts';

/** The board that the seed of these games comes to, and words: those of the second list are not on it. */
export const board = 'T A F E  | QU Y C H  | S A L T  | P D L H  | ';
export const onBoard = ['AT', 'TA', 'AQUA', 'QUAD', 'CLAPS', 'SQUALL', 'SQUALLY', 'LAY', 'SAY', 'ALL'];
export const elsewhere = ['DOG', 'COBBLE'];
const SEED = '27';

interface Laid {
  /** Where the database is. */
  readonly where: string;
  readonly demandsTokens?: boolean;
}

export interface Sent {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is, with the type of the headers. */
  readonly body?: string | Buffer;
}

export interface Heard {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
  readonly json: any;
}

/** The API on a port of this machine, as long as the test runs. */
export async function servedBoggle(t: Test, { where, demandsTokens = false }: Laid) {
  const database = await opened<BoggleTables>(where, boggleMigrations);
  const failures: unknown[] = [];
  // The folder of a test is removed before its teardown, while games are still followed.
  const failed = (error: unknown) => {
    if (isPostgresAddress(where) || existsSync(where)) failures.push(error);
  };
  let time = 0;
  const service = new BoggleService({
    database,
    rules: new GameRules(lexiconWith([...onBoard, ...elsewhere]), () => SEED),
    demandsTokens,
    now: () => ++time,
  });
  const site = new BoggleSite(service, failed, { everyMs: 20 });
  const opening = await openServer({
    services: site.mounted,
    port: 0,
    refuse: jsonRefusal,
    failed,
  });
  if (!opening.ok) throw new Error(opening.code);
  const { server } = opening;
  // A connection that is kept may be ended by the server, after 5 s, at the moment of the next request.
  const agent = new Agent({ keepAlive: false });
  t.teardown(async () => {
    agent.destroy();
    site[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    if (failures.length > 0) throw failures[0];
  });
  const port = Number(new URL(server.address).port);
  return { ask: asking(port, agent), service, database, port };
}

export type Ask = ReturnType<typeof asking>;
export type Served = Awaited<ReturnType<typeof servedBoggle>>;

export function asking(port: number, agent: Agent, mount = '/boggle') {
  return async (method: string, path: string, sent: Sent = {}): Promise<Heard> => {
    const { json, form, query, headers = {}, body } = sent;
    const said = query ? `${path}?${new URLSearchParams(query)}` : path;
    const asked = request({ port, host: '127.0.0.1', path: `${mount}${said}`, method, agent, headers });
    if (json !== undefined) asked.setHeader('content-type', 'application/json');
    if (form) asked.setHeader('content-type', 'application/x-www-form-urlencoded');
    const text =
      json === undefined ? (form ? String(new URLSearchParams(form)) : body) : JSON.stringify(json);
    // Without it, Node sends what follows a DELETE as if it were the next request.
    if (text !== undefined) asked.setHeader('content-length', Buffer.byteLength(text));
    asked.end(text);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const heard = await textOf(response);
    return {
      status: response.statusCode!,
      headers: response.headers,
      text: heard,
      json: heard !== '' && isJson(response) ? JSON.parse(heard) : undefined,
    };
  };
}

function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('application/json') ?? false;
}
