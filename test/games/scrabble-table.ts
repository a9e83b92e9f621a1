import { draw, type Key, openStream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { type Nanos, type Seat, seconds } from '../../host/core/units.ts';
import type { Effect, Setup } from '../../host/games/game.ts';
import type { LeavingCause, Verdict } from '../../host/games/kit/verdict.ts';
import { type Options, scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { filledBag } from '../../host/games/scrabble/rules/bag.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/built-in-tiles.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { placementText } from '../../host/games/scrabble/wire/text.ts';
import { Referee } from '../../host/match/referee.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import type { SeenEvent } from '../seen-event.ts';
import { inOrder } from './drawings.ts';
import { keyNumber, lexiconWith, outcomesOf } from './table.ts';

/** A table of Scrabble under the real referee. Tiles are those of `english`; `?` is the blank. */
export interface Request {
  /** What each is dealt. A seed is looked for that does it. */
  readonly hands: readonly string[];
  /** The tiles that are drawn next, in order … */
  readonly draws?: string;
  /** … and the others in the bag, in any order. */
  readonly others?: string;
  readonly first?: Seat;
  readonly options?: Partial<Options>;
  /** None: all words go. */
  readonly words?: readonly string[];
  readonly gameTimeout?: Nanos;
}

export interface ScrabbleTable {
  readonly referee: Referee;
  readonly events: readonly SeenEvent[];
  readonly verdict: Verdict | undefined;
  /** What was told at the beginning, after `ready`. */
  readonly opening: readonly string[];
  /** A player writes lines; one read. Answers what came of it: `1< turn 30000 1`. */
  says(seat: Seat, ...lines: readonly string[]): string[];
  /** The host has measured so much processor time in the turn, and then reads these lines. */
  spends(seat: Seat, cpu: Nanos, ...lines: readonly string[]): string[];
  leaves(seat: Seat, cause?: LeavingCause): string[];
  wait(time: Nanos): string[];
  interrupt(): string[];
  greeting(seat: Seat): string[];
  outcomes(): string;
}

/** Everybody is ready, and the first has its turn. Nothing in a turn takes longer than a microsecond. */
export function dealtScrabble(request: Request, absent: readonly Seat[] = []): ScrabbleTable {
  const table = laidScrabble(request);
  const opening: string[] = [];
  for (const [index] of request.hands.entries())
    opening.push(...(absent.includes(index + 1) ? table.leaves(index + 1) : table.says(index + 1, 'ready')));
  return {
    ...table,
    opening,
    get verdict() {
      return table.verdict;
    },
  };
}

export function laidScrabble(request: Request): ScrabbleTable {
  const names = request.hands.map((_, index) => `p${index + 1}`);
  const lexicon = request.words && lexiconWith(request.words);
  const setup: Setup = { names, options: optionsOf(request), lexicon, key: keyFor(request), keyOf };
  const players = names.map((name) => ({ name, command: `./${name}` }));
  const limits = { readyTimeout: seconds(10), gameTimeout: request.gameTimeout ?? 0 };
  return tableOf(new Referee(scrabble, setup, limits, players), (seat) =>
    scrabble.greet(scrabble.prepare(setup as never), seat),
  );
}

function optionsOf({ hands, draws = '', others = '', options }: Request): Options {
  const tiles = tilesOf(hands.join('') + draws + others);
  return { ...settleOptions(scrabbleOptions, []), tiles, handsize: hands[0]!.length, ...options } as Options;
}

export const english = builtInTileSet('english')!;

function tilesOf(letters: string): TileSet {
  const counted = english.tiles.map((tile) => {
    const count = [...letters].filter((letter) => idOf(letter) === tile.id).length;
    return { ...tile, count };
  });
  return { name: 'small', tiles: counted };
}

export function idOf(letter: string): number {
  return letter === '?' ? 0 : letter.charCodeAt(0) - 64;
}

const letterOf = (id: number) => (id === 0 ? '?' : String.fromCharCode(64 + id));

/** The first key that deals these hands, and then these draws, and lets this player begin. */
function keyFor(request: Request): Key {
  const { hands, draws = '', first = 1 } = request;
  const { tiles } = optionsOf(request);
  const wanted = hands.map(inOrder);
  const size = hands[0]!.length;
  for (let number = 0; number < 300_000; number++) {
    const key = keyNumber(number);
    if (draw(openStream(key, 'first'), hands.length)[0] + 1 !== first) continue;
    const bag = filledBag(tiles as TileSet, openStream(key, 'bag'));
    const order = [...bag.tiles].reverse().map(letterOf).join('');
    const dealt = wanted.every((hand, seat) => inOrder(order.slice(seat * size, (seat + 1) * size)) === hand);
    if (dealt && order.startsWith(draws, size * hands.length)) return key;
  }
  throw new Error(`no key deals ${hands.join(' ')} and then ${draws}: ask for less`);
}

function tableOf(referee: Referee, greet: (seat: Seat) => string): ScrabbleTable {
  const events: SeenEvent[] = [];
  let verdict: Verdict | undefined;
  let now: Nanos = 0;

  function carryOut(effects: readonly Effect[]): string[] {
    return effects.flatMap((effect): string[] => {
      switch (effect.do) {
        case 'tell':
          if (effect.clock) referee.clockStarts(effect.seat, now);
          return effect.text
            .trimEnd()
            .split('\n')
            .map((line) => `${effect.seat}< ${line}`);
        case 'gate':
          throw new Error('nobody races here');
        case 'record':
          events.push(effect.event);
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
    opening: [],
    get verdict() {
      return verdict;
    },
    says(seat, ...said) {
      const lines = wait(1000);
      const bytes = new TextEncoder().encode(said.map((line) => `${line}\n`).join(''));
      for (const effects of referee.read(seat, bytes, now)) lines.push(...carryOut(effects));
      return lines;
    },
    spends(seat, cpu, ...said) {
      const lines = [...wait(1000), ...carryOut(referee.spent(seat, cpu))];
      const bytes = new TextEncoder().encode(said.map((line) => `${line}\n`).join(''));
      for (const effects of referee.read(seat, bytes, now)) lines.push(...carryOut(effects));
      return lines;
    },
    leaves(seat, cause = 'exited') {
      const lines = wait(1000);
      const code = cause === 'crashed' ? 1 : 0;
      return [...lines, ...carryOut(referee.gone(seat, { cause, code, signal: null }, now))];
    },
    interrupt: () => carryOut(referee.interrupt(now)),
    greeting: (seat) => greet(seat).trimEnd().split('\n'),
    outcomes: () => outcomesOf(verdict),
  };
}

/** A word laid across from a place, or down: each letter as its own tile, a small one as a blank. */
export function word(text: string, x: number, y: number, direction: 'across' | 'down' = 'across'): string {
  return `play ${placementText(placed(text, x, y, direction))}`;
}

/** A dot is a place that is passed over. */
export function placed(text: string, x: number, y: number, direction: 'across' | 'down'): Placement[] {
  return [...text].flatMap((letter, index): Placement[] => {
    if (letter === '.') return [];
    const place = direction === 'across' ? { x: x + index, y } : { x, y: y + index };
    if (letter >= 'a') return [{ ...place, id: 0, letter: letter.toUpperCase(), points: 0 }];
    const points = english.tiles.find(({ id }) => id === idOf(letter))!.faces[0]!.points;
    return [{ ...place, id: idOf(letter), letter, points }];
  });
}
