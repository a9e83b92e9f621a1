import { keyOf } from '../../core/seed.ts';
import { bestOf } from '../../games/boggle/analysis.ts';
import { boardText } from '../../games/boggle/board.ts';
import { boggle } from '../../games/boggle/boggle.ts';
import type { BoggleEvent } from '../../games/boggle/events.ts';
import { pointsOf } from '../../games/boggle/judge.ts';
import { boggleOptions, type Options } from '../../games/boggle/options.ts';
import type { BoggleStep, State, Terms } from '../../games/boggle/rules/state.ts';
import { resumeTurns } from '../../games/boggle/rules/state.ts';
import { finderFor } from '../../games/boggle/word-finder.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { RecentValues } from '../recent-values.ts';
import { boardIn, type StoredGame, type TurnResult } from './store/games.ts';
import type { SeatOfTwo } from './store/tables.ts';

/** Boards of recent games are ready for the next guess. */
const MOST_CACHED = 1000;

type GuessEvent = Extract<BoggleEvent, { readonly type: 'guess' }>;

interface GuessResult extends TurnResult {
  readonly event: GuessEvent;
}

const MOST_UNFOUND = 12;

export interface UnfoundWord {
  readonly word: string;
  readonly points: number;
}

/** Runs the rules of games in turns, resumed from the store. */
export class GameRules {
  readonly #lexicon: Lexicon;
  readonly #drawSeed: () => string;
  readonly #ready = new RecentValues<Terms>(MOST_CACHED);

  constructor(lexicon: Lexicon, drawSeed: () => string) {
    this.#lexicon = lexicon;
    this.#drawSeed = drawSeed;
  }

  begin(names: readonly [string, string], turns: number): TurnResult & Pick<StoredGame, 'seed' | 'board'> {
    const seed = this.#drawSeed();
    const terms = this.#terms(names, seed, { turns });
    const present = [1, 2].map((seat) => ({ seat, dialect: undefined }));
    const step = boggle.open(terms, present, 0);
    return { ...turnResult(step), seed, board: boardText(terms.board) };
  }

  /** The word is in capitals, and it is this seat's turn. */
  guess(game: StoredGame, seat: SeatOfTwo, word: string): GuessResult {
    const message = { type: 'guess', word, tag: undefined, line: `guess ${word}`, lineNumber: 1 } as const;
    const step = boggle.hear(this.#stateOf(game), { seat, message, at: 1, bytes: [0, 0] });
    for (const effect of step.effects)
      if (effect.do === 'record' && effect.event.type === 'guess')
        return { ...turnResult(step), event: effect.event };
    throw new Error(`the rules of Boggle heard no guess in ${game.key}`);
  }

  pass(game: StoredGame, seat: SeatOfTwo): TurnResult {
    const message = { type: 'pass', tag: undefined, line: 'pass', lineNumber: 1 } as const;
    return turnResult(boggle.hear(this.#stateOf(game), { seat, message, at: 1, bytes: [0, 0] }));
  }

  leave(game: StoredGame, seat: SeatOfTwo): TurnResult {
    return turnResult(boggle.leave(this.#stateOf(game), seat, { how: 'left', cause: 'closed' }, 1));
  }

  /** The best words that nobody has found. */
  unfound(game: StoredGame): readonly UnfoundWord[] {
    const { board, lexicon } = this.#termsOf(game);
    const found = new Set(game.found.map(([word]) => word));
    const unfound = finderFor(lexicon)
      .wordsOn(board)
      .filter((word) => pointsOf(word) > 0 && !found.has(word));
    return bestOf(unfound)
      .slice(0, MOST_UNFOUND)
      .map((word) => ({ word, points: pointsOf(word) }));
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

function turnResult({ state, effects }: BoggleStep): TurnResult {
  const verdict = effects.find((effect) => effect.do === 'end')?.verdict;
  const [first, second] = state.players;
  return {
    turnsLeft: state.turnsLeft,
    next: state.turn?.seat as SeatOfTwo | undefined,
    points: [first!.score, second!.score],
    winner: verdict && ((verdict.winner as SeatOfTwo | null) ?? 'nobody'),
  };
}

/** The sentences of the original service. */
export const messages = {
  userMade: (name: string) => `User ${name} created`,
  gameMade: 'Good luck playing Boggle!',
  over: 'Game already over!',
  unknownPlayer: 'Player not found.',
  notPlaying: "You're not playing in this game",
  notItsTurn: "It's not your turn",
  history: 'Here is the history of this game',
  cancelled: (loser: string, winner: string) => `${loser} cancelled the game. ${winner} wins!`,
  /** `why` is a part of a sentence after the loser's name. */
  forfeited: (loser: string, why: string, winner: string) => `${loser} ${why}. ${winner} wins! Game over!`,
  average: (turns: number) => `The average moves remaining is ${turns.toFixed(2)}`,
} as const;

/** The message of a guess, and of the end of the game after the last. */
export function guessMessage(word: string, { event, winner }: GuessResult, { names }: StoredGame): string {
  const about = event.reason === undefined ? right(word, event.points) : misses[event.reason](word);
  return winner === undefined ? about : `${about} ${endMessage(winner, names)}`;
}

export function unusedTurnMessage(
  name: string,
  how: UnusedTurn,
  { winner }: TurnResult,
  { names }: StoredGame,
): string {
  const about = { passed: `${name} passed.`, timeout: `${name} ran out of time.` }[how];
  return winner === undefined ? about : `${about} ${endMessage(winner, names)}`;
}

export type UnusedTurn = 'passed' | 'timeout';

function right(word: string, points: number): string {
  return `Correct! ${points} points for the word "${word}"`;
}

const misses = {
  notindictionary: (word: string) => `Sorry! "${word}" is not in the english dictionary.`,
  alreadyfound: (word: string) => `Sorry! "${word}" has already been found.`,
  notonboard: (word: string) => `Sorry! The word "${word}" is not in the board.`,
} as const;

function endMessage(winner: NonNullable<TurnResult['winner']>, names: StoredGame['names']): string {
  return winner === 'nobody' ? "It's a draw! Game over!" : `${names[winner - 1]} wins! Game over!`;
}

const defaults: Options = settleOptions(boggleOptions, []);

/** On the web two players take turns. */
export const webOptions = (own: Partial<Options>): Options => ({ ...defaults, ...own, rules: 'turns' });
