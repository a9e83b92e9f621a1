import { millis } from '../../host/core/units.ts';
import type { Noted } from '../../host/events/noted.ts';
import type { MatchPlan } from '../../host/match/plan.ts';
import type { MatchOutcome } from '../../host/match/settler.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { Dice } from '../fuzz/dice.ts';
import { scriptPlayed } from '../match/hand-played.ts';
import type { ManualClock } from '../match/manual-clock.ts';
import { planOf } from './plan-of.ts';
import type { GameSubject } from './subjects/subject.ts';

export interface ChanceMatch {
  readonly plan: MatchPlan;
  readonly events: readonly Noted[];
  readonly played: MatchOutcome;
}

/** A whole match between players of chance, at one of the tables of its game; the same each time. */
export async function chanceMatch(
  subject: GameSubject,
  chance: number,
  chosen: number,
): Promise<ChanceMatch> {
  const { game, lexicon, tables } = subject;
  const { seats: players, options, own } = tables[chosen % tables.length]!;
  const request = { game, lexicon, players, seed: `chance ${chance}`, gameTimeout: millis(900) };
  const plan = planOf({ ...request, ...(options && { options }), ...(own && { own }) });
  const { events, played } = await scriptPlayed(plan, (clock) =>
    plan.players.map((_, index) => chatty(subject, new Dice(chance + index), clock)),
  );
  return { plan, events, played };
}

/** Says something now and then, whether it is asked or not. */
function chatty(subject: GameSubject, dice: Dice, clock: ManualClock): Script {
  return ({ say, leave }) => {
    const speaker = subject.speaker(dice);
    let left = 30;
    const talk = () => {
      if (left-- === 0) return;
      if (dice.roll(60) === 0) leave('crashed');
      else say(speaker.says());
      clock.alarm(clock.now() + millis(1 + dice.roll(40)), talk);
    };
    clock.alarm(clock.now() + millis(1), () => {
      say(speaker.ready);
      clock.alarm(clock.now() + millis(5 + dice.roll(40)), talk);
    });
    return { hear: (text) => speaker.hears(text) };
  };
}
