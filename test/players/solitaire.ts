import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEnglish } from '../../host/package/english.ts';
import { Bot } from './bot.ts';
import { rowsOf, whatIsWrong } from './grid-checker.ts';

/** The built-in word list, in a folder of its own; caches go there too. */
export function englishFor(t: { teardown(done: () => void): unknown }) {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  makeEnglish(folder);
  const file = join(folder, 'lexicon', 'english.txt');
  return { file, cache: folder, words: new Set(readFileSync(file, 'latin1').trimEnd().split('\n')) };
}
export type English = ReturnType<typeof englishFor>;

export const STANDARD_BUNCH = Object.entries({
  JKQXZ: 2,
  BCFHMPVWY: 3,
  G: 4,
  L: 5,
  DSU: 6,
  N: 8,
  TR: 9,
  O: 11,
  I: 12,
  A: 13,
  E: 18,
})
  .flatMap(([letters, count]) => [...letters].map((letter) => letter.repeat(count)))
  .join('');

/** A small generator of its own, so that a failing game can be played again. */
export function dice(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Table {
  readonly command: readonly string[];
  readonly english: English;
  readonly seed: number;
  readonly bunch?: string;
  readonly hand?: number;
  /** Of 100 peels, so many times another player peels at the very moment. */
  readonly others?: number;
  /** So many bytes of ours go into one write. */
  readonly cut?: number;
  /** The game is broken off after so many peels. */
  readonly peels?: number;
}

export interface Story {
  readonly dialect: 'r' | 'n';
  readonly peels: number;
  readonly dumps: number;
  readonly refused: number;
  readonly late: number;
  /** The last tile was drawn and laid. */
  readonly finished: boolean;
}

/** Plays one bot to the end, or for so many peels. An offence is an exception. */
export async function playSolitaire(table: Table): Promise<Story> {
  await using bot = new Bot(table.command, {
    WORDHOST_DICTIONARY: table.english.file,
    WORDHOST_PLAYER_SEED: String(table.seed),
    XDG_CACHE_HOME: table.english.cache,
  });
  const referee = new Referee(table, bot);
  return await referee.play();
}

class Referee {
  readonly #table: Table;
  readonly #bot: Bot;
  readonly #roll: (below: number) => number;
  readonly #bunch: string[];
  #dialect: 'r' | 'n' = 'r';
  #hand = '';
  /** The hands for which a plain peel is late: some of what we said was still on its way. */
  #past: string[] = [];
  #next = 1;
  #over = false;
  readonly #story = { peels: 0, dumps: 0, refused: 0, late: 0 };

  constructor(table: Table, bot: Bot) {
    this.#table = table;
    this.#bot = bot;
    this.#roll = dice(table.seed);
    this.#bunch = [...(table.bunch ?? STANDARD_BUNCH)];
  }

  async play(): Promise<Story> {
    this.#dialect = (await this.#bot.read(1)) as 'r' | 'n';
    if (!'rn'.includes(this.#dialect)) throw new Error(`${this.#dialect} is not ready`);
    this.#hand = this.#draw(this.#table.hand ?? 21);
    this.#say(`${[...this.#hand].sort().join('')}.`);
    while (!this.#over && this.#story.peels < (this.#table.peels ?? Number.POSITIVE_INFINITY)) {
      const kind = await this.#bot.read(1);
      if (kind === 'd') await this.#hearDump();
      else if (kind === 'p') await this.#hearPeel();
      else throw new Error(`a message can't begin with ${JSON.stringify(kind)}`);
    }
    return { ...this.#story, dialect: this.#dialect, finished: this.#over };
  }

  #draw(count: number): string {
    return Array.from(
      { length: count },
      () => this.#bunch.splice(this.#roll(this.#bunch.length), 1)[0]!,
    ).join('');
  }

  #say(text: string): void {
    const size = this.#table.cut ?? text.length;
    for (let at = 0; at < text.length; at += size) this.#bot.say(text.slice(at, at + size));
  }

  async #hearDump(): Promise<void> {
    const letter = await this.#bot.read(1);
    if (!this.#hand.includes(letter)) throw new Error(`dumps ${letter}, and has ${this.#hand}`);
    const refused = this.#bunch.length < 3;
    const tiles = refused ? letter : this.#draw(3);
    if (!refused) this.#bunch.push(letter);
    this.#story[refused ? 'refused' : 'dumps']++;
    this.#past = [...this.#past, this.#hand].map((hand) => hand.replace(letter, ''));
    this.#hand = this.#hand.replace(letter, '') + tiles;
    this.#say(`${this.#dialect === 'n' ? 'd' : ''}${[...tiles].sort().join('')}.`);
  }

  async #hearPeel(): Promise<void> {
    const number = this.#dialect === 'n' ? Number(await this.#bot.read(3)) : this.#next;
    const size = await this.#bot.read(6);
    const rows = rowsOf(size + (await this.#bot.read(Number(size.slice(0, 3)) * Number(size.slice(3)))));
    if (number !== this.#next) return this.#hearOldPeel(number);
    const wrong = whatIsWrong(rows, this.#hand, this.#table.english.words);
    if (wrong !== undefined && this.#dialect === 'r' && this.#wasRight(rows)) {
      this.#story.late++;
      return;
    }
    if (wrong !== undefined) throw new Error(`${wrong}:\n${rows.join('\n')}`);
    this.#story.peels++;
    this.#past = [];
    this.#peelStands('+');
    if (!this.#over && this.#bunch.length > 0 && this.#roll(100) < (this.#table.others ?? 0))
      this.#peelStands('=');
  }

  #wasRight(rows: readonly string[]): boolean {
    return this.#past.some((hand) => whatIsWrong(rows, hand, this.#table.english.words) === undefined);
  }

  #hearOldPeel(number: number): void {
    if (number > this.#next) throw new Error(`peel ${number}, and ${this.#next} is the next`);
    this.#story.late++;
    this.#say(`-${String(number).padStart(3, '0')}.`);
  }

  #peelStands(sign: '+' | '='): void {
    this.#over = this.#bunch.length === 0;
    const letter = this.#over ? '' : this.#draw(1);
    this.#past.push(this.#hand);
    this.#hand += letter;
    const mark = this.#dialect === 'n' ? `${sign}${String(this.#next).padStart(3, '0')}` : '';
    if (mark !== '' || letter !== '') this.#say(`${mark}${letter}.`);
    this.#next++;
  }
}
