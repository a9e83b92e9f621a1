import { millis } from '../../core/units.ts';
import type { BankNotice } from '../../games/line-game/wire/greeting.ts';
import { sharedNoticeText } from '../../games/line-game/wire/notices.ts';
import { excerpt } from '../../games/line-game/wire/scanner.ts';
import { now } from '../../match/clock.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './findings.ts';
import { Dialogue, type Manner, type MessageEvent, type SceneGame } from './scene.ts';
import type { CheckRequest } from './step.ts';

export interface LineSetting {
  readonly players?: number;
  /** The seat of the bot. The default is 1. */
  readonly seat?: number;
  readonly names?: readonly string[];
  readonly endless?: true;
  /** Players have a clock for the whole game, and that of the bot has run out. */
  readonly overtime?: true;
  /** `unknown-lines` writes an unknown line before each line of the host. */
  readonly manner?: Manner | 'unknown-lines';
}

export function seatsOf({ players = 2, seat = 1, names }: LineSetting) {
  return { seat, names: names ?? Array.from({ length: players }, (_, index) => `player ${index + 1}`) };
}

interface TaggedLine {
  readonly tag: number | undefined;
  readonly line: string;
}

export interface LineIntroduction {
  readonly player: number;
  readonly names: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly bank: BankNotice | undefined;
}

/** Completes the lines of a scene by their first word. Other lines are written unchanged. */
export type Completions = Readonly<Record<string, (...words: string[]) => string | Finding>>;

/** The part of a game in lines: it returns whole lines, or a finding. */
export interface LineRules<Message> {
  /** A list of the answers to a turn, such as `guess, pass or forfeit`. */
  readonly answers: string;
  /** The expectation for a silent bot, and the first words of the lines before which it must be silent. */
  readonly nothing: string;
  readonly silentBefore: readonly string[];
  greeting(shared: LineIntroduction): string;
  readonly completions: Completions;
  /** A text before a turn, and behind its number. */
  beforeTurn?(): string;
  afterTurn?(): string;
  answer(event: MessageEvent<Message>, what: string): string | Finding;
  /** Handles expectations other than answers to turns. Returns `undefined` for unknown ones. */
  hear?(what: string, dialogue: Dialogue<Message>): Promise<Finding | undefined> | undefined;
  pointsOf(player: number): number;
  isOver(): boolean;
}

const BANK_MS = 60_000;
/** The tolerance of the host. */
const MARGIN = millis(50);
/** A turn without a limit waits this many times longer. */
const PATIENCE = 4;
const LATE = millis(400);
const MOST_TURNS = 60;

export class LineGame<Message extends TaggedLine> implements SceneGame {
  readonly dialogue: Dialogue<Message>;
  readonly #rules: LineRules<Message>;
  readonly #setting: LineSetting;
  readonly #seat: number;
  readonly #names: readonly string[];
  readonly #turnMs: number | undefined;
  #turns = 0;
  #hasBeenLate = false;

  constructor(bot: Bot<Message>, request: CheckRequest, setting: LineSetting, rules: LineRules<Message>) {
    const { manner, endless, overtime } = setting;
    const { seat, names } = seatsOf(setting);
    const timeoutMs = endless ? undefined : Math.ceil(request.turnTimeout / 1e6);
    const bank = { ms: BANK_MS, incrementMs: 0, overtime: { points: 10, limitMs: undefined } };
    this.#rules = rules;
    this.#setting = setting;
    this.#seat = seat;
    this.#names = names;
    this.#turnMs = timeoutMs;
    this.dialogue = new Dialogue({
      bot,
      request,
      words: {
        ready: '`ready`, once the set-up is read up to `end`',
        nothing: rules.nothing,
        textOf: ({ line }) => line,
      },
      greeting: rules.greeting({ player: seat, names, timeoutMs, bank: overtime && bank }),
      manner: manner === 'unknown-lines' ? 'plain' : manner,
      pieces: halves,
      rewrite: manner === 'unknown-lines' ? withUnknownLines() : undefined,
    });
  }

  isOver(): boolean {
    return this.#rules.isOver() || this.#turns >= MOST_TURNS;
  }

  async write(line: string): Promise<Finding | undefined> {
    const [first = '', ...words] = line.split(' ');
    const isTurn = first === 'turn';
    const isShort = isTurn && words.length > 0;
    if (isTurn && !isShort) await this.dialogue.flush();
    const early = this.#rules.silentBefore.includes(first) ? this.dialogue.unsolicited() : undefined;
    if (early) return early;
    if (isTurn) this.#turns++;
    this.#hasBeenLate ||= isShort;
    return await this.#send(this.#completed(line, first, words));
  }

  #completed(line: string, first: string, words: readonly string[]): string | Finding {
    if (first === 'turn') return this.#turnText(words[0]);
    if (first !== 'gameover') return this.#rules.completions[first]?.(...words) ?? `${line}\n`;
    const scores = this.#names.map((_, index) => ({
      player: index + 1,
      points: this.#rules.pointsOf(index + 1),
    }));
    return sharedNoticeText({ type: 'gameover', scores });
  }

  /** Adds the clock of the player where there is one. */
  #turnText(ms = `${this.#turnMs ?? 'none'}`): string {
    const used = (this.#turns - 1) * 2 * BANK_MS;
    const msOf = (player: number) => BANK_MS - (player === this.#seat ? used : 0);
    const banks = this.#names.map((_, index) => ({ player: index + 1, ms: msOf(index + 1) }));
    const bank = this.#setting.overtime ? sharedNoticeText({ type: 'bank', banks }) : '';
    const [before = '', after = ''] = [this.#rules.beforeTurn?.(), this.#rules.afterTurn?.()];
    return `${before}${bank}turn ${ms} ${this.#turns}${after}\n`;
  }

  async #send(text: string | Finding): Promise<Finding | undefined> {
    if (typeof text !== 'string') return text;
    await this.dialogue.send(text);
    return undefined;
  }

  async expect(what: string): Promise<Finding | undefined> {
    if (what === 'late answer') return await this.#lateAnswer();
    const finding = this.#rules.hear?.(what, this.dialogue);
    if (finding) return await finding;
    const event = await this.#nextAnswer();
    return 'is' in event ? event : await this.#send(this.#rules.answer(event, what));
  }

  async #nextAnswer(): Promise<MessageEvent<Message> | Finding> {
    await this.dialogue.flush();
    const { turnTimeout } = this.dialogue.request;
    const { endless } = this.#setting;
    const turn = this.#turns;
    const limit = endless ? PATIENCE * turnTimeout : turnTimeout + MARGIN;
    const expected = `an answer to turn ${turn}: ${this.#rules.answers}`;
    const skipReason = endless && `it did not answer within ${limit / 1e9} s, and the turn had no time limit`;
    const end = now() + limit;
    for (;;) {
      const event = await this.dialogue.next({ expected, limit, left: end - now(), skipReason });
      if ('is' in event) return event;
      const { tag, line } = event.message;
      if (tag === undefined || tag === turn) return event;
      if (!this.#hasBeenLate || tag > turn) return wrongTag(line, turn, event.bytes[0]);
    }
  }

  /** A late answer and no answer are both right after the end of a turn. */
  async #lateAnswer(): Promise<Finding | undefined> {
    const event = await this.dialogue.bot.next(LATE);
    if (event.kind === 'message' || event.kind === 'silence') return undefined;
    return this.dialogue.wrong(event, 'a late answer, or nothing', LATE);
  }
}

function wrongTag(line: string, turn: number, at: number): Finding {
  return {
    is: 'wrong',
    expected: `an answer to turn ${turn}, with the tag @${turn} or without a tag`,
    came: excerpt(line),
    at,
    advice: 'The number after @ is the K of the `turn` line that you answer.',
  };
}

export const LONGEST_LINE = 64 * 1024;

/** Messages that a later version of the wire might have. */
const unknownLines = ['weather fine 21', 'spectators 12 x7 -3', 'ponder', 'opinion 1 play 0 0 1A1'] as const;

/** Lines of the host in the scenes of all games in lines. `turn 1` ends before the bot can answer. */
export type SharedLine =
  | `< ${'start' | 'turn' | 'turn 1' | 'gameover' | (typeof unknownLines)[number]}`
  | `< ${'passed' | 'timeout' | 'forfeited'} ${number}`;

/**
 * Puts an unknown line before each line. The first line of the set-up and rows of a layout keep their places.
 */
function withUnknownLines(): (text: string) => string {
  let lines = 0;
  return (text) =>
    text.replaceAll(/^.+\n/gm, (line) => {
      const isAlone = lines++ === 0 || line.startsWith('row ');
      return isAlone ? line : `${unknownLines[lines % unknownLines.length]}\n${line}`;
    });
}

/** Cuts each line in the middle. */
function halves(text: string): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const line of text.trimEnd().split('\n')) {
    const middle = Math.ceil(line.length / 2);
    pieces.push(before + line.slice(0, middle));
    before = `${line.slice(middle)}\n`;
  }
  return [...pieces, before];
}

const ownTimeout =
  'After `timeout PLAYER` with your own number the turn is over. Wait for the next one. Write `@K ` before an answer that can be late, so that the host knows its turn.';

export const lineScenes = {
  pieces: {
    name: 'joins the parts of a line',
    advice: 'A read can end in the middle of a line. Keep that part until its newline arrives.',
  },
  together: {
    name: 'splits lines that arrive together',
    advice: 'One read can return many lines. Handle all of them at once.',
  },
  unknownLines: {
    name: 'skips unknown lines, also in the setup',
    advice: 'Skip a line whose first word is unknown. Later versions of the protocol can have more lines.',
  },
  names: {
    name: 'reads names that are long or look like messages',
    advice: 'A name is the rest of its line, with all its spaces. It can be long.',
  },
  wordList: {
    name: 'uses the word list of this game',
    advice: 'Use the words of the file that this game names in the line `dictionary PATH`.',
  },
  outOfTime: {
    name: 'continues after it ran out of time',
    advice: ownTimeout,
    lines: [
      ['< start', '< turn 1', '< timeout 1', '> late answer', '< passed 2', '< turn', '> answer'],
      ['< passed 2', '< turn', '> answer'],
    ],
  },
  lateAnswer: { name: 'answers a turn after it did not answer the one before', advice: ownTimeout },
  overtime: {
    name: 'plays with a time bank, and in overtime',
    advice:
      '`bank P MS P MS …` before a turn is the remaining time of each player for the whole game; below 0, the player is in overtime. The MS of `turn` is still the time for this turn.',
  },
} as const;

export const longName = 'a name that is longer than any that you would choose, '.repeat(8).trim();
export const gameoverAdvice = 'Exit at SIGTERM, which is the default in most languages, or at `gameover`.';
