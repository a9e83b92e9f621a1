import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { GateHabits } from '../../match/live/gate.ts';
import type { MatchRequest } from '../../match/plan/request.ts';
import type { HostingRequest } from '../../seats/process/process-seats.ts';
import type { SeenGame } from '../game-pictures.ts';
import type { GameReport, Recording } from '../play-game.ts';

/** What a worker has for all games that it plays. */
export interface Setup {
  /** Its name. */
  readonly game: string;
  readonly lexicon: Lexicon | undefined;
  readonly hosting: HostingRequest;
  readonly recording: Recording;
  /** Somebody may look at the games that run. */
  readonly isWatched?: boolean;
}

/** What a worker is told. The setup comes first, and once. */
export type Order =
  | { readonly is: 'setup'; readonly setup: Setup }
  | { readonly is: 'play'; readonly request: MatchRequest; readonly gates?: GateHabits | undefined }
  | { readonly is: 'interrupt'; readonly id: string }
  /** Whether somebody looks now. */
  | { readonly is: 'look'; readonly isLooking: boolean };

/** What a worker tells. */
export type Answer =
  | { readonly is: 'ready' }
  | { readonly is: 'decided'; readonly id: string }
  | { readonly is: 'seen'; readonly seen: SeenGame }
  | { readonly is: 'over'; readonly id: string; readonly report: GameReport }
  | { readonly is: 'failed'; readonly id: string; readonly failure: Failure };

/** `void`: this game alone; `host`: no game can be played; `bug`: `text` is a stack. */
export interface Failure {
  readonly of: 'void' | 'host' | 'bug';
  readonly text: string;
}
