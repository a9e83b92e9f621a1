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
 * A step as data. After the bot is ready, `< LINE` is a line of the host, which the game completes; `> WHAT`
 * is what the bot must do.
 */
export interface Scene<Setting, Line extends string> {
  readonly name: string;
  readonly advice: string;
  readonly setting?: Setting;
  readonly lines: readonly SceneLine<Line>[];
  /** A longer scene that contains this one. */
  readonly within?: Scene<Setting, Line>;
  /** The host sets PYTHONUNBUFFERED, so that Python writes each line at once. Another host may not. */
  readonly isUnhelped?: true;
}

export type SceneLine<Line extends string> =
  | Line
  | '> nothing'
  | '> exit at SIGTERM'
  | '> exit at end of input'
  | readonly SceneLine<Line>[]
  | { readonly untilOver: readonly SceneLine<Line>[] };

/** The game of a scene, with one real bot. It judges as the host does, and the scene decides what happens. */
export interface SceneGame {
  readonly dialogue: Pick<Dialogue<unknown>, 'beReady' | 'beSilent' | 'exitAtSigterm' | 'exitAtEndOfInput'>;
  /** Completes a line without its `< ` and writes it. */
  write(line: string): Promise<Finding | undefined>;
  /** `what` is the text behind `> `. */
  expect(what: string): Promise<Finding | undefined>;
  isOver?(): boolean;
}

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

/** Plays the lines until the first finding. */
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

interface DialogueWords<Message> {
  /** The expectation for a bot that must be ready, and for one that must be silent. */
  readonly ready: string;
  readonly nothing: string;
  textOf(message: Message): string;
  /** An event that bots of this game wait for and that never comes. */
  readonly overlooked?: string | undefined;
}

/** `plain`: each message alone; `pieces`: in parts; `together`: all up to the bot's turn. */
export type Manner = 'plain' | 'pieces' | 'together';

export type MessageEvent<Message> = BotEvent<Message> & { readonly kind: 'message' };

interface DialogueOptions<Message> {
  readonly bot: Bot<Message>;
  readonly request: CheckRequest;
  readonly words: DialogueWords<Message>;
  readonly greeting?: string;
  readonly manner?: Manner | undefined;
  pieces(text: string): readonly string[];
  readonly rewrite?: ((text: string) => string) | undefined;
}

interface Wait {
  readonly expected: string;
  readonly limit: Nanos;
  /** The rest of the limit, if the wait began earlier. */
  readonly left?: Nanos;
  /** The reason to skip the step if no answer comes and that is no fault. */
  readonly skipReason?: string | undefined;
}

/** Bots that send unsolicited messages do so in this time. */
const QUIET = millis(250);

export class Dialogue<Message> {
  readonly bot: Bot<Message>;
  readonly request: CheckRequest;
  readonly #options: DialogueOptions<Message>;
  #unsent = '';
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

  unsolicited(): Finding | undefined {
    const event = this.bot.pending();
    return event && this.wrong(event, this.#options.words.nothing, 0);
  }

  async exitAtSigterm(): Promise<Finding | undefined> {
    await this.flush();
    return await awaitExit(this.bot, this.request.grace);
  }

  async exitAtEndOfInput(): Promise<Finding | undefined> {
    await this.flush();
    return await awaitEndOfInput(this.bot);
  }

  async next({ expected, limit, left = limit, skipReason }: Wait): Promise<MessageEvent<Message> | Finding> {
    const event = await this.bot.next(left);
    if (event.kind === 'message') return event;
    if (event.kind === 'silence' && event.unfinished === undefined && skipReason !== undefined)
      return untried(skipReason);
    return this.wrong(event, expected, limit, this.#options.words.overlooked);
  }

  wrong(event: BotEvent<Message>, expected: string, limit: Nanos, overlooked?: string): Finding {
    const { words } = this.#options;
    if (event.kind !== 'message' && event.kind !== 'ready')
      return unexpected(event, expected, this.bot.command, limit, overlooked);
    const came = event.kind === 'ready' ? 'a second ready' : words.textOf(event.message);
    return { is: 'wrong', expected, came, at: event.bytes[0] };
  }
}

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
