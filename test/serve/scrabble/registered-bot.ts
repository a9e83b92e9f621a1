import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { fileKinds } from '../../../host/bots/scrabble/web/web-game.ts';
import { liveClock } from '../../../host/match/clock.ts';
import { type Script, scriptedSeats } from '../../../host/seats/scripted/scripted-seats.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import { PipeService } from '../../../host/serve/scrabble/pipes/pipe-service.ts';

export const freeBoard = Array.from({ length: 15 }, () => new Array<string>(15).fill(''));
const squares = Array.from({ length: 15 }, (_, row) =>
  Array.from({ length: 15 }, (_, column) => ({ LS: 1, WS: 1, start: row === 7 && column === 7 })),
);
const letters = { points: { A: 1, S: 1, T: 2 }, distribution: { A: 10, S: 10, T: 10, '*': 2 } };
export const usualFiles = [JSON.stringify(squares), 'AS\nAT\nSAT\n', JSON.stringify(letters)];

interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A server of web bots with three files, and a bot on pipes that has registered there. */
export async function registeredBot(
  t: Pick<Test, 'teardown' | 'testdir'>,
  given: {
    readonly games?: number;
    readonly idleMs?: number;
    readonly bot?: Script;
    readonly files?: readonly string[];
    /** Answers for a file otherwise. */
    readonly serve?: (path: string, answer: ServerResponse) => boolean;
  } = {},
) {
  const { games = 2, bot = passes, files = usualFiles, serve = () => false, ...limits } = given;
  const calls: Call[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, answer) => {
    if (request.method !== 'POST') {
      paths.push(request.url!);
      if (!serve(request.url!, answer)) answer.end(files[Number(request.url!.slice(1))]);
      return;
    }
    calls.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    answer.end(JSON.stringify({ jsonrpc: '2.0', result: { status: 'OK', message: 'welcome' }, id: 1 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reports: string[] = [];
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  let [opened, closed] = [0, 0];
  const open = scriptedSeats([bot], liveClock);
  const service = new PipeService({
    ...{ server: url, name: 'bot', command: 'bot', games, folder: t.testdir(), failed, ...limits },
    openSeats: async (requests, listenerOf) => {
      opened++;
      const { seats, ...rest } = await open(requests, listenerOf);
      const close = async () => {
        closed++;
        await rest[Symbol.asyncDispose]();
      };
      return { seats, [Symbol.asyncDispose]: close };
    },
    report: (sentence) => void reports.push(sentence),
  });
  const opening = await openServer({ services: [['/', service.service]], port: 0, failed });
  if (!opening.ok) throw new Error(opening.code);
  t.teardown(async () => {
    await service[Symbol.asyncDispose]();
    await opening.server[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  const endpoint = new URL(service.path, opening.server.address).href;
  const post = async (body: string, to = endpoint) => {
    const answer = await fetch(to, { method: 'POST', body });
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
    return { status: answer.status, json: (answer.status === 200 ? JSON.parse(text) : text) as any };
  };
  const call = async (method: string, params: unknown, to = endpoint) =>
    (await post(JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }), to)).json;
  const fileAt = (index: number, from = url) => ({
    sha1: createHash('sha1').update(files[index]!).digest('hex'),
    url: `${from}/${index}`,
  });
  const newGame = (gameid: unknown, other: object = {}) => ({
    ...{ gameid, players: '2' },
    ...Object.fromEntries(fileKinds.map((kind, index) => [kind, fileAt(index)])),
    ...other,
  });
  const turn = (gameid: unknown, other: object = {}) => ({
    ...{ gameid, tiles: [...'SATSATS'], gamestate: freeBoard, gameletters: freeBoard },
    ...other,
  });
  const seats = () => ({ opened, closed });
  return {
    url,
    endpoint,
    service,
    calls,
    paths,
    reports,
    failures,
    post,
    call,
    fileAt,
    newGame,
    turn,
    seats,
  };
}

/** A bot that is ready, and passes. */
export const passes: Script = ({ say }) => ({
  hear(text) {
    if (/^end$/m.test(text)) say('ready\n');
    for (const [, turn] of text.matchAll(/^turn \S+ (\d+)/gm)) say(`@${turn} pass\n`);
  },
});
