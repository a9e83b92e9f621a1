import { millisecondsIn } from './notices.ts';

/** Of the wires of all games in lines. */
const VERSION = '1';

/** The lines of a greeting by their first words: what comes after the first word of each. */
export class GreetingLines {
  readonly #byFirst = new Map<string, string[]>();

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, first = '', rest = ''] = /^ *([^ ]*) ?(.*)$/.exec(line.replace(/\r$/, '')) ?? [];
      this.#byFirst.set(first, [...this.all(first), rest]);
    }
  }

  all(first: string): readonly string[] {
    return this.#byFirst.get(first) ?? [];
  }

  of(first: string): string {
    return this.all(first)[0] ?? '';
  }

  /** What is wrong where the first line names another version of this game's wire; none: it names this one, or is left out. */
  otherVersion(game: string): string | undefined {
    const version = this.of(game);
    if (version === '' || version === VERSION) return undefined;
    return `${game}: expected version ${VERSION} of its wire; got ${version}`;
  }

  /** What the players are called, by seat. */
  names(): string[] {
    return this.all('name').map((name) => name.replace(/^\d+ ?/, ''));
  }
}

export function wordsIn(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

export function nameLines(names: readonly string[]): string[] {
  return names.map((name, index) => `name ${index + 1} ${plain(name)}`);
}

/** Names are free text; a line of the wire is not. */
function plain(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]/gu, '?');
}

/** What a player is told of time banks before it is ready. */
export interface BankNotice {
  readonly ms: number;
  readonly incrementMs: number;
  readonly overtime: OvertimeNotice;
}

/** The game is lost at once; or points are off for each started minute, and the game is lost after the limit, if there is one. */
export type OvertimeNotice = 'lose' | { readonly points: number; readonly limitMs: number | undefined };

/** None without a bank. */
export function bankLines(told: BankNotice | undefined): string[] {
  if (!told) return [];
  const { ms, incrementMs, overtime } = told;
  const words = overtime === 'lose' ? overtime : `points ${overtime.points} ${overtime.limitMs ?? 'none'}`;
  return [`timebank ${ms} ${incrementMs}`, `overtime ${words}`];
}

export function bankIn(said: GreetingLines): { readonly bank?: BankNotice } {
  const [ms, incrementMs] = wordsIn(said.of('timebank')).map(Number);
  if (ms === undefined) return {};
  const [mode, points, limit] = wordsIn(said.of('overtime'));
  const overtime = mode === 'points' ? { points: Number(points), limitMs: millisecondsIn(limit) } : 'lose';
  return { bank: { ms, incrementMs: incrementMs ?? 0, overtime } };
}
