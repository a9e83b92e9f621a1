import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, run, start } from '../cli/wordhost.ts';
import { until } from '../support/until.ts';
import { brokenAnswer, MOST_MB, mostMemory, type Sample, sendBrokenCalls, tracesIn } from './broken-calls.ts';
import type { TriedServer } from './broken-servers.ts';
import { Dice } from './dice.ts';

const HOSTILE = 8;
const HONEST_MS = 20;
/** An honest bot has this long on a busy machine; a hostile one mostly answers at once. */
const TIMEOUT = '10s';

/** `wordhost serve` under broken calls to `/rpc`, and broken answers of bots: what is not as promised, in words. */
export async function tryRpc(seed: number, cases: number): Promise<TriedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-rpc-'));
  const store = join(folder, 'web.db');
  const tokens: Record<string, string> = {};
  for (const name of ['honest', 'hostile', 'broken']) {
    const made = await run(['serve', 'token', 'add', name, '--store', store]);
    tokens[name] = made.stdout.trim();
  }
  const words = ['--web-games', '16', '--timeout', TIMEOUT, '--store', store];
  const running = start(['serve', '--listen', '127.0.0.1:0', ...words]);
  const faults: string[] = [];
  const bots: FuzzedBot[] = [];
  try {
    const url = await addressOf(running);
    const register = async (name: string, bot: FuzzedBot, token: string) => {
      const about = { token: tokens[token], botname: name, botversion: '1', game: 'SCRABBLE' };
      const params = { ...about, rpcendpoint: bot.url };
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'RegistrationService.Register', params, id: 1 });
      await (await fetch(`${url}rpc`, { method: 'POST', body })).text();
    };
    const honest = await Promise.all([1, 2].map(async () => await FuzzedBot.start()));
    bots.push(...honest);
    for (const [index, bot] of honest.entries()) await register(`honest ${index}`, bot, 'honest');
    const hostile: FuzzedBot[] = [];
    for (let index = 0; index < HOSTILE; index++) {
      const bot = await FuzzedBot.start(new Dice(seed + index));
      bots.push(bot);
      hostile.push(bot);
      await register(`hostile ${index}`, bot, 'hostile');
    }
    const answers = () => hostile.reduce((sum, bot) => sum + bot.answers, 0);
    // A bot that has failed is left alone until it registers again.
    const again = setInterval(() => {
      for (const [index, bot] of hostile.entries())
        void register(`hostile ${index}`, bot, 'hostile').catch(() => {});
    }, 500);
    await sendBrokenCalls({
      ...{ url: new URL('rpc', url), cases, seed },
      samples: (dice) =>
        samples(dice, tokens, {
          endpoint: hostile[0]!.url,
          gameids: bots.flatMap((bot) => bot.gameids.slice(-2)),
        }),
      fault: (what) => void faults.push(what),
    });
    while (answers() < cases) {
      const more = Math.min(cases, answers() + 100);
      await until(
        () => answers() >= more || running.child.exitCode !== null,
        () => `${more} answers; there were ${answers()}: ${running.stderr.slice(-1_000)}`,
      );
      if (running.child.exitCode !== null) throw new Error(running.stderr.slice(-2_000));
    }
    clearInterval(again);
    const before = honest.map((bot) => bot.gamesOver);
    await until(
      () => honest.every((bot, index) => bot.gamesOver > before[index]!),
      () => `games of honest bots after it: ${running.stderr.slice(-1_000)}`,
    );
    const records = await recordsOf(url);
    for (const { number, text } of records)
      for (const player of lossesIn(text)) faults.push(`game ${number}: ${player}`);
    const mb = mostMemory(running.child.pid!);
    if (mb > MOST_MB) faults.push(`it took ${mb} MB`);
    running.child.kill('SIGTERM');
    const { status } = await running.ended;
    if (status !== 0) faults.push(`it ended with the status ${status}`);
    faults.push(...tracesIn(running.stderr));
    const figures = `${answers()} answers, ${records.length} games; the most memory was ${mb} MB`;
    return { faults, figures };
  } finally {
    running.child.kill('SIGKILL');
    await running.ended;
    for (const bot of bots) bot.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addressOf(running: Running): Promise<string> {
  const said = () => /listening on (\S+)\n/.exec(running.stderr)?.[1];
  await until(
    () => said() !== undefined,
    () => running.stderr,
  );
  return `${said()}/`;
}

interface Known {
  readonly endpoint: string;
  readonly gameids: readonly number[];
}

function samples(
  dice: Dice,
  tokens: Readonly<Record<string, string>>,
  { endpoint, gameids }: Known,
): readonly Sample[] {
  const hash = '348895ac1411027ba92b080493737dfac4a15d79';
  const ready = { gameid: dice.oneOf([1, ...gameids]), gameboard: hash, dictionary: hash, letters: hash };
  const about = {
    ...{ token: tokens.broken, botname: `bot ${dice.roll(40)}`, botversion: String(dice.roll(3)) },
    ...{ game: 'SCRABBLE', rpcendpoint: dice.oneOf([endpoint, 'http://127.0.0.1:9/', 'http://[::1]:9/']) },
    ...{ programminglanguage: 'Logo', website: 'https://robot.example', description: 'broken' },
  };
  return [
    { method: 'Status.Ping', params: null },
    { method: 'rpc.discover', params: {} },
    { method: 'Scrabble.Ready', params: ready },
    { method: 'RegistrationService.Register', params: about },
  ];
}

/** Players of a record that went out though they had only answered as they should. */
function lossesIn(record: string): readonly string[] {
  const end = JSON.parse(record.trimEnd().split('\n').at(-1)!);
  const players: readonly { name: string; outcome: string }[] = end.result?.players ?? [];
  return players
    .filter(({ name, outcome }) => name.startsWith('honest') && !['won', 'lost', 'draw'].includes(outcome))
    .map(({ name, outcome }) => `${name}: ${outcome}`);
}

async function recordsOf(url: string) {
  const records: { readonly number: number; readonly text: string }[] = [];
  const newest = /games\/(\d+)"/.exec(await (await fetch(`${url}scrabble/`)).text())?.[1];
  for (let number = 1; number <= Number(newest ?? 0); number++) {
    const answer = await fetch(`${url}scrabble/web-bots/games/${number}/record`);
    const text = await answer.text();
    if (answer.ok) records.push({ number, text });
  }
  return records;
}

const right: Readonly<Record<string, unknown>> = {
  'Status.Ping': { ping: 'OK' },
  'Scrabble.NewGame': { status: 'READY' },
  'Scrabble.NextMove': { type: 'PASS' },
};

/** A web bot that passes; with dice, its answers are broken, and sometimes no HTTP. */
class FuzzedBot {
  answers = 0;
  gamesOver = 0;
  readonly gameids: number[] = [];
  readonly #dice: Dice | undefined;
  readonly #server = createServer(async (request, answer) => {
    const { method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (method === 'Scrabble.NewGame') this.gameids.push(params.gameid);
    if (method === 'Scrabble.Complete') this.gamesOver++;
    this.#answer(method, answer);
  });

  private constructor(dice: Dice | undefined) {
    this.#dice = dice;
  }

  static async start(dice?: Dice): Promise<FuzzedBot> {
    const bot = new FuzzedBot(dice);
    await new Promise<void>((resolve) => void bot.#server.listen(0, '127.0.0.1', resolve));
    return bot;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(method: string, answer: ServerResponse): void {
    this.answers++;
    const dice = this.#dice;
    const rightly = () =>
      answer.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: right[method] ?? null }));
    // Honest bots alone would play a hundred games a second, and take the processor.
    if (!dice) return void setTimeout(rightly, HONEST_MS);
    // A ping that fails costs a minute without a game.
    if (method === 'Status.Ping' && dice.roll(10) > 0) return void rightly();
    const kind = dice.roll(40);
    const raw = RAW[kind];
    if (raw === 'nothing') setTimeout(() => answer.destroy(), dice.oneOf([10, 1_000, 15_000]));
    else if (raw !== undefined) answer.socket!.end(raw);
    else if (kind === RAW.length) answer.writeHead(dice.oneOf([204, 301, 404, 500]), { location: '/' }).end();
    else answer.end(brokenAnswer(dice, dice.oneOf(MOVES[method] ?? [right[method] ?? null])));
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

/** Instead of an answer by HTTP. */
const RAW = [
  'nothing',
  '',
  'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20_000),
  `${CHUNKED}${'1\r\n{\r\n'.repeat(20_000)}`,
  `${CHUNKED}ffffffff\r\n{`,
  `${HEAD}content-length: 99\r\n\r\n{`,
  `${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n{}`,
  `${HEAD}\r\n${'['.repeat(1_100_000)}`,
  'SSH-2.0-OpenSSH\r\n',
];

const tiles = (tile: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ row: Math.floor(at / 15) % 15, col: at % 15, tile }));

const MOVES: Readonly<Record<string, readonly unknown[]>> = {
  'Scrabble.NewGame': [{ status: 'READY' }, { status: 'READY' }, { status: 'READY' }, { status: 'NEVER' }],
  'Scrabble.NextMove': [
    { type: 'PASS' },
    { type: 'EXCHANGE', exchangetiles: ['A', '*', 'Q'] },
    { type: 'PLAY', playtiles: [{ row: 7, col: 7, tile: '*', letter: 'E' }] },
    { type: 'PLAY', playtiles: tiles('*', 225) },
    { type: 'PLAY', playTiles: tiles('E', 7) },
  ],
};
