/** A game, as the server answers with `profile=typed`. */
export interface GameAnswer {
  readonly urlsafe_key: string;
  readonly board: string;
  readonly user1_name: string;
  readonly user2_name: string;
  readonly user1_points: number;
  readonly user2_points: number;
  readonly user1_is_next: boolean;
  readonly turns_remaining: number;
  readonly words_found: readonly string[];
  readonly game_over: boolean;
  readonly message: string;
  /** A name; empty for a draw; absent before the end. */
  readonly winner?: string;
  /** How often it was changed: it is greater in what is newer. */
  readonly changes: number;
}

export interface TurnAnswer {
  readonly user: string;
  readonly message: string;
  /** Why it found no word; none: it found one. */
  readonly reason?: string;
}

export interface UserAnswer {
  readonly name: string;
  readonly urlsafe_key: string;
  /** Whether this server asks whoever plays for a token. */
  readonly needs_token: boolean;
}

export interface RankedUser {
  readonly name: string;
  readonly urlsafe_key: string;
  readonly wins: number;
  readonly losses: number;
  readonly win_percentage: number;
  readonly is_bot: boolean;
}
