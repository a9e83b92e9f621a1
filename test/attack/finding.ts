import type { SandboxLevel } from '../../host/match/seat.ts';
import type { User } from '../misbehaviour/users.ts';

/** What one attack came to, once. */
export interface Finding {
  readonly kind: 'attempt' | 'program' | 'games';
  readonly attack: string;
  readonly user: User['name'];
  readonly level: SandboxLevel;
  /** `no`, `yes`: whether an attempt succeeded; else how it ended, in few words. */
  readonly came: string;
  /** In which way it is not as promised; empty where it is. */
  readonly broken: readonly string[];
}

/** What was not played, and why. */
export interface NotTried {
  readonly attack: string;
  readonly user: User['name'];
  readonly level: SandboxLevel | 'every level';
  readonly reason: string;
}

export interface Findings {
  readonly findings: readonly Finding[];
  readonly notTried: readonly NotTried[];
}

export const nothing: Findings = { findings: [], notTried: [] };

export function together(all: readonly Findings[]): Findings {
  return {
    findings: all.flatMap(({ findings }) => findings),
    notTried: all.flatMap(({ notTried }) => notTried),
  };
}
