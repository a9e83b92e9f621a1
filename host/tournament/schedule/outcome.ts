/** What a schedule needs to know of a game that was played. All lists are by seat. */
export interface Outcome {
  /** The share of the opponents that were beaten: 1 for a win against one, ½ for a draw. */
  readonly points: readonly number[];
  /** Who failed, left or offended. */
  readonly out: readonly boolean[];
  /** By how many points in the game each was ahead of its best opponent; 0 in a game without points. */
  readonly margins: readonly number[];
  /** Somebody in it was dropped before: the others have it. */
  readonly isUnplayed?: true;
}

/** What becomes of a player that fails, leaves or offends: the game is lost; it plays no more; nobody plays any more. */
export const offenderRules = ['lose', 'drop', 'stop'] as const;
export type OffenderRule = (typeof offenderRules)[number];
