import { version } from '../../core/version.ts';
import { operationOf } from '../../games/scrabble/formats/cgp.ts';
import type { JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import { fileLeaves, type LeaveValues } from '../../games/scrabble/moves/leaves.ts';
import { THOUSANDTHS } from '../../games/scrabble/moves/ranked-plays.ts';
import { builtInTileNames, builtInTileSet } from '../../games/scrabble/tiles/tile-set.ts';
import type { KlvFile } from '../../lexicon/formats/klv-file.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type PositionReading, readSiuPosition, type SiuPosition } from './siu-position.ts';
import { searchMoves } from './siu-search.ts';

export interface SiuSetup {
  readonly terms: JudgingTerms;
  readonly lexicon: Lexicon;
  /** Leave values from a file. They count unless an option says otherwise. */
  readonly leaves?: NamedLeaves | undefined;
  lexiconNamed(name: string): Lexicon | undefined;
  send(line: string): void;
}

export interface NamedLeaves {
  readonly name: string;
  readonly file: KlvFile;
}

const commands = ['siu', 'isready', 'setoption', 'siunewgame', 'position', 'go', 'stop', 'quit'] as const;
type Command = (typeof commands)[number];

/** Commands that wait for the end of a search, so that each `go` gets its `bestmove`. */
const waiting: readonly Command[] = ['setoption', 'siunewgame', 'position', 'go'];

const modes = ['gen', 'auto'] as const;
type Mode = (typeof modes)[number];
const otherModes = ['sim', 'infer', 'endgame', 'peg'];

/** Parameters of `go` without effect: the search tries all plays once. */
const ignoredParameters = [
  'searchmoves',
  'alsosearchmoves',
  'depth',
  'iterations',
  'stopcondition',
  'firstwin',
  'useinference',
];

const OUR_LEAVES = 'wordhost';
const NO_LEAVES = 'none';
const MOST_PLAYS = 10_000;
const USUAL_PLAYS = 20;

interface Settings {
  readonly lexicon: Lexicon;
  readonly tiles: JudgingTerms['tiles'];
  readonly leaves: string;
  readonly plays: number;
}

interface SiuOption {
  /** Its type, default and choices in the form of SIU. */
  readonly form: (settings: Settings, setup: SiuSetup) => string;
  readonly set: (value: string, setup: SiuSetup) => Partial<Settings> | undefined;
}

/** Front ends know this option, which has only one value here. */
const onlyOne = (type: string, value: string): SiuOption => ({
  form: () => type,
  set: (text) => (text.toLowerCase() === value ? {} : undefined),
});

const siuOptions: Readonly<Record<string, SiuOption>> = {
  Lexicon: {
    form: ({ lexicon }) => `string default ${wordOf(lexicon.name)}`,
    set: (value, setup) => {
      const lexicon = lexiconIn(setup, value);
      return lexicon && { lexicon };
    },
  },
  LetterDistribution: {
    form: ({ tiles }) =>
      `combo default ${tiles.name}${builtInTileNames.map((name) => ` var ${name}`).join('')}`,
    set: (value) => {
      const tiles = builtInTileSet(value.toLowerCase());
      return tiles && { tiles };
    },
  },
  Leaves: {
    form: ({ leaves }, setup) =>
      `combo default ${leaves}${leaveNames(setup)
        .map((name) => ` var ${name}`)
        .join('')}`,
    set: (value, setup) => {
      const leaves = leaveNames(setup).find((name) => name.toLowerCase() === value.toLowerCase());
      return leaves === undefined ? undefined : { leaves };
    },
  },
  ChallengeRule: onlyOne('combo default void var void', 'void'),
  Variant: onlyOne('combo default classic var classic', 'classic'),
  Threads: onlyOne('spin default 1 min 1 max 1', '1'),
  Plays: {
    form: () => `spin default ${USUAL_PLAYS} min 1 max ${MOST_PLAYS}`,
    set: (value) => {
      const plays = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      return plays >= 1 && plays <= MOST_PLAYS ? { plays } : undefined;
    },
  },
};

/** The first is the default. */
const leaveNames = ({ leaves }: SiuSetup): readonly string[] => [
  ...(leaves ? [wordOf(leaves.name)] : []),
  OUR_LEAVES,
  NO_LEAVES,
];

const lexiconIn = (setup: SiuSetup, name: string): Lexicon | undefined =>
  name.toLowerCase() === wordOf(setup.lexicon.name).toLowerCase() ? setup.lexicon : setup.lexiconNamed(name);

function wordOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replaceAll(/\s+/g, '_');
}

/** The greedy player as a Scrabble engine that speaks SIU. */
export class SiuEngine {
  readonly finished: Promise<void>;
  readonly #setup: SiuSetup;
  readonly #finish: () => void;
  #settings: Settings;
  #words: readonly string[] | undefined;
  #position: SiuPosition | undefined;
  #lines: (readonly [Command, readonly string[]])[] = [];
  #search: { isStopped: boolean; wake: () => void } | undefined;
  #isEnding = false;

  constructor(setup: SiuSetup) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
    this.#setup = setup;
    const { lexicon, terms } = setup;
    this.#settings = { lexicon, tiles: terms.tiles, leaves: leaveNames(setup)[0]!, plays: USUAL_PLAYS };
  }

  /** Words before the command are ignored. */
  hear(line: string): void {
    if (this.#isEnding) return;
    const words = line.split(/\s+/).filter((word) => word !== '');
    const at = words.findIndex((word) => isCommand(word));
    if (at === -1) {
      if (words[0] !== undefined) this.#error('unknown-command', words[0]);
      return;
    }
    const [command, rest] = [words[at] as Command, words.slice(at + 1)];
    if (this.#search && waiting.includes(command)) this.#lines.push([command, rest]);
    else this.#do(command, rest);
  }

  /** Finishes each search. An infinite search does not wait for `stop` any more. */
  end(): void {
    this.#isEnding = true;
    this.#search?.wake();
    this.#goOn();
  }

  #do(command: Command, words: readonly string[]): void {
    switch (command) {
      case 'siu':
        this.#introduce();
        break;
      case 'isready':
        this.#send('readyok');
        break;
      case 'setoption':
        this.#setOption(words);
        break;
      case 'siunewgame':
        this.#words = undefined;
        this.#position = undefined;
        break;
      case 'position':
        this.#words = words;
        this.#setUp();
        break;
      case 'go':
        this.#begin(words);
        break;
      case 'stop':
        this.#stop();
        break;
      case 'quit':
        this.end();
        break;
      default:
        command satisfies never;
    }
  }

  #introduce(): void {
    this.#send(`id name wordhost ${version}`);
    this.#send('id author the authors of wordhost');
    this.#send(`capability ${modes.join(' ')} stop`);
    for (const [name, { form }] of Object.entries(siuOptions))
      this.#send(`option name ${name} type ${form(this.#settings, this.#setup)}`);
    this.#send('siuok');
  }

  #setOption(words: readonly string[]): void {
    const lower = words.map((word) => word.toLowerCase());
    const from = lower.indexOf('name');
    const until = lower.indexOf('value', from + 1);
    const name = from === -1 ? '' : words.slice(from + 1, until === -1 ? undefined : until).join(' ');
    const value = until === -1 ? '' : words.slice(until + 1).join(' ');
    if (name === '') return;
    const [, option] =
      Object.entries(siuOptions).find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
    const settings = option?.set(value, this.#setup);
    if (!settings) this.#ignored(name);
    this.#settings = { ...this.#settings, ...settings };
    if (settings && this.#words) this.#setUp();
  }

  #setUp(): void {
    const { lexicon, tiles } = this.#settings;
    const terms = { ...this.#setup.terms, lexicon, tiles };
    let read: PositionReading = readSiuPosition(this.#words!, terms);
    const named = read.ok ? operationOf(read.position.cgp, 'lex') : undefined;
    if (named) {
      const other = lexiconIn(this.#setup, named);
      if (other) read = readSiuPosition(this.#words!, { ...terms, lexicon: other });
      else this.#ignored('lex');
    }
    this.#position = read.ok ? read.position : undefined;
    if (!read.ok) this.#error(read.code, read.problem);
  }

  #begin(words: readonly string[]): void {
    const { mode, movetimeMs, isInfinite, ignored } = readGo(words);
    if (!this.#position) {
      this.#error('no-position', 'go was sent before a position');
      return;
    }
    if (!isMode(mode)) {
      this.#error('unsupported-mode', `${mode}: expected one of ${modes.join(', ')}`);
      this.#send('bestmove none');
      return;
    }
    for (const name of ignored) this.#ignored(name);
    const stopped = Promise.withResolvers<void>();
    const search = { isStopped: false, wake: stopped.resolve };
    this.#search = search;
    const until = movetimeMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + movetimeMs;
    const isOver = () => search.isStopped || performance.now() >= until;
    void this.#answer(mode, isOver, isInfinite && !this.#isEnding ? stopped.promise : undefined);
  }

  /** The answer waits for `held`. */
  async #answer(mode: Mode, isOver: () => boolean, held: Promise<void> | undefined): Promise<void> {
    const position = this.#position!;
    const { plays, lexicon } = this.#settings;
    const [leaves, values] = this.#leavesFor(position.terms.tiles);
    const listName = wordOf((position.terms.lexicon as Lexicon | undefined)?.name ?? lexicon.name);
    this.#send(
      `info string provenance engine=wordhost/${version} leaves=${leaves} winpct=none lexicon=${listName}`,
    );
    const isKnown = position.held.size > 0;
    if (!isKnown) this.#send('info string the rack of the player to move is unknown');
    const found = isKnown
      ? await searchMoves({ position, mode, leaves: values, most: plays, isOver })
      : { listed: [], best: 'none' };
    await held;
    for (const { move, points, worth, leave } of found.listed.slice(0, plays))
      this.#send(
        `info gen move ${move} score ${points} eq ${(worth / THOUSANDTHS).toFixed(2)} leave ${leave}`.trimEnd(),
      );
    this.#send(`bestmove ${found.best}`);
    this.#search = undefined;
    this.#goOn();
  }

  /** Leave values of a file may not fit the tiles. */
  #leavesFor(tiles: JudgingTerms['tiles']): readonly [name: string, LeaveValues | 'none' | undefined] {
    const { leaves } = this.#settings;
    if (leaves === NO_LEAVES) return [leaves, NO_LEAVES];
    if (leaves === OUR_LEAVES) return [leaves, undefined];
    const values = fileLeaves(this.#setup.leaves!.file, tiles);
    if (typeof values !== 'string') return [leaves, values];
    this.#send(`info string ignored Leaves ${values}`);
    return [OUR_LEAVES, undefined];
  }

  #stop(): void {
    if (!this.#search) return;
    this.#search.isStopped = true;
    this.#search.wake();
  }

  #goOn(): void {
    while (!this.#search) {
      const next = this.#lines.shift();
      if (!next) break;
      this.#do(...next);
    }
    if (!this.#search && this.#isEnding) this.#finish();
  }

  #ignored(name: string): void {
    this.#send(`info string ignored ${name}`);
  }

  #error(code: ErrorCode, text: string): void {
    this.#send(`info string error ${code} ${text.replaceAll(/\s+/g, ' ')}`);
  }

  #send(line: string): void {
    this.#setup.send(line);
  }
}

type ErrorCode = 'unknown-command' | 'unsupported-mode' | 'no-position' | 'bad-position' | 'bad-move';

const isCommand = (word: string): word is Command => (commands as readonly string[]).includes(word);
const isMode = (word: string): word is Mode => (modes as readonly string[]).includes(word);

interface Go {
  readonly mode: string;
  readonly movetimeMs: number | undefined;
  readonly isInfinite: boolean;
  readonly ignored: readonly string[];
}

/** Unknown words are skipped. */
function readGo(words: readonly string[]): Go {
  let mode: string | undefined;
  let movetimeMs: number | undefined;
  let isInfinite = false;
  const ignored: string[] = [];
  for (const [index, word] of words.entries()) {
    const next = words[index + 1] ?? '';
    const number = /^\d{1,9}$/.test(next) ? Number(next) : undefined;
    if (isMode(word) || otherModes.includes(word)) mode ??= word;
    else if (word === 'infinite') isInfinite = true;
    else if (word === 'movetime' && number !== undefined) movetimeMs = number;
    else if (word === 'movetime' || (word === 'threads' && number !== 1)) ignored.push(word);
    else if (ignoredParameters.includes(word)) ignored.push(word);
  }
  return { mode: mode ?? 'auto', movetimeMs, isInfinite, ignored };
}
