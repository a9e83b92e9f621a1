import type { Seat } from '../../core/units.ts';

export const gameOutcomes = ['won', 'draw', 'stalled', 'timeout', 'aborted'] as const;
export type GameOutcome = (typeof gameOutcomes)[number];

/** Reasons of all games. A game adds its own. */
export const commonReasons = {
  'last-player': 'the only player left',
  'nobody-left': 'no player is left',
  stalled: 'the game made no progress for too long',
  'game-timeout': 'the time limit of the game was reached',
  interrupted: 'interrupted',
  'worker-lost': 'each worker of the farm that played it was lost',
  'host-failed': 'the host failed twice in the same turn',
} as const;
export type CommonReason = keyof typeof commonReasons;

export const playerOutcomes = [
  'won',
  'lost',
  'draw',
  'forfeited',
  'failed',
  'left',
  'offender',
  'unfinished',
] as const;
export type PlayerOutcome = (typeof playerOutcomes)[number];

export const leavingCauses = ['exited', 'closed', 'crashed'] as const;
export type LeavingCause = (typeof leavingCauses)[number];

export const offenceKinds = ['startup', 'protocol', 'illegal', 'flood', 'memory', 'time'] as const;
type OffenceKind = (typeof offenceKinds)[number];

/** A player's fault in events and results. */
export interface Offence {
  readonly kind: OffenceKind;
  readonly rule: string;
  /** A sentence. */
  readonly detail: string;
  /** Bytes of the player's output from 0, or lines from 1. */
  readonly at?: number | undefined;
  readonly unit?: 'byte' | 'line' | undefined;
  /** The message at fault, shortened. */
  readonly message?: string | undefined;
}

/** A departure that no rule of the game caused. */
export type Departure =
  | { readonly how: 'left'; readonly cause: LeavingCause }
  | { readonly how: 'offence'; readonly offence: Offence; readonly bytes?: ByteRange };

/** The first byte of a message in its player's output, and the byte after its last. */
export type ByteRange = readonly [from: number, to: number];

export interface PlayerVerdict {
  readonly seat: Seat;
  readonly outcome: PlayerOutcome;
  readonly cause?: LeavingCause;
  readonly offence?: Offence;
}

export interface Verdict {
  readonly outcome: GameOutcome;
  readonly winner: Seat | null;
  /** A common reason, or one of the game. */
  readonly reason: string;
  readonly players: readonly PlayerVerdict[];
}

/** Whether a player is in the game, or how it left. */
export type PlayerStatus =
  | { readonly is: 'playing' }
  | { readonly is: 'forfeited' }
  | { readonly is: 'left'; readonly cause: LeavingCause }
  | { readonly is: 'offender'; readonly offence: Offence };

/** `ended` returns the outcome of players that stayed to the end. */
export function verdictsOf<Player extends { readonly seat: Seat; readonly status: PlayerStatus }>(
  players: readonly Player[],
  ended: (player: Player) => PlayerOutcome,
): PlayerVerdict[] {
  return players.map((player) => {
    const { seat, status } = player;
    switch (status.is) {
      case 'left':
        return { seat, outcome: 'left', cause: status.cause };
      case 'offender':
        return { seat, outcome: 'offender', offence: status.offence };
      case 'forfeited':
        return { seat, outcome: 'forfeited' };
      case 'playing':
        return { seat, outcome: ended(player) };
      default:
        return status satisfies never;
    }
  });
}

/** Advice for a player that has ended by itself. */
export const STAYS =
  'A player runs until SIGTERM or the end of its input: look at what ends its main loop, and at its standard error';
