import { RecentValues } from '../recent-values.ts';
import { clientAddress } from './who-asks.ts';

/** So many seconds' worth can be asked for at once. */
const BURST_SECONDS = 4;
/** Of the addresses that asked last. */
const MOST_ADDRESSES = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** How often one address may ask. Times are in milliseconds. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #buckets = new RecentValues<Bucket>(MOST_ADDRESSES);

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** None: it may ask now; else after so many seconds. */
  secondsToWait(address: string, now: number): number | undefined {
    const most = this.#perSecond * BURST_SECONDS;
    const bucket = this.#buckets.get(networkOf(clientAddress(address)), () => ({ tokens: most, at: now }));
    const filled = Math.min(most, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.tokens = filled >= 1 ? filled - 1 : filled;
    bucket.at = now;
    return filled >= 1 ? undefined : Math.max(1, Math.ceil((1 - filled) / this.#perSecond));
  }
}

/** How many of a kind one address may have at once. */
export class OpenLimit {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Ends what is counted from now on; none: it would be one too many. */
  open(address: string): (() => void) | undefined {
    const network = networkOf(clientAddress(address));
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#most) return undefined;
    this.#counts.set(network, count + 1);
    return () => {
      const left = this.#counts.get(network)! - 1;
      if (left > 0) this.#counts.set(network, left);
      else this.#counts.delete(network);
    };
  }
}

/** Whoever has an IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after = ''] = address.split('::', 2);
  const groups = before.split(':').filter(Boolean);
  const later = after.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Math.max(0, 8 - groups.length - later.length) : 0;
  return [...groups, ...new Array<string>(zeros).fill('0'), ...later].slice(0, 4).join(':');
}
