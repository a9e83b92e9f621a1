import { cut, grouped, visible } from '../core/text.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Noted } from '../events/noted.ts';
import type { GameRecord } from '../events/read-record.ts';

/** Standard error of a player at one moment, made printable. */
interface Written {
  readonly t: Nanos;
  readonly seat: Seat;
  readonly who: string;
  readonly lines: readonly string[];
}

const LONGEST_LINE = 1000;
const LONGEST_NAME = 30;

/** Sorted by time: in a record they follow the end of their player. */
export function writtenIn({ header, events }: GameRecord): readonly Written[] {
  const written = events.flatMap((event) => (event.type === 'stderr' ? [shownWritten(event, header)] : []));
  return written.sort((one, other) => one.t - other.t);
}

function shownWritten(
  { t, seat, lines, leftOut = 0 }: Noted & { readonly type: 'stderr' },
  { players }: GameRecord['header'],
): Written {
  const name = cut(visible(players[seat - 1]!.name), LONGEST_NAME);
  const before =
    leftOut > 0 ? [`(${grouped(leftOut)} bytes before this were not saved: see --keep-stderr)`] : [];
  return { t, seat, who: `${seat} ${name}`, lines: [...before, ...lines.map(shownLine)] };
}

function shownLine(line: string): string {
  return cut(line.split('\t').map(visible).join('\t'), LONGEST_LINE);
}

interface OwnStep {
  readonly number: number;
  readonly t: Nanos;
  readonly seat: Seat | undefined;
  readonly thought: Nanos | undefined;
}

/**
 * Groups standard error by steps: the step whose move the player was preparing or had just made. Earlier
 * output belongs to the first step.
 */
export function besideSteps(
  written: readonly Written[],
  steps: readonly OwnStep[],
): ReadonlyMap<number, readonly Written[]> {
  const beside = new Map<number, Written[]>();
  const own = Map.groupBy(steps, ({ seat }) => seat);
  /** The first step of each seat after its last output. */
  const next = new Map<Seat, number>();
  for (const each of written) {
    const { seat, t } = each;
    const all = own.get(seat) ?? [];
    let index = next.get(seat) ?? 0;
    while (index < all.length && all[index]!.t < t) index++;
    next.set(seat, index);
    const after = all[index];
    const isDuring = after?.thought !== undefined && t >= after.t - after.thought;
    const step = (isDuring ? after : all[index - 1]) ?? after ?? steps[0];
    if (step === undefined) continue;
    const list = beside.get(step.number);
    if (list) list.push(each);
    else beside.set(step.number, [each]);
  }
  return beside;
}
