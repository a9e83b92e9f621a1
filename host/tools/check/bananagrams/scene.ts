/** A step as data: what is dealt, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  /** The letters of the opening hand. */
  readonly hand: string;
  /** Instead of the word list of the user. */
  readonly words?: readonly string[];
  /** Each byte is written by itself; or all up to the bot's turn in one piece. */
  readonly manner?: 'pieces' | 'together';
  readonly actions: readonly Action[];
}

export type Action =
  | { readonly do: 'ready' }
  /** The bot has nothing to say now. */
  | { readonly do: 'quiet' }
  | { readonly do: 'deal' }
  /** For numbered players only: those of the plain dialect take all messages alike. */
  | { readonly do: 'say-numbered'; readonly text: string }
  | Peel
  /** Another's peel stands, and the bot draws this. */
  | { readonly do: 'other-peels'; readonly drew: string }
  | Dump
  /** The last peel: the bot's own, which is waited for, or another's. */
  | { readonly do: 'game-over'; readonly winner: 'bot' | 'other' }
  | { readonly do: 'hang-up' };

export interface Peel {
  readonly do: 'peel';
  readonly drew: string;
  /** The peel of another player with this number came first. */
  readonly late?: true;
  /** The hand is hard: no answer in time is no fault. */
  readonly hard?: true;
}

export interface Dump {
  readonly do: 'dump';
  /** Three letters, or the one that comes back. */
  readonly gets: string | 'back';
  /** The peel of another player is announced before the answer, with this letter. */
  readonly meanwhile?: string;
}
