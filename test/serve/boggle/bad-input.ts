import { draw, openStream, type Stream } from '../../../host/core/chance.ts';
import { keyOf } from '../../../host/core/seed.ts';
import { type Operation, operations } from '../../../host/serve/boggle/api/operations.ts';
import type { Sent } from './served-boggle.ts';

/** What somebody may send who knows the API, and means no good or knows no better. */
export const oddValues: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(101),
  'x'.repeat(5000),
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'nul\0nul',
  '\u0007',
  '\u202etxt',
  '\ud800',
  '👩‍👩‍👧‍👦',
  '🙂',
  'é',
  'ſſ',
  "'; DROP TABLE boggle_user; --",
  '__proto__',
  '../../etc/passwd',
  '%',
  '%00',
  '\n',
  'a b',
  0,
  -1,
  1.5,
  1e308,
  true,
  null,
  [],
  ['john'],
  {},
  { toString: 'x' },
];

export const fieldNames = 'user_name email user1_name user2_name turns guess limit offset'.split(' ');
const paths = [
  'create_user',
  'user',
  'new_game',
  'game',
  'make_move',
  'get_game',
  'user_rankings',
  'games',
  '',
];
const ends = [
  '',
  '/',
  '/cancel',
  '/history',
  '/events/x',
  '/average_turns',
  '/%zz',
  '//',
  '/..',
  '?',
  '?a&a',
  '?%',
];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'];
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
];
const bodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"user_name":',
  'a=1&a=2',
  '%%%',
  '\0',
  '{"__proto__":{"x":1}}',
  '{}',
];

export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly sent: Sent;
}

/** Requests drawn from all of it; `keys` are some that are there. */
export class OddRequests {
  #stream: Stream;
  readonly #keys: readonly string[];

  constructor(seed: string, keys: readonly string[]) {
    this.#stream = openStream(keyOf(seed), 'player');
    this.#keys = keys;
  }

  next(): OddRequest {
    const known: Operation = this.#oneOf(Object.values<Operation>(operations));
    const isKnown = this.#roll(3) > 0;
    const method = isKnown ? known.method : this.#oneOf(methods);
    const key = this.#roll(3) === 0 ? encodeURIComponent(this.#text()) : this.#oneOf(this.#keys);
    const end = this.#roll(3) === 0 ? this.#oneOf(ends) : '';
    const path = isKnown
      ? this.#oneOf(known.paths).replace(':key', key)
      : `/${this.#oneOf(paths)}${this.#roll(4) === 0 ? '' : `/${key}`}${end}`;
    return { method, path, sent: method === 'GET' || method === 'HEAD' ? {} : this.#sent() };
  }

  #sent(): Sent {
    const values = Array.from({ length: this.#roll(5) }, () => [
      this.#oneOf(fieldNames),
      this.#roll(2) === 0 ? this.#oneOf(['john', 'sarah', 'aqua', '4']) : this.#oneOf(oddValues),
    ]);
    switch (this.#roll(3)) {
      case 0:
        return { json: Object.fromEntries(values) };
      case 1:
        return { form: Object.fromEntries(values.map(([name, value]) => [name, asText(value)])) };
      default:
        return { body: this.#oneOf(bodies), headers: { 'content-type': this.#oneOf(types) } };
    }
  }

  /** One that can be in an address. */
  #text(): string {
    return (
      String(JSON.stringify(this.#oneOf(oddValues)))
        .toWellFormed()
        .slice(0, 300) || 'x'
    );
  }

  #oneOf<Thing>(things: readonly Thing[]): Thing {
    return things[this.#roll(things.length)]!;
  }

  #roll(below: number): number {
    let rolled: number;
    [rolled, this.#stream] = draw(this.#stream, below);
    return rolled;
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
