import type { Pool } from '../../host/games/kit/pool.ts';

/** What is in a bag that all seats take from; the next one is the last. */
export function thingsIn<Thing>({ left, orders }: Pool<Thing>): readonly Thing[] {
  return orders[0]!.places.slice(0, left).map(({ thing }) => thing);
}
