/** What a line says, or why the wire does not allow it. */
export type LineReading<Move> =
  | { readonly says: 'ready' }
  | { readonly says: 'move'; readonly tag: number | undefined; readonly move: Move }
  | NoReading;

interface NoReading {
  readonly says: 'nothing';
  readonly rule: 'empty' | 'word' | 'form';
  readonly problem: string;
}

/** A whole number of 32 bits, as the wire writes it. */
export function integer(token: string): number | undefined {
  if (!/^-?\d{1,10}$/.test(token)) return undefined;
  const value = Number(token);
  return value >= -(2 ** 31) && value < 2 ** 31 ? value + 0 : undefined;
}

export function leftOver(command: string, rest: readonly string[]): NoReading {
  return wrong('form', `${command} stands alone on its line; ${shown(rest[0]!)} came after it`);
}

export function wrong(rule: NoReading['rule'], problem: string): NoReading {
  return { says: 'nothing', rule, problem };
}

export function shown(token: string): string {
  return JSON.stringify(token.length > 24 ? `${token.slice(0, 24)}…` : token);
}
