import { type Key, openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { type Nanos, type Seat, seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { type BunchCounts, shuffledBunch } from '../../host/games/bananagrams/rules/bunch.ts';
import type { Options, State } from '../../host/games/bananagrams/rules/state.ts';
import type { AnyGame, Effect, Setup, Step } from '../../host/games/game.ts';
import type { LeavingCause, Verdict } from '../../host/games/kit/verdict.ts';
import { build } from '../../host/lexicon/build.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { Referee } from '../../host/match/referee.ts';
import type { Gone } from '../../host/match/seat.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import type { SeenEvent } from '../seen-event.ts';
import { inOrder } from './drawings.ts';

/**
 * A table of Bananagrams under the real referee, for tests that say what players write and look at what comes of
 * it. Letters are A, B and C, and any of them in alphabetical order are a word: so each hand has a legal grid, its
 * `row`, and `BA` is no word.
 */
export interface Request {
  /** The dialect of each seat: `n` numbered, `r` plain. */
  readonly seats?: string;
  /** What each is dealt. A seed is looked for that does it. */
  readonly hands?: readonly string[];
  /** The tiles that are drawn next, in order … */
  readonly draws?: string;
  /** … and the others in the bunch, in any order. */
  readonly others?: string;
  readonly options?: Partial<Options>;
  readonly words?: readonly string[];
  readonly readyTimeout?: Nanos;
  readonly gameTimeout?: Nanos;
  readonly key?: Key;
}

export interface Table {
  readonly referee: Referee;
  /** What the rules keep; for laws. */
  readonly state: State;
  readonly now: Nanos;
  readonly events: readonly SeenEvent[];
  readonly verdict: Verdict | undefined;
  /** A player writes; one read. Answers what came of it, a line each. */
  says(seat: Seat, text: string | Uint8Array): string[];
  leaves(seat: Seat, cause?: LeavingCause, facts?: Partial<Gone>): string[];
  /** Time passes, and whatever falls due in it. */
  wait(time: Nanos): string[];
  interrupt(): string[];
  /** What this player holds, by what it has been told and has dumped. */
  hand(seat: Seat): string;
  /** `seat 1: lost; seat 2: offender illegal/word`. */
  outcomes(): string;
}

/** Everybody is named, and nobody is ready. */
export function laidTable(request: Request = {}): Table {
  const seats = seatsOf(request).length;
  const { readyTimeout = seconds(10), gameTimeout = 0 } = request;
  const players = Array.from({ length: seats }, (_, index) => ({
    name: `p${index + 1}`,
    command: `./p${index + 1}`,
  }));
  const names = players.map(({ name }) => name);
  const options = optionsOf(request);
  const setup: Setup = { names, options, lexicon: lexiconOf(request), key: keyFor(request), keyOf };
  const watched = watch();
  return tableOf(new Referee(watched.game, setup, { readyTimeout, gameTimeout }, players), watched, seats);
}

/** Everybody is ready, and the tiles are dealt. */
export function dealtTable(request: Request = {}): Table {
  const table = laidTable(request);
  for (const [index, dialect] of [...seatsOf(request)].entries()) table.says(index + 1, dialect);
  return table;
}

export function lexiconWith(words: readonly string[]): Lexicon {
  const built = build([...new Set(words)].sort());
  if (!built.ok) throw new Error('these words cannot be compiled');
  return { ...built.automaton, name: 'small', sha256: '0'.repeat(64), path: '' };
}

function countsOf(letters: string): BunchCounts {
  const counts: Record<string, number> = {};
  for (const letter of letters) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

/** Any of A, B and C, up to 30 of them, and A alone up to the longest word there is. */
export const abc = (() => {
  const words: string[] = [];
  for (let a = 0; a <= 30; a++)
    for (let b = 0; a + b <= 30; b++)
      for (let c = 0; a + b + c <= 30; c++)
        if (a + b + c > 1) words.push('A'.repeat(a) + 'B'.repeat(b) + 'C'.repeat(c));
  for (let a = 31; a <= 255; a++) words.push('A'.repeat(a));
  return lexiconWith(words);
})();

function lexiconOf({ words }: Request): Lexicon {
  return words ? lexiconWith(words) : abc;
}

function seatsOf({ seats, hands }: Request): string {
  return seats ?? 'n'.repeat(hands?.length ?? 2);
}

function optionsOf(request: Request): Options {
  const { hands, draws = '', others = '', options } = request;
  const defaults = settleOptions(bananagramsOptions, []);
  const own = hands && { bunch: countsOf(hands.join('') + draws + others), hand: hands[0]!.length };
  return { ...defaults, stall: 0, ...own, ...options };
}

/** The first key that deals these hands, and then these draws. */
function keyFor(request: Request): Key {
  const { hands, draws = '', key } = request;
  if (key || !hands) return key ?? keyNumber(0);
  const { bunch } = optionsOf(request);
  const wanted = hands.map(inOrder);
  const size = hands[0]!.length;
  for (let number = 0; number < 200_000; number++) {
    const found = keyNumber(number);
    const [shuffled] = shuffledBunch(bunch, openStream(found, 'bag'));
    const order = [...shuffled].reverse().join('');
    const dealt = wanted.every((hand, seat) => inOrder(order.slice(seat * size, (seat + 1) * size)) === hand);
    if (dealt && order.startsWith(draws, size * hands.length)) return found;
  }
  throw new Error(`no key deals ${hands.join(' ')} and then ${draws}: ask for less`);
}

export function keyNumber(number: number): Key {
  return Uint32Array.from([number, 1, 2, 3, 4, 5, 6, 7]);
}

/** The same game, with an eye on its state. */
function watch(): { game: AnyGame; state: () => State } {
  let state: State | undefined;
  const seen = (step: Step<State>): Step<State> => {
    state = step.state;
    return step;
  };
  const game: AnyGame = {
    ...bananagrams,
    open: (...given: Parameters<typeof bananagrams.open>) => seen(bananagrams.open(...given)),
    hear: (...given: Parameters<typeof bananagrams.hear>) => seen(bananagrams.hear(...given)),
    leave: (...given: Parameters<typeof bananagrams.leave>) => seen(bananagrams.leave(...given)),
    wake: (...given: Parameters<typeof bananagrams.wake>) => seen(bananagrams.wake(...given)),
    halt: (...given: Parameters<typeof bananagrams.halt>) => seen(bananagrams.halt(...given)),
  };
  return { game, state: () => state! };
}

function tableOf(referee: Referee, watched: { state: () => State }, seats: number): Table {
  const events: SeenEvent[] = [];
  const hands = Array.from({ length: seats }, () => '');
  let verdict: Verdict | undefined;
  let now: Nanos = 0;

  function carryOut(effects: readonly Effect[]): string[] {
    return effects.flatMap((effect): string[] => {
      switch (effect.do) {
        case 'tell':
          return told([effect]);
        case 'gate':
          return told([...effect.tells].sort((one, other) => one.seat - other.seat));
        case 'record':
          events.push(effect.event);
          if (effect.event.type === 'dump') drop(effect.event.seat!, String(effect.event.letter));
          return [];
        case 'dismiss':
          return [`${effect.seat} is out`];
        case 'end':
          verdict = effect.verdict;
          return [`${verdict.winner ?? 'nobody'} has won: ${verdict.reason}`];
        default:
          return effect satisfies never;
      }
    });
  }

  function told(tells: readonly { readonly seat: Seat; readonly text: string }[]): string[] {
    for (const { seat, text } of tells) hands[seat - 1] += text.replace(/[^A-Z]/g, '');
    return tells.map(({ seat, text }) => `${seat}< ${text}`);
  }

  function drop(seat: Seat, letter: string): void {
    hands[seat - 1] = hands[seat - 1]!.replace(letter, '');
  }

  function wait(time: Nanos): string[] {
    const until = now + time;
    const lines: string[] = [];
    for (let { alarm } = referee; alarm !== undefined && alarm <= until; { alarm } = referee) {
      now = Math.max(now, alarm);
      lines.push(...carryOut(referee.wake(alarm)));
    }
    now = until;
    return lines;
  }

  carryOut(referee.start(now));
  return {
    referee,
    events,
    wait,
    get state() {
      return watched.state();
    },
    get now() {
      return now;
    },
    get verdict() {
      return verdict;
    },
    says(seat, text) {
      const lines = wait(1000);
      const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
      for (const effects of referee.read(seat, bytes, now)) lines.push(...carryOut(effects));
      return lines;
    },
    leaves(seat, cause = 'exited', facts = {}) {
      const lines = wait(1000);
      const code = cause === 'crashed' ? 1 : 0;
      return [...lines, ...carryOut(referee.gone(seat, { cause, code, signal: null, ...facts }, now))];
    },
    interrupt: () => carryOut(referee.interrupt(now)),
    hand: (seat) => inOrder(hands[seat - 1]!),
    outcomes: () => outcomesOf(verdict),
  };
}

/** `lost; offender illegal/word`, by seat. */
export function outcomesOf(verdict: Verdict | undefined): string {
  if (!verdict) return 'no verdict';
  return verdict.players
    .map(({ outcome, cause, offence }) => {
      if (offence) return `${outcome} ${offence.kind}/${offence.rule}`;
      return cause ? `${outcome} ${cause}` : outcome;
    })
    .join(', ');
}
