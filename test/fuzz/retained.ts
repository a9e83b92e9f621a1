import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { micros } from '../../host/core/units.ts';
import type { Effect } from '../../host/games/game.ts';
import { settled } from '../support/settled.ts';
import { defaults, refereeOf } from './try-case.ts';
import type { Said, Wire } from './wire.ts';

const EARLY = 2000;
/** Some is always kept of what was compiled meanwhile. */
const MOST_KEPT = 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What the heap holds when all that can be collected is. */
export function heapNow(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** One player says the same for so long, short of its caps, and its host keeps no more of it than at the beginning. */
export function tryEndless(wire: Wire, name: string, late: number): void {
  const { again, said, ...game } = wire.endless[name]!;
  const options = { ...defaults(wire), ...game.options, 'max-late': 2 ** 40, 'max-output': 2 ** 40 };
  const referee = refereeOf(wire, { ...game, said, options });
  referee.start(0);
  let now = 0;
  let answered = 0;
  const hear = (effects: readonly Effect[]) => {
    answered += effects.length;
    for (const effect of effects)
      if (effect.do === 'tell' && effect.clock) referee.clockStarts(effect.seat, now);
  };
  const says = ({ seat, bytes, waits = 0 }: Said) => {
    now += micros(1) + waits;
    const { alarm } = referee;
    if (alarm !== undefined && alarm <= now) hear(referee.wake(alarm));
    for (const effects of settled(referee, seat, bytes, now)) hear(effects);
  };
  said.forEach(says);
  for (let count = 0; count < EARLY; count++) says(again);
  const early = heapNow();
  const before = answered;
  for (let count = EARLY; count < late; count++) says(again);
  const kept = heapNow() - early;
  assert(!referee.over && answered - before >= late - EARLY, `${name}: the game did not go on`);
  assert(kept < MOST_KEPT, `${name}: ${kept} bytes more are kept after ${late} messages than after ${EARLY}`);
}
