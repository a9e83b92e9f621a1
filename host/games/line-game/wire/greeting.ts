import { millisecondsIn } from './notices.ts';

/** The version of all wires in lines. */
const VERSION = '1';

/** Lines of a greeting by their first words. */
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

  /** Returns the problem of another version in the first line, which may be missing. */
  otherVersion(game: string): string | undefined {
    const version = this.of(game);
    if (version === '' || version === VERSION) return undefined;
    return `${game}: expected version ${VERSION} of its wire; got ${version}`;
  }

  names(): string[] {
    return this.all('name').map((name) => name.replace(/^\d+ ?/, ''));
  }
}

export function wordsIn(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

export function nameLines(names: readonly string[]): string[] {
  // Names are free text, but lines of the wire are not.
  return names.map((name, index) => `name ${index + 1} ${name.replaceAll(/[^\x20-\x7e]/gu, '?')}`);
}

export interface BankNotice {
  readonly ms: number;
  readonly incrementMs: number;
  readonly overtime: OvertimeNotice;
}

/** The game is lost at once; or each started minute costs points, and the game is lost at the limit. */
export type OvertimeNotice = 'lose' | { readonly points: number; readonly limitMs: number | undefined };

/** Empty without a bank. */
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
