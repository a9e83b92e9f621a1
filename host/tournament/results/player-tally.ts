import { droppedOut, type PlayerResult, type Result } from '../../events/result.ts';
import { exactPoints } from './exact-points.ts';
import { marginOf, scoreOf } from './outcome-of-result.ts';

/** What all games of one player come to. */
export class PlayerTally {
  games = 0;
  won = 0;
  drawn = 0;
  lost = 0;
  offences = 0;
  timeouts = 0;
  #points = 0;
  readonly #score = new Mean();
  readonly #margin = new Mean();
  /** Milliseconds for an answer: the mean of each game. */
  readonly #thinkMs: number[] = [];

  /** `points`: its share of the opponents that were beaten. */
  add(player: PlayerResult, { players }: Result, points: number): void {
    const { outcome, timeouts, thinkMs, answers = 0 } = player;
    const hasWinner = players.some((each) => each.outcome === 'won' || each.outcome === 'draw');
    this.games++;
    this.#points += points;
    if (outcome === 'won') this.won++;
    else if (outcome === 'draw' || (outcome === 'lost' && !hasWinner)) this.drawn++;
    else this.lost++;
    this.offences += Number(droppedOut(player));
    this.timeouts += typeof timeouts === 'number' ? timeouts : 0;
    this.#score.add(scoreOf(player));
    this.#margin.add(marginOf(player, players));
    if (answers > 0) this.#thinkMs.push(thinkMs / answers);
  }

  get points(): number {
    return exactPoints(this.#points);
  }

  get score(): number | null {
    return this.#score.value;
  }

  get margin(): number | null {
    return this.#margin.value;
  }

  get thinkMs(): { readonly median: number; readonly max: number } | null {
    const sorted = Float64Array.from(this.#thinkMs).sort();
    if (sorted.length === 0) return null;
    const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
    return { median: (low + high) / 2, max: sorted.at(-1)! };
  }
}

class Mean {
  #sum = 0;
  #count = 0;

  add(value: number | undefined): void {
    if (value === undefined) return;
    this.#sum += value;
    this.#count++;
  }

  get value(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}
