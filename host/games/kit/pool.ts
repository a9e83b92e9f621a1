import { draw, type Key, openStream, type Stream, shuffle } from '../../core/chance.ts';
import type { Seat } from '../../core/units.ts';

/**
 * Unowned things, such as tiles in a bag, in the order of drawing. Seats share an order; in a mirrored game
 * each has its own, so that its draws depend little on the others.
 */
export interface Pool<Thing> {
  readonly left: number;
  readonly orders: readonly Order<Thing>[];
  /** The next things, if they are available. The usual order follows. */
  readonly wished: readonly Thing[];
}

interface Order<Thing> {
  /** Available places. The next one is the last. */
  readonly places: readonly PoolPlace<Thing>[];
  /** Draws the places of returned things. */
  readonly stream: Stream;
}

/** Equal things are different places. */
interface PoolPlace<Thing> {
  readonly thing: Thing;
}

/** Orders of all things, drawn from the key, after `wished`. */
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

/** Returns fewer things if not enough are left. */
export function takeFrom<Thing>(
  pool: Pool<Thing>,
  seat: Seat,
  count: number,
): [readonly Thing[], Pool<Thing>] {
  return pool.wished.length > 0 ? takeWished(pool, seat, count) : takeNext(pool, seat, count);
}

/** Skips what is not available. */
function takeWished<Thing>(before: Pool<Thing>, seat: Seat, count: number): [readonly Thing[], Pool<Thing>] {
  const { wished } = before;
  const taken: Thing[] = [];
  let { left, orders } = before;
  let next = 0;
  for (; next < wished.length && taken.length < count && left > 0; next++) {
    const place = orders[0]!.places.findLast(({ thing }, index) => index < left && thing === wished[next]);
    if (!place) continue;
    const isLeft = (each: PoolPlace<Thing>, index: number) => index < left && each !== place;
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
  // Copying a large bag in each turn takes longer than the turn, so the order stays.
  if (shared) return [things, { left: rest, orders, wished }];
  const isLeft = (place: PoolPlace<Thing>, index: number) => index < left && !taken.includes(place);
  const without = orders.map(
    (order): Order<Thing> =>
      order === mine ? order : { places: order.places.filter(isLeft), stream: order.stream },
  );
  return [things, { left: rest, orders: without, wished }];
}

/** Each thing goes to a random place in every order. */
export function putBack<Thing>({ left, orders, wished }: Pool<Thing>, things: readonly Thing[]): Pool<Thing> {
  const back = things.map((thing) => ({ thing }));
  return { left: left + back.length, orders: orders.map((order) => withPlaces(order, left, back)), wished };
}

function withPlaces<Thing>(
  order: Order<Thing>,
  left: number,
  back: readonly PoolPlace<Thing>[],
): Order<Thing> {
  const places = order.places.slice(0, left);
  let { stream } = order;
  for (const each of back) {
    let place: number;
    [place, stream] = draw(stream, places.length + 1);
    places.splice(place, 0, each);
  }
  return { places, stream };
}
