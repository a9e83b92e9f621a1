import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { drawId } from '../../host/core/seed.ts';
import { Guest } from '../serve/play/served-play.ts';
import type { Measure } from './figure.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const bare = join(import.meta.dirname, 'programs', 'bare-site.ts');
const GAMES = 100;
/** One less than the passes that end a game. */
const MOVES = 5;
const [ROUNDS, WARM_UPS] = [6, 2];
const FOLLOWED = 4;
const WANTED_BYTES = 10_000;

interface Table {
  readonly key: string;
  /** In the order of their turns. */
  readonly players: readonly Guest[];
}

/** What a move of a person costs with many games at once, beside a bare route that writes the same rows. */
export const site: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-bench-'));
  try {
    const written = await served(
      ['--conditions=wordhost-source', bare, join(folder, 'bare.db')],
      async (url) => {
        const guest = new Guest(`${url}/api/v1/`);
        const tables = () =>
          Array.from({ length: GAMES }, () => ({ key: drawId(), players: [guest, guest] }));
        return await timed(async () => tables());
      },
    );
    const words = [
      wordhost,
      'serve',
      '--listen',
      '127.0.0.1:0',
      '--store',
      join(folder, 'site.db'),
      '--json',
    ];
    const [played, bytes] = await served(words, async (url) => [
      await timed(
        async () => await Promise.all(Array.from({ length: GAMES }, async () => await tableAt(url))),
      ),
      await bytesOfMove(url),
    ]);
    const shown = (ms: number) => `${Math.round(ms * 1000)} µs`;
    return [
      {
        what: `a move of a person over HTTP with ${GAMES} games at once, kept in SQLite`,
        ...{ measured: played! / written, unit: 'times', target: 2 },
        baseline: `${shown(played!)}; a bare hono route that writes the same rows: ${shown(written)}`,
      },
      {
        what: `events of ${FOLLOWED} games with a move a second in each, beside 10 KB a second`,
        ...{ measured: (bytes! * FOLLOWED) / WANTED_BYTES, unit: 'times', target: 1 },
        baseline: `${Math.round(bytes!)} bytes for each move`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

async function served<Found>(words: readonly string[], use: (url: string) => Promise<Found>): Promise<Found> {
  const server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    return await use(JSON.parse(line).listening);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** Milliseconds for each move, of all games together. */
async function timed(tablesOf: () => Promise<readonly Table[]>): Promise<number> {
  let ms = 0;
  for (let round = 0; round < ROUNDS + WARM_UPS; round++) {
    const tables = await tablesOf();
    const start = performance.now();
    await Promise.all(tables.map(passOn));
    if (round >= WARM_UPS) ms += performance.now() - start;
  }
  return ms / (ROUNDS * GAMES * MOVES);
}

async function passOn({ key, players }: Table): Promise<void> {
  for (let move = 0; move < MOVES; move++) {
    const text = await passed(players[move % 2]!, key);
    if (!text.startsWith('{"ok":true')) throw new Error(text);
  }
}

const agent = new Agent({ keepAlive: true });
const BODY = JSON.stringify({ pass: true });

/** `fetch` takes longer than the server does. */
async function passed({ url, cookie }: Guest, key: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': BODY.length },
    ...(cookie !== undefined && { cookie }),
  };
  const path = new URL(`games/${encodeURIComponent(key)}/moves`, url);
  const sent = request(path, { agent, method: 'POST', headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece) => (text += piece));
    answer.on('end', () => resolve(text));
  });
  sent.on('error', reject);
  sent.end(BODY);
  return await promise;
}

async function tableAt(url: string): Promise<Table> {
  const [ada, ben] = [new Guest(`${url}/api/v1/`), new Guest(`${url}/api/v1/`)];
  const seats = [{ is: 'person', name: 'Ada' }, { is: 'open' }];
  const { key } = (await ada.ask('POST', 'games', { game: 'scrabble', seats })).json;
  const { due } = (await ben.ask('POST', `games/${key}/join`, { name: 'Ben' })).json;
  return { key, players: due[0] === 1 ? [ada, ben] : [ben, ada] };
}

async function bytesOfMove(url: string): Promise<number> {
  const table = await tableAt(url);
  const watcher = new Guest(`${url}/api/v1/`);
  const { stop, events } = await watcher.follow(table.key);
  while (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = watcher.heard.join('').length;
  await passOn(table);
  const told = () => events.flatMap(({ data }) => ('newMoves' in data ? (data.newMoves as unknown[]) : []));
  while (told().length < MOVES) await new Promise((resolve) => setTimeout(resolve, 5));
  const bytes = watcher.heard.join('').length - before;
  stop();
  return bytes / MOVES;
}
