import type { GameRecord } from '../../events/read-record.ts';
import type { InWords } from '../../games/shown.ts';
import type { Markup } from '../../views/html/markup.ts';
import type { PageRequest } from '../../views/html/page.ts';

/** What a page shows of a run besides its games. */
export interface WatchedRun {
  readonly title: string;
  /** Its game in words. */
  readonly game: InWords;
  /** How far it is, in a sentence. */
  progress(): string;
  /** No more games are to come, as far as it is known. */
  isOver?(): boolean;
  /** Standings, figures and plots, as they are now. */
  figures(): Markup;
  /** A game to step through; none: it is not over, or its record is not kept. */
  record(number: number): Promise<GameRecord | undefined>;
  /** Another command plays it, and only its finished games can be known here. */
  readonly isElsewhere?: boolean;
  /** The report as it is now; none: there is none. */
  readonly report?: () => Promise<PageRequest>;
}
