import type { PlayerResult, Result } from '../events/result.ts';
import type { AnyGame } from '../games/game.ts';

/** A condition that a CI job needs: `winner=1`, `games.1>=55%`. Players are counted as on the command line. */
export interface Requirement {
  readonly text: string;
  readonly subject: string;
  readonly entry: number | undefined;
  readonly relation: Relation;
  readonly number: number;
  readonly percent: boolean;
}

const relations = {
  '>=': (one: number, other: number) => one >= other,
  '<=': (one: number, other: number) => one <= other,
  '!=': (one: number, other: number) => one !== other,
  '=': (one: number, other: number) => one === other,
  '>': (one: number, other: number) => one > other,
  '<': (one: number, other: number) => one < other,
} as const;
type Relation = keyof typeof relations;

export type RequirementReading =
  | { readonly ok: true; readonly requirement: Requirement }
  | { readonly ok: false; readonly problem: string };

export function readRequirement(text: string, game: AnyGame, players: number): RequirementReading {
  const problem = (sentence: string) => ({ ok: false, problem: `--require ${text}: ${sentence}` }) as const;
  const parts = /^\s*([a-z]+)(?:\.(\d+))?\s*(>=|<=|!=|=|>|<)\s*(-?\d+(?:\.\d+)?)(%?)\s*$/.exec(text);
  if (!parts) return problem('expected a condition such as winner=1, offences=0 or games.1>=55%');
  const [, subject, player, relation, number, percent] = parts as unknown as [
    string,
    string,
    string | undefined,
    Relation,
    string,
    string,
  ];
  const entry = player === undefined ? undefined : Number(player);
  const known = ['winner', 'offences', 'games', 'score', 'margin', ...Object.keys(game.figures)];
  if (!known.includes(subject)) return problem(`expected one of ${known.join(', ')} before the ${relation}`);
  const odd = oddSubject(subject, entry, game, players, Number(number), percent === '%');
  if (odd !== undefined) return problem(odd);
  const requirement = { text, subject, entry, relation, number: Number(number), percent: percent === '%' };
  return { ok: true, requirement };
}

function oddSubject(
  subject: string,
  entry: number | undefined,
  game: AnyGame,
  players: number,
  number: number,
  percent: boolean,
): string | undefined {
  const scored = subject === 'score' || subject === 'margin';
  if (scored && !Object.hasOwn(game.figures, 'score'))
    return `${game.name} has no score; it has ${Object.keys(game.figures).join(', ')}`;
  if (percent && subject !== 'games') return 'only games can be a percentage';
  if (
    subject === 'winner' &&
    (entry !== undefined || number < 0 || number > players || !Number.isInteger(number))
  )
    return `winner is the number of a player, 1 to ${players}, or 0 for none`;
  if (subject !== 'winner' && subject !== 'offences' && entry === undefined)
    return `expected whose, as in ${subject}.1`;
  if (entry !== undefined && (entry < 1 || entry > players))
    return `there is no player ${entry}: ${players} play`;
  return undefined;
}

/** What has come of a run that bears on requirements; grows game by game, and keeps none of them. */
export class RequirementCheck {
  readonly #requirements: readonly Requirement[];
  readonly #broken = new Map<Requirement, string>();
  readonly #offences = new Map<number, number>();
  readonly #won = new Map<number, number>();
  #games = 0;

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements;
  }

  add(result: Result): void {
    this.#games++;
    for (const { entry, offence, outcome } of result.players) {
      if (offence) count(this.#offences, entry, 1);
      if (outcome === 'won') count(this.#won, entry, 1);
      if (outcome === 'draw') count(this.#won, entry, 0.5);
    }
    for (const requirement of this.#requirements) this.#checkGame(requirement, result);
  }

  /** What did not hold, with what came instead. */
  broken(): readonly string[] {
    const totals = this.#requirements.flatMap((requirement) => this.#checkTotal(requirement) ?? []);
    return [...this.#broken.values(), ...totals];
  }

  #checkGame(requirement: Requirement, result: Result): void {
    if (requirement.subject === 'games' || requirement.subject === 'offences') return;
    const came = figureOf(requirement, result);
    if (holds(requirement, came) || this.#broken.has(requirement)) return;
    this.#broken.set(requirement, `${requirement.text} does not hold: it was ${came} in game ${this.#games}`);
  }

  #checkTotal(requirement: Requirement): string | undefined {
    const { subject, entry, percent } = requirement;
    if (subject !== 'games' && subject !== 'offences') return undefined;
    const counts = subject === 'games' ? this.#won : this.#offences;
    const total = entry === undefined ? sum(counts) : (counts.get(entry) ?? 0);
    const came = percent ? (100 * total) / Math.max(1, this.#games) : total;
    if (holds(requirement, came)) return undefined;
    return `${requirement.text} does not hold: it was ${round(came)}${percent ? '%' : ''} of ${this.#games} games`;
  }
}

function figureOf({ subject, entry }: Requirement, result: Result): number {
  const winner = result.players.find(({ seat }) => seat === result.winner);
  if (subject === 'winner') return winner?.entry ?? 0;
  const player = result.players.find((one) => one.entry === entry)!;
  return subject === 'margin' ? marginOf(player, result) : Number(player[subject] ?? 0);
}

function marginOf(player: PlayerResult, result: Result): number {
  const others = result.players.filter((other) => other !== player).map(({ score }) => Number(score));
  // Alone, it is ahead of nobody by all that it has.
  return Number(player.score) - (others.length > 0 ? Math.max(...others) : 0);
}

function holds({ relation, number }: Requirement, came: number): boolean {
  return relations[relation](came, number);
}

function count(counts: Map<number, number>, entry: number, by: number): void {
  counts.set(entry, (counts.get(entry) ?? 0) + by);
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
