import { setTimeout as sleep } from 'node:timers/promises';
import type { Inbox, TerminalRequest } from 'wordhost/terminal';
import type { Desk } from './desk.ts';
import type { Key } from './terminal/keys.ts';
import { PersonTerminal } from './terminal/person-terminal.ts';
import type { Wire } from './wire.ts';

/** The interval of looks at the size of the terminal and the clock. */
const LOOK_EVERY_MS = 200;
/** A person in turn comes first. */
const OTHERS_FIRST_MS = 150;
/** By then all others at this terminal have requested it. */
const OTHERS_ASK_MS = 300;
/** After a hangup, the host needs this time to see who had the terminal. */
const LEAVE_AFTER_MS = 1000;

interface SittingPlace {
  readonly inbox: Inbox<string>;
  readonly send: (text: string) => void;
  readonly wire: Wire;
  readonly path: string;
  /** The terminal can only print. */
  readonly isPlain: boolean;
  /** Other people use this terminal. Without it, the program detects them. */
  readonly isShared: boolean;
}

/** A person from readiness to the end of the game or of the terminal. */
export class Sitting {
  readonly #desk: Desk;
  readonly #place: SittingPlace;
  readonly #terminal: PersonTerminal;
  readonly #left = Promise.withResolvers<void>();
  #isOver = false;
  #isTaking = false;
  #hasOthers = false;
  #isAwaited = false;
  /** The next key confirms that nobody else looks. */
  #isCovered = false;
  /** Others had time to request the terminal, so private parts are hidden from them. */
  #isShown = false;
  #wasInTurn = false;
  #begun = false;

  constructor(desk: Desk, place: SittingPlace) {
    this.#desk = desk;
    this.#place = place;
    this.#hasOthers = place.isShared && !desk.isLive;
    this.#terminal = new PersonTerminal(place.path, place.isPlain, {
      pressed: (key) => this.#press(key),
      asked: (request) => this.#ask(request),
      lost: () => this.#leave(),
    });
  }

  async play(): Promise<void> {
    const { inbox, send, wire } = this.#place;
    const restore = () => this.#terminal.release();
    process.on('exit', restore);
    const timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    send(wire.ready);
    while (!inbox.ended && !this.#isOver) {
      await Promise.race([inbox.news(), this.#left.promise]);
      for (const message of inbox.take()) this.#hear(message);
      this.#update();
    }
    clearInterval(timer);
    if (this.#isOver && !this.#desk.hasLeft) await sleep(LEAVE_AFTER_MS);
    restore();
  }

  #hear(message: string): void {
    if (this.#place.wire.isStart(message)) this.#begun = true;
    this.#desk.hear(message);
    const { inTurn } = this.#desk;
    if (inTurn && !this.#wasInTurn) this.#isCovered = this.#hasOthers;
    this.#wasInTurn = inTurn;
  }

  #update(): void {
    if (this.#isOver) return;
    const { inTurn } = this.#desk;
    if (this.#terminal.isOurs && this.#isAwaited && !inTurn) this.#handOver();
    if (this.#begun && !this.#terminal.isOurs && (inTurn || !this.#hasOthers)) void this.#take();
    this.#draw();
  }

  async #take(): Promise<void> {
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      if (!this.#desk.inTurn) await sleep(OTHERS_FIRST_MS);
      const metPerson = await this.#terminal.take();
      // In a live game, the previous owner is a person of the game before.
      this.#hasOthers = !this.#desk.isLive && (metPerson || this.#hasOthers);
      this.#isCovered = this.#hasOthers;
      if (!this.#isShown && !this.#desk.isLive) await sleep(OTHERS_ASK_MS);
      this.#isShown = true;
    } catch (error) {
      process.stderr.write(`the terminal ${this.#terminal.path}: ${(error as Error).message}\n`);
      this.#leave();
    } finally {
      this.#isTaking = false;
    }
    this.#update();
  }

  #handOver(): void {
    this.#isAwaited = false;
    this.#terminal.release();
  }

  #ask(request: TerminalRequest): void {
    if (request === 'now') {
      // The host is stopped and has the terminal until it continues.
      this.#terminal.release();
      setTimeout(() => this.#update(), OTHERS_FIRST_MS);
      return;
    }
    // A player of the next game waits for the end of this one.
    if (this.#desk.isLive) return;
    if (!this.#isShown) this.#isCovered = true;
    this.#hasOthers = true;
    this.#isAwaited = true;
    this.#update();
  }

  #press(key: Key): void {
    if (!this.#isShown) return;
    if (key.is === 'redraw') this.#terminal.forget();
    else if (this.#isCovered && this.#desk.inTurn) this.#isCovered = false;
    else this.#desk.pressed(key);
    if (this.#desk.hasLeft) this.#leave();
    this.#update();
  }

  #look(): void {
    if (!this.#begun) return;
    if (!this.#terminal.isOurs && !this.#terminal.isThere) this.#leave();
    else this.#draw();
  }

  #draw(): void {
    const desk = this.#desk;
    if (!this.#isShown) return;
    this.#terminal.draw((size) => {
      if (!this.#isCovered || !desk.inTurn) return desk.screen(size, !this.#hasOthers);
      return { lines: desk.cover(), prompt: 'Press a key (Enter) when nobody else is looking: ', typed: '' };
    });
  }

  #leave(): void {
    this.#isOver = true;
    this.#left.resolve();
  }
}
