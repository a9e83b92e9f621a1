import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../core/text.ts';
import { millis, type Nanos } from '../../core/units.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import type { Bot, BotEvent } from './bot.ts';
import { awaitEndOfInput, awaitExit, type Finding, unexpected, untried } from './findings.ts';
import type { CheckRequest, Stage, Step } from './step.ts';

/**
 * A step as data: a conversation, as reports show it. The bot is ready, and then: `< LINE` is what the host writes, which
 * the game completes; `> WHAT` is what the bot has to do.
 */
export interface Scene<Setting, Line extends string> {
  readonly name: string;
  readonly advice: string;
  readonly setting?: Setting;
  readonly lines: readonly SceneLine<Line>[];
  /** A longer scene, in which this one is contained. */
  readonly within?: Scene<Setting, Line>;
  /**
   * The bot is not helped: for its players the host sets PYTHONUNBUFFERED, by which Python writes at once what a program
   * has only printed. Another host may not.
   */
  readonly isUnhelped?: true;
}

export type SceneLine<Line extends string> =
  | Line
  | '> nothing'
  | '> exit at SIGTERM'
  | '> exit at end of input'
  | readonly SceneLine<Line>[]
  | { readonly untilOver: readonly SceneLine<Line>[] };

/** The game of a scene, in which only the bot is real. It judges like the host, but the scene decides what happens. */
export interface SceneGame {
  readonly dialogue: Pick<Dialogue<unknown>, 'beReady' | 'beSilent' | 'exitAtSigterm' | 'exitAtEndOfInput'>;
  /** Completes a line, without its `< `, and writes it. */
  write(line: string): Promise<Finding | undefined>;
  /** `what` stands behind `> `. */
  expect(what: string): Promise<Finding | undefined>;
  isOver?(): boolean;
}

/** The steps of a game, in the order of its scenes. */
export function stepsOf<Setting, Line extends string>(
  scenes: readonly Scene<Setting, Line>[],
  open: (scene: Scene<Setting, Line>, stage: Stage) => Promise<SceneGame>,
): readonly Step[] {
  const steps = new Map<Scene<Setting, Line>, Step>();

  function stepOf(scene: Scene<Setting, Line>): Step {
    const { name, advice, lines, within, isUnhelped } = scene;
    const step: Step = steps.get(scene) ?? {
      name,
      advice,
      within: within && stepOf(within),
      async play(stage) {
        const game = await open(scene, isUnhelped ? unhelped(stage) : stage);
        const finding = (await game.dialogue.beReady()) ?? (await play(game, lines));
        return isUnhelped && finding?.is === 'wrong' && finding.silent ? { ...finding, advice } : finding;
      },
    };
    steps.set(scene, step);
    return step;
  }

  return scenes.map(stepOf);
}

function unhelped(stage: Stage): Stage {
  return { ...stage, open: (seating) => stage.open({ ...seating, isUnhelped: true }) };
}

/** One line after the other, until the first finding. */
async function play(game: SceneGame, line: SceneLine<string>): Promise<Finding | undefined> {
  if (typeof line === 'string') return await playLine(game, line);
  let finding: Finding | undefined;
  if ('untilOver' in line) while (!(finding || game.isOver?.())) finding = await play(game, line.untilOver);
  else for (const each of line) finding ??= await play(game, each);
  return finding;
}

async function playLine(game: SceneGame, line: string): Promise<Finding | undefined> {
  switch (line) {
    case '> nothing':
      return await game.dialogue.beSilent();
    case '> exit at SIGTERM':
      return await game.dialogue.exitAtSigterm();
    case '> exit at end of input':
      return await game.dialogue.exitAtEndOfInput();
    default: {
      const text = line.slice('> '.length);
      return await (line.startsWith('>') ? game.expect(text) : game.write(text));
    }
  }
}

/** What a game's findings say. */
interface DialogueWords<Message> {
  /** What it expects of a bot that is to be ready, and of one that is to be silent. */
  readonly ready: string;
  readonly nothing: string;
  textOf(message: Message): string;
  /** What bots of this game wait for that never comes. */
  readonly overlooked?: string | undefined;
}

/** How the host writes: each message by itself; each in pieces; or all up to the bot's turn in one piece. */
export type Manner = 'plain' | 'pieces' | 'together';

export type MessageEvent<Message> = BotEvent<Message> & { readonly kind: 'message' };

interface DialogueOptions<Message> {
  readonly bot: Bot<Message>;
  readonly request: CheckRequest;
  readonly words: DialogueWords<Message>;
  /** What the bot reads before it is ready. */
  readonly greeting?: string;
  readonly manner?: Manner | undefined;
  pieces(text: string): readonly string[];
  /** What is written instead of a text. */
  readonly rewrite?: ((text: string) => string) | undefined;
}

interface Wait {
  readonly expected: string;
  readonly limit: Nanos;
  /** What is left of the limit, where the wait began earlier. */
  readonly left?: Nanos;
  /** Why the step is skipped without an answer in time, where that is no fault. */
  readonly skipReason?: string | undefined;
}

/** Long enough for a bot that sends unsolicited messages. */
const QUIET = millis(250);

/** Both sides of the pipe of a bot: what is written to it, and what is wrong with that which comes back. */
export class Dialogue<Message> {
  readonly bot: Bot<Message>;
  readonly request: CheckRequest;
  readonly #options: DialogueOptions<Message>;
  #unsent = '';
  /** Of the wire, which the bot chose. */
  dialect: string | undefined;

  constructor(options: DialogueOptions<Message>) {
    this.bot = options.bot;
    this.request = options.request;
    this.#options = options;
  }

  async send(text: string): Promise<void> {
    const { rewrite, manner } = this.#options;
    this.#unsent += rewrite && text !== '' ? rewrite(text) : text;
    if (manner !== 'together') await this.flush();
  }

  async flush(): Promise<void> {
    const { manner, pieces } = this.#options;
    const text = this.#unsent;
    this.#unsent = '';
    if (text === '') return;
    if (manner === 'pieces') await this.bot.sendInPieces(pieces(text));
    else this.bot.send(text);
  }

  async beReady(): Promise<Finding | undefined> {
    const { words, greeting = '' } = this.#options;
    const { readyTimeout } = this.request;
    await this.send(greeting);
    await this.flush();
    const event = await this.bot.next(readyTimeout);
    if (event.kind !== 'ready') return this.wrong(event, words.ready, readyTimeout);
    this.dialect = event.dialect;
    return undefined;
  }

  async beSilent(): Promise<Finding | undefined> {
    await this.flush();
    const event = await this.bot.next(QUIET);
    return event.kind === 'silence' ? undefined : this.wrong(event, this.#options.words.nothing, QUIET);
  }

  /** A message that was not solicited has come already. */
  unsolicited(): Finding | undefined {
    const event = this.bot.pending();
    return event && this.wrong(event, this.#options.words.nothing, 0);
  }

  /** The game is over. */
  async exitAtSigterm(): Promise<Finding | undefined> {
    await this.flush();
    return await awaitExit(this.bot, this.request.grace);
  }

  async exitAtEndOfInput(): Promise<Finding | undefined> {
    await this.flush();
    return await awaitEndOfInput(this.bot);
  }

  /** The next message, or what is wrong. */
  async next({ expected, limit, left = limit, skipReason }: Wait): Promise<MessageEvent<Message> | Finding> {
    const event = await this.bot.next(left);
    if (event.kind === 'message') return event;
    if (event.kind === 'silence' && event.unfinished === undefined && skipReason !== undefined)
      return untried(skipReason);
    return this.wrong(event, expected, limit, this.#options.words.overlooked);
  }

  /** An event that is not the one required. */
  wrong(event: BotEvent<Message>, expected: string, limit: Nanos, overlooked?: string): Finding {
    const { words } = this.#options;
    if (event.kind !== 'message' && event.kind !== 'ready')
      return unexpected(event, expected, this.bot.command, limit, overlooked);
    const came = event.kind === 'ready' ? 'a second ready' : words.textOf(event.message);
    return { is: 'wrong', expected, came, at: event.bytes[0] };
  }
}

/** Requirements of every wire. */
export const endOfInput = {
  name: 'ends when its input ends',
  advice: 'Exit at the end of the input. Do not read again when a read returns nothing.',
};

export const flushing = {
  name: 'flushes its output without help from the host',
  advice:
    'Flush after each message; in Python: print(..., flush=True). In games the host sets PYTHONUNBUFFERED=1, which flushes the output of bots in Python. On a host that does not set it, no output of the bot arrives.',
  isUnhelped: true,
} as const;

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
