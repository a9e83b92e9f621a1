import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Measure } from './figure.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const program = (name: string) => join(import.meta.dirname, 'programs', name);
const [GAMES, BOTS, CALLS] = [50, 10, 20_000];
const [WARM_UP_MS, MEASURED_MS] = [4_000, 8_000];

/** What a call of a web bot costs the host, with 50 games at once, beside a client that posts the same and does nothing else. */
export const webBots: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-bench-'));
  const bots = spawn(process.execPath, [program('web-bots.mjs'), String(BOTS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // All that the bots may lay: a move that is not legal is a call more.
  const words = join(folder, 'words.txt');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  writeFileSync(words, letters.flatMap((first) => letters.map((second) => first + second)).join('\n'));
  const store = ['--store', join(folder, 'web.db')];
  const serve = [
    wordhost,
    ...'serve --listen 127.0.0.1:0 --json --web-games'.split(' '),
    String(GAMES),
    '--dictionary',
    words,
    ...store,
  ];
  const server = spawn(process.execPath, serve, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const urls = await lineOf<string[]>(bots);
    const bare = await posted(urls);
    const { listening } = await lineOf<{ readonly listening: string }>(server);
    const { stdout: token } = await promisify(execFile)(process.execPath, [
      wordhost,
      'serve',
      'token',
      'add',
      'bench',
      ...store,
    ]);
    for (const [index, rpcendpoint] of urls.entries()) {
      const params = {
        token: token.trim(),
        botname: `bot ${index}`,
        botversion: '1',
        game: 'SCRABBLE',
        rpcendpoint,
        concurrent: true,
      };
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'RegistrationService.Register', params, id: 1 });
      await (await fetch(`${listening}/rpc`, { method: 'POST', body })).json();
    }
    await sleep(WARM_UP_MS);
    const before = await figuresOf(listening);
    await sleep(MEASURED_MS);
    const after = await figuresOf(listening);
    const moves = after.moves - before.moves;
    const calls = after.calls - before.calls;
    const perSecond = moves / (MEASURED_MS / 1000);
    const share = calls / moves;
    return [
      {
        what: `a move of Scrabble between web bots that answer at once, ${GAMES} games at once, kept in SQLite: processor time of the host`,
        ...{
          measured: (1e6 * (after.cpu - before.cpu)) / moves,
          unit: 'µs',
          target: 2 * share * bare.micros,
        },
        baseline: `${Math.round(perSecond)} a second; a bare client of node:http that posts the same, ${share.toFixed(1)} requests a move: ${(share * bare.micros).toFixed(0)} µs`,
      },
    ];
  } finally {
    for (const each of [server, bots]) {
      each.kill('SIGTERM');
      if (each.exitCode === null) await once(each, 'exit');
    }
    rmSync(folder, { recursive: true });
  }
};

async function lineOf<Line>({ stdout }: ChildProcess): Promise<Line> {
  for await (const line of createInterface({ input: stdout! })) return JSON.parse(line);
  throw new Error('a program has ended');
}

async function posted(
  urls: readonly string[],
): Promise<{ readonly perSecond: number; readonly micros: number }> {
  const words = [program('web-calls.mjs'), String(CALLS), String(GAMES), ...urls];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout);
}

async function figuresOf(address: string) {
  const text = await (await fetch(`${address}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    moves: figure('wordhost_web_moves_total'),
    calls: figure('wordhost_web_calls_total'),
    cpu: figure('process_cpu_seconds_total'),
  };
}
