import { draw, type Key, openStream, type Stream, shuffle } from '../../core/chance.ts';
import type { Seat } from '../../core/units.ts';

/**
 * Things that nobody holds, such as tiles in a bag, in the order in which they are taken. All seats take from one order; in a
 * mirrored game each seat has an order of its own over the same things, so that what it gets depends little on the others.
 */
export interface Pool<Thing> {
  readonly left: number;
  readonly orders: readonly Order<Thing>[];
  /** What is taken next, whoever takes it, as far as it is there; after these, what comes next in the order. */
  readonly wished: readonly Thing[];
}

interface Order<Thing> {
  /** As many of these as are left, from the first on: the next one is the last of them. */
  readonly places: readonly Place<Thing>[];
  /** Draws where things go that are put back. */
  readonly stream: Stream;
}

/** One thing: another that is equal is another place. */
interface Place<Thing> {
  readonly thing: Thing;
}

/** All these things, in orders drawn from the key, after those that are wished for. */
export function filledPool<Thing>(
  things: readonly Thing[],
  {
    key,
    names,
    mirrored,
  }: { readonly key: Key; readonly names: readonly string[]; readonly mirrored?: boolean },
  wished: readonly Thing[] = [],
): Pool<Thing> {
  const places = things.map((thing) => ({ thing }));
  const streams = mirrored
    ? names.map((_, index) => openStream(key, 'bag', index + 1))
    : [openStream(key, 'bag')];
  const orders = streams.map((stream): Order<Thing> => {
    const [shuffled, rest] = shuffle(stream, places);
    return { places: shuffled, stream: rest };
  });
  return { left: things.length, orders, wished };
}

/** The next things of this seat: as many as there are, at most so many. */
export function takeFrom<Thing>(
  pool: Pool<Thing>,
  seat: Seat,
  count: number,
): [readonly Thing[], Pool<Thing>] {
  return pool.wished.length > 0 ? takeWished(pool, seat, count) : takeNext(pool, seat, count);
}

/** One after the other: what is wished for and is not there is passed over. */
function takeWished<Thing>(before: Pool<Thing>, seat: Seat, count: number): [readonly Thing[], Pool<Thing>] {
  const { wished } = before;
  const taken: Thing[] = [];
  let { left, orders } = before;
  let next = 0;
  for (; next < wished.length && taken.length < count && left > 0; next++) {
    const place = orders[0]!.places.findLast(({ thing }, index) => index < left && thing === wished[next]);
    if (!place) continue;
    const isLeft = (each: Place<Thing>, index: number) => index < left && each !== place;
    orders = orders.map(({ places, stream }) => ({ places: places.filter(isLeft), stream }));
    taken.push(place.thing);
    left--;
  }
  const [others, rest] = takeNext({ left, orders, wished: wished.slice(next) }, seat, count - taken.length);
  return [[...taken, ...others], rest];
}

function takeNext<Thing>(
  { left, orders, wished }: Pool<Thing>,
  seat: Seat,
  count: number,
): [readonly Thing[], Pool<Thing>] {
  const rest = Math.max(0, left - count);
  const shared = orders.length === 1;
  const mine = shared ? orders[0]! : orders[seat - 1]!;
  const taken = mine.places.slice(rest, left);
  const things = taken.map(({ thing }) => thing);
  // A seat takes from the end of its own order, which stays: to copy a large bag in each turn takes longer than the turn.
  if (shared) return [things, { left: rest, orders, wished }];
  const isLeft = (place: Place<Thing>, index: number) => index < left && !taken.includes(place);
  const without = orders.map(
    (order): Order<Thing> =>
      order === mine ? order : { places: order.places.filter(isLeft), stream: order.stream },
  );
  return [things, { left: rest, orders: without, wished }];
}

/** Each goes to a place drawn at random, in every order. */
export function putBack<Thing>({ left, orders, wished }: Pool<Thing>, things: readonly Thing[]): Pool<Thing> {
  const back = things.map((thing) => ({ thing }));
  return { left: left + back.length, orders: orders.map((order) => withPlaces(order, left, back)), wished };
}

function withPlaces<Thing>(order: Order<Thing>, left: number, back: readonly Place<Thing>[]): Order<Thing> {
  const places = order.places.slice(0, left);
  let { stream } = order;
  for (const each of back) {
    let place: number;
    [place, stream] = draw(stream, places.length + 1);
    places.splice(place, 0, each);
  }
  return { places, stream };
}
