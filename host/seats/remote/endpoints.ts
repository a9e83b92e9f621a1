import { BlockList, isIP } from 'node:net';

export interface AddressRange {
  readonly text: string;
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly prefix: number;
}

export const loopback: readonly AddressRange[] = ['127.0.0.0/8', '::1/128'].map(
  (text) => rangeOf(text) as AddressRange,
);

/** Returns the URL of a bot or an error. Callers and stores can rely on each part. */
export function readEndpoint(text: string): URL | string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'expected an http or https URL';
  if (url.port === '0') return 'expected a port from 1 to 65535; got 0';
  try {
    for (const part of [url.username, url.password]) decodeURIComponent(part);
  } catch {
    return 'expected a user and a password in UTF-8; write % as %25';
  }
  return url;
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. Undefined for other texts. */
export function rangeOf(text: string): AddressRange | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return undefined;
  const bits = family === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return undefined;
  const host = BigInt(bits - prefix);
  const value = family === 4 ? ofIPv4(address) : ofIPv6(address);
  return { text, bits, first: (value >> host) << host, prefix };
}

/**
 * Denies every address outside the ranges. `BlockList` only denies, so it holds the complement. A connection
 * to `::ffff:127.0.0.1` reaches 127.0.0.1, so IPv4 ranges are allowed in that form, too.
 */
export function blockListOf(allowed: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  const four = allowed.filter(({ bits }) => bits === 32);
  const six = allowed.filter(({ bits }) => bits === 128);
  const mapped = four.map((range) => ({
    ...range,
    bits: 128 as const,
    first: MAPPED | range.first,
    prefix: range.prefix + 96,
  }));
  for (const { first, prefix } of complement(32, four)) list.addSubnet(textOf4(first), prefix, 'ipv4');
  for (const { first, prefix } of complement(128, [...six, ...mapped]))
    list.addSubnet(textOf6(first), prefix, 'ipv6');
  return list;
}

/** The reason against an endpoint by its address alone. A name is resolved and checked when it is called. */
export function literalRefusal({ hostname }: URL, list: BlockList): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  if (family === 0 || !list.check(address, family === 4 ? 'ipv4' : 'ipv6')) return undefined;
  return `this server does not call the address ${address} (--allow-endpoint)`;
}

type Part = Pick<AddressRange, 'first' | 'prefix'>;

/** The fewest ranges that hold all other addresses. */
function complement(bits: number, allowed: readonly Part[]): readonly Part[] {
  const parts: Part[] = [];
  const split = (first: bigint, prefix: number, inside: readonly Part[]) => {
    if (inside.length === 0) {
      parts.push({ first, prefix });
      return;
    }
    if (inside.some((range) => range.prefix <= prefix)) return;
    const half = 1n << BigInt(bits - prefix - 1);
    const isHigh = (range: Part) => range.first >= first + half;
    split(
      first,
      prefix + 1,
      inside.filter((range) => !isHigh(range)),
    );
    split(first + half, prefix + 1, inside.filter(isHigh));
  };
  split(0n, 0, allowed);
  return parts;
}

const MAPPED = 0xffffn << 32n;

function ofIPv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ofIPv6(text: string): bigint {
  // The form of a URL is without an IPv4 part.
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [before = '', after] = short.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [high, low] = [groups(before), groups(after ?? '')];
  const zeros = after === undefined ? 0 : 8 - high.length - low.length;
  const all = [...high, ...new Array<string>(zeros).fill('0'), ...low];
  return all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function textOf4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
}

function textOf6(value: bigint): string {
  return Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  ).join(':');
}
