import type { ValueOf } from '../core/shape.ts';
import { counted, cut, visible } from '../core/text.ts';
import type { commonestError, PlayerResult, Result } from '../games/kit/result-fields.ts';
import { droppedOut, errorsOf } from './result.ts';

type RefusedBy = NonNullable<PlayerResult['refused']>['rules'][string];

export type WarnedResult = Pick<Result, 'reason' | 'began'> & {
  readonly ms?: number | undefined;
  readonly players: readonly (Pick<
    PlayerResult,
    'entry' | 'outcome' | 'messages' | 'refused' | 'silent' | 'unfinished'
  > & { readonly timeouts?: unknown; readonly errors?: unknown })[];
};

type WarnedPlayer = WarnedResult['players'][number];

interface Seen {
  games: number;
  ms: number;
  messages: number;
  silentGames: number;
  hasMoved: boolean;
  errors: number;
  readonly refusedBy: Map<string, { count: number; readonly game: number; readonly first: RefusedBy }>;
  unfinishedGames: number;
  unfinished: { readonly game: number; readonly what: string } | undefined;
}

export interface PlayerErrors {
  readonly errors: number;
  /** The rule that refused most moves. Old results do not tell it. */
  readonly commonestError?: ValueOf<typeof commonestError>;
}

/** Finds problems of players that broke no rule, such as no answers. Memory is constant. */
export class PlayerWarnings {
  readonly #byEntry = new Map<number, Seen>();

  take(game: number, result: WarnedResult): void {
    for (const player of result.players) takeGame(this.#of(player.entry), game, player, result);
  }

  /** Sentences without their subject. */
  of(entry: number): readonly string[] {
    const seen = this.#byEntry.get(entry);
    return seen
      ? [refusals(seen), silence(seen) ?? unfinished(seen)].filter((text) => text !== undefined)
      : [];
  }

  errorsOf(entry: number): PlayerErrors {
    const seen = this.#byEntry.get(entry);
    if (!seen) return { errors: 0 };
    const [commonest] = rulesOf(seen);
    if (!commonest) return { errors: seen.errors };
    const [rule, { count, game, first }] = commonest;
    return { errors: seen.errors, commonestError: { rule, game, ...first, count } };
  }

  #of(entry: number): Seen {
    let seen = this.#byEntry.get(entry);
    if (!seen) this.#byEntry.set(entry, (seen = nothingSeen()));
    return seen;
  }
}

function nothingSeen(): Seen {
  const games = { games: 0, ms: 0, messages: 0, silentGames: 0, hasMoved: false, errors: 0 };
  return { ...games, refusedBy: new Map(), unfinishedGames: 0, unfinished: undefined };
}

function takeGame(seen: Seen, game: number, player: WarnedPlayer, result: WarnedResult): void {
  const { messages, refused, unfinished } = player;
  seen.games++;
  seen.ms = result.ms ?? 0;
  // Old results do not tell the number.
  seen.messages += messages ?? 1;
  seen.hasMoved ||= refused ? refused.of > errorsOf({ refused }) : messages !== 0;
  seen.errors += errorsOf(player);
  for (const [rule, first] of Object.entries(refused?.rules ?? {})) {
    const before = seen.refusedBy.get(rule);
    if (before) before.count += first.count;
    else seen.refusedBy.set(rule, { count: first.count, game, first });
  }
  if (isSilent(player, result)) seen.silentGames++;
  if (unfinished === undefined || droppedOut(player)) return;
  seen.unfinishedGames++;
  seen.unfinished ??= { game, what: unfinished };
}

/**
 * A silent player had something to answer. A game without data may have come to its end without the player.
 */
function isSilent(player: WarnedPlayer, { reason, began }: WarnedResult): boolean {
  if (player.silent) return true;
  const { messages, timeouts, outcome } = player;
  if (messages !== 0 || droppedOut(player) || outcome === 'unfinished') return false;
  if (Number(timeouts ?? 0) > 0) return true;
  // Without a turn that ran out, a player may have had no turn.
  const mayHaveNoTurn = began !== undefined || (timeouts !== undefined && endsWithoutAll.has(reason));
  return !mayHaveNoTurn && !endsEarly.has(reason);
}

const endsWithoutAll: ReadonlySet<string> = new Set(['stalled', 'game-timeout']);
const endsEarly: ReadonlySet<string> = new Set(['last-player', 'nobody-left', 'interrupted']);

function rulesOf({ refusedBy }: Seen) {
  return [...refusedBy].sort(([, one], [, other]) => other.count - one.count);
}

function refusals(seen: Seen): string | undefined {
  const rules = rulesOf(seen);
  const [commonest] = rules;
  if (!commonest) return undefined;
  const [rule, { count, game, first }] = commonest;
  const all = rules.reduce((sum, [, one]) => sum + one.count, 0);
  const example = exampleOf(first);
  if (all === 1 && !seen.hasMoved) return `made one move, which was refused: ${example}`;
  const where = seen.games === 1 ? `move ${first.first}` : `game ${game}, move ${first.first}`;
  if (all === 1) return `made one move that was refused, ${where}: ${example}`;
  const refused = `made ${all} moves${seen.hasMoved ? ' that were refused' : ', and each was refused'}`;
  const times = count === all ? '' : `, most often (${count} times)`;
  return `${refused}${times} by the rule ${visible(rule)}; for example ${where}: ${example}`;
}

function exampleOf({ move, why, sentence = why, position, hand }: RefusedBy): string {
  const held = hand === undefined ? '' : `, with the hand ${visible(hand)}`;
  const lay = position === undefined ? '' : `, on ${visible(position)}`;
  return `${visible(move)}: ${visible(sentence)}${held}${lay}`;
}

function silence({ games, ms, messages, silentGames, unfinished }: Seen): string | undefined {
  if (messages > 0 || silentGames === 0) return undefined;
  const length = ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  const when = games === 1 ? `in the ${length} of the game` : `in any of ${counted(games, 'game')}`;
  return `was ready, and sent no whole message ${when}${unfinished ? `: it ${shown(unfinished.what)}` : ''}`;
}

function unfinished({ games, unfinishedGames, unfinished }: Seen): string | undefined {
  if (!unfinished) return undefined;
  const { game, what } = unfinished;
  const where = games === 1 ? '' : ` in ${unfinishedGames} of ${counted(games, 'game')}`;
  return `did not finish its last message${where}: ${games === 1 ? '' : `in game ${game} `}it ${shown(what)}`;
}

const LONGEST = 200;

function shown(text: string): string {
  return cut(visible(text), LONGEST);
}
