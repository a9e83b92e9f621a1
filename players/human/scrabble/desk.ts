import {
  explain,
  judgeChange,
  judgePlay,
  type Message,
  messageText,
  type Placement,
  readNotice,
  readTypedMove,
} from 'wordhost/scrabble';
import type { Paint } from 'wordhost/terminal';
import { type Desk, howToLeave } from '../desk.ts';
import type { Key } from '../terminal/keys.ts';
import type { Shown, Size } from '../terminal/screen.ts';
import { TypedLine } from '../terminal/typed-line.ts';
import { movedBy } from './board-window.ts';
import type { Hints } from './hint.ts';
import { letterOf, screenLines } from './screen-lines.ts';
import type { WatchedGame } from './watched-game.ts';
import { written } from './written.ts';

interface Needs {
  readonly watched: WatchedGame;
  readonly hints: Hints;
  readonly send: (text: string) => void;
  readonly paint: Paint;
  /** Sends moves unchecked, and lets the host judge them. */
  readonly isBlunt: boolean;
}

/** An unsent move in words. */
interface Draft {
  readonly move: Message;
  readonly words: string;
}

export class ScrabbleDesk implements Desk {
  readonly #needs: Needs;
  readonly #typed = new TypedLine();
  readonly #rack = new OwnOrder<number>();
  #draft: Draft | undefined;
  #message: readonly string[] = ['Type a move such as 8H WORD, or help.'];
  #isHelping = false;
  #moved = { x: 0, y: 0 };

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get inTurn(): boolean {
    return this.#needs.watched.game.turn !== undefined;
  }

  hear(line: string): void {
    const notice = readNotice(line);
    if (!notice) return;
    const { watched } = this.#needs;
    watched.hear(notice);
    switch (notice.type) {
      case 'turn':
        this.#moved = { x: 0, y: 0 };
        if (watched.game.isRetry) this.#say('Illegal move; it is still your turn:', ...watched.refused);
        return;
      case 'playsuccess':
        return void this.#say(`You scored ${watched.moves.at(-1)?.text ?? ''} points.`);
      case 'failed':
        return void this.#say('Illegal move; your turn is over:', ...watched.refused);
      case 'timeout':
        if (notice.player === watched.told.player) this.#say('Your time ran out; your turn is over.');
        return;
      case 'changesuccess':
        return void this.#say('You changed your tiles.');
      default:
    }
  }

  pressed(key: Key): void {
    switch (key.is) {
      case 'escape':
        return void this.#undo();
      case 'up':
      case 'down':
      case 'left':
      case 'right':
      case 'home':
        this.#moved = movedBy(key.is, this.#moved);
        return;
      case 'end':
        if (this.#typed.text === '') this.#say(howToLeave);
        return;
      default: {
        const line = this.#typed.take(key);
        if (line !== undefined) this.#enter(line.trim());
      }
    }
  }

  screen(size: Size, isAlone: boolean): Shown {
    const { watched, paint } = this.#needs;
    const { game } = watched;
    const laid = this.#laid();
    const lines = screenLines(
      {
        watched,
        position: laid.length > 0 ? game.position.with(laid) : game.position,
        fresh: laid.length > 0 ? laid : watched.fresh,
        moved: this.#moved,
        rack: isAlone || this.inTurn ? this.#rack.of(game.held) : undefined,
        secondsLeft: size.isPlain ? undefined : this.#secondsLeft(),
        message: this.#message,
        isHelping: this.#isHelping,
      },
      size,
      paint,
    );
    return { lines, prompt: this.inTurn ? 'Your move: ' : 'Wait for your turn: ', typed: this.#typed.text };
  }

  cover(): readonly string[] {
    const { names, scores, moves, ownName } = this.#needs.watched;
    const last = moves.slice(-names.length);
    return [
      `It is ${ownName}'s turn.`,
      '',
      ...last.map(({ player, text }) => `${names[player - 1]}: ${text}`),
      '',
      ...names.map((name, index) => `${name} has ${scores[index]} points.`),
      '',
    ];
  }

  #enter(line: string): void {
    this.#isHelping = false;
    switch (line.toLowerCase()) {
      case '':
        return void this.#sendDraft();
      case 'help':
      case '?':
        this.#isHelping = true;
        return;
      case 'undo':
        return void this.#undo();
      case 'shuffle':
        return void this.#rack.shuffle();
      default:
    }
    if (/^(quit|exit)$/i.test(line)) return void this.#say(howToLeave);
    if (!this.inTurn) return void this.#say('It is not your turn yet.');
    if (line.toLowerCase() === 'hint') return void this.#hint();
    this.#readMove(line);
  }

  #readMove(line: string): void {
    const { watched, isBlunt } = this.#needs;
    this.#draft = undefined;
    const { terms, position, held } = watched.game;
    const read = readTypedMove(line, { terms, position, held });
    if (!read.ok) return void this.#say(read.problem);
    if (isBlunt) this.#send(read.move);
    else this.#judge(read.move);
  }

  #judge(move: Message): void {
    const { terms, position, held, inBag } = this.#needs.watched.game;
    switch (move.type) {
      case 'play': {
        const judgement = judgePlay(terms, position, held, move.placements);
        if (!judgement.legal)
          return void this.#refuse(judgement.errors.map((error) => explain(error, terms)));
        const also = judgement.words.slice(1).map(({ letters, points }) => `${letters} ${points}`);
        const rest = also.length > 0 ? ` (also ${also.join(', ')})` : '';
        return void this.#propose(
          move,
          `${written(terms, position, move.placements)} for ${judgement.points}${rest}`,
        );
      }
      case 'change': {
        const errors = judgeChange(terms, held, inBag, move.ids);
        if (errors.length > 0) return void this.#refuse(errors.map((error) => explain(error, terms)));
        const letters = move.ids.map((id) => letterOf(this.#needs.watched, id)).join('');
        return void this.#propose(move, `change ${letters}`);
      }
      case 'pass':
        return void this.#propose(move, 'pass');
      case 'forfeit':
        return void this.#propose(move, 'forfeit: you leave the game');
      default:
        move satisfies never;
    }
  }

  #refuse(reasons: readonly string[]): void {
    this.#say('Not legal, so not sent:', ...new Set(reasons));
  }

  #propose(move: Message, words: string): void {
    this.#draft = { move, words };
    this.#say(words, 'Press Enter to send it, Escape to undo.');
  }

  #hint(): void {
    const best = this.#needs.hints.best();
    const canChange = this.#needs.watched.game.terms.rules.change !== 'never';
    if (!best)
      return void this.#say(`You have no legal play: ${canChange ? 'change tiles or pass' : 'pass'}.`);
    this.#judge({ type: 'play', placements: best });
  }

  #undo(): void {
    this.#isHelping = false;
    this.#typed.text = '';
    if (!this.#draft) return;
    this.#say(`Undone: ${this.#draft.words}`);
    this.#draft = undefined;
  }

  #sendDraft(): void {
    if (this.#draft && this.inTurn) this.#send(this.#draft.move);
    else this.#say('Type a move such as 8H WORD, or help.');
  }

  #send(move: Message): void {
    const { watched, send } = this.#needs;
    const { turn } = watched.game;
    if (!turn) return;
    this.#draft = undefined;
    watched.refused = [];
    watched.game.answer(move);
    send(`${messageText(move, turn.k)}\n`);
    this.#message = [];
  }

  #laid(): readonly Placement[] {
    return this.#draft?.move.type === 'play' ? this.#draft.move.placements : [];
  }

  #secondsLeft(): number | undefined {
    const { turn } = this.#needs.watched.game;
    if (turn?.ms === undefined) return undefined;
    return Math.max(0, Math.ceil((turn.since + turn.ms - performance.now()) / 1000));
  }

  #say(...message: readonly string[]): void {
    this.#message = message;
  }
}

/** A person's own order of the tiles. */
class OwnOrder<Tile> {
  #tiles: readonly Tile[] = [];

  /** Remaining tiles keep their places, and new ones come last. */
  of(held: ReadonlyMap<Tile, number>): readonly Tile[] {
    const left = new Map(held);
    const kept = this.#tiles.filter((tile) => {
      const count = left.get(tile) ?? 0;
      left.set(tile, count - 1);
      return count > 0;
    });
    const added = [...left].flatMap(([tile, count]) => new Array<Tile>(Math.max(0, count)).fill(tile));
    this.#tiles = [...kept, ...added];
    return this.#tiles;
  }

  shuffle(): void {
    const tiles = [...this.#tiles];
    for (let last = tiles.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [tiles[last], tiles[other]] = [tiles[other]!, tiles[last]!];
    }
    this.#tiles = tiles;
  }
}
