import { type GreetingLines, wordsIn } from './greeting-lines.ts';
import { millisecondsIn } from './shared-notices.ts';

/** What a player is told of time banks before it is ready. */
export interface BankTold {
  readonly ms: number;
  readonly incrementMs: number;
  readonly overtime: OvertimeTold;
}

/** The game is lost at once; or points are off for each started minute, and the game is lost after the limit, if there is one. */
export type OvertimeTold = 'lose' | { readonly points: number; readonly limitMs: number | undefined };

/** None without a bank. */
export function bankLines(told: BankTold | undefined): string[] {
  if (!told) return [];
  const { ms, incrementMs, overtime } = told;
  const words = overtime === 'lose' ? overtime : `points ${overtime.points} ${overtime.limitMs ?? 'none'}`;
  return [`timebank ${ms} ${incrementMs}`, `overtime ${words}`];
}

export function bankIn(said: GreetingLines): { readonly bank?: BankTold } {
  const [ms, incrementMs] = wordsIn(said.of('timebank')).map(Number);
  if (ms === undefined) return {};
  const [mode, points, limit] = wordsIn(said.of('overtime'));
  const overtime = mode === 'points' ? { points: Number(points), limitMs: millisecondsIn(limit) } : 'lose';
  return { bank: { ms, incrementMs: incrementMs ?? 0, overtime } };
}
