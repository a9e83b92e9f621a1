import { explain, judgeGrid, type Square, wrongTiles } from '../../../games/bananagrams/judge.ts';
import { ageOf } from '../../../games/bananagrams/rules/peel.ts';
import {
  inAlphabet,
  lettersOf,
  sameTiles,
  type Tiles,
  tilesOf,
  withoutTiles,
  withTiles,
} from '../../../games/bananagrams/tiles.ts';
import type { Dialect, Message, Notice } from '../../../games/bananagrams/wire/messages.ts';
import { noticeText, threeDigits } from '../../../games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../../games/bananagrams/wire/scanner.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import type { Bot } from '../bot.ts';
import type { WrongFinding } from '../findings.ts';
import { type CheckRequest, type Stage, wordsOfScene } from '../step.ts';
import type { Scene } from './scenes.ts';

type PeelMessage = Message & { readonly type: 'peel' };

export type Judgement =
  | { readonly is: 'legal' | 'late' }
  /** `within`: the offset of the fault in the message. */
  | { readonly is: 'wrong'; readonly finding: Omit<WrongFinding, 'at'>; readonly within: number };

/** The game of a step: only the bot is real. The scene decides what it draws and what other players do. */
export class CheckedGame {
  readonly scene: Scene;
  readonly request: CheckRequest;
  readonly bot: Bot<Message>;
  readonly #lexicon: Lexicon;
  tiles: Tiles;
  dialect: Dialect = 'numbered';
  /** Peels that stood, of all players. */
  peels = 0;
  /** Hands that it had before messages that it may not have read yet. */
  #before: Tiles[] = [];
  #unsaid = '';

  constructor(scene: Scene, lexicon: Lexicon, bot: Bot<Message>, request: CheckRequest) {
    this.scene = scene;
    this.request = request;
    this.bot = bot;
    this.#lexicon = lexicon;
    this.tiles = tilesOf(scene.hand);
  }

  get hand(): string {
    return lettersOf(this.tiles);
  }

  get nextNumber(): number {
    return (this.peels + 1) % 1000;
  }

  async tell(notice: Notice): Promise<void> {
    await this.say(noticeText(notice, this.dialect));
  }

  async say(text: string): Promise<void> {
    this.#unsaid += text;
    if (this.scene.manner !== 'together') await this.listen();
  }

  /** Flushes the output. From here on the bot's output is read. */
  async listen(): Promise<void> {
    const text = this.#unsaid;
    this.#unsaid = '';
    if (text === '') return;
    if (this.scene.manner === 'pieces') await this.bot.sendInPieces([...text]);
    else this.bot.send(text);
  }

  async deal(): Promise<void> {
    await this.tell({ type: 'hand', tiles: this.hand });
  }

  async peeled(mine: boolean, drew: string): Promise<void> {
    const number = this.nextNumber;
    this.#before = mine ? [] : [...this.#before, this.tiles];
    this.peels++;
    this.tiles = withTiles(this.tiles, drew);
    await this.tell({ type: 'peeled', number, mine, drew });
  }

  takeOff(letter: string): void {
    this.tiles = withoutTiles(this.tiles, letter);
    this.#before = [];
  }

  async dumped(letters: string): Promise<void> {
    this.#before = [...this.#before, this.tiles];
    this.tiles = withTiles(this.tiles, letters);
    await this.tell({ type: 'dumped', tiles: inAlphabet(letters) });
  }

  judge({ number, grid }: PeelMessage): Judgement {
    if (number !== undefined) {
      const age = ageOf(number, this.peels);
      if (age === 'old') return { is: 'late' };
      if (age === 'future') return wrong(this.#numbers(number), 1);
    } else if (this.#before.some((hand) => grid.beyond === 0 && sameTiles(tilesOf(grid.letters), hand)))
      return { is: 'late' };
    const refusal = wrongTiles(this, grid) ?? judgeGrid(grid, this.#lexicon);
    if (!refusal) return { is: 'legal' };
    const came =
      refusal.rule === 'word' ? `${explain(refusal)}: ${notInList(this.#lexicon)}` : explain(refusal);
    return wrong(
      { expected: `a legal peel of ${this.hand}`, came, fault: refusal.rule },
      'at' in refusal ? cellIn({ number, grid }, refusal.at) : 0,
    );
  }

  #numbers(number: number): { expected: string; came: string; advice: string } {
    return {
      expected: `peel ${threeDigits(this.nextNumber)}`,
      came: `peel ${threeDigits(number)}`,
      advice:
        'The number of a peel is the last one that you were told, by `+` or `=`, plus one; the first is 001.',
    };
  }
}

function wrong(what: Omit<WrongFinding, 'is' | 'at'>, within: number): Judgement {
  return { is: 'wrong', finding: { is: 'wrong', ...what }, within };
}

/** Where a square is in the bytes of a peel: behind `p`, the number and the size. */
function cellIn({ number, grid }: Pick<PeelMessage, 'number' | 'grid'>, { column, row }: Square): number {
  const head = 'p'.length + (number === undefined ? 0 : '001'.length) + '003001'.length;
  return head + (row - 1) * grid.width + column - 1;
}

const LONGEST = 998_011;

export async function openGame(scene: Scene, { request, open }: Stage): Promise<CheckedGame> {
  const lexicon = scene.words ? wordsOfScene(scene.words) : request.lexicon;
  const scanner = bananagramsScanner({ lenient: false, message: LONGEST, letters: 1000 });
  const bot = await open({ seat: 1, players: PLAYERS, lexicon, scanner });
  return new CheckedGame(scene, lexicon, bot, request);
}

const PLAYERS = 2;
