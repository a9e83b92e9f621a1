import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../cli/wordhost.ts';
import { until } from '../support/until.ts';
import { broken, brokenJson, oddValue } from './broken-calls.ts';
import type { TriedServer } from './broken-servers.ts';
import { Dice } from './dice.ts';

const AT_ONCE = 8;
/** A guest has few games at once. */
const GUESTS = 40;
const ODD_KEYS = [
  '',
  '.',
  '..',
  '%00',
  '%ff',
  '__proto__',
  'x'.repeat(5_000),
  '-',
  '%2e%2e%2f',
  'openapi.json',
];
const ODD_COOKIES = [
  '',
  '=',
  'wordhost_guest',
  'wordhost_guest=',
  'wordhost_guest=%ff;;',
  `wordhost_guest=${'x'.repeat(3_000)}`,
];

/** `wordhost serve` under broken requests to the API of games on the site: what is not as promised, in words. */
export async function tryPlay(seed: number, cases: number): Promise<TriedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-play-'));
  const running = start(['serve', '--listen', '127.0.0.1:0', '--store', join(folder, 'web.db')]);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  try {
    const listening = () => /listening on (\S+)\n/.exec(running.stderr)?.[1];
    await until(() => listening() !== undefined, 'the server to listen');
    const api = `${listening()}/api/v1/`;
    const keys: string[] = [];
    const cookies: string[] = [];
    let next = seed;
    const sendOnes = async () => {
      while (next < seed + cases) {
        const number = next++;
        const dice = new Dice(number);
        const { method, path, body } = requestOf(dice, keys);
        const isNew = cookies.length < GUESTS && dice.roll(20) === 0;
        const cookie =
          dice.roll(30) === 0 ? dice.oneOf(ODD_COOKIES) : isNew ? '' : (dice.oneOf(['', ...cookies]) ?? '');
        const headers = {
          ...(cookie !== '' && { cookie }),
          ...(body && { 'content-type': 'application/json' }),
        };
        const isStream = path.includes('/events');
        const response = await fetch(`${api}${path}`, {
          ...{ method, headers, redirect: 'manual' },
          ...(body && { body: new Uint8Array(body) }),
          ...(isStream && { signal: AbortSignal.timeout(50) }),
        }).catch(() => undefined);
        if (!response) continue;
        const { status } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const text = isStream ? '' : await response.text();
        if (isStream) await response.body?.cancel().catch(() => {});
        const [set] = response.headers.getSetCookie();
        if (set !== undefined && cookies.length < GUESTS) cookies.push(set.split(';', 1)[0]!);
        const [, key] = status === 201 ? (/"key":"([\w-]{21})"/.exec(text) ?? []) : [];
        if (key !== undefined && keys.push(key) > 50) keys.shift();
        const fault = faultIn(status, text);
        if (fault !== undefined)
          faults.push(
            `case ${number}: ${method} ${path.slice(0, 100)}: ${fault}\n${String(body).slice(0, 300)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendOnes));
    const health = await fetch(new URL('/healthz', api));
    if (health.status !== 200) faults.push(`it is not well in the end: ${health.status}`);
    if (/failed/.test(running.stderr)) faults.push(`it says: ${running.stderr.slice(0, 2_000)}`);
  } finally {
    running.child.kill('SIGTERM');
    await running.ended;
    rmSync(folder, { recursive: true });
  }
  const counts = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count} of ${status}`);
  return { faults, figures: counts.join(', ') };
}

function requestOf(dice: Dice, keys: readonly string[]) {
  const key = keys.length === 0 || dice.roll(12) === 0 ? dice.oneOf(ODD_KEYS) : dice.oneOf(keys);
  const bot = { is: 'bot', name: dice.oneOf(['beginner', 'easy', 'medium']) };
  const other = dice.oneOf([bot, { is: 'open' }, { is: 'person' }]);
  const game = dice.oneOf(['scrabble', 'bananagrams', 'boggle', 'chess']);
  const options = dice.oneOf([
    {},
    {},
    { rules: 'simple' },
    { board: 'infinite' },
    { 'time-bank': '1s' },
    { turns: dice.oneOf(['1', '8', '0']) },
    { seed: '1' },
  ]);
  const move = dice.oneOf<unknown>([
    { pass: true },
    { change: [dice.roll(27), dice.roll(27)] },
    { written: dice.oneOf(['8H CAT', 'H8 DOG', 'pass', 'change AB', '8H', 'forfeit']) },
    { play: [{ row: dice.roll(16), col: dice.roll(16), tile: dice.roll(28), letter: 'A' }] },
    { peel: { number: dice.roll(3), grid: '003003ANDN..T..' } },
    { dump: 'Q' },
    { word: dice.oneOf(['CAT', 'tea', 'Q', 'QU', 'A B', '']) },
    { forfeit: true },
  ]);
  const check = dice.oneOf(['', '', '?check=1', '?check=%ff', '?check=1&check=1']);
  const requests = [
    {
      method: 'POST',
      path: 'games',
      sample: { game, options, seats: [{ is: 'person', name: '<img src=x>' }, other] },
    },
    { method: 'POST', path: `games/${key}/join`, sample: { name: dice.oneOf(['Ben', '<b>', '"\'']) } },
    { method: 'POST', path: `games/${key}/moves${check}`, sample: move },
    { method: 'POST', path: `games/${key}/moves${check}`, sample: move },
    { method: 'POST', path: `games/${key}/claim`, sample: {} },
    { method: 'POST', path: `games/${key}/seen`, sample: { roundTripMs: 20 } },
    { method: 'GET', path: `games/${key}` },
    { method: 'GET', path: `games/${key}/record` },
    { method: 'GET', path: `games?state=${dice.oneOf(['running', 'open', 'over', 'none', '%00'])}` },
    { method: 'GET', path: `bots?game=${encodeURIComponent(JSON.stringify(oddValue(dice)).slice(0, 100))}` },
    ...(dice.roll(20) === 0 ? [{ method: 'GET', path: `games/${key}/events` }] : []),
    { method: dice.oneOf(['PUT', 'DELETE', 'OPTIONS']), path: `games/${key}` },
  ];
  const { method, path, sample } = dice.oneOf<{ method: string; path: string; sample?: unknown }>(requests);
  const body =
    sample === undefined
      ? undefined
      : brokenJson(dice.roll(2) === 0 ? sample : broken(sample, dice, 10), dice);
  return { method, path, body };
}

/** Undefined for an answer as promised. */
function faultIn(status: number, text: string): string | undefined {
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  if (status >= 400 && status !== 404 && status !== 405 && !/^\{"(problem|message)":"/.test(text))
    return `a refusal without a problem: ${text.slice(0, 200)}`;
  const view = text.startsWith('{"key"') ? JSON.parse(text) : undefined;
  if (view?.hand !== undefined && view.you === undefined) return 'a watcher has a hand';
  return undefined;
}
