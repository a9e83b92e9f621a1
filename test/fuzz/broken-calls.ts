import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Dice } from './dice.ts';

/** A call by JSON-RPC as it should be. */
export interface Sample {
  readonly method: string;
  readonly params: unknown;
}

const ODD_TEXTS = [
  ...[
    '',
    '\0',
    '\u001b[2J\u0007',
    '\u202e\u2066',
    '\ud800',
    '../../../etc/passwd',
    '%ff',
    '-1',
    '1e999',
    '*',
  ],
  ...[
    '__proto__',
    'constructor',
    'http://%ff@127.0.0.1:9/',
    'http://[::1',
    'file:///etc/passwd',
    '9'.repeat(400),
  ],
];
const ODD_NUMBERS = [0, -1, 1.5, 1e9, 1e21, -1e308, 2 ** 53, Number.MAX_SAFE_INTEGER, 2 ** 31];

/** Stands for a value that is nested too deep for `JSON.stringify`. */
const DEEP = 'nested deep';

export function oddValue(dice: Dice): unknown {
  switch (dice.roll(8)) {
    case 0:
      return dice.oneOf([null, true, false, [], {}]);
    case 1:
      return dice.oneOf(ODD_NUMBERS);
    case 2:
      return dice.oneOf(ODD_TEXTS);
    case 3:
      return DEEP;
    case 4:
      return dice.oneOf(ODD_TEXTS).repeat(dice.oneOf([2, 100, 2_000]));
    case 5:
      return new Array(dice.oneOf([1, 16, 300, 4_000])).fill(dice.oneOf(['A', null, 7]));
    case 6:
      return { toString: 1, valueOf: null, length: 1e9 };
    default:
      return Object.fromEntries(
        Array.from({ length: dice.oneOf([1, 40, 1_000]) }, (_, at) => [`k${at}`, at]),
      );
  }
}

/** The same value with some of its parts left out, renamed or replaced. */
export function broken(value: unknown, dice: Dice, chance: number): unknown {
  if (dice.roll(chance) === 0) return oddValue(dice);
  if (Array.isArray(value)) {
    const items = value.map((item) => broken(item, dice, chance * 4));
    const cut = dice.roll(12);
    return cut === 0 ? items.slice(1) : cut === 1 ? [...items, ...items] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const damage = dice.roll(20);
    if (damage === 0) return [];
    return [[damage === 1 ? dice.oneOf(ODD_TEXTS) : name, broken(item, dice, chance)] as const];
  });
  return Object.fromEntries(entries);
}

/** An answer by JSON-RPC with something wrong in it. */
export function brokenAnswer(dice: Dice, result: unknown): Buffer {
  const answer = { jsonrpc: '2.0', id: 1, result: broken(result, dice, 6) };
  return brokenJson(dice.roll(8) === 0 ? broken(answer, dice, 4) : answer, dice);
}

/** The body of a request: a call, or several, mostly with something wrong in it. */
export function brokenBody(dice: Dice, samples: readonly Sample[]): Buffer {
  const call = (): unknown => {
    const { method, params } = dice.oneOf(samples);
    const asked = {
      jsonrpc: '2.0',
      method,
      params: dice.roll(2) === 0 ? params : broken(params, dice, 12),
      id: 1,
    };
    return dice.roll(16) === 0 ? broken(asked, dice, 4) : asked;
  };
  const isBatch = dice.roll(10) === 0;
  const calls = isBatch ? Array.from({ length: dice.oneOf([0, 1, 5, 100, 101]) }, call) : call();
  return brokenJson(calls, dice);
}

/** The JSON of a value, with another one for what is nested too deep, and sometimes with other bytes. */
export function brokenJson(value: unknown, dice: Dice): Buffer {
  const depth = dice.oneOf([3, 63, 64, 200, 6_000]);
  const text = JSON.stringify(value).replaceAll(`"${DEEP}"`, '['.repeat(depth) + ']'.repeat(depth));
  const bytes = Buffer.from(text);
  switch (dice.roll(40)) {
    case 0:
      return bytes.subarray(0, dice.roll(bytes.length + 1));
    case 1: {
      for (let flips = dice.roll(8); flips >= 0 && bytes.length > 0; flips--)
        bytes[dice.roll(bytes.length)]! ^= 1 << dice.roll(8);
      return bytes;
    }
    case 2:
      return Buffer.concat([bytes, bytes]);
    case 3:
      return Buffer.from(dice.oneOf(['[', '{"a":', '[{"params":']).repeat(dice.oneOf([10, 1_000, 100_000])));
    case 4:
      return Buffer.alloc(dice.oneOf([16_385, 70_000, 1_100_000]), dice.oneOf([' ', '"', '\xff']));
    default:
      return bytes;
  }
}

export interface CallTarget {
  readonly url: URL;
  readonly samples: (dice: Dice) => readonly Sample[];
  readonly cases: number;
  readonly seed: number;
  /** Told of each fault in words. */
  readonly fault: (what: string) => void;
}

const AT_ONCE = 8;
/** Any answer: a machine may have much else to do. */
const PATIENCE_MS = 60_000;

/** Sends broken calls, several at once. Each is answered, without a fault of the server. */
export async function sendBrokenCalls({ url, samples, cases, seed, fault }: CallTarget): Promise<void> {
  using agent = disposable(new Agent({ keepAlive: true, maxSockets: AT_ONCE }));
  let next = seed;
  const sendOnes = async () => {
    while (next < seed + cases) {
      const number = next++;
      const dice = new Dice(number);
      const body = brokenBody(dice, samples(dice));
      const problem =
        dice.roll(50) === 0 ? await sendRaw(url, body, dice) : await send(url, body, dice, agent.value);
      if (problem !== undefined)
        fault(`case ${number}: ${problem}\n${body.toString('latin1').slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOnes));
}

function disposable(value: Agent) {
  return { value, [Symbol.dispose]: () => value.destroy() };
}

/** What is wrong with the answer. */
async function send(url: URL, body: Buffer, dice: Dice, agent: Agent): Promise<string | undefined> {
  const isChunked = dice.roll(20) === 0;
  const headers = {
    'content-type': 'application/json',
    ...(!isChunked && { 'content-length': body.length }),
  };
  const method = dice.roll(60) === 0 ? dice.oneOf(['GET', 'PUT', 'OPTIONS', 'HEAD']) : 'POST';
  const path =
    dice.roll(40) === 0 ? dice.oneOf(['/', '/rpc', '//', '/%ff', `${url.pathname}/x`]) : url.pathname;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const sent = request(url, { agent, method, path, headers, signal }, (answer) => {
    const { statusCode = 0 } = answer;
    answer.on('end', () => resolve(statusCode >= 500 ? `status ${statusCode}` : undefined)).resume();
    answer.on('error', () => resolve(undefined));
  });
  // The server may end a connection on which it reads no further.
  sent.on('error', (error) => resolve(signal.aborted ? `no answer: ${error.message}` : undefined));
  if (isChunked) for (let at = 0; at < body.length; at += 64) sent.write(body.subarray(at, at + 64));
  sent.end(isChunked ? undefined : body);
  return await promise;
}

const HEADS = [
  'POST PATH HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99999999\r\n\r\n',
  'POST PATH HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -1\r\n\r\n',
  'POST PATH HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n',
  'POST PATH HTTP/1.1\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  'GET http://other/ HTTP/1.1\r\nhost: other\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
];

/** Bytes that are no request, or one that never ends. Its connection is given up by either side. */
async function sendRaw(url: URL, body: Buffer, dice: Dice): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => resolve(undefined)).on('close', () => resolve(undefined));
  socket.write(Buffer.from(dice.oneOf(HEADS).replace('PATH', url.pathname), 'latin1'));
  socket.write(body.subarray(0, 2_000));
  const end = () => (dice.roll(2) === 0 ? socket.destroy() : socket.resetAndDestroy());
  socket.once('data', end);
  setTimeout(end, 50);
  return await promise;
}

export const MOST_MB = 300;

/** The first stack trace that a server has printed. */
export function tracesIn(stderr: string): readonly string[] {
  const trace = /(?:.*\n){0,3}^ +at .*|.*this is a bug.*/m.exec(stderr);
  return trace ? [`a stack trace: ${trace[0]}`] : [];
}

/** The most memory that a process and its children have taken, in MB, by their greatest one. */
export function mostMemory(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), Number(field(name, 'PPid'))]));
  const isInside = (each: number): boolean => each === pid || (each > 1 && isInside(parents.get(each) ?? 0));
  const peaks = [...parents.keys()].filter(isInside).map((each) => Number(field(String(each), 'VmHWM')));
  return Math.round(Math.max(0, ...peaks) / 1024);
}

function field(pid: string, name: string): string {
  try {
    return (
      new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    );
  } catch {
    return '0';
  }
}
