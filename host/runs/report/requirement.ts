import { counted } from '../../core/text.ts';
import { errorsOf, type PlayerResult, type Result } from '../../events/result.ts';
import type { AnyGame } from '../../games/game.ts';

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

export function readRequirement(text: string, game: AnyGame, names: readonly string[]): RequirementReading {
  const problem = (sentence: string) => ({ ok: false, problem: `--require ${text}: ${sentence}` }) as const;
  const ofErrors = game.judgedMove ? ['errors'] : [];
  const figures = [...scored(game), ...Object.keys(game.figures), ...ofErrors];
  const known = [...new Set(['winner', 'offences', 'games', ...figures])];
  const parts = partsOf(text, names);
  if (!parts) return problem('expected a condition such as winner=1, offences=0 or games.1>=55%');
  const { subject, whose, relation, amount, percent } = parts;
  if (POINTS.includes(subject) && !known.includes(subject))
    return problem(`${game.name} has no score; it has ${Object.keys(game.figures).join(', ')}`);
  if (!known.includes(subject)) return problem(`expected one of ${known.join(', ')} before the ${relation}`);
  const entry = whose === undefined ? undefined : playerOf(whose, names);
  const number = subject === 'winner' && amount !== '0' ? playerOf(amount, names) : numberOf(amount);
  const odd = oddPart({ ...parts, entry, number }, names);
  if (odd !== undefined) return problem(odd);
  return { ok: true, requirement: { text, subject, entry, relation, number: number!, percent } };
}

const POINTS = ['score', 'margin'];

function scored(game: AnyGame): readonly string[] {
  return hasPoints(game) ? POINTS : [];
}

/** Tells whether players have points in the end, besides winning or losing. */
export function hasPoints({ figures }: AnyGame): boolean {
  return Object.hasOwn(figures, 'score');
}

interface Parts {
  readonly subject: string;
  readonly whose: string | undefined;
  readonly relation: Relation;
  readonly amount: string;
  readonly percent: boolean;
}

/** A name may hold whatever a condition has: the longest that fits is meant. */
function partsOf(text: string, names: readonly string[]): Parts | undefined {
  const trimmed = text.trim();
  const [, subject, more = ''] =
    /^([a-z]+)(?:\.(.*))?$/s.exec(/^[a-z]+\./.test(trimmed) ? trimmed : '') ?? [];
  const named = names.filter((name) => more.startsWith(name) && RELATION.test(more.slice(name.length)));
  const name = named.sort((one, other) => other.length - one.length)[0];
  if (subject !== undefined && name !== undefined)
    return relationOf(subject, name, more.slice(name.length), names);
  const [, bare, whose, rest] = /^([a-z]+)(?:\.([^<>=!]+?))?(\s*[<>=!].*)$/s.exec(trimmed) ?? [];
  return bare === undefined ? undefined : relationOf(bare, whose, rest!, names);
}

const RELATION = /^\s*(>=|<=|!=|=|>|<)\s*(.*?)(%?)\s*$/s;

function relationOf(
  subject: string,
  whose: string | undefined,
  rest: string,
  names: readonly string[],
): Parts | undefined {
  const [, relation, amount = '', percent] = RELATION.exec(rest) ?? [];
  const isName = subject === 'winner' && names.includes(`${amount}${percent}`);
  if (relation === undefined || (!isName && numberOf(amount) === undefined && subject !== 'winner'))
    return undefined;
  const text = isName ? `${amount}${percent}` : amount;
  return {
    subject,
    whose,
    relation: relation as Relation,
    amount: text,
    percent: !isName && percent === '%',
  };
}

function numberOf(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Finds a player by its name, or by its number on the command line. */
function playerOf(text: string, names: readonly string[]): number | undefined {
  const named = names.indexOf(text);
  if (named !== -1) return named + 1;
  const number = /^\d+$/.test(text) ? Number(text) : undefined;
  return number !== undefined && number >= 1 && number <= names.length ? number : undefined;
}

interface Read extends Parts {
  readonly entry: number | undefined;
  readonly number: number | undefined;
}

function oddPart(
  { subject, whose, entry, number, percent }: Read,
  names: readonly string[],
): string | undefined {
  const players = `${names.length} play`;
  if (percent && subject !== 'games') return 'only games.N can be a percentage';
  if (subject === 'winner' && (whose !== undefined || number === undefined))
    return `winner is the number of a player, 1 to ${names.length}, its name, or 0 for none`;
  if (subject !== 'winner' && subject !== 'offences' && whose === undefined)
    return `expected a player, such as ${subject}.1`;
  if (whose === undefined || entry !== undefined) return undefined;
  return `unknown player ${whose}: ${players}, ${names.join(', ')}`;
}

/** Folds the facts that requirements need, game by game, and keeps no game. */
export class RequirementCheck {
  readonly #requirements: readonly Requirement[];
  readonly #broken = new Map<Requirement, string>();
  readonly #offences = new Map<number, number>();
  readonly #won = new Map<number, number>();
  readonly #played = new Map<number, number>();
  #games = 0;

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements;
  }

  /** `number` is the number of the game in its run. Without it, games come in their order. */
  add(result: Result, number = this.#games + 1): void {
    this.#games++;
    for (const { entry, offence, outcome } of result.players) {
      count(this.#played, entry, 1);
      if (offence) count(this.#offences, entry, 1);
      if (outcome === 'won') count(this.#won, entry, 1);
      if (outcome === 'draw') count(this.#won, entry, 0.5);
    }
    for (const requirement of this.#requirements) this.#checkGame(requirement, result, number);
  }

  /** Says what came instead of each requirement that does not hold. */
  outcomes(): readonly { readonly text: string; readonly problem: string | undefined }[] {
    return this.#requirements.map((requirement) => {
      return {
        text: requirement.text,
        problem: this.#broken.get(requirement) ?? this.#checkTotal(requirement),
      };
    });
  }

  /** The failed requirements, with the actual values. */
  broken(): readonly string[] {
    return this.outcomes().flatMap(({ problem }) => problem ?? []);
  }

  #checkGame(requirement: Requirement, result: Result, number: number): void {
    if (requirement.subject === 'games' || requirement.subject === 'offences') return;
    const came = figureOf(requirement, result);
    if (came === undefined || holds(requirement, came) || this.#broken.has(requirement)) return;
    this.#broken.set(requirement, `${requirement.text} failed: it was ${came} in game ${number}`);
  }

  #checkTotal(requirement: Requirement): string | undefined {
    const { subject, entry, percent } = requirement;
    if (subject !== 'games' && subject !== 'offences') return undefined;
    const counts = subject === 'games' ? this.#won : this.#offences;
    const total = entry === undefined ? sum(counts) : (counts.get(entry) ?? 0);
    const games = entry === undefined ? this.#games : (this.#played.get(entry) ?? 0);
    const came = percent ? (100 * total) / Math.max(1, games) : total;
    if (holds(requirement, came)) return undefined;
    const share = `${round(came)}${percent ? '%' : ''}`;
    const of = games === this.#games ? counted(games, 'game') : `its ${counted(games, 'game')}`;
    return `${requirement.text} failed: it was ${share} ${subject === 'games' ? 'of' : 'in'} ${of}`;
  }
}

/** Undefined if the player of the requirement did not sit in the game. */
function figureOf(requirement: Requirement, result: Result): number | undefined {
  const { subject } = requirement;
  const whose = playerMeant(requirement);
  const player = result.players.find(({ entry }) => entry === whose);
  if (whose !== undefined && !player) return undefined;
  const winner = result.players.find(({ seat }) => seat === result.winner);
  if (subject === 'winner' || !player) return winner?.entry ?? 0;
  if (subject === 'errors') return errorsOf(player);
  return subject === 'margin' ? marginOf(player, result) : Number(player[subject] ?? 0);
}

function playerMeant({ subject, entry, relation, number }: Requirement): number | undefined {
  if (subject !== 'winner') return entry;
  return number !== 0 && (relation === '=' || relation === '!=') ? number : undefined;
}

function marginOf(player: PlayerResult, result: Result): number {
  const others = result.players.filter((other) => other !== player).map(({ score }) => Number(score));
  // A player without others is ahead by all of its points.
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
