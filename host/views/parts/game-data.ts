import type { MoveLine, Panel } from '../../games/presentation.ts';

/** A game as a page carries it: all that parts draw, with what changes from step to step. */
export interface GameData {
  readonly players: readonly PlayerData[];
  /** The index of the first step to show. */
  readonly start: number;
  readonly steps: readonly StepData[];
  /** What a move may lose, and from where a loss is small, middle or large. */
  readonly loss?: { readonly name: string; readonly from: readonly number[] };
  /** How it ended, in words. */
  readonly end: string;
  /** Distinguishes the steps of several games on a page. */
  readonly prefix: string;
}

export interface PlayerData {
  readonly name: string;
  /** Its command, if the name is another. */
  readonly about?: string;
  readonly hasWon?: true;
}

export interface StepData {
  readonly number: number;
  readonly seat?: number;
  /** What has happened, without the player. */
  readonly words: string;
  readonly time: string;
  readonly lines?: readonly MoveLine[];
  readonly changes: readonly Change[];
  /** The picture is left out, because the page would be too large. */
  readonly isCut?: true;
  readonly loss?: number;
  readonly best?: readonly BestMove[];
  /** Standard error of players at this step. */
  readonly output?: readonly string[];
}

export interface BestMove {
  readonly text: string;
  /** Its tiles on the board: cell and letter. */
  readonly laid: readonly (readonly [cell: number, letter: string])[];
}

/** The changed fields of the panel of this number. Null removes a field. */
type Change = readonly [panel: number, fields: Readonly<Record<string, unknown>>];

/** Only a part of these lists changes: from here, so many items are replaced by these. */
const spliced: readonly string[] = ['rows', 'list'];
type Splice = readonly [from: number, removed: number, ...items: readonly unknown[]];

type Fields = Readonly<Record<string, unknown>>;

/** `before` has no more panels than `after`: players do not disappear. */
export function changesBetween(before: readonly Panel[], after: readonly Panel[]): readonly Change[] {
  return after.flatMap((panel, index) => {
    const fields = changedFields((before[index] ?? {}) as Fields, panel as unknown as Fields);
    return Object.keys(fields).length === 0 ? [] : [[index, fields]];
  });
}

function changedFields(before: Fields, after: Fields): Fields {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed: Record<string, unknown> = {};
  for (const name of names) {
    const [old, now] = [before[name], after[name]];
    if (old === now || JSON.stringify(old) === JSON.stringify(now)) continue;
    if (now === undefined) changed[name] = null;
    else if (spliced.includes(name))
      changed[name] = spliceBetween((old ?? []) as unknown[], now as unknown[]);
    else changed[name] = now;
  }
  return changed;
}

function spliceBetween(before: readonly unknown[], after: readonly unknown[]): Splice {
  const isSame = (one: unknown, other: unknown) =>
    one === other || JSON.stringify(one) === JSON.stringify(other);
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && isSame(before[from], after[from])) from++;
  let tail = 0;
  while (tail < most - from && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  return [from, before.length - from - tail, ...after.slice(from, after.length - tail)];
}

/** The panels of each step. */
export function positionsOf(steps: readonly Pick<StepData, 'changes'>[]): readonly (readonly Panel[])[] {
  let panels: readonly Panel[] = [];
  return steps.map(({ changes }) => (panels = panelsAfter(panels, changes)));
}

/** Returns `panels` itself if nothing changes. */
export function panelsAfter(panels: readonly Panel[], changes: readonly Change[]): readonly Panel[] {
  if (changes.length === 0) return panels;
  const next = [...panels];
  for (const [panel, fields] of changes)
    next[panel] = changedPanel((next[panel] ?? {}) as unknown as Fields, fields);
  return next;
}

function changedPanel(before: Fields, fields: Fields): Panel {
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) delete after[name];
    else if (spliced.includes(name)) {
      const [from, removed, ...items] = value as Splice;
      after[name] = ((before[name] ?? []) as unknown[]).toSpliced(from, removed, ...items);
    } else after[name] = value;
  }
  return after as unknown as Panel;
}
