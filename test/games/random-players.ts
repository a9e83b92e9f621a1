import { millis, type Seat } from '../../host/core/units.ts';
import type { Options } from '../../host/games/bananagrams/rules/state.ts';
import fc from '../support/laws.ts';
import { inOrder, row } from './drawings.ts';
import { dealtTable, keyNumber, type Table } from './table.ts';

/** What a player of chance does next. Numbers choose among what there is to choose from. */
interface Action {
  readonly seat: number;
  readonly what: (typeof actions)[number];
  readonly pick: number;
}

const honest = [
  'peel',
  'peel',
  'peel',
  'peel',
  'peel',
  'dump',
  'stale',
  'stale',
  'old',
  'wait',
  'half',
] as const;
const faulty = ['future', 'no-word', 'apart', 'wrong-tiles', 'not-held', 'junk', 'leave'] as const;
const actions = [...honest, ...faulty] as const;

export const games = fc.record({
  key: fc.nat(100_000),
  seats: fc.string({ unit: fc.constantFrom('n', 'r'), minLength: 1, maxLength: 4 }),
  bunch: fc.record({ A: fc.integer({ min: 8, max: 20 }), B: fc.nat(9), C: fc.nat(9) }),
  hand: fc.integer({ min: 1, max: 2 }),
  window: fc.constantFrom(0, 0, millis(10)),
  tiles: fc.constantFrom('return', 'remove'),
  last: fc.constantFrom('win', 'continue'),
  actions: fc.array(
    fc.record({
      seat: fc.nat(3),
      what: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...honest) },
        { weight: 1, arbitrary: fc.constantFrom(...faulty) },
      ),
      pick: fc.nat(999),
    }),
    { minLength: 10, maxLength: 60, size: 'max' },
  ),
});
export type RandomGame = typeof games extends fc.Arbitrary<infer Value> ? Value : never;

/** What a naive witness at one seat has seen: all that it was told and all that it asked. */
interface Witness {
  readonly dialect: string;
  /** Its hand when its last peel was accepted, or the deal; the letters it has dumped since, and the messages since. */
  settled: string;
  dumped: string;
  sent: string[];
  readonly asked: string[];
  readonly told: string[];
}

export class RandomTable {
  readonly table: Table;
  readonly witnesses: readonly Witness[];
  readonly lines: string[] = [];
  readonly #halves = new Map<Seat, string>();

  constructor({ key, seats, bunch, hand, window, tiles, last }: RandomGame) {
    const options: Partial<Options> = {
      bunch,
      hand,
      'photo-finish': window,
      'offender-tiles': tiles,
      'last-player': last,
    };
    this.table = dealtTable({ seats, key: keyNumber(key), options });
    this.witnesses = [...seats].map((dialect, index) => {
      return { dialect, settled: this.table.hand(index + 1), dumped: '', sent: [], asked: [], told: [] };
    });
  }

  /** Does it, and answers what was said, if anything was. */
  act({ seat: number, what, pick }: Action): { readonly seat: Seat; readonly message: string } | undefined {
    const seat = (number % this.witnesses.length) + 1;
    if (what === 'wait') this.#note(this.table.wait(millis(pick / 100)));
    else if (what === 'leave') this.#note(this.table.leaves(seat, pick % 2 === 0 ? 'crashed' : 'exited'));
    else return this.#say(seat, this.#message(seat, what, pick), what === 'half');
    return undefined;
  }

  settle(): void {
    this.#note(this.table.wait(millis(100)));
  }

  isPlaying(seat: Seat): boolean {
    return this.table.state.players[seat - 1]!.status.is === 'playing';
  }

  /** The second half of a message comes only when its player speaks again. */
  #say(seat: Seat, message: string, inHalves: boolean): { seat: Seat; message: string } | undefined {
    const waiting = this.#halves.get(seat);
    if (waiting === undefined && inHalves && message.length > 1) {
      this.#note(this.table.says(seat, message.slice(0, 2)));
      this.#halves.set(seat, message);
      return undefined;
    }
    this.#halves.delete(seat);
    const whole = waiting ?? message;
    const witness = this.witnesses[seat - 1]!;
    const heard = this.isPlaying(seat) && !this.table.verdict;
    if (heard && witness.dialect === 'n' && whole[0] === 'p') witness.asked.push(whole.slice(1, 4));
    this.#note(this.table.says(seat, waiting ? waiting.slice(2) : message));
    return { seat, message: whole };
  }

  #message(seat: Seat, what: Action['what'], pick: number): string {
    const hand = this.table.hand(seat);
    const peel = `p${this.witnesses[seat - 1]!.dialect === 'n' ? this.#number(what, pick) : ''}`;
    switch (what) {
      case 'stale':
        return peel + row(this.#handBefore(seat, pick) || 'A');
      case 'no-word':
        return peel + row([...hand].reverse().join(''));
      case 'apart':
        return peel + row([...hand].join('.'));
      case 'wrong-tiles':
        return peel + row(inOrder(`${hand}${'ABC'[pick % 3]}`));
      case 'dump':
        return `d${hand[pick % hand.length] ?? 'A'}`;
      case 'not-held':
        return 'dZ';
      case 'junk':
        return '!';
      default:
        return peel + row(hand || 'A');
    }
  }

  #number(what: Action['what'], pick: number): string {
    const age = what === 'old' || what === 'stale' ? -1 - (pick % 3) : what === 'future' ? 1 + (pick % 3) : 0;
    const { peels } = this.table.state;
    return String(Math.max(1, peels + 1 + age) % 1000).padStart(3, '0');
  }

  /** What it had when some of its messages were still on their way. */
  #handBefore(seat: Seat, pick: number): string {
    const { settled, dumped, sent } = this.witnesses[seat - 1]!;
    const known = settled + sent.slice(0, pick % (sent.length + 1)).join('');
    return inOrder([...dumped].reduce((letters, letter) => letters.replace(letter, ''), known));
  }

  #note(lines: readonly string[]): void {
    this.lines.push(...lines);
    for (const line of lines) {
      const [, seat, text] = /^(\d)< (.*)$/.exec(line) ?? [];
      if (seat !== undefined) this.#told(this.witnesses[Number(seat) - 1]!, text!);
    }
  }

  #told(witness: Witness, text: string): void {
    witness.told.push(text);
    const letters = text.replace(/[^A-Z]/g, '');
    if (letters !== '') witness.sent.push(letters);
  }
}
