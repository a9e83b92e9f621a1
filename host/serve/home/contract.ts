import type { LaidTile, Panel } from '../../games/presentation.ts';
import type { StepData } from '../../views/parts/game-data.ts';

/** What the pages of the site say of a game. */
export interface HomeGame {
  readonly name: string;
  /** As it is written. */
  readonly title: string;
  /** What it is, in one line. */
  readonly summary: string;
  /** At most ten lines. */
  readonly rules: readonly string[];
  /** The ways to play it, if there are several. The options are those that are not usual. */
  readonly ways: readonly {
    readonly words: string;
    readonly options: Readonly<Record<string, string>>;
  }[];
  /** What can be chosen for a game with further players or other rules. The first value is the usual one. */
  readonly choices: readonly Choice[];
  /** At most so many people and bots play in a game. */
  readonly mostPlayers: number;
  /** Other pages of the game, below its own. */
  readonly more: readonly { readonly path: string; readonly words: string }[];
  /** A short recorded game: one board, step by step. */
  readonly demo: readonly DemoStep[];
  /** The names of bots to play against, from the weakest to the strongest. */
  readonly bots: readonly string[];
  /** The names of bots that the operator brings. */
  readonly ownBots: readonly string[];
  /** What a bot answers is called. */
  readonly question: string;
  /** The game has a page of its own below its name, with further ways to play. */
  readonly hasPage: boolean;
}

export interface Choice {
  /** The name of the option. */
  readonly option: string;
  readonly label: string;
  /** An empty value leaves the option out. */
  readonly values: readonly { readonly value: string; readonly words: string }[];
}

/** A bot of the operator. */
export interface OwnBot {
  readonly game: string;
  /** The game as it is written. */
  readonly title: string;
  readonly name: string;
  /** What the texts are called between which its standard error is shown. */
  readonly question: string;
}

export type DemoStep = Pick<StepData, 'changes'>;

/** The position of a day, the same for everybody. */
export interface PuzzleView {
  /** Such as `2026-11-29`. */
  readonly day: string;
  /** The board, with the tiles of the player to move as its rack. */
  readonly panel: Panel;
  /** The tiles of the player to move. Its shape belongs to the game. */
  readonly hand: unknown;
  /** The score and the bag, in words. */
  readonly about: string;
}

export interface PuzzleMove {
  readonly text: string;
  readonly points: number;
  /** What the tiles that stay are worth, in points. */
  readonly leave: number;
  readonly laid: readonly LaidTile[];
}

/** What a move brings, and what the best one brings. */
export type PuzzleAnswer =
  | { readonly ok: true; readonly move: PuzzleMove; readonly best: Pick<PuzzleMove, 'points' | 'leave'> }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The words that are not in the list. */
      readonly words?: readonly string[];
    };

/** What a game brings to a puzzle of the day. */
export interface PuzzleSource {
  /** Its name. The page has the styles of its tables. */
  readonly game: string;
  /** `day` is the number of days since 1970. */
  view(day: number): PuzzleView;
  judge(day: number, move: string): PuzzleAnswer;
  /** The best moves, the best first. */
  best(day: number): readonly PuzzleMove[];
}
