import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../core/text.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import type { Scanner } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './findings.ts';

/** One requirement of the wire, tested with a new process of the bot. */
export interface Step {
  /** What a correct bot does, as a sentence without its subject: `answers the set-up with ready`. */
  readonly name: string;
  /** Advice if it does not. */
  readonly advice: string;
  play(stage: Stage): Promise<Finding | undefined>;
  /** A longer step, in which this one and others are contained: where nothing is wrong in it, nothing is wrong here. */
  readonly within?: Step | undefined;
}

export interface Stage {
  readonly request: CheckRequest;
  /** Starts the bot. It is ended with the step. */
  open<Message>(seating: Seating<Message>): Promise<Bot<Message>>;
}

/** The seat of the bot, and how its output is read. */
interface Seating<Message> {
  readonly seat: Seat;
  readonly players: number;
  /** The words that count; none: all do. */
  readonly lexicon: Lexicon | undefined;
  readonly scanner: Scanner<Message>;
  /** Without the variable by which the host has Python write at once. */
  readonly isUnhelped?: true;
}

/** The options for all steps. */
export interface CheckRequest {
  readonly lexicon: Lexicon;
  readonly readyTimeout: Nanos;
  readonly turnTimeout: Nanos;
  readonly grace: Nanos;
}

interface Scene<Action> {
  readonly name: string;
  readonly advice: string;
  readonly actions: readonly Action[];
}

/** The actions of a scene, one after the other, until the first finding. */
export function sceneStep<Game, Action>(
  { name, advice, actions }: Scene<Action>,
  open: (stage: Stage) => Promise<Game>,
  perform: (game: Game, action: Action) => Promise<Finding | undefined>,
): Step {
  return {
    name,
    advice,
    async play(stage) {
      const game = await open(stage);
      for (const action of actions) {
        const finding = await perform(game, action);
        if (finding) return finding;
      }
      return undefined;
    },
  };
}

/**
 * The same with a bot that is not helped: for its players the host sets PYTHONUNBUFFERED, by which Python writes at once
 * what a program has only printed. Another host may not.
 */
export function withoutHelp(step: Step): Step {
  return {
    ...step,
    async play(stage) {
      const finding = await step.play({
        ...stage,
        open: (seating) => stage.open({ ...seating, isUnhelped: true }),
      });
      return finding?.is === 'wrong' && finding.silent ? { ...finding, advice: step.advice } : finding;
    },
  };
}

export const flushAdvice =
  'Flush after each message; in Python: print(..., flush=True). In games PYTHONUNBUFFERED=1 does it for bots in Python; on a host that does not set it the bot is never heard.';

/** A few words as a list that players can read, in the cache. */
export function wordsOfScene(words: readonly string[]): Lexicon {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-words-'));
  try {
    const file = join(folder, 'words.txt');
    writeFileSync(file, `${words.join('\n')}\n`);
    const reading = loadLexicon(file);
    if (!reading.ok) throw new Error(reading.problem);
    return { ...reading.lexicon, name: `of this step, ${counted(words.length, 'word')}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
