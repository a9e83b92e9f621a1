import { join } from 'node:path';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { BARE_NODE_THEN, bareNode, openPrograms, printed, withoutCompiler } from './programs.ts';
import { playStaircase } from './staircase-game.ts';

const TURNS = 9000;
const FEW = 100;
const ROUNDS = 9;
/** What is called 40,000 times is compiled once more. */
const WARM_UP = 5;

const FIRST_TURNS = 10_000;
const FRESH_PROCESSES = 5;

/** As long as this host is busy with a turn, without its pipes. */
const PAUSE_US = 20;

const warm = "host's processor time for a turn of Scrabble, besides the bare pipes";
const cold = 'the same for each of the first 10,000 turns of its process';
const ofNode = "of what two players on bare Node's pipes take";
const ratios = {
  warm: `a warm turn besides the bare pipes, ${ofNode}`,
  cold: `a cold turn besides the bare pipes, ${ofNode}`,
  all: `a warm turn in all, ${ofNode}`,
} as const;

/** A turn of players that answer at once, through the whole host: pipes, judge, referee, notices. */
export async function scrabbleTurn(): Promise<readonly (Figure | Skipped)[]> {
  const all = [warm, cold, ...Object.values(ratios)];
  if (withoutCompiler !== undefined) return all.map((what) => ({ what, skipped: withoutCompiler! }));
  using programs = openPrograms();
  const player = programs.path('staircase');
  const relay = programs.path('relay');
  const { figure, inAll, inNode } = await warmTurn(player, relay);
  const first = firstTurns(player, relay);
  const baseline = `two players on bare Node's pipes ${shown(inNode, 'µs')}`;
  const ratio = (what: string, micros: number, target: number): Figure => {
    return { what, measured: micros / inNode, unit: 'times', target: target / BARE_NODE_THEN, baseline };
  };
  return [
    figure,
    first,
    ratio(ratios.warm, figure.measured, 20),
    ratio(ratios.cold, first.measured, 30),
    ratio(ratios.all, inAll, 25),
  ];
}

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
  const figure: Figure = { ...besidesPipes(costs, bare, rate), what: warm, target: 20 };
  return { figure, inAll: median(costs), inNode: median(inNode) };
}

/** What Node compiles on the way is in it; a game of one turn in another such process is taken off. */
function firstTurns(player: string, relay: string): Figure {
  const bare: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < FRESH_PROCESSES; round++) {
    const [one, many] = [inFreshProcess(player, 1), inFreshProcess(player, FIRST_TURNS)];
    costs.push((many - one) / (FIRST_TURNS - 1));
    bare.push(relayed(relay, player, FIRST_TURNS));
  }
  return { ...besidesPipes(costs, bare, ''), what: cold, target: 30 };
}

function besidesPipes(costs: readonly number[], bare: readonly number[], more: string) {
  const [cost, pipes] = [median(costs), median(bare)];
  const baseline = `${shown(cost, 'µs')} in all${more}; a C host that only passes on what is said ${shown(pipes, 'µs')}`;
  return { measured: cost - pipes, unit: 'µs', baseline } as const;
}

function inFreshProcess(player: string, turns: number): number {
  const program = join(import.meta.dirname, 'first-turns.ts');
  return printed(process.execPath, ['--conditions=wordhost-source', program, player, String(turns)]);
}

/** Between the same players, over the same pipes, as many bytes: in microseconds of processor time for a turn. */
function relayed(relay: string, player: string, turns: number): number {
  return printed(relay, [player, String(turns), String(PAUSE_US)]);
}
