import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { wordsOf } from '../../../host/lexicon/automaton.ts';
import { run } from '../../cli/wordhost.ts';
import { terms } from '../../players/merknera/said-game.ts';
import { anyPlay, WebBot } from '../../players/merknera/web-bot.ts';
import { until } from '../../support/until.ts';
import { startedServe } from '../boggle/started-serve.ts';
import { manners } from './hostile-bots.ts';

interface TrialOptions {
  readonly seconds: number;
  /** For the answer to one call, in seconds. */
  readonly limit: number;
  readonly readyLimit: number;
}

const HONEST = 3;
/** An honest bot takes so long for a move: what it plays does not depend on how fast the machine is. */
const THOUGHT_MS = 60;

/**
 * How many games each of three honest bots finishes, on a server of their own and on one with ten hostile bots; at the same time, since
 * the machine may be busy with other work. Each bot has a token of its own.
 */
export async function hostileTrial(t: Test, { seconds, limit, readyLimit }: TrialOptions) {
  const folder = t.testdir();
  const words = join(folder, 'words.txt');
  writeFileSync(words, `${[...wordsOf(terms.lexicon)].join('\n')}\n`);
  const limits = ['--timeout', `${limit}s`, '--ready-timeout', `${readyLimit}s`, '--web-games', '16'];
  const begun = async (name: string) => {
    const store = join(folder, `${name}.db`);
    const token = async (owner: string) =>
      (await run(['serve', 'token', 'add', owner, '--store', store])).stdout.trim();
    const { running, url } = await startedServe(t, store, ['--dictionary', words, ...limits]);
    return { store, token, running, url, bots: await honestBots(t, url, token) };
  };
  const [alone, beside] = [await begun('alone'), await begun('beside')];
  const games = () =>
    [alone, beside].map(({ bots }) => bots.map((bot) => bot.of('Scrabble.Complete').length));
  await until(
    () =>
      games()
        .flat()
        .every((count) => count >= 2),
    () => `games of all honest bots: ${games().join('; ')}`,
  );
  const tokens: string[] = [];
  for (const name of Object.keys(manners)) tokens.push(await beside.token(name));
  const program = join(import.meta.dirname, 'hostile-bots.ts');
  const hostile = fork(program, [`${beside.url}rpc`, String(1000 * limit), ...tokens]);
  t.teardown(() => void hostile.kill('SIGKILL'));
  await once(hostile, 'message');
  const before = games();
  await sleep(1000 * seconds);
  const [own = [], shared = []] = games().map((counts, server) =>
    counts.map((count, bot) => count - before[server]![bot]!),
  );
  hostile.kill('SIGKILL');
  const ends = [];
  for (const { running } of [alone, beside]) {
    running.child.kill('SIGTERM');
    ends.push(await running.ended);
  }
  return { alone: own, beside: shared, ends, store: beside.store };
}

async function honestBots(t: Test, url: string, token: (owner: string) => Promise<string>) {
  const bots: WebBot[] = [];
  for (let index = 0; index < HONEST; index++) {
    const bot = await WebBot.start(async ({ method, params }) => {
      if (method !== 'Scrabble.NextMove') return undefined;
      await sleep(THOUGHT_MS);
      return { result: anyPlay(params.gameletters, params.tiles) };
    });
    t.teardown(() => bot[Symbol.dispose]());
    bots.push(bot);
    const about = { botname: `honest-${index}`, botversion: '1', game: 'SCRABBLE', rpcendpoint: bot.url };
    const params = { ...about, token: await token(`honest-${index}`) };
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'RegistrationService.Register', params, id: 1 });
    await fetch(`${url}rpc`, { method: 'POST', body });
  }
  return bots;
}
