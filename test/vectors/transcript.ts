import { type Nanos, type Seat, seconds } from '../../host/core/units.ts';
import type { LeavingCause, Verdict } from '../../host/games/kit/verdict.ts';
import type { RefereeTable } from '../games/referee-table.ts';
import { tableOf } from './table-of.ts';

/** One conversation, as it is in `docs/vectors`: what is given, and what the host does with it. */
export interface Transcript {
  readonly name: string;
  readonly game: 'bananagrams' | 'scrabble' | 'boggle';
  /** Options of the game, as after `--`. */
  readonly options?: Readonly<Record<string, string>>;
  /** None: all words are valid. */
  readonly words: readonly string[] | null;
  /** What each is dealt, and then what is drawn, in order; all others. */
  readonly hands?: readonly string[];
  readonly draws?: string;
  readonly others?: string;
  readonly first?: Seat;
  readonly board?: string;
  readonly players?: number;
  readonly seed: string;
  readonly steps: readonly string[];
  readonly end?: {
    readonly winner: Seat | null;
    readonly reason: string;
    readonly players: readonly string[];
  };
}

const causes: Readonly<Record<string, LeavingCause>> = {
  exits: 'exited',
  closes: 'closed',
  crashes: 'crashed',
};

/** The same inputs, with what this host does at each. */
export function answered(given: Transcript): Transcript {
  const table = tableOf(given);
  const steps = given.steps
    .filter(isInput)
    .flatMap((input) => [input, ...carriedOut(table, input).map((line) => exact(given, line))]);
  const { end: _, ...inputs } = given;
  const { verdict } = table;
  return { ...inputs, steps, ...(verdict && { end: endOf(verdict) }) };
}

export function isInput(step: string): boolean {
  return /^(\d+(>| exits$| closes$| crashes$)|wait |\d+ starts$)/.test(step);
}

function carriedOut(table: RefereeTable, step: string): string[] {
  const [, player = '', rest = ''] = /^(\d+)> ([\s\S]*)$/.exec(step) ?? [];
  if (player !== '') return table.writes(Number(player), rest);
  const [, seat = '', does = ''] = /^(\d+) (\w+)$/.exec(step) ?? [];
  if (does === 'starts') return table.greeting(Number(seat)).map((line) => `${seat}< ${line}`);
  if (does !== '') return table.leaves(Number(seat), causes[does]!);
  return table.wait(timeOf(step));
}

function timeOf(step: string): Nanos {
  const [, ms] = /^wait (\d+) ms$/.exec(step) ?? [];
  if (ms === undefined) throw new Error(`${step} is no step`);
  return seconds(Number(ms) / 1000);
}

/** As another host could say it: lines with their ends, and our own words for what is done. */
function exact({ game }: Transcript, line: string): string {
  if (/^\d+ is out$/.test(line)) return line;
  if (/^\S+ has won: /.test(line)) return 'the game is over';
  const told = line.replace(/^(\d+< dictionary) $/, '$1 /words.txt');
  return game === 'bananagrams' ? told : `${told}\n`;
}

function endOf({ winner, reason, players }: Verdict): NonNullable<Transcript['end']> {
  const outcomes = players.map(({ outcome, cause, offence }) =>
    [outcome, cause, offence?.kind, offence?.rule, offence?.at === undefined ? undefined : `at ${offence.at}`]
      .filter((word) => word !== undefined)
      .join(' '),
  );
  return { winner, reason, players: outcomes };
}
