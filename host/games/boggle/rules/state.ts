import type { Key } from '../../../core/chance.ts';
import type { Nanos } from '../../../core/units.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { Heard, Step } from '../../game.ts';
import type { LinePlayer, LineState } from '../../line-game/line-state.ts';
import type { Board } from '../board/board.ts';
import type { BoggleEvent } from '../events.ts';
import type { Options } from '../options.ts';
import type { Message } from '../wire/messages.ts';
import type { PathFinder } from '../words/path-finder.ts';
import type { FoundWords } from './found-words.ts';

/** What is given from the beginning and does not change. */
export interface Terms {
  readonly options: Options;
  readonly own: readonly (Options | undefined)[] | undefined;
  readonly board: Board;
  readonly paths: PathFinder;
  readonly lexicon: Lexicon;
  readonly names: readonly string[];
  readonly key: Key;
}

export interface State extends LineState<Player> {
  readonly terms: Terms;
  /** When the time of all is up; none where they take turns. */
  readonly endsAt: Nanos | undefined;
  /** Turns that nobody has used yet, where they take turns. */
  readonly turnsLeft: number;
}

/** Its score is 0 where all play at once, until it is known who else found the same. */
export interface Player extends LinePlayer {
  readonly found: FoundWords;
  /** It has said so: what comes now is dropped. */
  readonly isDone: boolean;
}

export type BoggleStep = Step<State, BoggleEvent>;
export type HeardMove = Heard<Message>;
