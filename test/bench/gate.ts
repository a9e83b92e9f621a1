import type { Nanos } from '../../host/core/units.ts';
import type { SharedEvent } from '../../host/events/noted.ts';
import { Trace } from '../../host/events/recorder.ts';
import { judgeAlone } from '../../host/games/bananagrams/judge.ts';
import { readGrid } from '../../host/games/bananagrams/wire/messages.ts';
import { now } from '../../host/match/clock.ts';
import { allAsPlan } from './all-as.ts';
import { type Figure, quantile, shown } from './figure.ts';
import { playHere, withPrograms } from './playing.ts';

const GAMES = 20;
const GATES = 60;
const tables = [
  { players: 2, target: 60 },
  { players: 8, target: 150 },
] as const;

/** What a gate costs the host, from the arrival of the peel that opens it until all have been written to. */
export const gate = withPrograms(async (programs) => {
  const player = programs.path('instant');
  const figures: Figure[] = [];
  for (const { players, target } of tables) {
    const costs = new GateCosts();
    for (let game = 0; game < GAMES; game++) await play(player, players, costs);
    const ninth = quantile(costs.gates, 0.9) / 1e3;
    const judged = shown(judgingRow(GATES / 2), 'µs');
    figures.push({
      what: `a gate of ${players} players, from the winning peel's arrival on (median)`,
      measured: quantile(costs.gates, 0.5) / 1e3,
      unit: 'µs',
      target,
      baseline: `of that the judge ${judged}; nine of ten gates ${shown(ninth, 'µs')} (${costs.gates.length} gates; waits for a processor are in it)`,
    });
  }
  return figures;
});

const JUDGEMENTS = 20_000;

/** In microseconds: a row of so many As, as in the middle of a game. */
function judgingRow(letters: number): number {
  const reading = readGrid(`${String(letters).padStart(3, '0')}001${'A'.repeat(letters)}`);
  const { lexicon } = allAsPlan(['', ''], 2, 1).setup;
  if (!reading.ok || !lexicon) throw new Error('the row of As cannot be judged');
  const { grid } = reading;
  let took = 0;
  for (let round = 0; round < 2; round++) {
    const began = now();
    for (let judgement = 0; judgement < JUDGEMENTS; judgement++) judgeAlone(grid, grid.letters, lexicon);
    took = now() - began;
  }
  return took / JUDGEMENTS / 1e3;
}

async function play(player: string, players: number, costs: GateCosts): Promise<void> {
  const plan = allAsPlan(new Array<string>(players).fill(player), players * GATES, 1);
  const { result } = await playHere(plan, { trace: () => costs });
  if (result.outcome !== 'won') throw new Error(JSON.stringify(result));
}

/** The host does nothing else between the two, and does not sleep. */
class GateCosts extends Trace {
  readonly gates: Nanos[] = [];
  #arrived: Nanos = 0;
  #gate: unknown = 0;

  constructor() {
    super(() => {}, 80);
  }

  override show(event: SharedEvent, at: Nanos): void {
    if (event.type === 'in') this.#arrived = at;
    if (event.type !== 'out' || event.gate === undefined || event.gate === this.#gate) return;
    this.#gate = event.gate;
    // The hands are dealt at the gate 0.
    if (event.gate !== 0) this.gates.push(now() - this.#arrived);
  }
}
