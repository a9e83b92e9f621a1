import { join } from 'node:path';
import { findPinning } from '../../host/seats/process/processes/pinning.ts';
import { BARE_NODE_THEN, bareNode } from './bare-node.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { printed, withPrograms } from './playing.ts';
import { playStaircase } from './staircase-game.ts';

const TURNS = 9000;
const FEW = 100;
const ROUNDS = 9;
/** What is called 40,000 times is compiled once more. */
const WARM_UP = 5;

const FIRST_TURNS = 10_000;
const FRESH_PROCESSES = 5;

const PAUSE_US = 20;

const ofNode = "of what two players on bare Node's pipes take";
const shared = {
  warm: 'a warm turn besides the bare pipes, with host and players on one processor (--one-processor)',
  cold: 'a cold turn besides the bare pipes, on one processor',
} as const;

/** A turn of players that answer at once, through the whole host: pipes, judge, referee, notices. */
export const scrabbleTurn = withPrograms(async (programs) => {
  const player = programs.path('staircase');
  const relay = programs.path('relay');
  const { figure, inAll, inNode } = await warmTurn(player, relay);
  const first = {
    ...freshTurns(player, relay, { turns: FIRST_TURNS }),
    what: 'the same for each of the first 10,000 turns of its process',
    target: 30,
  };
  const baseline = `two players on bare Node's pipes ${shown(inNode, 'µs')}`;
  const ratio = (what: string, micros: number, target: number): Figure => {
    return { what, measured: micros / inNode, unit: 'times', target: target / BARE_NODE_THEN, baseline };
  };
  return [
    figure,
    first,
    ratio(`a warm turn besides the bare pipes, ${ofNode}`, figure.measured, 20),
    ratio(`a cold turn besides the bare pipes, ${ofNode}`, first.measured, 30),
    ratio(`a warm turn in all, ${ofNode}`, inAll, 25),
    ...onOneProcessor(player, relay),
  ];
});

async function warmTurn(player: string, relay: string) {
  const bare: number[] = [];
  const inNode: number[] = [];
  const costs: number[] = [];
  const rates: number[] = [];
  for (let game = 0; game < WARM_UP; game++) await playStaircase(player, TURNS);
  for (let round = 0; round < ROUNDS; round++) {
    const [few, many] = [await playStaircase(player, FEW), await playStaircase(player, TURNS)];
    costs.push((many.cpu - few.cpu) / (TURNS - FEW));
    rates.push(TURNS / (many.ms / 1e3));
    bare.push(relayed(relay, player, TURNS));
    inNode.push(bareNode(player, TURNS));
  }
  const rate = `, ${Math.round(median(rates))} turns a second`;
  const figure: Figure = {
    ...besidesPipes(costs, bare, rate),
    what: "host's processor time for a turn of Scrabble, besides the bare pipes",
    target: 20,
  };
  return { figure, inAll: median(costs), inNode: median(inNode) };
}

function onOneProcessor(player: string, relay: string): readonly (Figure | Skipped)[] {
  const pinning = findPinning();
  if (!pinning.ok) return Object.values(shared).map((what) => ({ what, skipped: pinning.because }));
  const before = [pinning.program, '-c', String(pinning.processors.at(-1))];
  return [
    {
      ...freshTurns(player, relay, { turns: TURNS, warmUp: WARM_UP, before }),
      what: shared.warm,
      target: 20,
    },
    { ...freshTurns(player, relay, { turns: FIRST_TURNS, before }), what: shared.cold, target: 30 },
  ];
}

interface Fresh {
  readonly turns: number;
  /** So many games are played first; without, what Node compiles on the way is in the figure. */
  readonly warmUp?: number;
  readonly before?: readonly string[];
}

function freshTurns(player: string, relay: string, { turns, warmUp = 0, before = [] }: Fresh) {
  const bare: number[] = [];
  const costs: number[] = [];
  const program = join(import.meta.dirname, 'first-turns.ts');
  const spent = (few: number) => {
    const words = ['--conditions=wordhost-source', program, player, String(few), String(warmUp)];
    return printedAfter(before, process.execPath, words);
  };
  for (let round = 0; round < FRESH_PROCESSES; round++) {
    const [one, many] = [spent(1), spent(turns)];
    costs.push((many - one) / (turns - 1));
    bare.push(relayed(relay, player, turns, before));
  }
  return besidesPipes(costs, bare, '');
}

function printedAfter(before: readonly string[], file: string, words: readonly string[]): number {
  const [first = '', ...rest] = [...before, file, ...words];
  return Number(printed(first, rest));
}

function besidesPipes(costs: readonly number[], bare: readonly number[], more: string) {
  const [cost, pipes] = [median(costs), median(bare)];
  const baseline = `${shown(cost, 'µs')} in all${more}; a C host that only passes on what is said ${shown(pipes, 'µs')}`;
  return { measured: cost - pipes, unit: 'µs', baseline } as const;
}

/** Between the same players, over the same pipes, as many bytes: in microseconds of processor time for a turn. */
function relayed(relay: string, player: string, turns: number, before: readonly string[] = []): number {
  return printedAfter(before, relay, [player, String(turns), String(PAUSE_US)]);
}
