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
  /** What an analysis says of its moves. */
  readonly summary?: string;
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
  readonly laid: readonly Tile[];
}

type Tile = readonly [cell: number, letter: string];

/** The changed fields of the panel of this number. Null removes a field. */
type Change = readonly [panel: number, fields: Readonly<Record<string, unknown>>];

/** Only a part of these lists changes: from here, so many items are replaced by these. */
const spliced: readonly string[] = ['rows', 'list', 'struck'];
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

/** A game with its steps as a list for each field: what is alike stands together, and takes less space. */
export interface PackedGame extends Omit<GameData, 'steps'> {
  readonly steps: Readonly<Record<string, readonly unknown[]>>;
}

type StepField = readonly [name: string, value: unknown];

export function packedGame(game: GameData): PackedGame {
  const steps = game.steps.map(
    ({ best, ...step }): Readonly<Record<string, unknown>> => ({
      ...step,
      ...(best && { best: best.map(packedMove) }),
    }),
  );
  const names = new Set(steps.flatMap((step) => Object.keys(step)));
  const columns = [...names].map((name): StepField => [name, steps.map((step) => step[name] ?? null)]);
  return { ...game, steps: Object.fromEntries(columns) as PackedGame['steps'] };
}

export function unpackedGame(game: PackedGame): GameData {
  const { best = [], ...columns } = game.steps;
  const steps = game.steps.number!.map((_, index) => {
    const fields = Object.entries(columns).map(([name, values]): StepField => [name, values[index]]);
    const moves = (best[index] ?? undefined) as readonly PackedMove[] | undefined;
    return {
      ...Object.fromEntries(fields.filter(([, value]) => value !== null)),
      ...(moves && { best: moves.map(unpackedMove) }),
    } as unknown as StepData;
  });
  return { ...game, steps };
}

/** Each cell as its distance from the one before, and the letters. Distances repeat, and so do words. */
type PackedMove = readonly [
  text: string,
  distances?: readonly number[],
  letters?: string | readonly string[],
];

function packedMove({ text, laid }: BestMove): PackedMove {
  if (laid.length === 0) return [text];
  const letters = laid.map(([, letter]) => letter);
  const word = letters.join('');
  return [
    text,
    laid.map(([cell], index) => cell - (laid[index - 1]?.[0] ?? 0)),
    [...word].length === letters.length ? word : letters,
  ];
}

function unpackedMove([text, distances = [], letters = '']: PackedMove): BestMove {
  let cell = 0;
  return { text, laid: [...letters].map((letter, index): Tile => [(cell += distances[index]!), letter]) };
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
