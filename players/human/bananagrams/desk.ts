import { marksOf, TileGrid } from 'wordhost/bananagrams';
import { hasWord, type Lexicon } from 'wordhost/lexicon';
import type { Paint } from 'wordhost/terminal';
import type { Desk } from '../desk.ts';
import type { Key } from '../terminal/keys.ts';
import type { Shown, Size } from '../terminal/screen.ts';
import { gridSize, screenLines } from './screen-lines.ts';
import { nextViewport, type Viewport } from './viewport.ts';
import type { WatchedRace } from './watched-race.ts';
import { whyNotPeel } from './why-not.ts';

interface Needs {
  readonly race: WatchedRace;
  readonly lexicon: Lexicon;
  readonly send: (text: string) => void;
  readonly paint: Paint;
  readonly name: string;
  /** Sends peels and dumps unchecked, and lets the host judge them. */
  readonly isBlunt: boolean;
}

const KEYS = 'Enter=peel  -=dump  Space=turn  ?=help  !=leave';

const prompts = {
  dump: 'Dump which letter? (Escape: cancel) ',
  take: 'Take all tiles back? (y: yes) ',
  leave: 'Leave the game? (y: yes) ',
} as const;

const steps = {
  up: { columns: 0, rows: -1 },
  down: { columns: 0, rows: 1 },
  left: { columns: -1, rows: 0 },
  right: { columns: 1, rows: 0 },
} as const;

export class BananagramsDesk implements Desk {
  readonly isLive = true;
  hasLeft = false;
  readonly #needs: Needs;
  readonly #grid = new TileGrid();
  #viewport: Viewport | undefined;
  /** The prompt that the next key answers. */
  #asking: keyof typeof prompts | undefined;
  #message: readonly string[] = [];
  /** Letters since the last key. */
  #fresh = '';
  #isHelping = false;
  #bells = 0;
  /** Enter after text is no peel: a terminal that can only print sends whole lines. */
  #isLineOfText = false;
  #isPlain = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get inTurn(): boolean {
    const { talk } = this.#needs.race;
    return talk.dealt && !talk.over;
  }

  hear(message: string): void {
    const { race } = this.#needs;
    const heard = race.hear(message);
    if (!heard) return;
    const { notice, letters } = heard;
    if (notice.type === 'peeled' && !notice.mine) this.#bells++;
    this.#grid.receive(letters);
    if (notice.type !== 'hand') this.#fresh += letters;
    this.#say(race.told(notice));
  }

  pressed(key: Key): void {
    this.#message = [];
    this.#fresh = '';
    if (key.is === 'text') {
      this.#isLineOfText = this.#isPlain;
      for (const character of key.text) this.#typed(character);
      return;
    }
    const isLine = this.#isLineOfText && key.is === 'enter';
    this.#isLineOfText = false;
    if (isLine) return;
    if (this.#asking) {
      this.#asking = undefined;
      return;
    }
    this.#command(key);
  }

  screen(size: Size): Shown {
    const { race, lexicon, paint, name } = this.#needs;
    const grid = this.#grid;
    this.#isPlain = size.isPlain;
    this.#viewport = nextViewport(this.#viewport, gridSize(size), grid);
    const seen = {
      race,
      grid,
      marks: marksOf(grid.laid, (word) => hasWord(lexicon, word)),
      order: grid.loose,
      fresh: this.#fresh,
      name,
      message: this.#message,
      isHelping: this.#isHelping,
    };
    const { lines, cursor } = screenLines(seen, this.#viewport, size, paint);
    const prompt = this.#asking ? prompts[this.#asking] : KEYS;
    return { lines, prompt, typed: '', cursor: this.#asking ? undefined : cursor, bells: this.#bells };
  }

  cover(): readonly string[] {
    return [];
  }

  #typed(character: string): void {
    const letter = character.toUpperCase();
    const asking = this.#asking;
    this.#asking = undefined;
    if (asking === 'dump') this.#dump(letter);
    else if (asking) this.#answered(asking, letter === 'Y');
    else if (/^[A-Z]$/.test(letter)) this.#lay(letter);
    else this.#sign(character);
  }

  #answered(asked: 'take' | 'leave', isYes: boolean): void {
    if (!isYes) return;
    if (asked === 'leave') this.hasLeft = true;
    else this.#grid.takeAll();
  }

  #lay(letter: string): void {
    if (!this.#grid.type(letter)) this.#say(`You have no ${letter} left to place.`);
  }

  #sign(sign: string): void {
    switch (sign) {
      case ' ':
        return void this.#grid.turn();
      case '-':
        this.#asking = 'dump';
        return;
      case '/':
        this.#asking = 'take';
        return;
      case '!':
        this.#asking = 'leave';
        return;
      case '?':
        this.#isHelping = !this.#isHelping;
        return;
      case '*':
        return void this.#grid.shuffle(Math.random);
      default:
        this.#say(`${sign} does nothing here. Press ? for help.`);
    }
  }

  #command(key: Key): void {
    const grid = this.#grid;
    switch (key.is) {
      case 'up':
      case 'down':
      case 'left':
      case 'right':
        return void grid.move(steps[key.is]);
      case 'home':
        return void grid.home();
      case 'tab':
        return void grid.turn();
      case 'erase':
        return void grid.erase();
      case 'delete':
        return void grid.takeAt(grid.cursor);
      case 'erase-line':
        return void grid.takeWord();
      case 'escape':
        if (!grid.undo()) this.#isHelping = false;
        return;
      case 'enter':
        return void this.#peel();
      case 'end':
        return void this.#say('Press ! to leave the game, or Ctrl-C to end it.');
      default:
    }
  }

  #peel(): void {
    const { race, lexicon, send, isBlunt } = this.#needs;
    const rows = this.#grid.rows();
    const problem = this.#whyNotNow() ?? (rows.length === 0 ? 'you have placed no tiles' : undefined);
    const reason = problem ?? (isBlunt ? undefined : whyNotPeel(this.#grid, lexicon));
    if (reason !== undefined) return void this.#say(`Not sent: ${reason}.`);
    send(race.talk.peel(rows));
    this.#say('Peel!');
  }

  #dump(letter: string): void {
    const { race, send, isBlunt } = this.#needs;
    if (!/^[A-Z]$/.test(letter)) return void this.#say(`Expected a letter to dump; got ${letter}.`);
    const problem = this.#whyNotNow();
    if (problem !== undefined) return void this.#say(`Not sent: ${problem}.`);
    const isHeld = this.#grid.giveUp(letter);
    const isLaid = !isHeld && [...this.#grid.laid.values()].includes(letter);
    if (isLaid) return void this.#say(`Not sent: ${letter} is on the grid. Take it back first (Delete).`);
    if (!isHeld && !isBlunt) return void this.#say(`Not sent: you have no ${letter}.`);
    send(race.dump(letter));
  }

  /** The reason against a message that the host would treat as a fault. */
  #whyNotNow(): string | undefined {
    const { talk } = this.#needs.race;
    if (!talk.dealt) return 'the host has not dealt the tiles yet';
    if (talk.over) return 'the game is over';
    if (talk.dumping) return 'the host has not answered your dump yet';
    return talk.mayPeel ? undefined : 'the host has not answered your last peel yet';
  }

  #say(sentence: string): void {
    this.#message = [...this.#message, sentence].slice(-2);
  }
}
