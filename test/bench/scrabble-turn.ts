import { spawnSync } from 'node:child_process';
import { seconds } from '../../host/core/units.ts';
import { namedChoice } from '../../host/games/scrabble/board-choice.ts';
import { scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { planMatch } from '../../host/match/plan/plan.ts';
import { playGame } from '../../host/runs/play-game.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { type Figure, median, type Skipped, shown } from './figure.ts';
import { openSeats } from './ordinary-seats.ts';
import { openPrograms, withoutCompiler } from './programs.ts';

const TURNS = 9000;
const FEW = 100;
const ROUNDS = 9;

/** As long as this host is busy with a turn, without its pipes. */
const PAUSE_US = 20;

/** A turn of players that answer at once, through the whole host: pipes, judge, referee, notices. */
export async function scrabbleTurn(): Promise<readonly (Figure | Skipped)[]> {
  const what = "host's processor time for a turn of Scrabble, besides the bare pipes";
  if (withoutCompiler !== undefined) return [{ what, skipped: withoutCompiler }];
  using programs = openPrograms();
  const player = programs.path('staircase');
  const relay = programs.path('relay');
  const bare: number[] = [];
  const costs: number[] = [];
  const rates: number[] = [];
  await play(player, FEW);
  for (let round = 0; round < ROUNDS; round++) {
    const [few, many] = [await play(player, FEW), await play(player, TURNS)];
    costs.push((many.cpu - few.cpu) / (TURNS - FEW));
    rates.push(TURNS / (many.ms / 1e3));
    bare.push(relayed(relay, player));
  }
  const [cost, pipes, rate] = [median(costs), median(bare), median(rates)];
  const baseline = `${shown(cost, 'µs')} in all, ${Math.round(rate)} turns a second; a C host that only passes on what is said ${shown(pipes, 'µs')}`;
  return [{ what, measured: cost - pipes, unit: 'µs', target: 30, baseline }];
}

/** Between the same players, over the same pipes, as many bytes: in microseconds of processor time for a turn. */
function relayed(relay: string, player: string): number {
  const { status, stdout } = spawnSync(relay, [player, String(TURNS), String(PAUSE_US)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the relay ended with status ${status}`);
  return Number(stdout);
}

async function play(command: string, turns: number): Promise<{ readonly cpu: number; readonly ms: number }> {
  const plan = planMatch({
    game: scrabble,
    options: { ...settleOptions(scrabbleOptions, []), ...allAs, 'max-turns': turns },
    lexicon: undefined,
    seed: 'bench',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    players: [1, 2].map((seat) => ({ seat, entry: seat, name: `p${seat}`, command })),
  });
  const before = process.cpuUsage();
  const tools = { openSeats, interrupt: undefined, events: undefined, record: undefined, trace: undefined };
  const { result } = await playGame(plan, tools);
  const { user, system } = process.cpuUsage(before);
  if (result.turns !== turns || result.reason !== 'max-turns') throw new Error(JSON.stringify(result));
  return { cpu: user + system, ms: result.ms };
}

const board = namedChoice('infinite');
const allAs = {
  board: board?.ok ? board.value : undefined,
  tiles: { name: 'all As', tiles: [{ id: 1, count: 10_000, faces: [{ letter: 'A', points: 1 }] }] },
};
