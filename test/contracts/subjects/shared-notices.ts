import type { SharedNotice } from '../../../host/games/line-game/wire/notices.ts';
import fc from '../../support/laws.ts';

export const player = fc.integer({ min: 1, max: 16 });

/** What the hosts of all games in lines say. */
export const sharedNotices: fc.Arbitrary<SharedNotice> = fc.oneof(
  fc.constant<SharedNotice>({ type: 'start' }),
  fc.record({ type: fc.constantFrom('passed' as const, 'forfeited' as const, 'timeout' as const), player }),
  fc.record({
    type: fc.constant('bank' as const),
    banks: fc.array(fc.record({ player, ms: fc.integer({ min: -1e9, max: 1e9 }) }), { maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant('gameover' as const),
    scores: fc.array(fc.record({ player, points: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }), {
      maxLength: 4,
    }),
  }),
);
