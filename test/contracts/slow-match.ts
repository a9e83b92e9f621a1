import { millis, type Nanos } from '../../host/core/units.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { scriptPlayed } from '../match/hand-played.ts';
import type { ManualClock } from '../match/manual-clock.ts';
import type { ChanceMatch } from './chance-match.ts';
import { type PlanRequest, planOf } from './plan-of.ts';

/** A whole match in turns between two players that only pass, each after its own time. */
export async function slowMatch(request: PlanRequest, thinks: readonly Nanos[]): Promise<ChanceMatch> {
  const plan = planOf({ ...request, players: thinks.length });
  const { events, played } = await scriptPlayed(plan, (clock) => thinks.map((time) => passing(time, clock)));
  return { plan, events, played };
}

function passing(time: Nanos, clock: ManualClock): Script {
  return ({ say }) => {
    clock.alarm(clock.now() + millis(1), () => say('ready\n'));
    return {
      hear(text) {
        const turn = /^turn \S+ (\d+)/m.exec(text)?.[1];
        if (turn !== undefined) clock.alarm(clock.now() + time, () => say(`@${turn} pass\n`));
      },
    };
  };
}
