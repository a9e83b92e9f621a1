import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../cli/wordhost.ts';
import { freeBoard, usualFiles } from '../serve/scrabble/registered-bot.ts';
import { until } from '../support/until.ts';
import { MOST_MB, mostMemory, type Sample, sendBrokenCalls, tracesIn } from './broken-calls.ts';
import { Dice } from './dice.ts';

const GAMES = 6;
/** Passes at once, without a runtime that takes time to start. */
const BOT = 'echo ready; while read -r word _ turn; do [ "$word" = turn ] && echo "@$turn pass"; done';

/** `wordhost register` under broken calls: what is not as promised, in words. */
export async function tryRegister(seed: number, cases: number) {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-register-'));
  const server = new HostileServer(seed);
  const url = await server.listen();
  const words = ['--server', url, '--token', 'T', '--name', 'bot', '--games', '3', '--', BOT];
  const running = start(['register', ...words], { env: { XDG_CACHE_HOME: folder } });
  const faults: string[] = [];
  try {
    await until(
      () => server.endpoint !== undefined,
      () => `a registration: ${running.stderr}`,
    );
    const endpoint = new URL(server.endpoint!);
    await sendBrokenCalls({
      ...{ url: endpoint, cases, seed, samples: (dice) => server.samples(dice) },
      fault: (what) => void faults.push(what),
    });
    server.isHonest = true;
    const moves = await server.playOn(endpoint);
    if (moves === 0) faults.push(`no game is played after it: ${running.stderr.slice(-1_000)}`);
    const mb = mostMemory(running.child.pid!);
    if (mb > MOST_MB) faults.push(`it took ${mb} MB`);
    running.child.kill('SIGTERM');
    const { status } = await running.ended;
    if (status !== 0) faults.push(`it ended with the status ${status}`);
    faults.push(...tracesIn(running.stderr));
    return { faults, moves, figures: `${moves} moves; the most memory was ${mb} MB` };
  } finally {
    running.child.kill('SIGKILL');
    await running.ended;
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server of web bots that sends broken files, and broken answers to the bot. */
class HostileServer {
  endpoint: string | undefined;
  isHonest = false;
  readonly #dice: Dice;
  readonly #files = new Map<string, Buffer>();
  readonly #server = createServer(async (request, answer) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method === 'POST') this.#answer(JSON.parse(body), answer);
    else this.#serve(request.url!.slice(1), answer);
  });
  #url = '';

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.#url;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  samples(dice: Dice): readonly Sample[] {
    const gameid = 1 + dice.roll(GAMES);
    const rows = freeBoard.map((row) =>
      row.map((square) => (dice.roll(9) === 0 ? dice.oneOf([...'AST*']) : square)),
    );
    const tiles = Array.from({ length: dice.roll(8) }, () => dice.oneOf([...'AST*']));
    const move = { gameid, tiles, gamestate: rows, ...(dice.roll(2) === 0 && { gameletters: rows }) };
    const files = usualFiles.map((text) =>
      this.#file(dice.roll(4) === 0 ? damaged(text, dice) : Buffer.from(text)),
    );
    const [gameboard, dictionary, letters] = files;
    return [
      { method: 'Status.Ping', params: null },
      { method: 'Scrabble.NewGame', params: { gameid, players: '2', gameboard, dictionary, letters } },
      { method: 'Scrabble.NextMove', params: move },
      { method: 'TicTacToe.NextMove', params: move },
      {
        method: 'Scrabble.Complete',
        params: { gameid, winner: true, draw: false, scores: [1, 2], gamestate: rows },
      },
      { method: 'Scrabble.Error', params: { gameid, message: 'wrong', errorcode: 6 } },
    ];
  }

  /** A whole game, as an honest server plays it: how many moves the bot made. */
  async playOn(endpoint: URL): Promise<number> {
    const call = async (method: string, params: unknown) => {
      const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
      const answer = await fetch(endpoint, { method: 'POST', body });
      // biome-ignore lint/suspicious/noExplicitAny: what it is, is looked at
      return ((await answer.json()) as any).result;
    };
    for (let gameid = 1; gameid <= GAMES; gameid++) await call('Scrabble.Complete', { gameid });
    const [gameboard, dictionary, letters] = usualFiles.map((text) => this.#file(Buffer.from(text)));
    await until(
      async () =>
        (await call('Scrabble.NewGame', { gameid: 7, players: 2, gameboard, dictionary, letters }))
          ?.status === 'READY',
      () => 'a game',
    );
    let moves = 0;
    for (let turn = 0; turn < 3; turn++) {
      const move = await call('Scrabble.NextMove', { gameid: 7, tiles: ['A'], gamestate: freeBoard });
      if (move?.type === 'PASS') moves++;
    }
    await call('Scrabble.Complete', { gameid: 7, scores: [0, 0] });
    return moves;
  }

  #file(bytes: Buffer) {
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    this.#files.set(sha1, bytes);
    return { sha1, url: `${this.#url}/${sha1}` };
  }

  #serve(name: string, answer: ServerResponse): void {
    const bytes = this.#files.get(name) ?? Buffer.alloc(0);
    switch (this.isHonest ? undefined : this.#dice.roll(20)) {
      case 0:
        answer.writeHead(500).end('x'.repeat(1_000_000));
        break;
      case 1:
        answer.writeHead(200, { 'content-length': bytes.length + 1 }).write(bytes);
        answer.destroy();
        break;
      case 2:
        answer.end(Buffer.alloc(300_000, bytes.length > 0 ? bytes : 'x'));
        break;
      case 3:
        answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        break;
      default:
        answer.end(bytes);
    }
  }

  #answer(
    { method, params }: { method: string; params: { rpcendpoint?: string } },
    answer: ServerResponse,
  ): void {
    this.endpoint ??= params.rpcendpoint;
    const isBroken = !this.isHonest && method !== 'RegistrationService.Register' && this.#dice.roll(4) === 0;
    const right = JSON.stringify({ jsonrpc: '2.0', result: { status: 'OK', message: 'welcome' }, id: 1 });
    if (!isBroken) answer.end(right);
    else if (this.#dice.roll(4) === 0) answer.destroy();
    else answer.end(this.#dice.oneOf([...BROKEN_ANSWERS, damaged(right, this.#dice)]));
  }
}

const BROKEN_ANSWERS = [
  '{"error":{"message":{"toString":1}}}',
  `{"error":${'['.repeat(6_000)}${']'.repeat(6_000)}}`,
  '{"error":"\\u001b[2J"}',
  'null',
  '[]',
  `"${'x'.repeat(2_000_000)}"`,
];

/** A text with some other bytes, and sometimes without its end. */
function damaged(text: string, dice: Dice): Buffer {
  const bytes = Buffer.from(text);
  for (let count = dice.roll(6); count >= 0; count--)
    bytes[dice.roll(bytes.length)] = dice.roll(2) === 0 ? dice.roll(256) : bytes[dice.roll(bytes.length)]!;
  return dice.roll(4) === 0 ? bytes.subarray(0, dice.roll(bytes.length)) : bytes;
}
