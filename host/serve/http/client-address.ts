import { isIPv4, isIPv6 } from 'node:net';

/** Whoever asks by what is no address of the internet, such as a name or nothing at all. */
const UNKNOWN = 'unknown';

/**
 * An address in the one form that it has here, however it is written: without a port, brackets or a zone, in lower case, as
 * short as it can be; that of IPv4 as such also where it is written as one of IPv6.
 */
export function clientAddress(text: string): string {
  const { inBrackets, before = text } =
    /^\[(?<inBrackets>[^\]]*)\](?::\d+)?$|^(?<before>[\d.]+):\d+$/.exec(text)?.groups ?? {};
  const [address = ''] = (inBrackets ?? before).split('%', 1);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return UNKNOWN;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  return high && low ? [...bytesOf(high), ...bytesOf(low)].join('.') : short;
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
