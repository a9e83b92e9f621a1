import type { Readable } from 'node:stream';
import { BestPlays, searchedWords } from '../../games/scrabble/moves/best-plays.ts';
import { moveText, type Notice, readNotice } from '../../games/scrabble/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { ProgramInput } from '../../seats/remote/program-seats.ts';
import { asProgram, type BotOptions, type Ending, type Pace } from '../as-program.ts';
import { type Chance, chanceFrom } from '../chance.ts';
import { Inbox, Listener, linesOfGreeting, PartReader } from '../inbox.ts';
import { expectFunction, refuse } from '../misuse.ts';
import { endOfPause, type Turn } from '../turn.ts';
import { byMover, bySearch, type Decide, isSentence } from './decide.ts';
import { type FollowedGame, followGame, type GameSetup } from './game.ts';
import type { OpenMover, Strategy } from './strategy.ts';

const GAME = 'scrabble';

export interface PlayOptions extends BotOptions {
  /**
   * Shows the plays that can bring the most first, and leaves out plays below the strategy's `least`. Takes
   * some hundredths of a second for a large list, before the first turn (default: false).
   */
  readonly bestFirst?: boolean | undefined;
}

/**
 * Plays a game of Scrabble on standard input and output. Returns the exit status: 2, with a sentence on
 * standard error, if it cannot play.
 */
export async function play(strategy: Strategy, options: PlayOptions = {}): Promise<number> {
  const { bestFirst = false } = options;
  return await asProgram(
    options,
    async (pace) => await sitDown(ownPipes(), strategy, { ...pace, bestFirst }),
    GAME,
  );
}

/** Plays with a mover, which finds its own plays and may take its time. */
export async function playMoves(open: OpenMover, options: BotOptions = {}): Promise<number> {
  const ending = new EndingOfMover();
  const sit = async (pace: Pace) => await sitDownToMove(ownPipes(), open, pace, ending);
  return await asProgram(options, sit, GAME, ending);
}

/** Plays in this process. Returns a sentence if the mover cannot play. */
export async function moveAt(place: BotPlace, open: OpenMover, seed: string): Promise<string | undefined> {
  return await sitDownToMove(place, open, { pauseMs: 0, seed }, new EndingOfMover());
}

/** Runs once, when the game is over or the host ends the program. */
class EndingOfMover implements Ending {
  #act: (() => Promise<void>) | undefined;
  #finished: Promise<void> | undefined;

  get isDue(): boolean {
    return this.#act !== undefined;
  }

  is(act: () => Promise<void>): void {
    this.#act = act;
  }

  async finish(): Promise<void> {
    this.#finished ??= this.#act?.();
    await this.#finished;
  }
}

export interface BotPlace {
  readonly input: Readable | ProgramInput;
  readonly send: (text: string) => void;
  /** An already loaded word list. Otherwise the file that the host names is read. */
  readonly lexicon?: Lexicon | undefined;
  /** Answers of earlier turns, which the host has read before a restart. They are not sent again. */
  readonly past?: readonly string[] | undefined;
}

const ownPipes = (): BotPlace => ({ input: process.stdin, send: (text) => process.stdout.write(text) });

interface Manner extends Pace {
  readonly bestFirst: boolean;
}

/** Returns a sentence if the player cannot play. */
export async function sitDown(
  place: BotPlace,
  strategy: Strategy,
  manner: Manner,
): Promise<string | undefined> {
  return await hearGame(place, async (told, sit) => {
    expectFunction('play: the strategy', strategy);
    const words = manner.bestFirst && told.lexicon ? searchedWords(told.lexicon) : undefined;
    return await sit(bySearch(strategy, new BestPlays(told.game.terms, words)), manner);
  });
}

async function sitDownToMove(
  place: BotPlace,
  open: OpenMover,
  pace: Pace,
  ending: EndingOfMover,
): Promise<string | undefined> {
  return await hearGame(place, async ({ told, game }, sit) => {
    expectFunction('playMoves: what opens the mover', open);
    const opened = await open(told, game.choice(chanceFrom(pace.seed)));
    if (isSentence(opened)) return opened;
    if (typeof opened?.move !== 'function' || typeof opened[Symbol.dispose] !== 'function')
      refuse('what opens the mover', MOVER, opened);
    using mover = opened;
    if (mover.finish) ending.is(async () => await mover.finish?.(game.choice(chanceFrom(pace.seed))));
    const heard = (notice: Notice) => {
      mover.heard?.(notice);
      if (notice.type === 'gameover') void ending.finish();
    };
    try {
      return await sit(byMover(mover), pace, heard);
    } finally {
      await ending.finish();
    }
  });
}

const MOVER =
  'an object with the functions move and [Symbol.dispose], or a string with the reason why it cannot play';

type Sit = (decide: Decide, pace: Pace, heard?: SeatNeeds['heard']) => Promise<string | undefined>;

async function hearGame(
  { input, send, lexicon, past = [] }: BotPlace,
  play: (told: GameSetup, sit: Sit) => Promise<string | undefined>,
): Promise<string | undefined> {
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const told = followGame(lines, lexicon);
  if (typeof told === 'string') return told;
  return await play(told, async (decide, { pauseMs, seed }, heard) => {
    const needs = { inbox, send, past, game: told.game, decide, pauseMs, chance: chanceFrom(seed), heard };
    return await new Seat(needs).play();
  });
}

interface SeatNeeds {
  readonly inbox: Inbox<string>;
  readonly send: (text: string) => void;
  readonly past: readonly string[];
  readonly game: FollowedGame;
  readonly decide: Decide;
  readonly pauseMs: number;
  readonly chance: Chance;
  /** Called with each message after the game has taken it. */
  readonly heard?: ((notice: Notice) => void) | undefined;
}

class Seat {
  readonly #needs: SeatNeeds;
  readonly #listener: Listener;
  readonly #past: string[];

  constructor(needs: SeatNeeds) {
    this.#needs = needs;
    this.#past = [...needs.past];
    this.#listener = new Listener(needs.inbox, (line) => {
      const notice = readNotice(line);
      if (!notice) return;
      needs.game.hear(notice);
      needs.heard?.(notice);
    });
  }

  async play(): Promise<string | undefined> {
    const { inbox, send, game } = this.#needs;
    send('ready\n');
    while (!inbox.ended) {
      await this.#listener.hearUntil(() => game.turn !== undefined);
      if (!game.turn || inbox.ended) continue;
      const problem = await this.#takeTurn(game.turn);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  async #takeTurn(turn: Turn): Promise<string | undefined> {
    const { inbox, game, send, pauseMs, decide, chance } = this.#needs;
    const past = this.#past.shift();
    if (past !== undefined) {
      game.sent(past);
      return undefined;
    }
    // The turn may run out, or the game may end.
    const isOver = () => game.turn !== turn;
    const due = { choice: game.choice(chance), turn, inbox, listener: this.#listener, isOver };
    const move = await decide(due);
    if (move === undefined || typeof move === 'string') return move;
    await this.#listener.hearUntil(() => !game.turn, endOfPause(turn, pauseMs));
    if (isOver()) return undefined;
    game.answer(move);
    send(`${moveText(move, turn.k)}\n`);
    return undefined;
  }
}
