import { keyOf } from '../../../core/seed.ts';
import { boardText } from '../../../games/boggle/board/board-text.ts';
import { boggle } from '../../../games/boggle/boggle.ts';
import type { BoggleEvent } from '../../../games/boggle/events.ts';
import type { Options } from '../../../games/boggle/options.ts';
import { resumeTurns } from '../../../games/boggle/resume-turns.ts';
import type { BoggleStep, State, Terms } from '../../../games/boggle/rules/state.ts';
import type { Verdict } from '../../../games/kit/verdict.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { RecentValues } from '../../recent-values.ts';
import { boardIn, type StoredGame } from '../store/stored-game.ts';
import type { SeatOfTwo } from '../store/tables.ts';
import { webOptions } from './web-options.ts';

/** Boards of games that were played last are ready for the next guess. */
const MOST_READY = 1000;

type GuessEvent = Extract<BoggleEvent, { readonly type: 'guess' }>;

/** What becomes of a game by the rules of the game, and of nothing else. */
export interface Turned {
  readonly turnsLeft: number;
  readonly next: SeatOfTwo | undefined;
  readonly points: readonly [number, number];
  /** None as long as it goes on. */
  readonly winner: SeatOfTwo | 'nobody' | undefined;
}

export interface Guessed extends Turned {
  readonly event: GuessEvent;
}

/** Games in turns by the rules of Boggle, each gone on with from what is stored of it. */
export class GameRules {
  readonly #lexicon: Lexicon;
  readonly #drawSeed: () => string;
  readonly #ready = new RecentValues<Terms>(MOST_READY);

  constructor(lexicon: Lexicon, drawSeed: () => string) {
    this.#lexicon = lexicon;
    this.#drawSeed = drawSeed;
  }

  /** A board rolled with a seed of its own. */
  begin(names: readonly [string, string], turns: number): Turned & Pick<StoredGame, 'seed' | 'board'> {
    const seed = this.#drawSeed();
    const terms = this.#terms(names, seed, { turns });
    const present = [1, 2].map((seat) => ({ seat, dialect: undefined }));
    const step = boggle.open(terms, present, 0);
    return { ...turned(step), seed, board: boardText(terms.board) };
  }

  /** The word is in capitals, and it is this seat's turn. */
  guess(game: StoredGame, seat: SeatOfTwo, word: string): Guessed {
    const message = { type: 'guess', word, tag: undefined, line: `guess ${word}`, lineNumber: 1 } as const;
    const step = boggle.hear(this.#stateOf(game), { seat, message, at: 1, bytes: [0, 0] });
    for (const effect of step.effects)
      if (effect.do === 'record' && effect.event.type === 'guess')
        return { ...turned(step), event: effect.event };
    throw new Error(`the rules of Boggle heard no guess in ${game.key}`);
  }

  /** The turn of this seat is used for nothing. */
  pass(game: StoredGame, seat: SeatOfTwo): Turned {
    const message = { type: 'pass', tag: undefined, line: 'pass', lineNumber: 1 } as const;
    return turned(boggle.hear(this.#stateOf(game), { seat, message, at: 1, bytes: [0, 0] }));
  }

  /** This seat leaves the game. */
  leave(game: StoredGame, seat: SeatOfTwo): Turned {
    return turned(boggle.leave(this.#stateOf(game), seat, { how: 'left', cause: 'closed' }, 1));
  }

  #stateOf(game: StoredGame): State {
    const { turnsLeft, next, points, found } = game;
    const players = points.map((score, index) => ({
      score,
      found: found.filter(([, seat]) => seat === index + 1).map(([word]) => word),
    }));
    return resumeTurns(this.#termsOf(game), { turnsLeft, next, players });
  }

  #termsOf(game: StoredGame): Terms {
    const { key, names, seed, turns } = game;
    return this.#ready.get(key, () => this.#terms(names, seed, { turns, board: boardIn(game) }));
  }

  #terms(names: readonly string[], seed: string, own: Partial<Options>): Terms {
    const options = webOptions({ ...own, timeout: Number.POSITIVE_INFINITY });
    return boggle.prepare({ names, options, lexicon: this.#lexicon, key: keyOf(seed), keyOf });
  }
}

function turned({ state, effects }: BoggleStep): Turned {
  const verdict = effects.find((effect) => effect.do === 'end')?.verdict;
  const [first, second] = state.players;
  return {
    turnsLeft: state.turnsLeft,
    next: state.turn?.seat as SeatOfTwo | undefined,
    points: [first!.score, second!.score],
    winner: verdict && winnerOf(verdict),
  };
}

function winnerOf({ winner }: Verdict): SeatOfTwo | 'nobody' {
  return (winner as SeatOfTwo | null) ?? 'nobody';
}
